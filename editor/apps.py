"""The editor as a Django app."""

from __future__ import annotations

from django.apps import AppConfig


class EditorConfig(AppConfig):
    """All of the editor is one app."""

    name = "editor"
    verbose_name = "Atelier"
