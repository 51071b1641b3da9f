"""Saving what a page showed: the texts of files, and what a form does to a manifest (docs/format.md, "Editing").

A field carries the stamp (sha256) of the file that its page rendered. A field whose posted text equals what
was rendered is untouched; a touched one is saved only on top of that very content.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from editor.actions.changes import lock, record
from editor.actions.exporting import root_of
from editor.actions.files import StoredFiles, unnamed_files
from editor.actions.merging import overlap
from editor.archive import layout, limits, manifest, names
from editor.archive.errors import EditError, ManifestError, Refusal
from editor.archive.operations import Operation, Remove, Set, diff
from editor.archive.texts import guess_text, restore_line_ends, same_text
from editor.models import App, Blob, FileChange, Revision


@dataclass(frozen=True)
class PostedText:
    """One posted field: the text of the file `path`. `stamp` is the sha256 of the rendered file, "" where there
    was none. `gone`: the page has no such field any more."""

    path: str
    text: str
    stamp: str
    gone: bool = False


@dataclass(frozen=True)
class Conflict:
    """A posted text whose file changed since: `theirs` is there now, under the stamp `stamp`. `lost`: there is
    no place any more where the text could be saved."""

    posted: PostedText
    theirs: str
    stamp: str
    lost: bool = False


@dataclass(frozen=True)
class ManifestEdit:
    """What a form does to the manifest `path`, of which it rendered the content `stamp`: operations, and new files
    with their texts that the operations name."""

    path: str
    stamp: str
    operations: Sequence[Operation]
    files: Mapping[str, str] = field(default_factory=dict)


class Stale(Exception):
    """Somebody else saved in between; nothing was written."""

    def __init__(self, conflicts: list[Conflict]) -> None:
        super().__init__(f"{len(conflicts)} texts changed in between")
        self.conflicts = conflicts


class Unsaved(Exception):
    """A text cannot be saved in the file `path`; nothing was written. `line` and `column` count from 1."""

    def __init__(self, path: str, message: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message)
        self.path, self.message, self.line, self.column = path, message, line, column


@transaction.atomic
def save_texts(
    app: App,
    posts: Sequence[PostedText],
    label: Callable[[list[PostedText]], str],
    author: str,
    edit: ManifestEdit | None = None,
) -> Revision | None:
    """Save the touched ones of these texts, and what a form does to a manifest, as one revision; None where
    nothing was touched. `label` makes the revision's label of the texts that are written. A file of code that the
    manifest named before and nobody names any more goes with the edit.

    Raises Stale and Unsaved, both before anything is written.
    """
    merge = _Merge(lock(app))
    if edit and edit.operations:
        merge.edit(edit)
    for posted in posts:
        merge.take(posted)
    if merge.conflicts:
        raise Stale(merge.conflicts)
    contents = {path: manifest.encode(text) for path, text in merge.texts.items()}
    _check_limits(merge.app, merge.files, contents)
    for path, text in merge.texts.items():
        _check_readable(merge.files, path, text)
    if edit and edit.path in contents:
        contents |= dict.fromkeys(unnamed_files(merge.files, contents, edit.path))
    return record(app, contents, label(merge.written), author)


def text_of_stamp(app: App, stamp: str) -> str | None:
    """The text of a file as a page rendered it, by its stamp; None where this app never had it."""
    changes = FileChange.objects.filter(Q(before=stamp) | Q(after=stamp), revision__app=app)
    blob = Blob.objects.filter(pk=stamp).first() if stamp and changes.exists() else None
    return text_of(bytes(blob.content)) if blob else None


@dataclass
class _Merge:
    """Posted texts over the files as they are now."""

    app: App
    texts: dict[str, str] = field(default_factory=dict)
    written: list[PostedText] = field(default_factory=list)
    conflicts: list[Conflict] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.files = StoredFiles(self.app)

    def edit(self, edit: ManifestEdit) -> None:
        """Do what a form does to its manifest: on top of what others saved where that is elsewhere, else the two
        texts are a conflict."""
        syntax = manifest.syntax_of(edit.path)
        stamp, current = self.files.stamps.get(edit.path, ""), text_of(self.files.get(edit.path))
        if stamp != edit.stamp:
            rendered = text_of_stamp(self.app, edit.stamp) or ""
            if not _merges(rendered, current, edit.operations, syntax):
                mine = _mine(edit, rendered, current)
                self.conflicts.append(Conflict(PostedText(edit.path, mine, edit.stamp), current, stamp))
                return
        for path in edit.files:
            if path in self.files:
                told = _("The file %(path)s is there already. Reload the page and try again.")
                raise Unsaved(edit.path, told % {"path": path})
        try:
            self.texts |= {edit.path: manifest.edit(current, edit.operations, syntax), **edit.files}
        except (EditError, ManifestError) as error:
            raise Unsaved(edit.path, str(error)) from None

    def take(self, posted: PostedText) -> None:
        """Merge one text: leave it where it is untouched, write it, or note a conflict."""
        stamp, current = self.files.stamps.get(posted.path, ""), text_of(self.files.get(posted.path))
        rendered = current if posted.stamp == stamp else text_of_stamp(self.app, posted.stamp) or ""
        if same_text(posted.text, rendered):
            return
        lost = posted.gone and not self._was_here(posted.path)
        if posted.stamp == stamp and not lost:
            self._write(posted, current)
        elif not same_text(posted.text, current):
            self.conflicts.append(Conflict(posted, current, stamp, lost))

    def _write(self, posted: PostedText, current: str) -> None:
        if "\0" in posted.text:
            raise Unsaved(posted.path, _("The text holds a NUL character. Take it out."))
        if posted.path in self.texts:
            told = _("This file was changed in two fields at once. Save one after the other.")
            raise Unsaved(posted.path, told)
        self.texts[posted.path] = restore_line_ends(current, posted.text)
        self.written.append(posted)

    def _was_here(self, path: str) -> bool:
        """Whether the app ever had this file, or it is one of code: a field that is gone makes no other file."""
        return layout.in_code_place(path) or FileChange.objects.filter(revision__app=self.app, path=path).exists()


def _merges(rendered: str, current: str, operations: Sequence[Operation], syntax: str) -> bool:
    """Whether operations on the rendered text mean the same on the current one."""
    try:
        theirs = diff(manifest.load_object(rendered, syntax), manifest.load_object(current, syntax))
    except ManifestError:
        return False
    return not overlap(operations, theirs)


def _mine(edit: ManifestEdit, rendered: str, current: str) -> str:
    """The text that somebody wanted, to choose instead of the current one. Members of objects are where they were:
    there mine go over theirs. Positions may have shifted. Raises Unsaved."""
    bases = [current, rendered] if all(map(_is_steady, edit.operations)) else [rendered]
    for base in bases:
        try:
            return manifest.edit(base, edit.operations, manifest.syntax_of(edit.path))
        except (EditError, ManifestError) as error:  # theirs cannot be read, or took away where mine stand
            why = error
    raise Unsaved(edit.path, str(why))


def _is_steady(operation: Operation) -> bool:
    """Whether an operation sets or removes a member that no position leads to."""
    return isinstance(operation, Set | Remove) and all(isinstance(step, str) for step in operation.pointer)


def text_of(content: bytes | None) -> str:
    """The text of a file as its page shows it, "" where there is none."""
    shown = guess_text(content or b"")
    return shown[0] if shown else ""


def _check_limits(app: App, files: StoredFiles, contents: dict[str, bytes]) -> None:
    """A save makes no archive that could not be imported again. Raises Unsaved."""
    paths = list(files)
    for path, content in contents.items():
        if len(content) > limits.ENTRY_BYTES:
            told = _("The text has %(n)s bytes; a file may have %(most)s.")
            raise Unsaved(path, told % {"n": f"{len(content):,}", "most": f"{limits.ENTRY_BYTES:,}"})
        if path not in files:
            try:
                names.check_new_path(path, paths, root_of(app))
            except Refusal as refusal:
                raise Unsaved(path, refusal.message) from None
            paths.append(path)


def _check_readable(files: StoredFiles, path: str, new: str) -> None:
    """A manifest may stay unreadable while it is being mended, but a save never breaks a readable one. The
    app's own manifest must be readable always. Raises Unsaved."""
    if layout.classify(path).role not in ("app", "manifest") or path not in files:
        return
    try:
        manifest.load_object(new, manifest.syntax_of(path))
    except ManifestError as error:
        if path in layout.APP_MANIFESTS or _is_readable(path, files[path]):
            raise Unsaved(path, error.message, error.line, error.column) from None


def _is_readable(path: str, content: bytes) -> bool:
    try:
        manifest.load_object(manifest.decode(content), manifest.syntax_of(path))
    except ManifestError:
        return False
    return True
