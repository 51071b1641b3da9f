"""The start page, imports and their report, deleting an app."""

from __future__ import annotations

from django.contrib import messages
from django.db.models import Count, OuterRef, Subquery, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from editor.actions.apps import delete_app
from editor.actions.importing import import_archive, import_sample
from editor.archive import container, limits
from editor.archive.errors import Refusal
from editor.models import App, Revision
from editor.views.findings import finding_rows, findings_of, foreign_rows, notes_of, unpacked_size, unreadable_rows
from editor.views.frame import AUTHOR, LOOKS, find_app, frame, resource_url

UNREADABLE = "manifest-unreadable"  # has a list of its own in the report


@require_GET
def start(request: HttpRequest) -> HttpResponse:
    """The list of apps and the drop zone."""
    return render(request, "editor/start.html", start_context())


def start_context() -> dict:
    """The apps with what the list tells of each."""
    newest = Revision.objects.filter(app=OuterRef("pk")).order_by("-number")
    apps = App.objects.annotate(
        changed=Subquery(newest.values("created")[:1]), author=Subquery(newest.values("author")[:1])
    ).order_by("-changed", "-pk")
    sizes = dict(App.objects.values_list("pk").annotate(Sum("files__blob__size")))
    counts: dict[int, dict[str, int]] = {}
    for pk, kind, count in App.objects.values_list("pk", "resources__kind").annotate(Count("resources")):
        counts.setdefault(pk, {})[kind] = count
    rows = [
        {
            "app": app,
            "url": reverse("app", args=[app.pk]),
            "report_url": reverse("report", args=[app.pk]),
            "export_url": reverse("export", args=[app.pk]),
            "delete_url": reverse("delete_app", args=[app.pk]),
            "counts": {kind: counts.get(app.pk, {}).get(kind, 0) for kind in LOOKS},
            "description": app.description,
            "changed": app.changed,
            "author": app.author,
            "size": sizes.get(app.pk) or 0,
        }
        for app in apps
    ]
    return {"apps": rows, "upload_limit": limits.UPLOAD_BYTES}


@require_POST
def import_zip(request: HttpRequest) -> HttpResponse:
    """An uploaded ZIP becomes an app, or the start page says why not."""
    upload = request.FILES.get("archive")
    try:
        if upload is None:
            raise Refusal("no-file", _("No file was chosen. Choose a ZIP file, then import it."))
        archive = container.read_zip(upload)
    except Refusal as refusal:
        return _refused(request, refusal, upload.name if upload else "")
    return redirect("report", import_archive(archive, upload.name, AUTHOR).pk)


def _refused(request: HttpRequest, refusal: Refusal, filename: str) -> HttpResponse:
    error = {key: getattr(refusal, key) for key in ("code", "message", "file", "line", "column")}
    context = start_context() | {"error": error, "filename": filename}
    return render(request, "editor/start.html", context, status=413 if refusal.code == "too-large" else 422)


@require_POST
def open_sample(request: HttpRequest) -> HttpResponse:
    """Import the sample app."""
    return redirect("app", import_sample(AUTHOR).pk)


@require_GET
def report(request: HttpRequest, app_id: int) -> HttpResponse:
    """What was read per kind, kept as it is, and found odd."""
    app = find_app(app_id)
    resources = list(app.resources.all())
    rows = []
    for kind, look in LOOKS.items():
        found = [resource for resource in resources if resource.kind == kind]
        unreadable = sum(bool(resource.error) for resource in found)
        count = 1 if kind == "app" else len(found) - unreadable
        url = resource_url(app, kind, found[0].folder if found else "") if found or kind == "app" else ""
        rows.append({"label": look.many, "icon": look.icon, "count": count, "unreadable": unreadable, "url": url})
    findings = findings_of(app)
    found = {(finding.rule, finding.file) for finding in findings}  # what the files still show is no news of the import
    context = frame(request, app, "report") | {
        "filename": app.filename,
        "rows": rows,
        "unreadable": unreadable_rows(app),
        "findings": finding_rows(app, (finding for finding in findings if finding.rule != UNREADABLE)),
        "notes": [note for note in notes_of(app) if (note["rule"], note["file"]) not in found],
        "kept": foreign_rows(app),
        "size": unpacked_size(app),
    }
    return render(request, "editor/report.html", context)


@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest, app_id: int) -> HttpResponse:
    """Delete an app, after its name was typed."""
    app = find_app(app_id)
    error = ""
    if request.method == "POST":
        if request.POST.get("name", "").split() == app.display_name.split():
            delete_app(app)
            messages.success(request, _("%(name)s is deleted.") % {"name": app.display_name})
            return redirect("start")
        error = _("This is not the name of the app. Type %(name)s to delete it.") % {"name": app.display_name}
    counts = dict(app.resources.values_list("kind").annotate(Count("pk")).order_by())
    context = frame(request, app) | {"counts": counts, "error": error, "typed": request.POST.get("name", "")}
    return render(request, "editor/delete.html", context, status=422 if error else 200)
