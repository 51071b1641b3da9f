"""A resource becomes two (docs/format.md, "Names" and "Editing")."""

from __future__ import annotations

import ast
import re

from django.db import transaction
from django.utils.translation import gettext as _

from editor import schema
from editor.actions.changes import lock
from editor.actions.files import tree_of
from editor.actions.making import (
    FieldRefusal,
    Made,
    check_resource_name,
    edited,
    entry_at,
    environment,
    free_folder,
    write,
)
from editor.archive import layout, manifest
from editor.archive.entries import ResourceEntry
from editor.archive.errors import ManifestError
from editor.archive.operations import Operation, Remove, Set
from editor.archive.tree import AppTree
from editor.mentions import IN_ENVIRONMENT
from editor.models import App

UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
DEFINITION = re.compile(rb"(?:async\s+)?def\s+")
FAKE = "fake_"  # what the fake of a tool may be called, before the tool's name


@transaction.atomic
def duplicate_resource(app: App, kind: str, folder: str, new_name: str, author: str) -> Made:
    """A copy under another name, with all files of the folder, foreign ones too. What bears the old name bears
    the new one in the copy: display name, the names of a tool inside its kind and in its code, the paths into
    the folder, the values in environment.json. Unknown keys and comments come along. A `name` that is a UUID is
    left out of the copy, since two resources cannot share one; the service gives it a new one. Python that does
    not parse keeps its names. Nobody refers to the copy.

    Raises FieldRefusal "name", or "" where the manifest cannot be read.
    """
    app = lock(app)
    tree = tree_of(app)
    entry = entry_at(tree, kind, folder)
    if entry.error:
        raise FieldRefusal("", _("The manifest cannot be read. Mend it in Source first."))
    name = check_resource_name(tree, kind, new_name)
    copy = _Copy(tree, entry, name, free_folder(tree, kind, name))
    label = _("%(name)s copied to %(copy)s") % {"name": entry.label, "copy": name}
    return Made(copy.folder, write(app, tree, copy.contents(), label, author))


class _Copy:
    def __init__(self, tree: AppTree, entry: ResourceEntry, name: str, folder: str) -> None:
        self.tree, self.entry, self.name, self.folder = tree, entry, name, folder
        self.data = tree.data(entry)
        self.old, self.new = f"{entry.kind}/{entry.folder}/", f"{entry.kind}/{folder}/"
        self.paths = {path: self._path(path) for path in tree.folder_files[entry.kind, entry.folder]}

    def contents(self) -> dict[str, bytes]:
        """The files of the copy, and environment.json where it has values of the tool."""
        fetch = getattr(self.tree.files, "fetch", None)
        if fetch:
            fetch(self.paths)
        contents = {new: self.tree.files[old] for old, new in self.paths.items()}
        operations = [*self._identity(), *self._code_paths()]
        if self.entry.kind == "tools":
            operations += self._inner_names() + self._inline_code()
            contents |= self._code()
        contents[self.paths[self.entry.manifest]] = edited(self.tree, self.entry.manifest, operations)
        return contents | self._environment()

    def _path(self, path: str) -> str:
        """Where a file of the folder goes: the manifest, and a twin of its name, are called like the folder."""
        inner = path.removeprefix(self.old)
        stem, dot, suffix = inner.rpartition(".")
        if path == self.entry.manifest or (path in self.entry.twins and layout.nfc(stem) == self.entry.folder):
            inner = f"{self.folder}{dot}{suffix}"
        return self.new + inner

    def _identity(self) -> list[Operation]:
        before = schema.before(layout.KINDS[self.entry.kind].message, "displayName", self.data)
        operations: list[Operation] = [Set(("displayName",), self.name, before)]
        known = self.data.get("name")
        if isinstance(known, str) and UUID.fullmatch(known):
            operations.append(Remove(("name",)))
        elif known in (self.entry.display_name, self.entry.folder):
            operations.append(Set(("name",), self.name if known == self.entry.display_name else self.folder))
        return operations

    def _code_paths(self) -> list[Operation]:
        """Paths into the folder, also those of files that are missing."""
        operations: list[Operation] = []
        for code in self.tree.code_fields(self.entry):
            target = code.resolved or layout.as_path(code.path or "")
            if target.startswith(self.old):
                path = self.paths.get(target, self.new + target.removeprefix(self.old))
                operations.append(Set(code.pointer, path))
        return operations

    def _inner_names(self) -> list[Operation]:
        kinds = [kind for kind in layout.KINDS["tools"].choices if isinstance(self.data.get(kind), dict)]
        return [Set((kind, "name"), self.name) for kind in kinds if isinstance(self.data[kind].get("name"), str)]

    @property
    def _renames(self) -> dict[str, str]:
        before = self.entry.display_name
        return {before: self.name, FAKE + before: FAKE + self.name}

    def _code(self) -> dict[str, bytes]:
        """The Python of a tool, its function called like the tool again, by the new path."""
        found = {}
        for code in self.tree.code_fields(self.entry):
            if code.language == layout.PYTHON and code.resolved in self.paths:
                try:
                    text = rename_functions(self.tree.text(code.resolved), self._renames)
                except ManifestError:  # no UTF-8: copied as it is
                    continue
                found[self.paths[code.resolved]] = manifest.encode(text)
        return found

    def _inline_code(self) -> list[Operation]:
        """The same where the code stands in the manifest itself."""
        codes = [code for code in self.tree.code_fields(self.entry) if code.inline and code.language == layout.PYTHON]
        return [Set(code.pointer, rename_functions(code.value, self._renames)) for code in codes]

    def _environment(self) -> dict[str, bytes]:
        """Values that stand under the new name already stay."""
        if self.entry.kind not in IN_ENVIRONMENT:
            return {}
        group = environment(self.tree).get(self.entry.kind)
        if not isinstance(group, dict) or self.entry.display_name not in group or self.name in group:
            return {}
        later = min((key for key in group if key > self.name), default=None) if [*group] == sorted(group) else None
        values = Set((self.entry.kind, self.name), group[self.entry.display_name], later)
        return {layout.ENVIRONMENT: edited(self.tree, layout.ENVIRONMENT, [values])}


def rename_functions(text: str, renames: dict[str, str]) -> str:
    """Python with the functions of its top level renamed, and the uses of their names, but for names that are
    also a parameter somewhere. What does not parse comes back as it was."""
    try:
        module = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return text
    functions = [node for node in module.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    defined = [node for node in functions if node.name in renames]
    nodes = [*ast.walk(module)]
    used = {node.name for node in defined} - {node.arg for node in nodes if isinstance(node, ast.arg)}
    places = [(node.lineno, node.col_offset, node.id) for node in nodes if isinstance(node, ast.Name)]
    lines = [line.encode() for line in LINE.findall(text)]  # columns count bytes
    for line, column, name in sorted([place for place in places if place[2] in used] + _names(defined, lines))[::-1]:
        row, old = lines[line - 1], name.encode()
        if not row.startswith(old, column):
            return text  # spelt in another Unicode form
        lines[line - 1] = row[:column] + renames[name].encode() + row[column + len(old) :]
    return b"".join(lines).decode()


def _names(functions: list[ast.FunctionDef | ast.AsyncFunctionDef], lines: list[bytes]) -> list[tuple[int, int, str]]:
    """Line, column and name, where each definition has its name."""
    places = []
    for node in functions:
        start = DEFINITION.match(lines[node.lineno - 1], node.col_offset)
        places.append((node.lineno, start.end() if start else 0, node.name))
    return places
