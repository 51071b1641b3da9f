"""A manifest's data as a tree of rows to read."""

from __future__ import annotations

import json
from typing import Any

from editor import schema
from editor.archive.operations import Pointer

LONG = 80  # characters in one line


def data_node(kind: str, data: dict) -> dict:
    """The data of a manifest as nested nodes for the template, unknown keys marked."""
    unknown = {pointer for pointer, field, _ in schema.walk(kind, data) if field is None}
    return _node(data, (), unknown)


def _node(value: Any, pointer: Pointer, unknown: set[Pointer]) -> dict:
    step = pointer[-1] if pointer else None
    node = {
        "key": step if isinstance(step, str) else None,
        "index": step if isinstance(step, int) else None,
        "unknown": pointer in unknown,
        "children": [],
        "link": None,
    }
    if isinstance(value, dict):
        children = [_node(child, (*pointer, key), unknown) for key, child in value.items()]
        return node | {"type": "object", "children": children, "count": len(children), "text": "", "long": False}
    if isinstance(value, list):
        children = [_node(child, (*pointer, at), unknown) for at, child in enumerate(value)]
        return node | {"type": "list", "children": children, "count": len(children), "text": "", "long": False}
    text = _text(value)
    return node | {"type": _type(value), "text": text, "long": len(text) > LONG or "\n" in text, "count": 0}


def _type(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    return "text" if isinstance(value, str) else "number"


def _text(value: Any) -> str:
    """As it reads on a page; a half of a surrogate pair, which no page can hold, as its escape."""
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    return json.dumps(value)
