"""A manifest as the nodes of a form: for each value the control that fits it.

With a post the nodes hold what was posted, errors at their fields. reading.py walks the same way.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from editor import schema
from editor.archive import limits
from editor.archive.texts import one_line, shown
from editor.forms import words
from editor.forms.context import declared_type, present_member, spelling, unknown_keys
from editor.forms.controls import NEW, Controls, as_text
from editor.forms.fieldsets import FIRST, FORMS
from editor.forms.names import Option
from editor.forms.nodes import Node
from editor.forms.place import FREE, Place
from editor.forms.scalars import ABSENT
from editor.forms.summaries import line, summary
from editor.forms.wire import OTHERS, index_of, origin_of
from editor.schema import additions

LISTS = ("cards", "summaries", "texts", "map")
OPEN_CARDS = 3  # a list of no more starts with its cards open …
FOLDED = ("Callback",)  # … but for those
WHOLE_CARDS = 8  # in a longer list what is in a folded card is fetched when it is opened
FEW_TOOLSETS = 8  # of more only those in use show their operations
DEEP = 24  # steps of a way below the top of the page: what is deeper has a page of its own


class Builder(Controls):
    """Builds the nodes of the values of one manifest. `top`: the steps of the way to the value that is asked for."""

    top = 0

    # ---- messages

    def _members(self, message: schema.Message, base: dict, place: Place, names: Iterable[str]) -> dict[str, Node]:
        """The nodes of the members of a message by name; a choice stands as "!choice" at its first member, and
        unknown keys stand last."""
        keys = spelling(message, base)
        nodes: dict[str, Node] = {}
        for name in names:
            found = message.fields[name]
            key = keys.get(name, name)
            if found.read_only and key not in base:
                continue
            choice = found.choice
            if choice and len(message.choices[choice]) > 1:
                if f"!{choice}" not in nodes:
                    nodes[f"!{choice}"] = self._choice(message, choice, base, keys, place)
                continue
            nodes[name] = self._field(found, base.get(key, ABSENT), place.member(name, key), base)
        unknown = unknown_keys(message, base)
        others = f"{place.way}/{OTHERS}"
        if unknown or not place.way or self.posted.has(others):
            nodes[OTHERS] = self._map(FREE, unknown, Place(others, place.pointer, ()), "others")
        return nodes

    def _parts(self, message: schema.Message, base: dict, place: Place) -> tuple[list[Node], list[Node]]:
        """The members that stand open, and those that are folded; of an object that lies deep only a link."""
        if place.way.count("/") - self.top > DEEP:
            return [Node("deeper", place.way, url=self.context.card_url(place.way))], []
        nodes = self._members(message, base, place, message.fields)
        first = FIRST.get(message.name)
        if first is None:
            others = [nodes.pop(OTHERS)] if OTHERS in nodes else []
            return list(nodes.values()), others
        return [nodes.pop(name) for name in first if name in nodes], list(nodes.values())

    def _choice(self, message: schema.Message, choice: str, base: dict, keys: dict[str, str], place: Place) -> Node:
        members = message.choices[choice]
        present = present_member(members, keys)
        name = f"!{place.way}/{choice}"
        posted = self.posted.text(name)
        chosen = present if posted is None else posted
        node = Node(
            "choice",
            name,
            words.choice_label(message.name, choice),
            words.choice_help(message.name, choice),
            chosen=chosen,
            present=bool(present),
            error=self.errors.get(name, ""),
        )
        part = self.context.part_url
        node.options = [
            Option("", _("Not set")),
            *(Option(one, str(words.label(message.fields[one])), url=part(f"{place.way}/{one}")) for one in members),
        ]
        for one in members:
            if one == chosen or one in keys:
                key = keys.get(one, one)
                inner = self._field(message.fields[one], base.get(key, ABSENT), place.member(one, key), base, True)
                inner.key = one
                node.children.append(inner)
        gone = [str(words.label(message.fields[one])) for one in members if one in keys and one != chosen]
        if gone and chosen == present:
            node.note = _("More than one kind is set: %s too. Exactly one should be.") % ", ".join(gone)
        elif gone:
            node.note = _("Saving removes what is set for %s.") % ", ".join(gone)
        return node

    def _field(self, found: schema.Field, value: Any, place: Place, parent: dict, chosen: bool = False) -> Node:
        """The node of one member of a message."""
        rule = self.context.code_rule(place.pattern)
        if found.read_only:
            node = Node("fixed", place.way, text=as_text(value))
        elif not _fits(found, value):
            node = self.misfit(value, place)
        elif rule:
            node = self.code(found, rule, value, place)
        elif found.list or found.map:
            node = self._many(found, value, place, parent)
        elif found.is_message:
            node = self._object(found, value, place, chosen)
        else:
            node = self.scalar(found, value, place, declared_type(found, parent))
        node.label, node.help = node.label or words.label(found), node.help or words.help(found)
        node.present = value is not ABSENT
        if node.control in LISTS:
            node.placeholder = words.add_label(found)
        node.error = node.error or self.errors.get(place.way, "")
        return node

    def _is_flat(self, place: Place) -> bool:
        """Whether the members of an object stand directly in a section."""
        return any(place.way[1:] in section.flat for section in FORMS[self.context.kind])

    def _object(self, found: schema.Field, value: Any, place: Place, chosen: bool) -> Node:
        message = schema.message(found.type)
        is_type = found.type == "Schema"
        node = Node("type" if is_type else "group", place.way, part_url=self.context.part_url(place.way))
        node.removable = not chosen
        asked = self.posted.flag(f"?{place.way}")
        asked_with = found.required and NEW.search(place.way)  # a new card without it would be of no use
        known = (
            isinstance(value, dict)
            or asked
            or asked_with
            or chosen
            or self.posted.has(place.way)
            or self._is_flat(place)
        )
        if known or (value is None and not is_type):
            node.children, node.more = self._parts(message, value if isinstance(value, dict) else {}, place)
        node.text = "1" if asked and not isinstance(value, dict) else ""
        node.off = self.posted.flag(f"-{place.way}")
        return node

    # ---- lists and maps

    def _many(self, found: schema.Field, value: Any, place: Place, parent: dict) -> Node:
        if found.map:
            return self._map(found, {} if value in (ABSENT, None) else value, place, "map")
        if found.is_message:
            toolsets = found.type == "Agent.AgentToolset"
            return self._toolsets(found, value, place) if toolsets else self._cards(found, value, place)
        kind = additions.reference_of(found)
        return self._picks(found, kind, value, place, parent) if kind else self._texts(found, value, place)

    def _elements(self, found: schema.Field, value: Any) -> list[tuple[int | str, Any]]:
        """Step and value of each element of a list or row of a map."""
        if isinstance(value, dict) and found.map:
            return list(value.items())
        return list(enumerate(value)) if isinstance(value, list) else []

    def _ids(self, place: Place, count: int) -> list[str]:
        ids = self.posted.ids(place.way)
        if ids is None:
            return [str(at) for at in range(count)]
        return [one for one in ids if (at := index_of(one)) is None or at < count]

    def _source(self, rows: list[tuple[int | str, Any]], one: str) -> tuple[Any, int | str]:
        """What an element shows at first, and its step: its own value, or that of which it is a copy."""
        index = index_of(one)
        at = origin_of(one) if index is None else index
        step, value = rows[at] if at is not None and at < len(rows) else (0, ABSENT)
        return value, step

    def _cards(self, found: schema.Field, value: Any, place: Place) -> Node:
        rows = self._elements(found, value)
        ids = [*self._ids(place, len(rows)), *self.posted.added(place.way)]
        short = len(ids) <= limits.LIST_CARDS
        node = Node("cards" if short else "summaries", place.way, part_url=self.context.part_url(f"{place.way}/"))
        for number, one in enumerate(ids, 1):
            child = self._one(found, rows, one, number, place, len(ids) <= WHOLE_CARDS)
            many = len(ids) > OPEN_CARDS or found.type in FOLDED
            child.folded = many and index_of(one) is not None and not child.wrong
            node.children.append(child)
        node.error = self.errors.get(f"@{place.way}", "")
        return node

    def _toolsets(self, found: schema.Field, value: Any, place: Place) -> Node:
        """The toolsets of an agent to tick, those in use first, each with its operations."""
        rows, node = self._elements(found, value), Node("toolsets", place.way)
        names = {option.value: option for option in self.context.names.all("toolsets")}
        ids = self._ids(place, len(rows))
        used = [(one, *self._source(rows, one), True) for one in ids]
        used = [row for row in used if row[1] is not ABSENT]
        taken = {_named(base) for _one, base, _step, _on in used}
        free = [name for name in names if name not in taken]
        added = {self.posted.text(f"{place.way}/{one}/toolset"): one for one in self.posted.added(place.way)}
        fresh = [(added.get(name, f"n{at}"), {"toolset": name}, 0, name in added) for at, name in enumerate(free)]
        self.context.names.prepare("toolsets", names if len(names) <= FEW_TOOLSETS else taken, code=True)
        for number, (one, base, step, on) in enumerate([*used, *fresh], 1):
            here = place.element(one, step)
            if not isinstance(base, dict):
                child = self.misfit(base, here)
            else:
                name = _named(base)
                about = names.get(name)
                child = Node("card", here.way, text=name, title=name, off=not on)
                child.help, child.url = (about.what, about.url) if about else ("", "")
                child.note = "" if about else _("Nothing in this app has this name.")
                listed = schema.message(found.type).fields["toolIds"]
                if on or len(names) <= FEW_TOOLSETS:
                    here = here.member("toolIds", "toolIds")
                    child.children = [self._field(listed, base.get("toolIds", ABSENT), here, base)]
            child.id_in_list, child.number = one, number
            node.children.append(child)
        return node

    def _one(self, found: schema.Field, rows: list, one: str, number: int, place: Place, short: bool = True) -> Node:
        """One element of a list or one row of a map. In a list that is not `short` a card without anything new is
        left empty: its members come when it is opened."""
        value, step = self._source(rows, one)
        here = place.element(one, step)
        if found.map:
            return self._row(found, value, step, one, number, here)
        if not found.is_message:
            node = self.scalar(found, value, here)
        elif value is not ABSENT and not isinstance(value, dict):
            node = self.misfit(value, here)
        else:
            base = value if isinstance(value, dict) else {}
            title, *columns = self._summary(found, base, here)
            node = Node("card", here.way, title=title, columns=columns)
            node.off = base.get("disabled") is True
            if short or index_of(one) is None or self.posted.has(here.way):
                node.children, node.more = self._parts(schema.message(found.type), base, here)
            node.url, node.part_url = self.context.card_url(here.way), self.context.part_url(here.way)
        node.id_in_list, node.number = one, number
        return node

    def _summary(self, found: schema.Field, base: dict, place: Place) -> list[str]:
        return summary(found.type, base, lambda way: self.posted.text(f"{place.way}/{way}"))

    def _texts(self, found: schema.Field, value: Any, place: Place) -> Node:
        rows = self._elements(found, value)
        node = Node("texts", place.way, part_url=self.context.part_url(f"{place.way}/"))
        node.options = [Option(one, one) for one in additions.suggestions_of(found)]
        node.list_id = f"{node.id}-list" if node.options else ""
        for number, one in enumerate(self._ids(place, len(rows)), 1):
            child = self._one(found, rows, one, number, place)
            child.list_id, child.options = node.list_id, []
            node.children.append(child)
        node.error = self.errors.get(f"@{place.way}", "")
        return node

    def _picks(self, found: schema.Field, kind: str, value: Any, place: Place, parent: dict) -> Node:
        """A list of names to tick: those in use in their order, then all others."""
        names = self.context.names
        operations = self.context.operations(parent.get("toolset")) if kind == "operations" else []
        by_name = {option.value: option for option in operations}
        node = Node("picks", place.way)
        node.language = "name" if additions.is_verbatim(found) or kind == "tools" else ""
        rows, used = self._elements(found, value), set()
        if names.are_many(kind):
            names.prepare(kind, [one for _step, one in rows if isinstance(one, str)])
        for number, one in enumerate(self._ids(place, len(rows)), 1):
            value, step = self._source(rows, one)
            if value is ABSENT:
                continue
            name = value if isinstance(value, str) else as_text(value)
            option = by_name.get(name) if kind == "operations" or value != name else names.one(kind, name)
            child = Node("pick", place.element(one, step).way, text=shown(name))
            if option:
                child.help, child.url, child.columns = option.what, option.url, option.columns
            else:
                child.note = _("unknown")
            child.id_in_list, child.number = one, number
            used.add(name)
            node.children.append(child)
        node.error = self.errors.get(f"@{place.way}", "")
        added = [one for one in self.posted.added(place.way) if one not in used]
        if names.are_many(kind) and not self.posted.flag(f"?{place.way}"):
            node.options = [replace(names.one(kind, one) or Option(one, one, known=False), on=True) for one in added]
            node.number, node.part_url = names.count(kind) - len(used), self.context.part_url(place.way)
            return node
        children = (found.owner, found.name) == ("Agent", "childAgents")
        offered = names.children(self.context.name) if children else operations or names.all(kind)
        node.options = [replace(option, on=option.value in added) for option in offered if option.value not in used]
        known = {option.value for option in offered}
        node.options += [Option(one, one, on=True, known=False) for one in added if one not in known]
        return node

    def _map(self, found: schema.Field, base: dict, place: Place, control: str) -> Node:
        rows = list(base.items())
        node = Node(control, place.way, part_url=self.context.part_url(f"{place.way}/"))
        kind = additions.key_reference_of(found)
        keys = additions.key_suggestions_of(found)
        node.options = self.context.names.all(kind) if kind else [Option(key, key) for key in keys]
        node.list_id = f"{node.id}-list" if node.options else ""
        node.key_label = str(words.key_label(found))
        ids = self._ids(place, len(rows))
        for number, one in enumerate(ids, 1):
            value, step = self._source(rows, one)
            here = place.element(one, step)
            node.children.append(self._row(found, value, step, one, number, here, len(ids) <= WHOLE_CARDS))
        if control == "others":
            node.label, node.present, node.placeholder = _("Other keys"), bool(base), _("Add a key")
            node.help = _("In no public message. They stay where they are; the values are JSON.")
        return node

    def _row(
        self, found: schema.Field, value: Any, step: Any, one: str, number: int, place: Place, short: bool = True
    ) -> Node:
        """One row of a map: a key with one value, or with the members of a card. In a map that is not `short` they
        come when the card is opened."""
        posted = self.posted.text(f"K{place.way}")
        if found.is_message and (value is ABSENT or isinstance(value, dict)):
            base = value if isinstance(value, dict) else {}
            node = Node("type" if found.type == "Schema" else "keyed", place.way)
            node.columns = list(filter(None, self._summary(found, base, place)))
            wrong = f"K{place.way}" in self.errors
            if short or wrong or index_of(one) is None or self.posted.inside(place.way):
                node.children, node.more = self._parts(schema.message(found.type), base, place)
            else:
                node.url, node.part_url = self.context.card_url(place.way), self.context.part_url(place.way)
        else:
            node = self.misfit(value, place) if found.is_message else self.scalar(found, value, place)
        node.key = (one_line(step) if isinstance(step, str) else "") if posted is None else posted
        node.key_error = self.errors.get(f"K{place.way}", "")
        node.id_in_list, node.number = one, number
        return node


def _fits(found: schema.Field, value: Any) -> bool:
    """Whether a value has the shape that the control of its field can hold."""
    if value is ABSENT or value is None:
        return True
    if found.list:
        return isinstance(value, list)
    if found.map or found.is_message:
        return isinstance(value, dict)
    return True


def _named(toolset: Any) -> str:
    """The name of the toolset that an agent uses."""
    return line(toolset.get("toolset", ABSENT)) if isinstance(toolset, dict) else ""
