"""A resource's form and source pages. The app itself is one of them."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from editor.actions.editing import Unsaved
from editor.actions.files import tree_of
from editor.archive import layout
from editor.archive.errors import ManifestError
from editor.archive.tree import AppTree, ResourceEntry
from editor.forms.fieldsets import FORMS
from editor.models import App
from editor.views.data import data_node
from editor.views.fields import file_field
from editor.views.forms import FormPage
from editor.views.frame import LOOKS, file_url, find_app, frame, resource_url
from editor.views.saving import save
from editor.views.trying import panel

STAMP_ID = "manifest-stamp"  # of the input that says which manifest a form rendered


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
    if _brings_back(request, tree, kind, folder):
        return _bring_back(request, app, folder)
    entry = _entry(tree, kind, folder)
    if entry.error and (request.method == "GET" or kind not in FORMS):
        return redirect(resource_url(app, kind, folder, source=True))
    if kind not in FORMS:
        context = frame(request, app) | _resource_context(app, entry, source=False)
        return render(request, "editor/resource.html", context | {"data": data_node(kind, tree.data(entry))})
    form = FormPage(request, app, tree, entry)

    def page(status: int = 200, error: str = "") -> HttpResponse:
        context = frame(request, app) | _resource_context(app, entry, source=False) | form.nodes()
        stamp = {"name": form.stamp_name, "value": form.stamp, "id": STAMP_ID}
        context |= {"form_url": form.here(), "stamp": stamp, "error": error, "errors": len(form.errors)}
        context["bound"] = bool(form.posted.values)
        context |= panel(request, app, entry, form.base)
        return render(request, "editor/resource.html", context, status=status)

    if request.method == "GET":
        return page()
    if order := request.POST.get("do", ""):
        try:
            made = form.redraw(order)
        except Unsaved as unsaved:
            return page(422, unsaved.message)
        return _part(request, form.item(made)) if made and request.htmx else page()
    return _save_form(request, app, form, page)


def _save_form(request: HttpRequest, app: App, form: FormPage, page: Callable[..., HttpResponse]) -> HttpResponse:
    entry = form.entry

    def refused(unsaved: Unsaved) -> HttpResponse:
        return page(422, unsaved.message if unsaved.path == entry.manifest else "")

    try:
        edit = form.read()
    except Unsaved as unsaved:
        return refused(unsaved)
    form.nodes()  # finds the code fields
    if form.errors:
        return page(422)
    return save(request, app, form.fields, entry.label, refused, lambda: _changed(app, form), edit, form)


def _changed(app: App, form: FormPage) -> dict:
    """What follows a save of texts by script: what the model is told of a tool."""
    tree = tree_of(app)
    entry = _entry(tree, form.entry.kind, form.entry.folder)
    return {"outline": FormPage(form.request, app, tree, entry).outline()}


@require_safe
def app_part(request: HttpRequest, app_id: int) -> HttpResponse:
    """A blank card, row or group of the app's form."""
    return _blank(request, find_app(app_id), "app", "")


@require_safe
def resource_part(request: HttpRequest, app_id: int, kind: str, folder: str) -> HttpResponse:
    """A blank card, row or group of a resource's form."""
    return _blank(request, find_app(app_id), kind, folder)


def _blank(request: HttpRequest, app: App, kind: str, folder: str) -> HttpResponse:
    tree = tree_of(app)
    entry = _entry(tree, kind, folder)
    if kind not in FORMS or entry.error:
        raise Http404("there is no form")
    form = FormPage(request, app, tree, entry)
    if named := request.GET.get("names"):
        return _part(request, form.names(named))
    try:
        return _part(request, form.part(request.GET.get("at", "")))
    except Unsaved as unsaved:
        return HttpResponse(unsaved.message, status=409, content_type="text/plain")


def _part(request: HttpRequest, context: dict) -> HttpResponse:
    """One node alone, for a script to put into the page."""
    return render(request, context["template"], context)


def _source(request: HttpRequest, app: App, kind: str, folder: str) -> HttpResponse:
    tree = tree_of(app)
    if _brings_back(request, tree, kind, folder):
        return _bring_back(request, app, folder)
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


def _brings_back(request: HttpRequest, tree: AppTree, kind: str, folder: str) -> bool:
    """Whether a post holds the whole manifest of a resource that somebody deleted meanwhile: the page of the conflict
    offers to save it."""
    if request.method == "GET" or kind == layout.APP or tree.entry_of(kind, folder):
        return False
    paths = [name.removeprefix("text:") for name in request.POST if name.startswith("text:")]
    return any(layout.resource_of(path) == (kind, folder) and layout.stem_of_manifest(path) for path in paths)


def _bring_back(request: HttpRequest, app: App, folder: str) -> HttpResponse:
    def refused(unsaved: Unsaved) -> HttpResponse:
        return HttpResponse(unsaved.message, status=422, content_type="text/plain")

    return save(request, app, [], folder, refused)


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
