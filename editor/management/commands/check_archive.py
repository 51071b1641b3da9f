"""`manage.py check_archive FILE.zip|DIR`: what is wrong or odd in an archive. Needs no database."""

from __future__ import annotations

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from editor import checks
from editor.archive import container
from editor.archive.errors import Refusal
from editor.archive.finding import ERROR
from editor.archive.folders import path_of
from editor.archive.tree import AppTree
from editor.checks import report


class Command(BaseCommand):
    """Exit 0: clean, or warnings only; 1: errors; 2: refused, or it cannot be read."""

    help = "Check a ZIP or a folder. Exit status 0: no errors, 1: errors, 2: refused or not readable."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """The archive and the form of the answer."""
        parser.add_argument("source", metavar="FILE.zip|DIR")
        parser.add_argument("--format", choices=("text", "json"), default="text")

    def handle(self, *args: Any, source: str, format: str, **options: Any) -> None:
        """Read, check, say what was found."""
        try:
            archive = container.read(path_of(source))
        except Refusal as refusal:
            if format == "json":
                self._say(_dumps(report.refused_as_data(refusal)))
            else:
                self.stderr.write(_shown(report.refused_as_line(refusal, source or repr(source)), self.stderr))
            sys.exit(2)
        findings = checks.run(AppTree(archive.files, archive.root), archive.notes)
        self._say(_dumps(report.as_data(findings)) if format == "json" else "\n".join(report.as_lines(findings)))
        if any(finding.severity == ERROR for finding in findings):
            sys.exit(1)

    def _say(self, text: str) -> None:
        self.stdout.write(_shown(text, self.stdout))


def _dumps(data: dict) -> str:
    return json.dumps(data, indent=2)


def _shown(text: str, out: Any) -> str:
    """The text with escapes for what the terminal cannot show, half characters among them."""
    encoding = getattr(out, "encoding", None) or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)
