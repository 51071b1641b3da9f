"""Builds the committed field table from the public messages."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from editor.schema import TABLE

MISSING = "google-cloud-ces is not installed. It is a development dependency: pip install -r requirements-dev.txt"


class Command(BaseCommand):
    """Writes editor/schema/fields.json anew, or only compares."""

    help = "Build editor/schema/fields.json from the installed google-cloud-ces."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 where the file differs")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        try:
            from editor.schema import build
        except ImportError as error:
            raise CommandError(f"{MISSING} ({error})") from error
        table = build.table()
        text = build.text(table)
        counts = f"{len(table['messages'])} messages, {len(table['enums'])} enums of {table['source']}"
        if not check:
            TABLE.write_text(text, encoding="utf-8", newline="\n")
            self.stdout.write(f"{TABLE.name}: {counts}")
        elif not TABLE.is_file() or TABLE.read_text(encoding="utf-8") != text:
            raise CommandError(f"{TABLE.name} differs from {counts}; run build_schema")
        else:
            self.stdout.write(f"{TABLE.name} is up to date: {counts}")
