"""The indexes over the files: which resources there are. They say what the files say, and can be rebuilt."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from editor.actions.files import tree_of
from editor.actions.rows import insert_rows
from editor.archive import layout
from editor.archive.texts import shown
from editor.archive.tree import AppTree, ResourceEntry
from editor.models import App, File, Resource

RESOURCE_COLUMNS = ("kind", "folder", "manifest", "display_name", "error", "error_line", "error_column")
INDEX_COLUMNS = ("display_name", "description", "root_agent", "format")


def shown_text(value: object) -> str:
    """A value of a manifest as an index column holds it; "" where it is no text."""
    return shown(value) if isinstance(value, str) else ""


def fill_columns(app: App, tree: AppTree) -> None:
    """Fill the app's own index columns from its tree; saves nothing."""
    app.display_name = shown_text(tree.app.get("displayName")) or app.root or "app"
    app.description = shown_text(tree.app.get("description"))
    app.root_agent = shown_text(tree.app.get("rootAgent"))
    app.format = tree.format


def resource_rows(tree: AppTree) -> list[tuple]:
    """The index rows of all resources, their values as in RESOURCE_COLUMNS."""
    return [resource_row(entry) for entry in tree.resources]


def resource_row(entry: ResourceEntry) -> tuple:
    """The index row of one resource."""
    error = entry.error
    return (
        entry.kind,
        entry.folder,
        entry.manifest,
        shown(entry.display_name) or entry.folder,
        shown(error.message) if error else "",
        error.line if error else None,
        error.column if error else None,
    )


def insert_resources(app: App, rows: Iterable[tuple]) -> None:
    """Write index rows of resources."""
    insert_rows(Resource, ("app_id", *RESOURCE_COLUMNS), ((app.pk, *row) for row in rows))


def update_index(app: App, paths: Iterable[str]) -> None:
    """Bring the index up to date after these paths changed. The app is locked by the caller."""
    tree = tree_of(app)
    touched = {place for path in paths if (place := layout.resource_of(path))}
    for kind, folder in touched:
        Resource.objects.filter(app=app, kind=kind, folder=folder).delete()
        entry = tree.entry_of(kind, folder)
        if entry is not None:
            insert_resources(app, [resource_row(entry)])
    fill_columns(app, tree)
    app.save(update_fields=INDEX_COLUMNS)
    mark_foreign(app, tree)


def mark_foreign(app: App, tree: AppTree) -> None:
    """Write down which files the format does not know, where that changed."""
    known = dict(File.objects.filter(app=app).exclude(foreign="").values_list("path", "foreign"))
    for path in known.keys() | tree.foreign.keys():
        reason = tree.foreign.get(path, "")
        if known.get(path, "") != reason:
            File.objects.filter(app=app, path=path).update(foreign=reason)


@transaction.atomic
def reindex(app: App) -> None:
    """Build all indexes of an app anew from its files."""
    app = App.objects.select_for_update().get(pk=app.pk)
    tree = tree_of(app, whole=True)
    fill_columns(app, tree)
    app.save(update_fields=INDEX_COLUMNS)
    mark_foreign(app, tree)
    Resource.objects.filter(app=app).delete()
    insert_resources(app, resource_rows(tree))
