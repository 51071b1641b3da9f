"""`manage.py load_sample`: something to look at after the first start."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from editor.actions.importing import import_sample
from editor.archive.errors import Refusal
from editor.models import App


class Command(BaseCommand):
    """Remembers in the data folder that it ran: a sample that somebody deleted does not come back."""

    help = "Import the sample app, once, when there is no app yet."

    def handle(self, *args: Any, **options: Any) -> None:
        """The first time imports the sample if there is no app; does nothing at any other time."""
        marker = settings.DATA_DIR / "sample-loaded"
        if marker.exists():
            return
        if not App.objects.exists():
            try:
                app = import_sample(author="Atelier")
            except Refusal as refusal:
                raise CommandError(refusal.message) from None
            self.stdout.write(f"The sample app is loaded: {app.display_name}.")
        marker.touch()
