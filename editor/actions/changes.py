"""The one way in which files change: content, history and index in one transaction."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from django.db import transaction
from django.db.models import Max

from editor.actions.files import BATCH
from editor.actions.index import update_index
from editor.actions.rows import insert_rows
from editor.models import App, Blob, File, FileChange, Revision


def lock(app: App) -> App:
    """The app's row as it is now, locked until the transaction ends. Call it first in every action."""
    return App.objects.select_for_update().get(pk=app.pk)


def store_blobs(contents: Mapping[str, bytes]) -> None:
    """Keep these contents, given by their sha256; those that are there already stay."""
    # An update and not "nothing": it locks the row, so that nobody deletes the blob before this transaction ends
    conflict = "ON CONFLICT (sha256) DO UPDATE SET size = EXCLUDED.size"
    rows = ((stamp, content, len(content)) for stamp, content in contents.items())
    insert_rows(Blob, ("sha256", "content", "size"), rows, conflict)


def stamp_of(content: bytes) -> str:
    """The sha256 of a content: the stamp by which a page names what it showed."""
    return hashlib.sha256(content).hexdigest()


@transaction.atomic
def record(app: App, contents: Mapping[str, bytes | None], label: str, author: str) -> Revision | None:
    """Write contents (None removes the file) as one edit. Returns the revision, or None where nothing differs."""
    app = lock(app)
    stamps = {path: None if content is None else stamp_of(content) for path, content in contents.items()}
    store_blobs({stamps[path]: content for path, content in contents.items() if content is not None})
    return commit(app, stamps, Revision(kind=Revision.Kind.EDIT, label=label, author=author))


def commit(app: App, stamps: Mapping[str, str | None], revision: Revision) -> Revision | None:
    """Point paths of a locked app at stored blobs (None removes the file) and write `revision` over it."""
    files = {file.path: file for file in File.objects.filter(app=app, path__in=list(stamps))}
    last = File.objects.filter(app=app).aggregate(last=Max("position"))["last"]
    position = 0 if last is None else last + 1
    changes = []
    for path, after in stamps.items():
        file = files.get(path)
        before = file and file.blob_id
        if before == after:
            continue
        changes.append(
            FileChange(path=path, before_id=before, after_id=after, position=file.position if file else position)
        )
        position += file is None
    if not changes:
        return None
    _number(app, revision)
    for change in changes:
        change.revision = revision
    FileChange.objects.bulk_create(changes, batch_size=BATCH)
    _write_head(app, changes, files)
    update_index(app, [change.path for change in changes])
    return revision


def restore_positions(app: App, changes: list[FileChange]) -> None:
    """Put files that an undo brought back at the place where they stood."""
    for change in changes:
        File.objects.filter(app=app, path=change.path).update(position=change.position)


def _number(app: App, revision: Revision) -> None:
    app.head += 1
    app.save(update_fields=["head"])
    revision.app, revision.number = app, app.head
    revision.save()


def _write_head(app: App, changes: list[FileChange], files: Mapping[str, File]) -> None:
    new = [c for c in changes if c.path not in files]
    File.objects.bulk_create([File(app=app, path=c.path, blob_id=c.after_id, position=c.position) for c in new])
    for change in changes:
        if change.path in files and change.after_id:
            File.objects.filter(pk=files[change.path].pk).update(blob_id=change.after_id)
    gone = [files[c.path].pk for c in changes if c.after_id is None]
    File.objects.filter(pk__in=gone).delete()
