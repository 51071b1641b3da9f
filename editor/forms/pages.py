"""What a page shows of a form: all of it in sections, or one value alone."""

from __future__ import annotations

from dataclasses import replace

from editor import schema
from editor.forms.building import LISTS, Builder
from editor.forms.context import spelling, unknown_keys
from editor.forms.fieldsets import FORMS, Section
from editor.forms.nodes import Node
from editor.forms.place import FREE, Place
from editor.forms.scalars import ABSENT
from editor.forms.wire import ID, OTHERS, index_of


class PageBuilder(Builder):
    """Builds the nodes of a page about one manifest."""

    def sections(self) -> tuple[list[dict], list[Node]]:
        """The sections of the form, and the fields that stand in none of them."""
        message = schema.root(self.context.kind)
        nodes = self._members(message, self.data, Place("", (), ()), message.fields)
        folded: list[Node] = []
        sections = [self._section(section, nodes, folded) for section in FORMS[self.context.kind]]
        return sections, [*nodes.values(), *folded]

    def _section(self, section: Section, nodes: dict[str, Node], folded: list[Node]) -> dict:
        chosen = [nodes.pop(name) for name in section.fields if name in nodes]
        shown_nodes: list[Node] = []
        for node in chosen:
            if node.control == "group" and node.way[1:] in section.flat:
                shown_nodes += node.children
                folded += node.more
                folded += [replace(node, control="remove")] if node.present else []
            else:
                shown_nodes.append(node)
        if len(shown_nodes) == 1 and shown_nodes[0].control == "choice":
            shown_nodes[0].label = section.title  # said once
        lists = [node for node in chosen if node.control in (*LISTS, "picks", "toolsets")]
        count = sum(not child.off for node in lists for child in node.children) if lists else None
        return {
            "id": section.id,
            "title": section.title,
            "plain": section.plain,
            "help": section.help,
            "nodes": shown_nodes,
            "count": count,
        }

    def at(self, way: str) -> Node | None:
        """The node of the value at a way; None where the schema has none."""
        message, base, place = schema.root(self.context.kind), self.data, Place("", (), ())
        steps = way.split("/")[1:]
        self.top = len(steps)
        while steps:
            name = steps.pop(0)
            if name == OTHERS:
                return self._other_at(unknown_keys(message, base), place, steps)
            found = message.fields.get(name)
            if found is None or found.read_only:
                return None
            keys = spelling(message, base)
            value, here = base.get(keys.get(name, name), ABSENT), place.member(name, keys.get(name, name))
            if not steps:
                return self._field(found, value, here, base)
            if found.list or found.map:
                one = steps.pop(0)
                rows = self._elements(found, value)
                if not _is_in(rows, one):
                    return None
                if not steps:
                    return self._one(found, rows, one, 1, here)
                value, step = self._source(rows, one)
                here = here.element(one, step)
            if not found.is_message:
                return None
            message, base, place = schema.message(found.type), value if isinstance(value, dict) else {}, here
        return None

    def _other_at(self, unknown: dict, place: Place, steps: list[str]) -> Node | None:
        """The map of the unknown keys of an object, or a row of it."""
        here = Place(f"{place.way}/{OTHERS}", place.pointer, ())
        if not steps:
            return self._map(FREE, unknown, here, "others")
        (one, *deeper), rows = steps, list(unknown.items())
        if deeper or not _is_in(rows, one):
            return None
        value, step = self._source(rows, one)
        return self._row(FREE, value, step, one, 1, here.element(one, step))


def _is_in(rows: list, one: str) -> bool:
    """Whether an id is that of an element, or of a new one."""
    index = index_of(one)
    return ID.fullmatch(one) is not None and (index is None or index < len(rows))
