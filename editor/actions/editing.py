"""Saving texts that a page showed: whole files, or texts inside a manifest (docs/format.md, "Editing").

A field carries the stamp (sha256) of the file that its page rendered. A field whose posted text equals what
was rendered is untouched; a touched one is saved only on top of that very content.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q

from editor.actions.changes import lock, record
from editor.actions.files import StoredFiles
from editor.archive import manifest
from editor.archive.errors import EditError, ManifestError
from editor.archive.operations import Pointer, Set, find
from editor.archive.texts import guess_text, restore_line_ends, same_text
from editor.models import App, Blob, FileChange, Revision


@dataclass(frozen=True)
class PostedText:
    """One posted field: the text of the file `path`, or with a `pointer` the text at that place of the
    manifest `path`. `stamp` is the sha256 of the rendered file, "" where there was none. `gone`: the page has
    no such field any more."""

    path: str
    text: str
    stamp: str
    pointer: Pointer | None = None
    gone: bool = False


@dataclass(frozen=True)
class Conflict:
    """A posted text whose file changed since: `theirs` is there now, under the stamp `stamp`."""

    posted: PostedText
    theirs: str
    stamp: str


class Stale(Exception):
    """Somebody else saved in between; nothing was written."""

    def __init__(self, conflicts: list[Conflict]) -> None:
        super().__init__(f"{len(conflicts)} texts changed in between")
        self.conflicts = conflicts


class Unreadable(Exception):
    """The posted text would make a readable manifest unreadable; nothing was written."""

    def __init__(self, path: str, error: ManifestError) -> None:
        super().__init__(error.message)
        self.path, self.error = path, error


@transaction.atomic
def save_texts(app: App, posts: Sequence[PostedText], label: str, author: str) -> Revision | None:
    """Save the touched ones of these texts as one revision; None where none was touched.

    Raises Stale, Unreadable (both before anything is written).
    """
    app = lock(app)
    files = StoredFiles(app)
    contents: dict[str, str] = {}
    conflicts: list[Conflict] = []
    for posted in posts:
        now = contents.get(posted.path, _text(files.get(posted.path)))
        new = _merge(app, posted, now, files.stamps.get(posted.path, ""), conflicts)
        if new is not None:
            contents[posted.path] = new
    if conflicts:
        raise Stale(conflicts)
    for path, text in contents.items():
        _check_readable(app, path, _text(files.get(path)), text)
    return record(app, {path: manifest.encode(text) for path, text in contents.items()}, label, author)


def _merge(app: App, posted: PostedText, now: str, stamp: str, conflicts: list[Conflict]) -> str | None:
    """The new text of the file, or None where the post changes nothing; adds to `conflicts`."""
    base = now if posted.stamp == stamp else _known_text(app, posted)
    shown, current = _value(posted, base), _value(posted, now)
    if same_text(posted.text, shown or ""):
        return None
    stale = posted.stamp != stamp and (posted.pointer is None or current != shown)
    if stale or (posted.gone and (posted.pointer is not None or not _was_in(app, posted.path))):
        if same_text(posted.text, current or ""):
            return None
        conflicts.append(Conflict(posted, current or "", stamp))
        return None
    text = restore_line_ends(current or "", posted.text)
    if posted.pointer is None:
        return text
    return manifest.edit(now, [Set(posted.pointer, text)], manifest.syntax_of(posted.path))


def _value(posted: PostedText, text: str) -> str | None:
    """The text of the field in that state of its file; None where the place is gone."""
    if posted.pointer is None:
        return text
    try:
        value = find(manifest.load(text, manifest.syntax_of(posted.path)), posted.pointer)
    except (EditError, ManifestError):
        return None
    return value if isinstance(value, str) else None


def _was_in(app: App, path: str) -> bool:
    """Whether the app ever had this file: a field that is gone makes no file of a new name."""
    return FileChange.objects.filter(revision__app=app, path=path).exists()


def _known_text(app: App, posted: PostedText) -> str:
    """What the page had rendered: the blob of that stamp, if the app's history knows it."""
    changes = FileChange.objects.filter(Q(before=posted.stamp) | Q(after=posted.stamp), revision__app=app)
    blob = Blob.objects.filter(pk=posted.stamp).first() if changes.exists() else None
    return _text(bytes(blob.content)) if blob else ""


def _text(content: bytes | None) -> str:
    """The text of a file as its page shows it, "" where there is none."""
    shown = guess_text(content or b"")
    return shown[0] if shown else ""


def _check_readable(app: App, path: str, old: str, new: str) -> None:
    """A manifest may stay unreadable while it is being mended, but a save never breaks a readable one. The
    app's own manifest must be readable always."""
    paths = set(app.resources.filter(error="", manifest=path).values_list("manifest", flat=True))
    if path not in paths | {"app.json", "app.yaml"}:
        return
    try:
        manifest.load_object(new, manifest.syntax_of(path))
    except ManifestError as error:
        raise Unreadable(path, error) from None
