"""The public fields of every resource, and look-ups in them (docs/format.md, "Fields").

The table is fields.json, which `manage.py build_schema` makes; archive_only.py adds what only archives hold.
Messages are named without their package: "App.VariableDeclaration".
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from editor.archive.layout import KINDS
from editor.archive.operations import Pointer
from editor.schema.archive_only import ARCHIVE_ONLY, ORDINARY

TABLE = Path(__file__).with_name("fields.json")
CAPITAL = re.compile("[A-Z]")

# The message of each kind's manifest.
ROOTS = {kind.key: kind.message for kind in KINDS.values()}


@dataclass(frozen=True)
class Field:
    """One field of the message `owner`. `type` is a scalar ("string", "bool", "int32", "int64", "double",
    "float", "bytes"), "Duration", "Timestamp", "Struct", "Value", or the name of a message or an enum; for a
    map it is the type of the values. `number` orders the keys (None: a member that only archives have)."""

    owner: str
    name: str
    number: int | None
    type: str
    list: bool = False
    map: str | None = None  # the type of the keys
    choice: str | None = None  # the oneof that it belongs to
    flags: frozenset[str] = frozenset()

    @property
    def required(self) -> bool:
        """Required by the API. Archives often leave such a field out: never a rule of the file."""
        return "required" in self.flags

    @property
    def optional(self) -> bool:
        """Marked optional by the API."""
        return "optional" in self.flags

    @property
    def immutable(self) -> bool:
        """The API lets nobody change it later."""
        return "immutable" in self.flags

    @property
    def identifier(self) -> bool:
        """The name that the service gave."""
        return "identifier" in self.flags

    @property
    def deprecated(self) -> bool:
        """The API asks to use another field."""
        return "deprecated" in self.flags

    @property
    def output_only(self) -> bool:
        """Set by the service alone, says the API; see `read_only`."""
        return "output-only" in self.flags

    @property
    def read_only(self) -> bool:
        """Output-only, and no ordinary member of an archive."""
        return self.output_only and self.name not in ORDINARY.get(self.owner, ())

    @property
    def archive_only(self) -> bool:
        """In archives, but in no public message."""
        return self.number is None

    @property
    def is_message(self) -> bool:
        """Its values are objects of the message `type`."""
        return self.type in _table()["messages"]

    @property
    def is_enum(self) -> bool:
        """Its values are names of the enum `type`."""
        return self.type in _table()["enums"]


@dataclass(frozen=True)
class Message:
    """One message: its fields by key, in the order of their numbers, and the choices (oneofs) by name, each
    with the keys of which at most one may be set."""

    name: str
    fields: dict[str, Field]
    choices: dict[str, tuple[str, ...]]


@cache
def message(name: str) -> Message:
    """The message `name`. Raises KeyError."""
    fields = {
        key: Field(name, key, **{**row, "flags": frozenset(row.get("flags", ()))})
        for key, row in _table()["messages"][name].items()
    }
    fields |= {key: Field(name, key, None, type_) for key, type_ in ARCHIVE_ONLY.get(name, {}).items()}
    choices: dict[str, tuple[str, ...]] = {}
    for found in fields.values():
        if found.choice:
            choices[found.choice] = (*choices.get(found.choice, ()), found.name)
    return Message(name, fields, choices)


def root(kind: str) -> Message:
    """The message of the manifests of `kind` ("app", "agents" …). Raises KeyError."""
    return message(ROOTS[kind])


def field(message_name: str, key: str) -> Field | None:
    """The field that `key` names, spelt in lowerCamelCase as archives spell it; None where there is none."""
    return message(message_name).fields.get(key)


def respelt(message_name: str, key: str) -> Field | None:
    """The field whose snake_case spelling `key` is (readers of proto JSON take both), if it is not the
    usual spelling too."""
    return _snake_case(message_name).get(key)


def enum(name: str) -> tuple[str, ...]:
    """The values of the enum `name`, in the order of their numbers. Raises KeyError."""
    return tuple(_table()["enums"][name])


def walk(kind: str, data: Any) -> Iterator[tuple[Pointer, Field | None, Any]]:
    """Pointer, field and value of every member of every message in the data of a manifest, depth first in the
    order of the file. An unknown key has the field None; so has a snake_case spelling of a known key, but its
    members are walked all the same. Free JSON (Struct, Value) and values of the wrong type are not entered."""
    return _walk(ROOTS[kind], data, ())


def elements(found: Field, value: Any) -> Iterator[tuple[Pointer, Any]]:
    """The single values in the value of a field, each with the rest of its pointer: the elements of a list,
    the entries of a map, else the value itself with (). Nothing where a list or map has the wrong type."""
    if found.list:
        if isinstance(value, list):
            yield from (((at,), element) for at, element in enumerate(value))
    elif found.map:
        if isinstance(value, dict):
            yield from (((key,), element) for key, element in value.items())
    else:
        yield (), value


def field_at(kind: str, pointer: Pointer) -> Field | None:
    """The field whose value, or an element of whose list or map, stands at `pointer` of a manifest; None for
    the manifest itself, for unknown keys and inside free JSON."""
    return _follow(kind, pointer)[0]


def message_at(kind: str, pointer: Pointer) -> str | None:
    """The name of the message whose object stands at `pointer` of a manifest; None where the schema has no
    message there."""
    return _follow(kind, pointer)[1]


def before(message_name: str, key: str, present: Iterable[str]) -> str | None:
    """The key among `present` before which the new key `key` goes, by the order of field numbers: for
    operations.Set(before=…). None: at the end."""
    new = field(message_name, key)
    if new is None or new.number is None:
        return None
    later = {}
    for other in present:
        found = field(message_name, other) or respelt(message_name, other)
        if found and found.number is not None and found.number > new.number:
            later[found.number] = other
    return later[min(later)] if later else None


@cache
def _table() -> dict:
    return json.loads(TABLE.read_text("utf-8"))


@cache
def _snake_case(message_name: str) -> dict[str, Field]:
    fields = message(message_name).fields.values()
    spelt = {CAPITAL.sub(lambda match: "_" + match[0].lower(), found.name): found for found in fields}
    return {snake: found for snake, found in spelt.items() if snake != found.name}


def _follow(kind: str, pointer: Pointer) -> tuple[Field | None, str | None]:
    """The field and the message at a pointer; at a whole list or map there is no message."""
    found, name, steps = None, ROOTS[kind], list(pointer)
    while steps:
        key = steps.pop(0)
        found = (field(name, key) or respelt(name, key)) if name and isinstance(key, str) else None
        if found is None:
            return None, None
        name = found.type if found.is_message else None
        if found.list or found.map:
            if not steps:
                return found, None
            steps.pop(0)
    return found, name


def _walk(name: str, data: Any, pointer: Pointer) -> Iterator[tuple[Pointer, Field | None, Any]]:
    if not isinstance(data, dict):
        return
    for key, value in data.items():
        here, found = (*pointer, key), field(name, key)
        yield here, found, value
        inner = found or respelt(name, key)
        if inner and inner.is_message:
            for rest, element in elements(inner, value):
                yield from _walk(inner.type, element, here + rest)
