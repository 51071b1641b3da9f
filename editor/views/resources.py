"""A resource's form and source pages. The app itself is one of them."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from editor.actions.editing import Unsaved
from editor.actions.files import tree_of
from editor.archive import layout
from editor.archive.errors import ManifestError
from editor.archive.tree import AppTree, ResourceEntry
from editor.models import App
from editor.views.data import data_node
from editor.views.fields import file_field
from editor.views.frame import LOOKS, file_url, find_app, frame, resource_url
from editor.views.saving import save
from editor.views.sections import sections_of


@require_http_methods(["GET", "POST"])
def app_page(request: HttpRequest, app_id: int) -> HttpResponse:
    """The app's own settings and global instruction."""
    return _form(request, find_app(app_id), "app", "")


@require_http_methods(["GET", "POST"])
def resource_page(request: HttpRequest, app_id: int, kind: str, folder: str) -> HttpResponse:
    """A resource's data, and its texts as code fields that save."""
    return _form(request, find_app(app_id), kind, folder)


@require_http_methods(["GET", "POST"])
def app_source(request: HttpRequest, app_id: int) -> HttpResponse:
    """The app's manifest itself."""
    return _source(request, find_app(app_id), "app", "")


@require_http_methods(["GET", "POST"])
def resource_source(request: HttpRequest, app_id: int, kind: str, folder: str) -> HttpResponse:
    """A resource's manifest itself."""
    return _source(request, find_app(app_id), kind, folder)


def _form(request: HttpRequest, app: App, kind: str, folder: str) -> HttpResponse:
    tree = tree_of(app)
    entry = _entry(tree, kind, folder)
    if entry.error and request.method == "GET":
        return redirect(resource_url(app, kind, folder, source=True))
    sections = sections_of(app, tree, entry)
    fields = [field for section in sections for group in section["groups"] for field in group["fields"]]

    def page(status: int = 200) -> HttpResponse:
        context = frame(request, app) | _resource_context(app, entry, source=False)
        context |= {"sections": sections, "data": _data(tree, entry)}
        return render(request, "editor/resource.html", context, status=status)

    def changed() -> dict:
        tree = tree_of(app)
        entry = _entry(tree, kind, folder)
        return {"name": entry.label, "data": _data(tree, entry)}

    if request.method == "GET":
        return page()
    return save(request, app, fields, entry.label, lambda unsaved: page(status=422), changed)


def _source(request: HttpRequest, app: App, kind: str, folder: str) -> HttpResponse:
    tree = tree_of(app)
    entry = _entry(tree, kind, folder)
    field = file_field(app, tree.files, entry.manifest, _("Source"))

    def page(error: dict | None, status: int = 200) -> HttpResponse:
        context = _resource_context(app, entry, source=True) | {"field": field, "error": error}
        return render(request, "editor/source.html", frame(request, app) | context, status=status)

    if request.method == "GET":
        return page(_place(entry.error))
    return save(
        request,
        app,
        [field],
        entry.label,
        refused=lambda unsaved: page(_place(unsaved) | {"refused": True}, status=422),
        changed=lambda: _changed_source(app, kind, folder),
    )


def _changed_source(app: App, kind: str, folder: str) -> dict:
    """The name after a save, and the tabs: what was unreadable may have a form now."""
    entry = _entry(tree_of(app), kind, folder)
    return {"name": entry.label, "tabs": _resource_context(app, entry, source=True)["tabs"]}


def _entry(tree: AppTree, kind: str, folder: str) -> ResourceEntry:
    entry = tree.app_entry if kind == layout.APP else tree.entry_of(kind, folder)
    if entry is None:
        raise Http404(f"there is no {folder} in {kind}")
    return entry


def _data(tree: AppTree, entry: ResourceEntry) -> dict:
    """The data of a manifest; none where somebody made it unreadable while a form of it was open."""
    return data_node(entry.kind, {} if entry.error else tree.data(entry))


def _place(error: ManifestError | Unsaved | None) -> dict | None:
    return error and {"message": error.message, "line": error.line, "column": error.column}


def _resource_context(app: App, entry: ResourceEntry, source: bool) -> dict:
    look = LOOKS[entry.kind]
    url = resource_url(app, entry.kind, entry.folder)
    source_url = resource_url(app, entry.kind, entry.folder, source=True)
    tabs = [] if entry.error else [{"label": _("Form"), "url": url, "current": not source}]
    resource = {
        "kind": entry.kind,
        "folder": entry.folder,
        "kind_label": look.one,
        "icon": look.icon,
        "name": entry.label,
        "manifest": entry.manifest,
        "manifest_url": file_url(app, entry.manifest),
        "error": _place(entry.error),
        "url": url,
        "source_url": source_url,
        "root": entry.kind == "agents" and entry.display_name == app.root_agent,
    }
    return {
        "resource": resource,
        "tabs": [*tabs, {"label": _("Source"), "url": source_url, "current": source}],
    }
