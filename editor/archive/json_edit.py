"""The operations on a JSON text (docs/format.md, "Editing"). Only the characters that must change do."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from editor.archive.errors import EditError, ManifestError
from editor.archive.json_read import levels, load
from editor.archive.json_style import Style, check_data, detect, plain_text
from editor.archive.json_tree import BRACKETS, Container, Entry, is_broken, line_indent, render, scan
from editor.archive.limits import NESTING_LEVELS
from editor.archive.operations import Insert, Move, Operation, Pointer, Remove, RenameKey, Set, apply, diff, same


def edit(text: str, operations: Sequence[Operation]) -> str:
    """The text with the operations done in turn, everything else as it was, new parts in the style of the text.

    Raises EditError where an operation does not fit or its value is no JSON data, ManifestError where the
    text cannot be read. The result is read again before it is given out.
    """
    data = load(text)
    for operation in operations:
        check_data(getattr(operation, "value", None))
    wanted = apply(data, operations)
    if levels(wanted) > NESTING_LEVELS:
        raise EditError(f"this would be nested too deeply; {NESTING_LEVELS} levels are allowed")
    editor = _Editor(text, data)
    for operation in operations:
        editor.do(operation)
    result = editor.document.render()
    if not _holds(result, wanted):
        raise AssertionError("an edit of a JSON text gave other data than it should; nothing was changed")
    return result


def _holds(text: str, data: Any) -> bool:
    try:
        return same(load(text), data)
    except ManifestError:
        return False


@dataclass
class _Spot:
    """Where a pointer leads: the entry, its container (None for the whole document) with the index there, the
    same for that container, and the indent of the line in which the value starts."""

    entry: Entry
    indent: str
    parent: _Spot | None = None
    index: int = 0

    @property
    def container(self) -> Container:
        """The container to which the pointer leads."""
        return self.entry.container


class _Editor:
    """One text while it is edited."""

    def __init__(self, text: str, data: Any) -> None:
        self.text, self.data, self.document = text, data, scan(text)

    @cached_property
    def style(self) -> Style:
        """The style of the text as it was at first; finding it out takes a while, so only when needed."""
        return detect(self.text, self.data)

    def do(self, operation: Operation) -> None:
        """Do an operation that is valid."""
        match operation:
            case Set():
                self._set(operation)
            case Insert(pointer, index, value):
                self._add(self._spot(pointer), index, Entry("null"), value)
            case Remove(pointer):
                self._remove(self._spot(pointer[:-1]), pointer[-1])
            case Move(pointer, source, target):
                self._spot(pointer).container.move(source, target)
            case RenameKey(pointer, old, new):
                self._rename(self._spot(pointer).container, old, new)

    def _spot(self, pointer: Pointer) -> _Spot:
        spot = _Spot(self.document.root, line_indent(self.document.head))
        for step in pointer:
            spot = self._inside(spot, spot.container.find(step))
        return spot

    @staticmethod
    def _inside(spot: _Spot, index: int) -> _Spot:
        container = spot.container
        return _Spot(container.entries[index], container.indent(index, spot.indent), spot, index)

    def _set(self, operation: Set) -> None:
        pointer, value = operation.pointer, operation.value
        if pointer and isinstance(pointer[-1], str):
            parent = self._spot(pointer[:-1])
            if not parent.container.all(pointer[-1]):
                self._add_member(parent, operation)
                return
        spot = self._spot(pointer)
        old = json.loads(render(spot.entry.value))
        steps = _small_steps(old, value)
        if steps is None:
            self._write(spot, value)
            return
        for step in diff(old, value, pointer):
            self.do(step)

    def _add_member(self, parent: _Spot, operation: Set) -> None:
        container, key = parent.container, operation.pointer[-1]
        before = container.all(operation.before) if operation.before is not None else []
        index = before[0] if before else len(container.entries)
        entry = Entry("null", self._key(key), key, self._colon(container, index))
        self._add(parent, index, entry, operation.value, close=bool(before))

    def _colon(self, container: Container, index: int) -> str:
        """The colon of a neighbour, else that of the style."""
        neighbours = [entry.colon for entry in container.entries[max(index - 1, 0) :][:1]]
        if container.former:
            neighbours.append(container.former[2])
        alike = [colon for colon in neighbours if not is_broken(colon)]
        return alike[0] if alike else self.style.colon

    def _add(self, parent: _Spot, index: int, entry: Entry, value: Any, close: bool = False) -> None:
        container = parent.container
        if not container.entries:
            self._open(parent, value)
        container.insert(index, entry, self.style.comma if len(container.entries) == 1 else ", ", close)
        self._write(self._inside(parent, index), value)

    def _open(self, spot: _Spot, value: Any) -> None:
        """The white space of an empty container that gets its first entry."""
        container = spot.container
        if container.former:
            container.lead, container.tail, _ = container.former
            return
        if is_broken(container.lead):
            style = replace(self.style, service=False)  # its lists would not be broken
        else:
            style = self._style_for({"": value} if container.opening == "{" else [value], spot)
        container.lead, _, container.tail, _ = style.spaces(container.opening, spot.indent)

    def _remove(self, parent: _Spot, step: str | int) -> None:
        container = parent.container
        for index in reversed(container.all(step) if isinstance(step, str) else [step]):
            container.remove(index)
        if not container.entries:
            style = self._style_for({} if container.opening == "{" else [], parent)
            container.lead = style.empty(container.opening, parent.indent)

    def _rename(self, container: Container, old: str, new: str) -> None:
        """All spellings of a duplicate key are renamed, so the last one still wins."""
        if new != old:
            for index in container.all(old):
                container.entries[index].name, container.entries[index].key = new, self._key(new)

    def _key(self, name: str) -> str:
        return plain_text(name) or self.style.string(name)

    def _write(self, spot: _Spot, value: Any) -> None:
        """Put the text of a value into its entry."""
        spot.entry.value = plain_text(value) or self._style_for(value, spot).text(value, spot.indent)

    def _style_for(self, value: Any, spot: _Spot) -> Style:
        """The style for a value at a place: in a handmade text, on one line where its like there is."""
        style = self.style
        if style.exact or not isinstance(value, dict | list):
            return style
        return style.on_one_line() if _is_on_one_line(value, spot) else style


def _small_steps(old: Any, new: Any) -> Sequence[Operation] | None:
    """The operations that make `new` of `old` without replacing it, or None."""
    if _spelt(old) == _spelt(new):
        return []  # keeps the spelling of numbers and texts
    if type(old) is not type(new) or not isinstance(old, dict | list):
        return None
    if isinstance(old, dict) and not old.keys() & new.keys():
        return None
    steps = diff(old, new)
    return steps if _spelt(apply(old, steps)) == _spelt(new) else None  # the order of keys may differ


def _spelt(data: Any) -> str:
    return json.dumps(data)


def _is_on_one_line(value: dict | list, spot: _Spot) -> bool:
    """Whether what resembles `value` is on one line: what it replaces, else the nearest sibling of its kind,
    else what is around it."""
    kind = "{" if isinstance(value, dict) else "[[" if any(isinstance(inner, dict | list) for inner in value) else "["
    if _kind(spot.entry) == kind:
        return not is_broken(render(spot.entry.value))
    if spot.parent is None:
        return False
    around = spot.parent.container
    siblings = [(abs(at - spot.index), at) for at, entry in enumerate(around.entries) if _kind(entry) == kind]
    if siblings:
        return not is_broken(render(around.entries[min(siblings)[1]].value))
    spaces = [around.lead, around.tail, *(space for gap in around.gaps for space in gap)]
    return not any(map(is_broken, spaces))


def _kind(entry: Entry) -> str:
    """What an entry is set out as: an object "{", a list of scalars "[", another list "[[". Nothing for a
    scalar, and for an empty container, which is no example."""
    if entry.opening not in BRACKETS or not entry.container.entries:
        return ""
    nested = entry.opening == "[" and any(inner.opening in BRACKETS for inner in entry.container.entries)
    return "[[" if nested else entry.opening
