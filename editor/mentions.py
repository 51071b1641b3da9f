"""Every place of an app that names a resource (docs/format.md, "References").

Names are whole and exact: no folder names, no other case. Python that does not parse is passed over.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from editor import schema
from editor.archive import layout, manifest
from editor.archive.entries import CodeField, ResourceEntry
from editor.archive.errors import ManifestError
from editor.archive.operations import Pointer
from editor.archive.tree import AppTree
from editor.schema.additions import REFERENCES

MEMBER, LIST, INSTRUCTION, PYTHON, ENVIRONMENT = "member", "list", "instruction", "python", "environment"

# The fields that hold names, by message and member, with the kind that is named: those that forms offer names for,
# and those that only records of conversations have.
FIELDS = {
    **{(owner, key): kind for owner, keys in REFERENCES.items() for key, kind in keys.items() if kind in layout.KINDS},
    ("Message", "role"): "agents",
    ("ToolCall", "displayName"): "tools",
    ("ToolResponse", "displayName"): "tools",
    ("AgentTransfer", "displayName"): "agents",
}
# The lists of which a resource is a member, and how many steps above the name its element stands. Evaluations
# are no members: they tell what is to happen.
LISTS = {
    ("App", "guardrails"): 0,
    ("Agent", "childAgents"): 0,
    ("Agent", "tools"): 0,
    ("Agent", "guardrails"): 0,
    ("Agent.AgentToolset", "toolset"): 1,
}
# What stands in braces in the texts of instructions.
BRACES = {"AGENT": "agents", "TOOL": "tools", "WIDGET": "tools"}
IN_BRACES = re.compile(r"\{@([A-Z]+):\s*([^{}\n]*?)\s*\}")
TOOL_OBJECTS = {"tools", "async_tools"}
TRANSFER, TRANSFER_TO = "from_agent_transfer", "agent"
IN_ENVIRONMENT = ("tools", "toolsets")
USER = "user"  # a role that no agent plays
WORD = re.compile(r"[A-Za-z0-9]+")
# How a letter or digit can hide in a manifest: by its number, or at a line break within quotes
HIDING = re.compile(rb"\\(?:u00(?:3[0-9]|[4-7])|x[3-7]|U000000|[\r\n])")


@dataclass(frozen=True)
class Mention:
    """One place. `pointer` leads to it in a manifest or in environment.json, () in the file of a text; `line`
    counts from 1; `where` is the member that holds it, such as "childAgents"; `kind` is MEMBER, LIST,
    INSTRUCTION, PYTHON or ENVIRONMENT. `owner` is kind and folder of the resource that says it. `element` is
    what to remove so that a list has the name no more, () for all other kinds."""

    file: str
    pointer: Pointer
    line: int
    where: str
    kind: str
    owner: tuple[str, str]
    element: Pointer = ()


def mentions(tree: AppTree, kind: str, display_name: str) -> list[Mention]:
    """Every place that names the resource of this kind, in the order of the manifests; environment.json comes
    last."""
    search = _Search(tree, kind, display_name)
    return [mention for entry in search.entries for mention in search.of(entry)] + [*search.in_environment()]


class _Search:
    def __init__(self, tree: AppTree, kind: str, name: str) -> None:
        self.tree, self.kind, self.name = tree, kind, name
        self.entries = [entry for entry in [tree.app_entry, *tree.resources] if entry and not entry.error]
        self.codes = {entry.manifest: tree.code_fields(entry) for entry in self.entries}
        self.fields = {place for place, named in FIELDS.items() if named == kind}
        # What a call in braces or in code may say: the name, or for a toolset the names of its operations
        toolsets = tree.named(kind, name) if kind == "toolsets" else []
        operations = {f"{name}_{operation}" for entry in toolsets for operation in self._operations(entry)}
        self.called = operations if kind == "toolsets" else {name}
        # A file without the longest plain word of the name cannot name it, unless escapes spell the word
        self.word = max(WORD.findall(name), key=len, default="").encode()
        fetch = getattr(tree.files, "fetch", None)
        if fetch:
            fetch(self._paths())

    def of(self, entry: ResourceEntry) -> Iterator[Mention]:
        """The places of one resource."""
        if self._may_name(self.tree.files[entry.manifest]):
            yield from self._in_manifest(entry)
        for code in self.codes[entry.manifest]:
            if code.language == layout.TEXT:
                yield from self._in_text(entry, code, INSTRUCTION, self._in_braces)
            elif code.language == layout.PYTHON:
                yield from self._in_text(entry, code, PYTHON, self._in_python)

    def in_environment(self) -> Iterator[Mention]:
        """The key of environment.json that holds values of the resource."""
        path = layout.ENVIRONMENT
        if self.kind not in IN_ENVIRONMENT or path not in self.tree.paths:
            return
        try:
            data = self.tree.document(path)
        except ManifestError:
            return
        values = data.get(self.kind) if isinstance(data, dict) else None
        if isinstance(values, dict) and self.name in values:
            pointer = (self.kind, self.name)
            line, _ = manifest.locate(self.tree.text(path), "json", pointer, key=True)
            yield Mention(path, pointer, line, self.kind, ENVIRONMENT, (layout.APP, ""))

    def _paths(self) -> Iterator[str]:
        for entry in self.entries:
            yield entry.manifest
            yield from (code.resolved for code in self.codes[entry.manifest] if code.resolved)

    def _operations(self, entry: ResourceEntry) -> set[str]:
        """The operations of a toolset: those of its schema, and those that agents take from it."""
        agents = [self.tree.data(agent) for agent in self.tree.of_kind("agents")]
        members = [member for data in agents for member in _dicts(data.get("toolsets"))]
        taken = {operation for member in members for operation in _taken(member, entry.display_name)}
        return taken | set(self.tree.operations(entry))

    def _may_name(self, content: bytes) -> bool:
        return self.word in content or HIDING.search(content) is not None

    def _in_manifest(self, entry: ResourceEntry) -> Iterator[Mention]:
        text, found = self.tree.text(entry.manifest), []
        for pointer, field, value in schema.walk(entry.kind, self.tree.data(entry)):
            place = (field.owner, field.name) if field else None
            if place not in self.fields:
                continue
            for rest, element in schema.elements(field, value):
                if element == self.name and not (field.name == "role" and element == USER):
                    found.append((place, pointer + rest))
        places = manifest.places(text, manifest.syntax_of(entry.manifest)) if found else {}
        for place, pointer in found:
            line, _ = manifest.place_at(text, places, pointer)
            above = LISTS.get(place)
            element = () if above is None else pointer[: len(pointer) - above]
            where = str(next(step for step in reversed(pointer[: len(element) or None]) if isinstance(step, str)))
            kind = MEMBER if above is None else LIST
            yield Mention(entry.manifest, pointer, line, where, kind, (entry.kind, entry.folder), element)

    def _in_text(
        self, entry: ResourceEntry, code: CodeField, kind: str, search: Callable[[str], Iterator[int]]
    ) -> Iterator[Mention]:
        file, text = entry.manifest, code.value
        if not code.inline:
            if code.resolved is None:
                return
            file = code.resolved
            try:
                text = self.tree.text(file)
            except ManifestError:
                return
        for line in search(text):
            pointer = code.pointer if code.inline else ()
            if code.inline:
                line, _ = manifest.locate(self.tree.text(file), manifest.syntax_of(file), pointer)
            where = code.role if kind == PYTHON else str(code.pointer[0])
            yield Mention(file, pointer, line, where, kind, (entry.kind, entry.folder))

    def _in_braces(self, text: str) -> Iterator[int]:
        wanted = "tools" if self.kind == "toolsets" else self.kind
        for match in IN_BRACES.finditer(text):
            if BRACES.get(match[1]) == wanted and match[2] in self.called:
                yield text.count("\n", 0, match.start()) + 1

    def _in_python(self, text: str) -> Iterator[int]:
        if self.name not in text:
            return
        try:
            nodes = [*ast.walk(ast.parse(text))]
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return
        yield from sorted(node.lineno for node in nodes if self._calls(node))

    def _calls(self, node: ast.AST) -> bool:
        """Whether a piece of Python names the resource: tools.NAME, async_tools.NAME, from_agent_transfer."""
        if self.kind == "agents":
            return isinstance(node, ast.Call) and _called(node.func) == TRANSFER and self.name in _target(node)
        if self.kind not in IN_ENVIRONMENT or not isinstance(node, ast.Attribute):
            return False
        return isinstance(node.value, ast.Name) and node.value.id in TOOL_OBJECTS and node.attr in self.called


def _called(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _target(call: ast.Call) -> list[Any]:
    values = [*call.args[:1], *(keyword.value for keyword in call.keywords if keyword.arg == TRANSFER_TO)]
    return [value.value for value in values if isinstance(value, ast.Constant)]


def _dicts(value: Any) -> list[dict]:
    return [element for element in value if isinstance(element, dict)] if isinstance(value, list) else []


def _taken(membership: dict, toolset: str) -> list[str]:
    """The operations that an agent takes from the toolset in one element of its list."""
    operations = membership.get("toolIds") if membership.get("toolset") == toolset else None
    return [operation for operation in operations if isinstance(operation, str)] if isinstance(operations, list) else []
