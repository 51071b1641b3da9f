"""Rules of names: of resources, of tools, of variables (docs/format.md, "Names")."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator

from editor.archive import layout
from editor.archive.finding import ERROR, WARNING
from editor.checks.context import Context
from editor.checks.registry import Hit, rule

NAME = ("displayName",)
VARIABLE_START = re.compile(r"[^\W\d]")  # a letter of any script, or "_"


@rule("display-name-missing", ERROR)
def display_name_missing(context: Context) -> Iterator[Hit]:
    """Manifests without a display name. One of another type is told by the types."""
    for entry in context.readable:
        name = context.tree.data(entry).get("displayName")
        if name is None or (isinstance(name, str) and not name.strip()):
            what = "The app" if entry.kind == layout.APP else f"The resource in {entry.kind}/{entry.folder}"
            pointer = NAME if "displayName" in context.tree.data(entry) else ()
            yield Hit(entry.manifest, f"{what} has no displayName. Give it one: references use it.", pointer)


@rule("duplicate-display-name", ERROR)
def duplicate_display_name(context: Context) -> Iterator[Hit]:
    """Two resources of a kind with one name."""
    for entry, other in context.same_names:
        message = f"“{entry.display_name}” is also the display name of {other.manifest}. Rename one of them."
        yield Hit(entry.manifest, message, NAME)


@rule("name-collision", ERROR)
def name_collision(context: Context) -> Iterator[Hit]:
    """Two names of a kind that make one folder."""
    for entry, other in context.same_folders:
        yield Hit(
            entry.manifest,
            f"“{entry.display_name}” and “{other.display_name}” ({other.manifest}) both make the folder "
            f"{layout.sanitise(entry.display_name)}. Rename one of them.",
            NAME,
        )


@rule("reserved-tool-name", ERROR)
def reserved_tool_name(context: Context) -> Iterator[Hit]:
    """Tools that are called like one of the system's."""
    for entry in context.tree.of_kind("tools"):
        if entry.display_name in layout.RESERVED_TOOLS:
            message = f"{entry.display_name} is a tool of the system, which needs no file. Rename or delete this one."
            yield Hit(entry.manifest, message, NAME)


@rule("tool-name", WARNING)
def tool_name(context: Context) -> Iterator[Hit]:
    """Tools that cannot be called by their name."""
    for entry in context.tree.of_kind("tools"):
        name = entry.display_name
        if name.strip() and (not name.isidentifier() or keyword.iskeyword(name)):
            yield Hit(
                entry.manifest,
                f"“{name}” is no identifier: code cannot call the tool. Rename it with letters, digits and _ only.",
                NAME,
            )


@rule("inner-name", WARNING)
def inner_name(context: Context) -> Iterator[Hit]:
    """Tools whose kind has another name than the display name."""
    for entry in context.tree.of_kind("tools"):
        data = context.tree.data(entry)
        for kind in layout.KINDS["tools"].choices:
            name = data[kind].get("name") if isinstance(data.get(kind), dict) else None
            if isinstance(name, str) and entry.display_name and name != entry.display_name:
                message = f"The name here is “{name}”, the display name “{entry.display_name}”. Make them the same."
                yield Hit(entry.manifest, message, (kind, "name"))


@rule("bad-variable-name", ERROR)
def bad_variable_name(context: Context) -> Iterator[Hit]:
    """Variables that nothing can refer to. A name of another type is told by the types."""
    for position, name in _variables(context):
        pointer = ("variableDeclarations", position)
        if name is None or name == "":
            yield Hit(context.tree.manifest_path, f"Variable {position + 1} has no name. Give it one.", pointer)
        elif isinstance(name, str) and not VARIABLE_START.match(name):
            message = f"The variable “{name}” must start with a letter or _. Rename it."
            yield Hit(context.tree.manifest_path, message, (*pointer, "name"))


@rule("duplicate-variable", ERROR)
def duplicate_variable(context: Context) -> Iterator[Hit]:
    """Variables that are declared twice."""
    first: dict[str, int] = {}
    for position, name in _variables(context):
        if not isinstance(name, str) or not name:
            continue
        if first.setdefault(name, position) != position:
            message = f"The variable “{name}” is declared already, as number {first[name] + 1}. Remove one of them."
            yield Hit(context.tree.manifest_path, message, ("variableDeclarations", position, "name"))


def _variables(context: Context) -> Iterator[tuple[int, object]]:
    declared = context.tree.app.get("variableDeclarations")
    for position, variable in enumerate(declared if isinstance(declared, list) else []):
        if isinstance(variable, dict):
            yield position, variable.get("name")
