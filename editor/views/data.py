"""A manifest's data as a tree of rows to read."""

from __future__ import annotations

import json
from typing import Any

from editor import schema
from editor.archive import limits
from editor.archive.operations import Pointer
from editor.archive.texts import shown


def data_node(kind: str, data: dict) -> dict:
    """The data of a manifest as nested nodes for the template, unknown keys marked. After
    limits.SHOWN_VALUES values the rest is left to Source: `cut` says so."""
    unknown = {pointer for pointer, field, _ in schema.walk(kind, data) if field is None}
    budget = [limits.SHOWN_VALUES]
    return _node(data, (), unknown, budget) | {"cut": budget[0] <= 0}


def _node(value: Any, pointer: Pointer, unknown: set[Pointer], budget: list[int]) -> dict:
    step = pointer[-1] if pointer else None
    node = {
        "key": shown(step) if isinstance(step, str) else None,
        "index": step if isinstance(step, int) else None,
        "unknown": pointer in unknown,
        "children": [],
    }
    if isinstance(value, dict | list):
        steps = value.items() if isinstance(value, dict) else enumerate(value)
        for key, child in steps:
            budget[0] -= 1
            if budget[0] <= 0:
                break
            node["children"].append(_node(child, (*pointer, key), unknown, budget))
        return node | {"type": "object" if isinstance(value, dict) else "list", "count": len(value), "text": ""}
    return node | {"type": _type(value), "text": _text(value), "count": 0}


def _type(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    return "text" if isinstance(value, str) else "number"


def _text(value: Any) -> str:
    return shown(value) if isinstance(value, str) else json.dumps(value)
