"""The operations of lossless editing, on plain data (docs/format.md, "Editing").

A pointer is a tuple of keys (str) and list positions (int); () is the whole document. The text editors
(json_text, yaml_text) do to a text what `apply` does to its data.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from editor.archive.errors import EditError

Pointer = tuple[str | int, ...]


@dataclass(frozen=True)
class Set:
    """Replace the value at `pointer`; a key that is absent is added to its mapping, before the key
    `before` where given and present, else at the end."""

    pointer: Pointer
    value: Any
    before: str | None = None


@dataclass(frozen=True)
class Insert:
    """Put `value` into the list at `pointer`, at `index` (0 to its length)."""

    pointer: Pointer
    index: int
    value: Any


@dataclass(frozen=True)
class Remove:
    """Take the member or element at `pointer` out. All spellings of a duplicate key go."""

    pointer: Pointer


@dataclass(frozen=True)
class Move:
    """Move the element `source` of the list at `pointer` so that its index is then `target`."""

    pointer: Pointer
    source: int
    target: int


@dataclass(frozen=True)
class RenameKey:
    """Rename the key `old` of the mapping at `pointer` to `new`, in place. `new` must be free."""

    pointer: Pointer
    old: str
    new: str


Operation = Set | Insert | Remove | Move | RenameKey


def to_text(pointer: Pointer) -> str:
    """The JSON pointer (RFC 6901) of a pointer: ("a", 0) is "/a/0"."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in pointer)


def from_text(text: str, data: Any) -> Pointer:
    """The pointer that the JSON pointer `text` means in `data`. Raises EditError where it leads nowhere."""
    pointer: list[str | int] = []
    for part in text.split("/")[1:]:
        part = part.replace("~1", "/").replace("~0", "~")
        step: str | int = int(part) if isinstance(data, list) and part.isdecimal() else part
        data = _child(data, step)
        pointer.append(step)
    return tuple(pointer)


def find(data: Any, pointer: Pointer) -> Any:
    """The value at `pointer`. Raises EditError where there is none."""
    for step in pointer:
        data = _child(data, step)
    return data


def same(a: Any, b: Any) -> bool:
    """Equality with types: 1, 1.0 and true differ. The order of keys does not matter."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(value, b[key]) for key, value in a.items())
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    return a == b and (not isinstance(a, float) or str(a) == str(b))  # 0.0 and -0.0 differ


def apply(data: Any, operations: Sequence[Operation]) -> Any:
    """A copy of `data` with the operations done in turn. Raises EditError; `data` is never touched."""
    data = copy.deepcopy(data)
    for operation in operations:
        data = _apply(data, operation)
    return data


def diff(old: Any, new: Any, pointer: Pointer = ()) -> list[Operation]:
    """Operations that make `new` of `old`: `same(apply(old, diff(old, new)), new)`."""
    if same(old, new):
        return []
    if isinstance(old, dict) and isinstance(new, dict):
        return _diff_mappings(old, new, pointer)
    if isinstance(old, list) and isinstance(new, list):
        return _diff_lists(old, new, pointer)
    return [Set(pointer, new)]


def _diff_mappings(old: dict, new: dict, pointer: Pointer) -> list[Operation]:
    operations: list[Operation] = []
    for key, value in old.items():
        if key not in new:
            operations.append(Remove((*pointer, key)))
        else:
            operations += diff(value, new[key], (*pointer, key))
    operations += [Set((*pointer, key), value) for key, value in new.items() if key not in old]
    return operations


def _diff_lists(old: list, new: list, pointer: Pointer) -> list[Operation]:
    shortest = min(len(old), len(new))
    head = 0
    while head < shortest and same(old[head], new[head]):
        head += 1
    tail = 0
    while tail < shortest - head and same(old[-1 - tail], new[-1 - tail]):
        tail += 1
    both = shortest - head - tail
    operations: list[Operation] = []
    for index in range(head, head + both):
        operations += diff(old[index], new[index], (*pointer, index))
    for index in range(len(old) - tail - 1, head + both - 1, -1):
        operations.append(Remove((*pointer, index)))
    for index in range(head + both, len(new) - tail):
        operations.append(Insert(pointer, index, new[index]))
    return operations


def _child(data: Any, step: str | int) -> Any:
    if isinstance(step, int) and isinstance(data, list) and 0 <= step < len(data):
        return data[step]
    if isinstance(step, str) and isinstance(data, dict) and step in data:
        return data[step]
    raise EditError(f"there is no {step!r} here")


def _apply(data: Any, operation: Operation) -> Any:
    match operation:
        case Set(pointer=(), value=value):
            return copy.deepcopy(value)
        case Set():
            _set(find(data, operation.pointer[:-1]), operation)
        case Insert():
            elements = _list(data, operation.pointer, operation.index, extra=1)
            elements.insert(operation.index, copy.deepcopy(operation.value))
        case Remove():
            if not operation.pointer:
                raise EditError("the whole document cannot be removed")
            find(data, operation.pointer)
            del find(data, operation.pointer[:-1])[operation.pointer[-1]]
        case Move():
            elements = _list(data, operation.pointer, operation.source, operation.target)
            elements.insert(operation.target, elements.pop(operation.source))
        case RenameKey():
            _rename(find(data, operation.pointer), operation)
    return data


def _list(data: Any, pointer: Pointer, *indexes: int, extra: int = 0) -> list:
    elements = find(data, pointer)
    if not isinstance(elements, list):
        raise EditError(f"{to_text(pointer) or 'the document'} is no list")
    if not all(0 <= index < len(elements) + extra for index in indexes):
        raise EditError(f"{to_text(pointer)} has {len(elements)} elements")
    return elements


def _set(parent: Any, operation: Set) -> None:
    key = operation.pointer[-1]
    if isinstance(key, int):
        _child(parent, key)
        parent[key] = copy.deepcopy(operation.value)
        return
    if not isinstance(parent, dict):
        raise EditError(f"{to_text(operation.pointer[:-1]) or 'the document'} is no mapping")
    known = key in parent
    parent[key] = copy.deepcopy(operation.value)
    if not known and operation.before in parent:
        _reorder(parent, key, operation.before)


def _reorder(parent: dict, key: str, before: str | None) -> None:
    members = [(k, v) for k, v in parent.items() if k != key]
    at = [k for k, _ in members].index(before)
    members.insert(at, (key, parent[key]))
    parent.clear()
    parent.update(members)


def _rename(parent: Any, operation: RenameKey) -> None:
    if not isinstance(parent, dict) or operation.old not in parent:
        raise EditError(f"there is no {operation.old!r} here")
    if operation.new != operation.old and operation.new in parent:
        raise EditError(f"{operation.new!r} is there already")
    members = [(operation.new if k == operation.old else k, v) for k, v in parent.items()]
    parent.clear()
    parent.update(members)
