"""An app becomes an archive again: rows → container."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import BinaryIO

from django.db.models import Exists, OuterRef

from editor.actions.files import StoredFiles, tree_of
from editor.archive import container, layout
from editor.models import App, File, FileChange


def export_zip(app: App, out: BinaryIO, foreign: bool = True) -> None:
    """Write the app as a ZIP; `foreign` False leaves out the files that the format does not know."""
    container.write_zip(root_of(app), files_to_export(app, foreign), out)


def export_folder(app: App, folder: Path, foreign: bool = True) -> list[str]:
    """Write the app into a folder and return the changed paths. Only changed files are written; of the files
    that are not in the app only those go that were deleted in the editor and still are as the app had them."""
    return container.write_folder(folder, files_to_export(app, foreign), deleted=deleted_paths(app))


def files_to_export(app: App, foreign: bool = True) -> dict[str, bytes]:
    """The files of an export, in order."""
    if foreign:
        files = StoredFiles(app)
        files.fetch(files)
        return dict(files)
    tree = tree_of(app, whole=True)
    left_out = set(tree.foreign)
    return {path: content for path, content in tree.files.items() if path not in left_out}


def deleted_paths(app: App) -> dict[str, set[str]]:
    """The paths that the app once had and has no more, each with the sha256 of every content that its history
    knows for it."""
    at_head = File.objects.filter(app=app, path=OuterRef("path"))
    changes = FileChange.objects.filter(~Exists(at_head), revision__app=app).order_by()
    deleted: dict[str, set[str]] = defaultdict(set)
    for path, *stamps in changes.values_list("path", "before_id", "after_id").iterator():
        deleted[path].update(stamp for stamp in stamps if stamp)
    return dict(deleted)


def root_of(app: App) -> str:
    """The root folder of an export: as it came, or made of the display name where there was none."""
    return app.root or layout.sanitise(app.display_name) or "app"


def archive_name(app: App) -> str:
    """The file name that the service gives an export."""
    return f"exported_app_{layout.sanitise(app.display_name) or 'app'}.zip"
