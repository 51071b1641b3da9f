"""What the names in a manifest may be: resources to pick, each with a word about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from editor.archive import layout
from editor.archive.entries import ResourceEntry
from editor.archive.tree import AppTree

# How to describe the system tools, which have no files of their own.
SYSTEM_TOOLS = {
    "customize_response": lambda: _("System tool: shapes the next answer."),
    "end_session": lambda: _("System tool: ends the conversation."),
    "transfer_to_agent": lambda: _("System tool: hands over to another agent."),
}


@dataclass(frozen=True)
class Option:
    """One value to choose: what it is called, a word about it, the page of the resource that it names. `known`:
    there is such a thing; `on`: it is ticked; `columns`: of an operation its method and path."""

    value: str
    label: str
    what: str = ""
    url: str = ""
    known: bool = True
    on: bool = False
    columns: tuple[str, ...] = ()


def options(tree: AppTree, kind: str, url_of: Callable[[ResourceEntry], str]) -> list[Option]:
    """The resources of a kind by name ("tools" with the reserved ones, "variables" those that the app declares),
    in alphabetical order."""
    if kind == "variables":
        declared = [(one.get("name"), one.get("description")) for one in tree.variables]
        found = [Option(name, name, _line(about)) for name, about in declared if isinstance(name, str)]
    else:
        found = [
            Option(entry.display_name, entry.display_name, _about(tree, entry), url_of(entry))
            for entry in tree.of_kind(kind)
            if entry.display_name
        ]
    if kind == "tools":
        mine = {option.value for option in found}
        found += [Option(name, name, SYSTEM_TOOLS[name]()) for name in layout.RESERVED_TOOLS if name not in mine]
    return sorted({option.value: option for option in reversed(found)}.values(), key=lambda option: option.label)


def operations(tree: AppTree, toolset: str) -> list[Option]:
    """The operations of a toolset by their id, with method and path, in the order of its schema."""
    for entry in tree.named("toolsets", toolset):
        return [
            Option(row.id, row.id, row.summary, columns=(row.method.upper(), row.path))
            for row in tree.operation_rows(entry)
            if row.id
        ]
    return []


def _about(tree: AppTree, entry: ResourceEntry) -> str:
    """The description of a resource; for a tool that of its kind."""
    data = tree.data(entry)
    inner = [data.get(member) for member in layout.KINDS[entry.kind].choices]
    for holder in [data, *inner]:
        about = holder.get("description") if isinstance(holder, dict) else None
        if isinstance(about, str) and about.strip():
            return _line(about)
    return ""


def _line(text: Any) -> str:
    """The first line of a text, short."""
    return text.strip().split("\n", 1)[0][:160] if isinstance(text, str) and text.strip() else ""
