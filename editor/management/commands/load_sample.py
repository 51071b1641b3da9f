"""`manage.py load_sample`: something to look at after the first start."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from editor.models import App

SAMPLE = settings.BASE_DIR / "fixtures" / "apps" / "Harbor_Bistro"


class Command(BaseCommand):
    """Remembers in the data folder that it ran: a sample that somebody deleted does not come back."""

    help = "Import the sample app, once, when there is no app yet."

    def handle(self, *args: Any, **options: Any) -> None:
        """The first time imports the sample if there is no app; does nothing at any other time."""
        marker = settings.DATA_DIR / "sample-loaded"
        if marker.exists():
            return
        if not App.objects.exists():
            call_command("import_archive", SAMPLE, stdout=self.stdout, stderr=self.stderr)
        marker.touch()
