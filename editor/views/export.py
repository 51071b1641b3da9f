"""Taking the archive along."""

from __future__ import annotations

import tempfile

from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from editor.actions import exporting
from editor.archive import limits
from editor.models import App, FileChange
from editor.views.findings import foreign_rows, unpacked_size, unreadable_rows
from editor.views.frame import file_url, find_app, frame


@require_GET
def export(request: HttpRequest, app_id: int) -> HttpResponse:
    """What the ZIP will hold, and what changed since the import."""
    app = find_app(app_id)
    context = frame(request, app, "export") | {
        "root": exporting.root_of(app),
        "filename": exporting.archive_name(app),
        "download_url": reverse("download", args=[app.pk]),
        "changed": _changed(app),
        "foreign": foreign_rows(app),
        "unreadable": unreadable_rows(app),
        "size": unpacked_size(app),
    }
    return render(request, "editor/export.html", context)


def _changed(app: App) -> list[dict]:
    """How the files differ from those of the import."""
    now = dict(app.files.values_list("path", "blob_id"))
    imported = dict(FileChange.objects.filter(revision__app=app, revision__number=1).values_list("path", "after_id"))
    rows = []
    for path in [*now, *(path for path in imported if path not in now)]:
        if now.get(path) == imported.get(path):
            continue
        state = "added" if path not in imported else "changed" if path in now else "removed"
        rows.append({"path": path, "state": state, "url": file_url(app, path) if path in now else ""})
    return rows


@require_GET
def download(request: HttpRequest, app_id: int) -> FileResponse:
    """The ZIP. `?foreign=0` leaves out the files that the format does not know."""
    app = find_app(app_id)
    out = tempfile.SpooledTemporaryFile(max_size=limits.UPLOAD_BYTES)  # noqa: SIM115 (the response closes it)
    exporting.export_zip(app, out, foreign=request.GET.get("foreign") != "0")
    out.seek(0)
    return FileResponse(out, as_attachment=True, filename=exporting.archive_name(app), content_type="application/zip")
