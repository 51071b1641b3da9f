"""An archive becomes an app."""

from __future__ import annotations

from collections.abc import Mapping

from django.conf import settings
from django.db import transaction

from editor.actions.changes import stamp_of, store_blobs
from editor.actions.files import parse_cached
from editor.actions.index import fill_columns, insert_resources, resource_rows
from editor.actions.rows import insert_rows
from editor.archive import container
from editor.archive.container import Archive
from editor.archive.texts import shown
from editor.archive.tree import AppTree
from editor.models import App, File, FileChange, ImportNote, Revision

SAMPLE = settings.BASE_DIR / "fixtures" / "apps" / "Harbor_Bistro"


def import_archive(archive: Archive, filename: str, author: str) -> App:
    """Keep an archive as a new app with its first revision. `filename` is where it came from."""
    # Reading comes before the transaction: nobody else can write while that is open
    filename = shown(filename)
    app = App(root=archive.root, filename=filename, head=1)
    tree = AppTree(archive.files, archive.root, parse_cached)
    fill_columns(app, tree)
    resources = resource_rows(tree)
    stamps = {path: stamp_of(content) for path, content in archive.files.items()}
    foreign = tree.foreign
    with transaction.atomic():
        app.save()
        store_blobs({stamps[path]: content for path, content in archive.files.items()})
        _keep_files(app, stamps, foreign, Revision(kind=Revision.Kind.IMPORT, author=author, label=filename))
        insert_resources(app, resources)
        notes = ((app.pk, note.rule, note.severity, note.file, note.message) for note in archive.notes)
        insert_rows(ImportNote, ("app_id", "rule", "severity", "file", "message"), notes)
    return app


def _keep_files(app: App, stamps: Mapping[str, str], foreign: Mapping[str, str], revision: Revision) -> None:
    revision.app, revision.number = app, 1
    revision.save()
    files = (
        (app.pk, path, stamp, position, foreign.get(path, "")) for position, (path, stamp) in enumerate(stamps.items())
    )
    insert_rows(File, ("app_id", "path", "blob_id", "position", "foreign"), files)
    changes = ((revision.pk, path, stamp, position) for position, (path, stamp) in enumerate(stamps.items()))
    insert_rows(FileChange, ("revision_id", "path", "after_id", "position"), changes)


def import_sample(author: str) -> App:
    """Keep the sample app as a new app."""
    return import_archive(container.read_folder(SAMPLE), SAMPLE.name, author)
