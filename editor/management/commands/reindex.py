"""`manage.py reindex [ID …]`: build the indexes anew from the files."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from editor.actions.index import reindex
from editor.archive.texts import one_line
from editor.models import App


class Command(BaseCommand):
    """Rebuild the resource index. It changes no file and makes no revision."""

    help = "Build the indexes of all apps, or of these, anew from their files."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which apps."""
        parser.add_argument("id", type=int, nargs="*")

    def handle(self, *args: Any, id: list[int], **options: Any) -> None:
        """Rebuild one app after the other."""
        apps = App.objects.filter(pk__in=id) if id else App.objects.all()
        unknown = set(id) - set(apps.values_list("pk", flat=True))
        if unknown:
            raise CommandError(f"There is no app {min(unknown)}.")
        for app in apps.order_by("pk"):
            reindex(app)
            self.stdout.write(f"{app.pk} {one_line(app.display_name)}: {app.resources.count()} resources")
