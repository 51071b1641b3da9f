"""An archive becomes an app."""

from __future__ import annotations

from django.db import transaction

from editor.actions.changes import BATCH, stamp_of, store_blobs
from editor.actions.index import fill_columns, resource_rows, storable
from editor.archive.container import Archive
from editor.archive.tree import AppTree
from editor.models import App, File, FileChange, ImportNote, Resource, Revision


@transaction.atomic
def import_archive(archive: Archive, filename: str, author: str) -> App:
    """Keep an archive as a new app with its first revision. `filename` is where it came from."""
    filename = storable(filename)
    app = App(root=archive.root, filename=filename, head=1)
    tree = AppTree(archive.files, archive.root)
    fill_columns(app, tree)
    app.save()
    stamps = {path: stamp_of(content) for path, content in archive.files.items()}
    store_blobs({stamps[path]: content for path, content in archive.files.items()})
    revision = Revision.objects.create(
        app=app, number=1, kind=Revision.Kind.IMPORT, author=author, label=f"Import of {filename}"
    )
    rows = list(enumerate(stamps.items()))
    files = [
        File(app=app, path=path, blob_id=stamp, position=position, foreign=tree.foreign.get(path, ""))
        for position, (path, stamp) in rows
    ]
    File.objects.bulk_create(files, batch_size=BATCH)
    FileChange.objects.bulk_create(
        [FileChange(revision=revision, path=p, after_id=s, position=n) for n, (p, s) in rows], batch_size=BATCH
    )
    Resource.objects.bulk_create(resource_rows(app, tree), batch_size=BATCH)
    ImportNote.objects.bulk_create(
        ImportNote(app=app, rule=note.rule, severity=note.severity, file=note.file, message=note.message)
        for note in archive.notes
    )
    return app
