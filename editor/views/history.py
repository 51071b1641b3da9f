"""The revisions of an app, undo and redo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from editor.actions import history as actions
from editor.archive import limits
from editor.archive.texts import diff_rows, guess_text
from editor.models import App, Blob, FileChange, Revision
from editor.views.frame import AUTHOR, file_url, find_app, frame

REVISIONS_A_PAGE = 50
FILES_A_REVISION = 5  # named in the list; the revision's page has them all
FILES_A_PAGE = 50  # shown with their lines on a revision's page; an import has thousands


@require_GET
def history(request: HttpRequest, app_id: int) -> HttpResponse:
    """The list of revisions, newest first."""
    app = find_app(app_id)
    page = Paginator(app.revisions.all(), REVISIONS_A_PAGE).get_page(request.GET.get("page"))
    rows = [_revision_row(app, revision) for revision in page.object_list]
    _add_files(rows, page.object_list)
    context = frame(request, app, "history") | {"revisions": rows, "page_obj": page}
    return render(request, "editor/history.html", context)


def _revision_row(app: App, revision: Revision) -> dict:
    columns = ("number", "label", "author", "created", "kind", "undone")
    row = {column: getattr(revision, column) for column in columns}
    return row | {"url": reverse("revision", args=[app.pk, revision.number]), "files": [], "more_files": 0}


def _add_files(rows: list[dict], revisions: list[Revision]) -> None:
    """The paths of each revision, read in one query."""
    by_pk = {revision.pk: row for revision, row in zip(revisions, rows, strict=True)}
    changes = FileChange.objects.filter(revision__in=by_pk).order_by("position")
    for change in changes.only("revision_id", "path", "before_id", "after_id"):
        row = by_pk[change.revision_id]
        if len(row["files"]) < FILES_A_REVISION:
            row["files"].append({"path": change.path, "state": state_of(change)})
        else:
            row["more_files"] += 1


def state_of(change: FileChange) -> str:
    """What happened to the file: added, changed or removed."""
    if change.before_id is None:
        return "added"
    return "changed" if change.after_id else "removed"


@require_GET
def revision(request: HttpRequest, app_id: int, number: int) -> HttpResponse:
    """The difference that one revision made, file by file."""
    app = find_app(app_id)
    found = get_object_or_404(Revision, app=app, number=number)
    changes = Paginator(found.changes.select_related("before", "after"), FILES_A_PAGE).get_page(request.GET.get("page"))
    paths = set(app.files.filter(path__in=[change.path for change in changes]).values_list("path", flat=True))
    files = [_file_row(app, change, paths) for change in changes]
    context = frame(request, app, "history") | {
        "revision": _revision_row(app, found),
        "files": files,
        "page_obj": changes,
    }
    return render(request, "editor/revision.html", context)


def _file_row(app: App, change: FileChange, paths: set[str]) -> dict:
    row = {"path": change.path, "state": state_of(change), "rows": None, "note": ""}
    row["url"] = file_url(app, change.path) if change.path in paths else ""
    old, new = _shown(change.before), _shown(change.after)
    if old is None or new is None:
        row["note"] = _("This file is no text, or too long to be compared here.")
    elif change.before_id is None and change.revision.kind == Revision.Kind.IMPORT:
        row["note"] = _("As it came.")
    else:
        row["rows"] = [asdict(line) for line in diff_rows(old, new)]
    return row


def _shown(blob: Blob | None) -> str | None:
    if blob is None:
        return ""
    shown = guess_text(bytes(blob.content)) if blob.size <= limits.SHOWN_TEXT_BYTES else None
    return shown and shown[0]


@require_POST
def undo(request: HttpRequest, app_id: int) -> HttpResponse:
    """Take the newest edit back."""
    return _step(request, app_id, actions.undo, _("There is nothing to undo."))


@require_POST
def redo(request: HttpRequest, app_id: int) -> HttpResponse:
    """Do the newest undone edit again."""
    return _step(request, app_id, actions.redo, _("There is nothing to redo."))


def _step(request: HttpRequest, app_id: int, action: Callable, nothing: str) -> HttpResponse:
    app = find_app(app_id)
    made = action(app, AUTHOR)
    messages.success(request, made.label + "." if made else nothing)
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}):
        back = reverse("history", args=[app.pk])
    return redirect(back)
