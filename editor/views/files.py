"""The page of one file, whatever it is."""

from __future__ import annotations

import io

from django.core.paginator import Paginator
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from editor.actions.files import tree_of
from editor.archive import layout
from editor.models import App
from editor.views.fields import file_field
from editor.views.frame import file_url, find_app, frame, resource_url
from editor.views.saving import save

FILES_A_PAGE = 1_000
BYTES = "application/octet-stream"


@require_GET
def all_files(request: HttpRequest, app_id: int) -> HttpResponse:
    """Every file of the archive in its order; `?q=` keeps the paths that hold a text."""
    app = find_app(app_id)
    wanted = request.GET.get("q", "").strip()
    rows = app.files.filter(path__icontains=wanted) if wanted else app.files.all()
    page = Paginator(rows.values_list("path", "blob__size", "foreign"), FILES_A_PAGE).get_page(request.GET.get("page"))
    files = [
        {"path": path, "size": size, "foreign": foreign, "url": file_url(app, path)} for path, size, foreign in page
    ]
    context = frame(request, app, "files") | {"files": files, "q": wanted, "page_obj": page}
    return render(request, "editor/files.html", context)


@require_http_methods(["GET", "POST"])
def file(request: HttpRequest, app_id: int, path: str) -> HttpResponse:
    """A file's text, which can be saved; of a binary one its size. `?download` gives the bytes."""
    app = find_app(app_id)
    tree = tree_of(app)
    if path not in tree.files:
        raise Http404(f"there is no {path} in this app")
    if "download" in request.GET:
        return _bytes(path, tree.files[path])
    field = file_field(app, tree.files, path, _("Text"))

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

    if request.method == "GET":
        return page()
    return save(request, app, [field], path, lambda unsaved: page(status=422))


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
