"""The page of one file, whatever it is."""

from __future__ import annotations

import io
from collections.abc import Callable

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from editor.actions.editing import Stale, Unreadable, save_texts
from editor.actions.files import tree_of
from editor.archive import layout
from editor.models import App
from editor.views.fields import TextField, file_field, posted_texts
from editor.views.frame import AUTHOR, file_url, find_app, frame, here, resource_url
from editor.views.saving import conflict_page, saved_fragment, what_changed

BYTES = "application/octet-stream"


@require_GET
def all_files(request: HttpRequest, app_id: int) -> HttpResponse:
    """Every file of the archive in its order; `?q=` keeps the paths that hold a text."""
    app = find_app(app_id)
    wanted = request.GET.get("q", "").strip()
    rows = app.files.filter(path__icontains=wanted) if wanted else app.files.all()
    files = [
        {"path": path, "size": size, "foreign": foreign, "url": file_url(app, path)}
        for path, size, foreign in rows.values_list("path", "blob__size", "foreign")
    ]
    return render(request, "editor/files.html", frame(request, app, "files") | {"files": files, "q": wanted})


@require_http_methods(["GET", "POST"])
def file(request: HttpRequest, app_id: int, path: str) -> HttpResponse:
    """A file's text, which can be saved; of a binary one its size. `?download` gives the bytes."""
    app = find_app(app_id)
    tree = tree_of(app)
    if path not in tree.files:
        raise Http404(f"there is no {path} in this app")
    if "download" in request.GET:
        return _bytes(path, tree.files[path])
    field = file_field(app, tree.files, path, path)

    def page(status: int = 200) -> HttpResponse:
        context = {
            "path": path,
            "size": len(tree.files[path]),
            "text": None if field.readonly else field.text,
            "field": None if field.readonly else field,
            "why_readonly": field.why,
            "used_by": _used_by(app, path),
            "download_url": file_url(app, path) + "?download",
        }
        return render(request, "editor/file.html", frame(request, app) | context, status=status)

    return page() if request.method == "GET" else _save(request, app, field, page)


def _save(request: HttpRequest, app: App, field: TextField, page: Callable[..., HttpResponse]) -> HttpResponse:
    try:
        revision = save_texts(app, posted_texts(request, [field]), f"Edit {field.path}", AUTHOR)
    except Stale as stale:
        return conflict_page(request, app, stale, {}, here(request))
    except Unreadable as unreadable:
        field.text, field.error = request.POST[field.name], unreadable.error.message
        return page(status=422)
    text = what_changed(revision) if revision else _("Nothing was changed.")
    if request.htmx:
        return saved_fragment(request, app.pk, [field], text)
    messages.success(request, text)
    return redirect(here(request))


def _used_by(app: App, path: str) -> dict | None:
    """The resource in whose folder the file lies."""
    place = layout.resource_of(path)
    resource = place and app.resources.filter(kind=place[0], folder=place[1]).first()
    if not resource:
        return None
    return {"label": resource.display_name, "url": resource_url(app, resource.kind, resource.folder)}


def _bytes(path: str, content: bytes) -> HttpResponse:
    """Always a download, never something that the browser would show as a page of ours."""
    return FileResponse(io.BytesIO(content), as_attachment=True, filename=path.rpartition("/")[2], content_type=BYTES)
