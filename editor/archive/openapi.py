"""The operations of an OpenAPI 3 schema (docs/format.md, "References")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from editor.archive.texts import shown

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")


@dataclass(frozen=True)
class Operation:
    """One operation. `id` is its operationId, "" where it has none; `method` is in lower case; `summary` is one
    line, the first of the description where there is no summary."""

    id: str
    method: str
    path: str
    summary: str = ""


def operations(document: Any) -> list[Operation]:
    """The operations of a schema's data in its order, those without an id and repeated ones too. Whatever has
    another shape than OpenAPI says is passed over."""
    return [
        _operation(method, path, operation)
        for path, item in _dict(_dict(document).get("paths")).items()
        for method, operation in _dict(item).items()
        if method in METHODS and isinstance(operation, dict)
    ]


def _operation(method: str, path: str, operation: dict) -> Operation:
    texts = [shown(text).strip() for key in ("summary", "description") if isinstance(text := operation.get(key), str)]
    summary = next(filter(None, texts), "").split("\n", 1)[0].strip()
    name = operation.get("operationId")
    return Operation(name if isinstance(name, str) else "", method, shown(path), summary)


def _dict(value: Any) -> dict:
    return value if isinstance(value, dict) else {}
