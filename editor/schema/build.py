"""Builds fields.json from the public messages of google-cloud-ces (docs/format.md, "Fields").

Imports that package, a development dependency; nothing at run time imports this module.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator
from importlib import metadata

from google.cloud import ces_v1beta
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

from editor.schema import ROOTS

PACKAGE = "google.cloud.ces.v1beta."
WELL_KNOWN = {f"google.protobuf.{name}": name for name in ("Duration", "Timestamp", "Struct", "Value")}
WELL_KNOWN["google.rpc.Status"] = "Struct"  # only in results of runs, which no archive has to explain
SCALARS = {
    getattr(FieldDescriptor, f"TYPE_{name.upper()}"): name
    for name in ("string", "bool", "int32", "int64", "double", "float", "bytes")
}
# The first words of a field's description are its behaviour; descriptors do not carry it.
FLAGS = {
    "Required": "required",
    "Optional": "optional",
    "Output only": "output-only",
    "Immutable": "immutable",
    "Identifier": "identifier",
    "Deprecated": "deprecated",
}
BEHAVIOUR = re.compile(rf"({'|'.join(FLAGS)})[.:]\s+")
ATTRIBUTE = re.compile(r"^    (\w+) \([^\n]+\):\n", re.MULTILINE)


def table() -> dict:
    """The field table: {"source": text, "messages": {name: {field: row}}, "enums": {name: [value]}} of all
    messages that the resources reach. A row is {"number", "type"} and, where they apply, "list", "map"
    (the type of its keys), "choice" (the name of the oneof) and "flags". Fields stand in the order of
    their numbers."""
    messages: dict[str, dict] = {}
    enums: dict[str, list[str]] = {}
    waiting = [_descriptor(name) for name in ROOTS.values()]
    while waiting:
        message = waiting.pop()
        if _name(message) in messages:
            continue
        messages[_name(message)] = _rows(message)
        for field in message.fields:
            field = _value_of(field)
            if field.enum_type:
                values = sorted(field.enum_type.values, key=lambda value: value.number)
                enums[_name(field.enum_type)] = [value.name for value in values]
            elif field.message_type and field.message_type.full_name not in WELL_KNOWN:
                waiting.append(field.message_type)
    source = f"google-cloud-ces {metadata.version('google-cloud-ces')}, v1beta"
    return {"source": source, "messages": dict(sorted(messages.items())), "enums": dict(sorted(enums.items()))}


def text(data: dict) -> str:
    """The text of fields.json: one line a field, so that a change of the package reads as a difference."""
    lines = ["{", f' "source": {json.dumps(data["source"])},', ' "messages": {']
    for name, rows in data["messages"].items():
        lines += [f"  {json.dumps(name)}: {{", *_members(rows, "   "), "  },"]
    lines[-1] = "  }"
    return "\n".join([*lines, " },", ' "enums": {', *_members(data["enums"], "  "), " }", "}", ""])


def _members(rows: dict, indent: str) -> Iterator[str]:
    for number, (key, value) in enumerate(rows.items(), start=1):
        yield f"{indent}{json.dumps(key)}: {json.dumps(value)}{',' if number < len(rows) else ''}"


def _rows(message: Descriptor) -> dict:
    flags = _flags(message)
    return {field.json_name: _row(field, flags) for field in sorted(message.fields, key=lambda field: field.number)}


def _row(field: FieldDescriptor, flags: dict[str, list[str]]) -> dict:
    row: dict = {"number": field.number, "type": _type(_value_of(field))}
    if _is_map(field):
        row["map"] = _type(field.message_type.fields_by_name["key"])
    elif field.is_repeated:
        row["list"] = True
    # An explicitly optional scalar is a oneof of one to the descriptor; its name starts with "_".
    if field.containing_oneof and not field.containing_oneof.name.startswith("_"):
        row["choice"] = field.containing_oneof.name
    if flags[field.name]:
        row["flags"] = flags[field.name]
    return row


def _flags(message: Descriptor) -> dict[str, list[str]]:
    """The behaviours of each field, read from the descriptions in the message's class."""
    parts = ATTRIBUTE.split(inspect.getdoc(_class(_name(message))) or "")
    descriptions = dict(zip(parts[1::2], parts[2::2], strict=True))
    flags: dict[str, list[str]] = {}
    for field in message.fields:
        rest = descriptions[field.name].lstrip()
        flags[field.name] = found = []
        while match := BEHAVIOUR.match(rest):
            found.append(FLAGS[match[1]])
            rest = rest[match.end() :]
    return flags


def _is_map(field: FieldDescriptor) -> bool:
    return bool(field.message_type and field.message_type.GetOptions().map_entry)


def _value_of(field: FieldDescriptor) -> FieldDescriptor:
    return field.message_type.fields_by_name["value"] if _is_map(field) else field


def _type(field: FieldDescriptor) -> str:
    named = field.message_type or field.enum_type
    if named is None:
        return SCALARS[field.type]
    return WELL_KNOWN.get(named.full_name) or _name(named)


def _name(descriptor: Descriptor | EnumDescriptor) -> str:
    if not descriptor.full_name.startswith(PACKAGE):
        raise ValueError(f"a message of another package: {descriptor.full_name}")
    return descriptor.full_name.removeprefix(PACKAGE)


def _class(name: str) -> type:
    found = ces_v1beta.types
    for part in name.split("."):
        found = getattr(found, part)
    return found


def _descriptor(name: str) -> Descriptor:
    return _class(name).pb().DESCRIPTOR
