"""What creating, duplicating and deleting share: names, refusals at a field, and the write (docs/format.md,
"Names")."""

from __future__ import annotations

import keyword
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Sum
from django.utils.translation import gettext as _

from editor.actions.changes import record
from editor.actions.exporting import root_of
from editor.archive import layout, limits, manifest, names
from editor.archive.entries import ResourceEntry
from editor.archive.errors import EditError, ManifestError, Refusal
from editor.archive.operations import Operation
from editor.archive.tree import AppTree
from editor.models import App, Revision

NAME_CHARACTERS = 200  # disks take 255 bytes for one name, and a manifest's file has a suffix
UNSEEN = {"Cc", "Cs", "Zl", "Zp"}  # control characters, halves of surrogate pairs, line and paragraph separators


class FieldRefusal(Exception):
    """Something was not made; nothing was written. `field` is the control that holds the reason ("name",
    "choice", "used_by", "template", "syntax"), "" for the page as a whole."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field, self.message = field, message


@dataclass(frozen=True)
class Made:
    """What was done: the folder that the resource has (or had), and the revision."""

    folder: str
    revision: Revision


def check_name(display_name: str) -> str:
    """A display name as it is kept: without blanks around it. Raises FieldRefusal "name"."""
    name = display_name.strip()
    if any(unicodedata.category(character) in UNSEEN for character in name):
        raise FieldRefusal("name", _("The name holds a character that cannot be shown. Take it out."))
    if not any(character.isprintable() for character in name):  # also where it has characters without width only
        raise FieldRefusal("name", _("Give it a name."))
    if len(name) > NAME_CHARACTERS:
        told = _("The name has %(n)d characters; %(most)d are the most.")
        raise FieldRefusal("name", told % {"n": len(name), "most": NAME_CHARACTERS})
    return name


def check_resource_name(tree: AppTree, kind: str, display_name: str) -> str:
    """The display name of a new resource of this kind, as it is kept. Raises FieldRefusal "name"."""
    name = check_name(display_name)
    if kind == "tools":
        _check_tool_name(name)
    for entry in tree.of_kind(kind):
        if layout.nfc(entry.display_name) == layout.nfc(name):
            raise FieldRefusal("name", _("%(name)s is there already. Choose another name.") % {"name": name})
        if _folded(layout.sanitise(name)) in (_folded(layout.sanitise(entry.display_name)), _folded(entry.folder)):
            told = _("The folder of this name, %(folder)s, would be that of %(name)s. Choose another name.")
            raise FieldRefusal("name", told % {"folder": layout.sanitise(name), "name": entry.label})
    return name


def _check_tool_name(name: str) -> None:
    if name in layout.RESERVED_TOOLS:
        raise FieldRefusal("name", _("%(name)s is a tool of the system. Choose another name.") % {"name": name})
    if not name.isidentifier() or keyword.iskeyword(name) or unicodedata.normalize("NFKC", name) != name:
        told = _("Code calls a tool by its name: letters, digits and _ only, no digit first, no word of Python.")
        raise FieldRefusal("name", told)


def free_folder(tree: AppTree, kind: str, name: str) -> str:
    """The folder of a new resource whose name was checked. Where files that are no readable resource stand in
    it, on a disk that is blind to case too, it gets _2, _3 and so on."""
    top = f"{_folded(kind)}/"
    folded = (_folded(path) for path in tree.paths)
    taken = {path.split("/", 2)[1] for path in folded if path.startswith(top)}
    folder, number = layout.sanitise(name), 1
    while _folded(folder) in taken:
        number += 1
        folder = f"{layout.sanitise(name)}_{number}"
    return folder


def _folded(text: str) -> str:
    return layout.nfc(text).casefold()


def syntax_of(tree: AppTree) -> str:
    """The syntax of new manifests: that of the app, of its own manifest where they are mixed."""
    return manifest.syntax_of(tree.manifest_path) if tree.format == "mixed" else tree.format


def entry_at(tree: AppTree, kind: str, folder: str) -> ResourceEntry:
    """The resource at an address. Raises FieldRefusal "" where somebody took it away."""
    entry = tree.entry_of(kind, folder)
    if entry is None:
        raise FieldRefusal("", _("There is no %(folder)s any more.") % {"folder": folder})
    return entry


def edited(tree: AppTree, path: str, operations: Sequence[Operation], field: str = "") -> bytes:
    """The content of a manifest with the operations done. Raises FieldRefusal at `field`."""
    try:
        return manifest.encode(manifest.edit(tree.text(path), operations, manifest.syntax_of(path)))
    except (EditError, ManifestError) as error:
        raise FieldRefusal(field, _("%(path)s cannot be changed: %(why)s") % {"path": path, "why": error}) from None


def environment(tree: AppTree) -> dict:
    """The values of environment.json, {} where there is none. Raises FieldRefusal where it cannot be read."""
    if layout.ENVIRONMENT not in tree.paths:
        return {}
    try:
        data = tree.document(layout.ENVIRONMENT)
    except ManifestError as error:
        told = _("environment.json cannot be read, line %(line)d: %(why)s. Mend it first.")
        raise FieldRefusal("", told % {"line": error.line, "why": error.message}) from None
    return data if isinstance(data, dict) else {}


def write(app: App, tree: AppTree, contents: Mapping[str, bytes | None], label: str, author: str) -> Revision:
    """Write contents (None removes the file) as one revision of a locked app. What comes out can be imported
    again. Raises FieldRefusal."""
    new = {path: content for path, content in contents.items() if content is not None}
    check_new_files(new, [path for path in tree.paths if contents.get(path, b"") is not None], root_of(app))
    total = app.files.aggregate(total=Sum("blob__size"))["total"] or 0
    if total + sum(map(len, new.values())) > limits.TOTAL_BYTES:
        told = _("With it the app would have more than %(most)d bytes, the most that an archive may have.")
        raise FieldRefusal("", told % {"most": limits.TOTAL_BYTES})
    revision = record(app, contents, label, author)
    if revision is None:
        raise FieldRefusal("", _("Nothing was changed."))
    return revision


def check_new_files(contents: Mapping[str, bytes], existing: Sequence[str], root: str) -> None:
    """Whether these files may stand beside the existing ones, in an archive with this root folder. Raises
    FieldRefusal "name"."""
    paths = dict.fromkeys(existing)
    for path, content in contents.items():
        if len(content) > limits.ENTRY_BYTES:
            told = _("%(path)s would have more than %(most)d bytes.")
            raise FieldRefusal("", told % {"path": path, "most": limits.ENTRY_BYTES})
        if path not in paths:
            try:
                names.check_new_path(path, paths, root)
            except Refusal as refusal:
                raise FieldRefusal("name", refusal.message) from None
            paths[path] = None
