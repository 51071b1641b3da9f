"""The indexes over the files: which resources there are. They say what the files say, and can be rebuilt."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from editor.actions.files import BATCH, tree_of
from editor.archive import layout
from editor.archive.texts import shown
from editor.archive.tree import AppTree, ResourceEntry
from editor.models import App, File, Resource

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


def resource_rows(app: App, tree: AppTree) -> list[Resource]:
    """The index rows of all resources, unsaved."""
    return [resource_row(app, entry) for entry in tree.resources]


def resource_row(app: App, entry: ResourceEntry) -> Resource:
    """The index row of one resource, unsaved."""
    error = entry.error
    return Resource(
        app=app,
        kind=entry.kind,
        folder=entry.folder,
        manifest=entry.manifest,
        display_name=shown_text(entry.display_name) or entry.folder,
        error=shown(error.message) if error else "",
        error_line=error.line if error else None,
        error_column=error.column if error else None,
    )


def update_index(app: App, paths: Iterable[str]) -> None:
    """Bring the index up to date after these paths changed. The app is locked by the caller."""
    tree = tree_of(app)
    touched = {place for path in paths if (place := layout.resource_of(path))}
    for kind, folder in touched:
        Resource.objects.filter(app=app, kind=kind, folder=folder).delete()
        entry = tree.entry_of(kind, folder)
        if entry is not None:
            resource_row(app, entry).save()
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
    Resource.objects.bulk_create(resource_rows(app, tree), batch_size=BATCH)
