"""What the names in a manifest may be: resources to pick, each with a word about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from editor.archive import layout
from editor.archive.entries import ResourceEntry
from editor.archive.texts import shown
from editor.archive.tree import AppTree

SHOWN_NAMES = 60  # of more a person types a part, or asks for all

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


class Names:
    """The names of an app's resources, each read when it is asked for: "agents", "tools" with the reserved ones,
    "toolsets" …, and "variables", those that the app declares. `url_of` gives the page of a resource."""

    def __init__(self, tree: AppTree, url_of: Callable[[ResourceEntry], str]) -> None:
        self.tree, self.url_of = tree, url_of
        self._all: dict[str, list[Option]] = {}

    def are_many(self, kind: str) -> bool:
        """Whether there are too many of a kind to show them all at once."""
        return self.count(kind) > SHOWN_NAMES

    def count(self, kind: str) -> int:
        """How many there are, those that cannot be read included."""
        count = len(self.tree.variables) if kind == "variables" else len(self.tree.folders_of(kind))
        return count + (len(SYSTEM_TOOLS) if kind == "tools" else 0)

    def prepare(self, kind: str, names: Iterable[str], code: bool = False) -> None:
        """Read what these names probably stand for at once, before they are asked for one by one; with their files
        of `code`."""
        folders = set(self.tree.folders_of(kind)) & {layout.sanitise(name) for name in names}
        self.tree.announce(kind, folders, code)

    def one(self, kind: str, name: str) -> Option | None:
        """What is known of one name; None where there is none of it."""
        if kind in layout.RESOURCE_KINDS and self.are_many(kind):
            entry = self.tree.entry_of(kind, layout.sanitise(name))
            if entry and entry.display_name == name:
                return self._option(entry)
        return next((option for option in self.all(kind) if option.value == name), None)

    def all(self, kind: str) -> list[Option]:
        """All names of a kind in alphabetical order."""
        if kind not in self._all:
            found = {option.value: option for option in reversed([*self._declared(kind), *self._system(kind)])}
            self._all[kind] = sorted(found.values(), key=lambda option: option.label)
        return self._all[kind]

    def children(self, parent: str) -> list[Option]:
        """The agents that may become children of one, each with a word of warning where it has a parent already
        or stands above."""
        above, waiting = set(), [parent]
        while waiting:
            found = self._parents.get(waiting.pop(), set()) - above
            above |= found
            waiting += found
        return [self._as_child(option, parent, above) for option in self.all("agents") if option.value != parent]

    def _as_child(self, option: Option, parent: str, above: set[str]) -> Option:
        others = sorted(self._parents.get(option.value, set()) - {parent})
        if option.value in above:
            return replace(option, what=_("Stands above this agent: conversations could go round in a circle."))
        if others:
            return replace(option, what=_("Has a parent already: %s.") % ", ".join(others))
        return option

    @cached_property
    def _parents(self) -> dict[str, set[str]]:
        parents: dict[str, set[str]] = {}
        for above, child in self.tree.edges:
            parents.setdefault(child, set()).add(above)
        return parents

    def _declared(self, kind: str) -> list[Option]:
        if kind == "variables":
            declared = [(one.get("name"), one.get("description")) for one in self.tree.variables]
            return [Option(name, name, _line(about)) for name, about in declared if isinstance(name, str)]
        # A name that no page can hold cannot be picked
        names = [entry for entry in self.tree.of_kind(kind) if entry.display_name == shown(entry.display_name) != ""]
        return [self._option(entry) for entry in names]

    def _system(self, kind: str) -> list[Option]:
        return [Option(name, name, about()) for name, about in SYSTEM_TOOLS.items()] if kind == "tools" else []

    def _option(self, entry: ResourceEntry) -> Option:
        return Option(entry.display_name, entry.display_name, _about(self.tree, entry), self.url_of(entry))


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
    return shown(text.strip().split("\n", 1)[0][:160]) if isinstance(text, str) and text.strip() else ""
