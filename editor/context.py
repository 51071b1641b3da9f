"""What every template knows."""

from __future__ import annotations

from django.http import HttpRequest

THEMES = {"light", "dark"}


def appearance(request: HttpRequest) -> dict:
    """`theme`: "light", "dark" or "" (as the system has it), from the cookie "theme"."""
    theme = request.COOKIES.get("theme", "")
    return {"theme": theme if theme in THEMES else ""}
