"""`manage.py import_archive FILE.zip|DIR`: keep an archive as a new app."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from editor.actions.importing import import_archive
from editor.archive import container
from editor.archive.errors import Refusal
from editor.archive.folders import path_of
from editor.archive.texts import one_line


class Command(BaseCommand):
    """Import a ZIP or an unpacked app. Exit 2: it was refused, and why."""

    help = "Import a ZIP or a folder as a new app. The last line printed is the app's id."

    def add_arguments(self, parser: CommandParser) -> None:
        """The one argument."""
        parser.add_argument("source", metavar="FILE.zip|DIR")

    def handle(self, *args: Any, source: str, **options: Any) -> None:
        """Read, keep, say what came in."""
        try:
            archive = container.read(path_of(source))
        except Refusal as refusal:
            self.stderr.write(f"{source or repr(source)}: refused ({refusal.code}): {refusal.message}")
            sys.exit(2)
        app = import_archive(archive, Path(source).resolve().name, author="command line")
        for note in archive.notes:
            self.stdout.write(one_line(f"{note.severity} {note.rule}: {note.file}: {note.message}"))
        count = app.resources.count()
        self.stdout.write(f"{one_line(app.display_name)}: {len(archive.files)} files, {count} resources")
        self.stdout.write(str(app.pk))
