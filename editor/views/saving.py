"""What a save answers: what changed, what cannot be saved, or both texts of a conflict."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from editor.actions.editing import Conflict, ManifestEdit, PostedText, Stale, Unsaved, save_texts, text_of
from editor.actions.files import tree_of
from editor.archive.texts import count_lines, diff_rows, guess_text, same_text
from editor.forms.wire import WAY
from editor.mentions import mentions
from editor.models import App, Blob, Revision
from editor.views.fields import TextField, gone_posts, posted_texts
from editor.views.forms import FormPage
from editor.views.frame import AUTHOR, find_app, frame, here

NAMED_FILES = 3  # in the message after a save; the history has them all


def save(
    request: HttpRequest,
    app: App,
    fields: list[TextField],
    name: str,
    refused: Callable[[Unsaved], HttpResponse],
    changed: Callable[[], dict] = dict,
    edit: ManifestEdit | None = None,
    form: FormPage | None = None,
) -> HttpResponse:
    """Save the posted fields of a page, and what its form does to the manifest. `name` is what they belong to,
    `refused` draws the page again with an error, `changed` gives the parts of the page that follow a save by
    script; a form that has another shape now is drawn anew."""
    labels = {field.name: field.label for field in fields}

    def label(written: list[PostedText]) -> str:
        names = {TextField.of(posted).name for posted in written}
        what = [labels.get(names.pop()) or _("a text")] if len(names) == 1 else []
        what += [ngettext("%d text", "%d texts", len(names)) % len(names)] if names else []
        what += [form.label()] if form and edit and edit.operations else []
        return _("%(what)s of %(name)s") % {"what": " + ".join(what), "name": name}

    posts = posted_texts(request, fields) + gone_posts(request, fields)
    try:
        revision = save_texts(app, posts, label, AUTHOR, edit)
    except Stale as stale:
        return _conflict_page(request, app, stale, labels, edit)
    except Unsaved as unsaved:
        _keep_posted(request, fields, unsaved)
        return refused(unsaved)
    text = what_changed(revision) if revision else _("Nothing was changed.")
    if form and revision and (old := form.old_name()):
        text = f"{text} {_still_named(app, form.entry.kind, old)}".strip()
    if request.htmx and not (form and form.redraws()):
        return _saved_fragment(request, app.pk, fields, {"text": text} | changed())
    messages.success(request, text)
    return redirect(form.after() if form else here(request))


def _keep_posted(request: HttpRequest, fields: list[TextField], unsaved: Unsaved) -> None:
    """The page that comes back holds what was posted, the error at its field."""
    for field in fields:
        field.text = request.POST.get(field.name, field.text)
        field.stamp = request.POST.get(field.stamp_name, field.stamp)
        if field.path == unsaved.path and not field.readonly:
            field.error = unsaved.message


def _saved_fragment(request: HttpRequest, app_id: int, fields: list[TextField], parts: dict) -> HttpResponse:
    """The parts of the page that a save changes, never a field that is being edited: the stamps, the tree at
    the side, undo, what changed. A field that holds another text than its file does, since somebody else
    saved, keeps its old stamp."""
    app = find_app(app_id)
    tree = tree_of(app)
    stamps = [
        {"id": field.stamp_id, "name": field.stamp_name, "value": tree.files.stamps.get(field.path, "")}
        for field in fields
        if not field.readonly and same_text(request.POST.get(field.name, ""), text_of(tree.files.get(field.path)))
    ]
    context = frame(request, app) | {"stamps": stamps} | parts
    return render(request, "editor/_saved.html", context)


def _still_named(app: App, kind: str, name: str) -> str:
    """The places that go on naming a resource by the name that it had, in one text; "" where there are none."""
    tree = tree_of(app)
    found = [] if tree.named(kind, name) else mentions(tree, kind, name)
    if not found:
        return ""
    places = list(dict.fromkeys(f"{one.file} ({one.where})" for one in found))
    shown = ", ".join(places[:NAMED_FILES]) + " …" * (len(places) > NAMED_FILES)
    told = ngettext(
        "%(n)d place still says “%(name)s”: %(places)s. Change it too, or undo.",
        "%(n)d places still say “%(name)s”: %(places)s. Change them too, or undo.",
        len(found),
    )
    return told % {"n": len(found), "name": name, "places": shown}


def what_changed(revision: Revision) -> str:
    """What a save did, file by file with line counts, in one text."""
    changes = list(revision.changes.all()[:NAMED_FILES])
    blobs = Blob.objects.in_bulk({change.before_id for change in changes} | {change.after_id for change in changes})
    parts = []
    for change in changes:
        old, new = (_lines_of(blobs.get(stamp)) for stamp in (change.before_id, change.after_id))
        came, gone = count_lines(diff_rows(old, new))
        parts.append(f"{change.path} (+{came} -{gone})")
    more = revision.changes.count() - len(parts)
    if more > 0:
        parts.append(ngettext("%d more file", "%d more files", more) % more)
    return _("Saved as revision %(number)d. %(what)s") % {"number": revision.number, "what": ", ".join(parts)}


def _lines_of(blob: Blob | None) -> str:
    shown = guess_text(bytes(blob.content)) if blob else None
    return shown[0] if shown else ""


def _conflict_page(
    request: HttpRequest, app: App, stale: Stale, labels: Mapping[str, str], edit: ManifestEdit | None
) -> HttpResponse:
    """Both texts of every conflict, to choose from, and what else was posted. Nothing was written. Where the
    manifest itself is in conflict, its text says all that its form did, but for new files."""
    conflicts = [_conflict_row(conflict, labels) for conflict in stale.conflicts]
    shown = {row["name"] for row in conflicts} | {row["stamp_name"] for row in conflicts}
    shown |= {"csrfmiddlewaretoken", "do"}
    others = [(name, value) for name, values in request.POST.lists() for value in values if name not in shown]
    if edit and any(conflict.posted.path == edit.path for conflict in stale.conflicts):
        others = [(name, value) for name, value in others if not WAY.fullmatch(name)]
        others += [(f"text:{path}", text) for path, text in edit.files.items()]
    context = frame(request, app) | {"conflicts": conflicts, "others": others}
    return render(request, "editor/conflict.html", context, status=409)


def _conflict_row(conflict: Conflict, labels: Mapping[str, str]) -> dict:
    field = TextField.of(conflict.posted)
    return {
        "name": field.name,
        "stamp_name": field.stamp_name,
        "label": labels.get(field.name) or field.path,
        "path": field.path,
        "theirs": conflict.theirs,
        "mine": field.text,
        "stamp": conflict.stamp,
        "gone": conflict.posted.gone,
        "lost": conflict.lost,
        "rows": [asdict(row) for row in diff_rows(conflict.theirs, field.text)],
    }
