"""The revisions of an app, undo and redo."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import asdict
from urllib.parse import unquote, urlsplit

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, Window
from django.db.models.functions import RowNumber
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import Resolver404, resolve, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from editor.actions import history as actions
from editor.archive import limits
from editor.archive.texts import diff_rows, guess_text
from editor.models import App, Blob, FileChange, Revision
from editor.views.frame import AUTHOR, file_url, find_app, frame

KIND = Revision.Kind
# The label of an undo or redo in the database is that of the edit, of an import its file
LABELS = {
    KIND.IMPORT: gettext_lazy("Import of %s"),
    KIND.EDIT: "%s",
    KIND.UNDO: gettext_lazy("Undo: %s"),
    KIND.REDO: gettext_lazy("Redo: %s"),
}
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
    row = {column: getattr(revision, column) for column in ("number", "author", "created", "kind", "undone")}
    row["label"] = str(LABELS[revision.kind]) % revision.label
    return row | {"url": reverse("revision", args=[app.pk, revision.number]), "files": [], "more_files": 0}


def _add_files(rows: list[dict], revisions: list[Revision]) -> None:
    """The first paths of each revision and how many more there are."""
    by_pk = {revision.pk: row for revision, row in zip(revisions, rows, strict=True)}
    changes = FileChange.objects.filter(revision__in=by_pk)
    for pk, count in changes.order_by().values_list("revision").annotate(Count("pk")):
        by_pk[pk]["more_files"] = max(count - FILES_A_REVISION, 0)
    rank = Window(RowNumber(), partition_by="revision", order_by=["position", "pk"])
    first = changes.annotate(rank=rank).filter(rank__lte=FILES_A_REVISION).order_by("rank")
    for change in first.only("revision_id", "path", "before_id", "after_id"):
        by_pk[change.revision_id]["files"].append({"path": change.path, "state": state_of(change)})


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
    changes = Paginator(found.changes.all(), FILES_A_PAGE).get_page(request.GET.get("page"))
    blobs = {} if found.kind == KIND.IMPORT else _blobs_of(changes)
    paths = set(app.files.filter(path__in=[change.path for change in changes]).values_list("path", flat=True))
    files = [_file_row(app, found, change, paths, blobs) for change in changes]
    context = frame(request, app, "history") | {
        "revision": _revision_row(app, found),
        "files": files,
        "page_obj": changes,
    }
    return render(request, "editor/revision.html", context)


def _blobs_of(changes: Iterable[FileChange]) -> dict[str, Blob]:
    """The contents before and after, those left out that are too long to be compared."""
    stamps = {stamp for change in changes for stamp in (change.before_id, change.after_id) if stamp}
    return Blob.objects.filter(size__lte=limits.SHOWN_TEXT_BYTES).in_bulk(stamps)


def _file_row(app: App, revision: Revision, change: FileChange, paths: set[str], blobs: dict[str, Blob]) -> dict:
    row = {"path": change.path, "state": state_of(change), "rows": None, "note": ""}
    row["url"] = file_url(app, change.path) if change.path in paths else ""
    old, new = _shown(change.before_id, blobs), _shown(change.after_id, blobs)
    if revision.kind == KIND.IMPORT:
        row["note"] = _("As it came.")
    elif old is None or new is None:
        row["note"] = _("This file is no text, or too long to be compared here.")
    else:
        row["rows"] = [asdict(line) for line in diff_rows(old, new)]
    return row


def _shown(stamp: str | None, blobs: dict[str, Blob]) -> str | None:
    if stamp is None:
        return ""
    shown = guess_text(bytes(blobs[stamp].content)) if stamp in blobs else None
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
    """`number` in the post names the revision that the page showed: with another one as the newest nothing is
    done, so that nobody takes back what he never saw."""
    app = find_app(app_id)
    number = request.POST.get("number", "")
    made = action(app, AUTHOR, int(number) if re.fullmatch("[0-9]{1,9}", number) else None)
    if made:
        messages.success(request, str(LABELS[made.kind]) % made.label)
    elif number and actions.undoable(app):
        messages.error(request, _("Somebody saved in between, so nothing was done. Look at the history first."))
    else:
        messages.info(request, nothing)
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}):
        back = reverse("history", args=[app.pk])
    return redirect(back if _is_there(app, back) else reverse("app", args=[app.pk]))


def _is_there(app: App, url: str) -> bool:
    """Whether a page still has its resource or file: an undo may have taken it away."""
    path = unquote(urlsplit(url).path)
    try:
        place = {} if "\0" in path else resolve(path).kwargs  # PostgreSQL takes no NUL
    except Resolver404:
        return True  # no page of ours: not for us to judge
    if {"kind", "folder"} <= place.keys():
        return app.resources.filter(kind=place["kind"], folder=place["folder"]).exists()
    return "path" not in place or app.files.filter(path=place["path"]).exists()
