"""Whether what the database holds is whole."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import transaction

from editor.actions.changes import stamp_of
from editor.actions.files import tree_of
from editor.actions.index import INDEX_COLUMNS, RESOURCE_COLUMNS, fill_columns, resource_rows
from editor.models import App, Blob, File, FileChange, Resource


@transaction.atomic  # one look at everything, while others go on writing
def check_integrity() -> list[str]:
    """Every fault of the whole database, one text each."""
    return list(_check_all())


def _check_all() -> Iterator[str]:
    for blob in Blob.objects.iterator(chunk_size=100):
        if stamp_of(bytes(blob.content)) != blob.pk or len(blob.content) != blob.size:
            yield f"blob {blob.pk}: its content is not what its name says"
    for app in App.objects.order_by("pk"):
        yield from (f"app {app.pk}: {fault}" for fault in _check_app(app))


def _check_app(app: App) -> Iterator[str]:
    numbers = list(app.revisions.order_by("number").values_list("number", flat=True))
    if numbers != list(range(1, app.head + 1)):
        yield f"the revisions are {numbers}, the newest should be {app.head}"
    head = dict(File.objects.filter(app=app).values_list("path", "blob_id"))
    if head != _replayed(app):
        yield "the files are not what the history adds up to"
    fresh = App.objects.get(pk=app.pk)
    tree = tree_of(app, whole=True)
    fill_columns(fresh, tree)
    for column in INDEX_COLUMNS:
        if getattr(fresh, column) != getattr(app, column):
            yield f"the index column {column} is not what the files say"
    foreign = dict(File.objects.filter(app=app).exclude(foreign="").values_list("path", "foreign"))
    if foreign != tree.foreign:
        yield "the index of foreign files is not what the files say"
    stored = set(Resource.objects.filter(app=app).values_list(*RESOURCE_COLUMNS))
    built = set(resource_rows(tree))
    for row in sorted(stored ^ built, key=str):
        yield f"the index {'has' if row in stored else 'lacks'} {row[0]}/{row[1]}"


def _replayed(app: App) -> dict[str, str]:
    """The tree that the revisions make, one after the other."""
    tree: dict[str, str] = {}
    changes = FileChange.objects.filter(revision__app=app).order_by("revision__number")
    for path, after in changes.values_list("path", "after_id"):
        if after is None:
            tree.pop(path, None)
        else:
            tree[path] = after
    return tree
