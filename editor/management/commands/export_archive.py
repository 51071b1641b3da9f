"""`manage.py export_archive ID OUT.zip|DIR`: write an app as a ZIP or into a folder."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from editor.actions import exporting
from editor.archive.errors import Refusal
from editor.archive.folders import path_of
from editor.models import App


class Command(BaseCommand):
    """Export an app. A name that ends in .zip is a ZIP, everything else a folder."""

    help = "Write an app as OUT.zip, or into the folder DIR, where only changed files are written."

    def add_arguments(self, parser: CommandParser) -> None:
        """The app and the place."""
        parser.add_argument("id", type=int)
        parser.add_argument("out", metavar="OUT.zip|DIR")
        parser.add_argument("--without-foreign", action="store_true", help="leave out files that the format lacks")

    def handle(self, *args: Any, id: int, out: str, without_foreign: bool, **options: Any) -> None:
        """Write, and say what was written."""
        app = App.objects.filter(pk=id).first()
        if app is None:
            raise CommandError(f"There is no app {id}.", returncode=2)
        try:
            self._write(app, path_of(out), foreign=not without_foreign)
        except Refusal as refusal:
            raise CommandError(f"{out or repr(out)}: {refusal.message}", returncode=2) from None
        except OSError as error:
            raise CommandError(f"{out} cannot be written: {error.strerror}", returncode=2) from None

    def _write(self, app: App, out: Path, foreign: bool) -> None:
        if out.suffix.lower() == ".zip" and not out.is_dir():
            _write_zip(app, out, foreign)
            self.stdout.write(f"{out} is written.")
        else:
            changed = exporting.export_folder(app, out, foreign)
            self.stdout.write("".join(f"{path}\n" for path in changed) + f"{len(changed)} files changed in {out}.")


def _write_zip(app: App, out: Path, foreign: bool) -> None:
    """Aside first, then in place: a killed export leaves the old file or the new one."""
    handle, draft = tempfile.mkstemp(prefix=out.name, suffix=".part", dir=out.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            exporting.export_zip(app, file, foreign)
            file.flush()
            os.fsync(file.fileno())
        mask = os.umask(0)
        os.umask(mask)
        Path(draft).chmod(0o666 & ~mask)
        Path(draft).replace(out)
    finally:
        Path(draft).unlink(missing_ok=True)
