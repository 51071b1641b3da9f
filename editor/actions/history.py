"""Undo and redo: each writes the inverse of a revision as a new one."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.db.models import Max

from editor.actions.changes import commit, lock, restore_positions
from editor.models import App, Revision

KIND = Revision.Kind


def undoable(app: App) -> Revision | None:
    """The newest edit that is not undone. The import stays: without it there is no app."""
    return app.revisions.filter(kind=KIND.EDIT, undone=False).first()


def redoable(app: App) -> Revision | None:
    """The newest undo that was not redone, unless an edit came after it."""
    last = app.revisions.filter(kind=KIND.EDIT).aggregate(last=Max("number"))["last"] or 0
    return app.revisions.filter(kind=KIND.UNDO, undone=False, number__gt=last).select_related("target").first()


@transaction.atomic
def undo(app: App, author: str, number: int | None = None) -> Revision | None:
    """Take the newest edit back. Returns the new revision, or None where there is nothing to undo, or where
    the newest edit is not the one of that number."""
    app = lock(app)
    target = undoable(app)
    if target is None or number not in (None, target.number):
        return None
    revision = _invert(app, target, Revision(kind=KIND.UNDO, label=target.label, author=author))
    _mark(target, undone=True)
    return revision


@transaction.atomic
def redo(app: App, author: str, number: int | None = None) -> Revision | None:
    """Do the newest undone edit again. Returns the new revision, or None where there is nothing to redo, or
    where that edit is not the one of that number."""
    app = lock(app)
    target = redoable(app)
    if target is None or number not in (None, target.target.number):
        return None
    edit = target.target
    revision = _invert(app, target, Revision(kind=KIND.REDO, label=edit.label, author=author))
    _mark(target, undone=True)
    _mark(edit, undone=False)
    return revision


def _invert(app: App, target: Revision, revision: Revision) -> Revision | None:
    revision.target = target
    changes = list(target.changes.all())
    stamps: Mapping[str, str | None] = {change.path: change.before_id for change in changes}
    made = commit(app, stamps, revision)
    restore_positions(app, [change for change in changes if change.after_id is None])
    return made


def _mark(revision: Revision, undone: bool) -> None:
    Revision.objects.filter(pk=revision.pk).update(undone=undone)
