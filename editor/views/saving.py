"""What a save answers: what changed, or both texts of a conflict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from editor.actions.editing import Conflict, Stale
from editor.actions.files import tree_of
from editor.archive.texts import count_lines, diff_rows, guess_text
from editor.models import App, Revision
from editor.views.fields import TextField
from editor.views.frame import find_app, frame


def saved_fragment(
    request: HttpRequest, app_id: int, fields: Iterable[TextField], text: str, extra: dict | None = None
) -> HttpResponse:
    """The parts of the page that a save changes, never a field that is being edited: the new stamps, the tree
    at the side, undo, what changed, and with `extra` the name and data of a resource."""
    app = find_app(app_id)
    tree = tree_of(app)
    stamps = [
        {"id": f"{field.id}-stamp", "name": field.stamp_name, "value": tree.files.stamps.get(field.path, "")}
        for field in fields
    ]
    context = frame(request, app) | {"stamps": stamps, "text": text} | (extra or {})
    return render(request, "editor/_saved.html", context)


def what_changed(revision: Revision) -> str:
    """What a save did, file by file with line counts, in one text."""
    parts = []
    changes = list(revision.changes.select_related("before", "after"))
    for change in changes[:3]:
        old, new = (guess_text(bytes(blob.content)) if blob else ("", "") for blob in (change.before, change.after))
        came, gone = count_lines(diff_rows(old[0], new[0])) if old and new else (0, 0)
        parts.append(f"{change.path} (+{came} -{gone})")
    more = len(changes) - len(parts)
    if more > 0:
        parts.append(ngettext("%d more file", "%d more files", more) % more)
    return _("Saved as revision %(number)d. %(what)s") % {"number": revision.number, "what": ", ".join(parts)}


def conflict_page(
    request: HttpRequest, app: App, stale: Stale, labels: Mapping[str, str], back_url: str
) -> HttpResponse:
    """Both texts of every conflict, to choose from. Nothing was written."""
    conflicts = [_conflict_row(conflict, labels) for conflict in stale.conflicts]
    shown = {row["name"] for row in conflicts} | {row["stamp_name"] for row in conflicts}
    others = [
        (name, value)
        for name, value in request.POST.items()
        if name.startswith(("text:", "stamp:")) and name not in shown
    ]
    context = frame(request, app) | {
        "title": _("Somebody saved in between"),
        "back_url": back_url,
        "action": back_url,
        "conflicts": conflicts,
        "others": others,
    }
    return render(request, "editor/conflict.html", context, status=409)


def _conflict_row(conflict: Conflict, labels: Mapping[str, str]) -> dict:
    posted = conflict.posted
    field = TextField(posted.path, "", "text", pointer=posted.pointer)
    return {
        "name": field.name,
        "stamp_name": field.stamp_name,
        "label": labels.get(field.name, posted.path),
        "path": posted.path,
        "theirs": conflict.theirs,
        "mine": posted.text,
        "stamp": conflict.stamp,
        "gone": posted.gone,
        "lost": posted.gone and posted.pointer is not None,
        "rows": [asdict(row) for row in diff_rows(conflict.theirs, posted.text)],
    }
