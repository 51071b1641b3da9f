"""What every template knows."""

from __future__ import annotations

from django.http import HttpRequest

THEMES = {"light", "dark"}


def appearance(request: HttpRequest) -> dict:
    """`theme`: "light", "dark" or "" (as the system has it), from the cookie "theme".
    `csp_nonce`: the nonce that lets a style element of this page through the Content-Security-Policy."""
    theme = request.COOKIES.get("theme", "")
    return {"theme": theme if theme in THEMES else "", "csp_nonce": request.csp_nonce}
