"""Manifests: bytes ⇄ text ⇄ data, and lossless edits of the text (docs/format.md, "Editing").

One face over json_text and yaml_text; callers name the syntax ("json" or "yaml"), which comes from the path.
"""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from typing import Any

from editor.archive import json_text, yaml_text
from editor.archive.errors import ManifestError
from editor.archive.operations import Operation, Pointer, diff
from editor.archive.places import Place, Remark, line_column

SYNTAXES = {"json": json_text, "yaml": yaml_text}
BOM = "\ufeff"


def syntax_of(path: str) -> str:
    """The syntax of a manifest's path: "json" or "yaml" (also for .yml)."""
    return "json" if path.endswith(".json") else "yaml"


def decode(content: bytes) -> str:
    """The text of a file, a byte-order mark and the line ends included, so that `encode` gives the same
    bytes again. Raises ManifestError "not-utf8" with line and column."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line = before.count(b"\n") + 1
        column = len(before.rpartition(b"\n")[2].decode("utf-8")) + 1
        looks = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) and " (it looks like UTF-16)"
        raise ManifestError("not-utf8", f"the file is not UTF-8{looks or ''}", line, column) from None


def encode(text: str) -> bytes:
    """The bytes of a text."""
    return text.encode("utf-8")


def load(text: str, syntax: str) -> Any:
    """The data of a text. Raises ManifestError "manifest-unreadable"."""
    return SYNTAXES[syntax].load(text.removeprefix(BOM))


def load_object(text: str, syntax: str) -> dict:
    """Like `load`, for a manifest: raises ManifestError "manifest-wrong-root" unless it holds an object."""
    data = load(text, syntax)
    if isinstance(data, dict):
        return data
    wanted = "an object is required" if syntax == "json" else "a mapping is required"
    holds = {list: "a list", str: "a text", bool: "a truth value", type(None): "nothing"}.get(type(data), "a number")
    if data is None and not text.removeprefix(BOM).strip():
        raise ManifestError("manifest-wrong-root", f"the file is empty, {wanted}")
    raise ManifestError("manifest-wrong-root", f"the file holds {holds}, {wanted}")


def remarks(text: str, syntax: str) -> list[Remark]:
    """What is odd in a text that can be read, in the order of the text."""
    odd = [Remark("bom", "the file starts with a byte-order mark", (), 1, 1)] if text.startswith(BOM) else []
    return odd + SYNTAXES[syntax].remarks(text.removeprefix(BOM))


def locate(text: str, syntax: str, pointer: Pointer, key: bool = False) -> tuple[int, int]:
    """Line and column of the value at `pointer`, or of its key; where the pointer leads nowhere, of the
    nearest parent that is there."""
    return place_at(text, places(text, syntax), pointer, key)


def places(text: str, syntax: str) -> dict[Pointer, Place]:
    """Where every value stands; for several `place_at` in one text. Raises ManifestError."""
    return SYNTAXES[syntax].places(text.removeprefix(BOM))


def place_at(text: str, places: dict[Pointer, Place], pointer: Pointer, key: bool = False) -> tuple[int, int]:
    """Like `locate`, in the places of that text."""
    while pointer not in places and pointer:
        pointer = pointer[:-1]
    place = places.get(pointer)
    if place is None:
        return 1, 1
    start = place.key_start if key and place.key_start is not None else place.start
    return line_column(text.removeprefix(BOM), start)


def edit(text: str, operations: Sequence[Operation], syntax: str) -> str:
    """The text with the operations done, all else as it was. Raises EditError, ManifestError."""
    body = text.removeprefix(BOM)
    return text[: len(text) - len(body)] + SYNTAXES[syntax].edit(body, operations)


def patch(text: str, new: Any, syntax: str) -> str:
    """The text changed as little as possible so that its data is `new` (any JSON data)."""
    return edit(text, diff(load(text, syntax), new), syntax)


def write(data: Any, syntax: str) -> str:
    """A new file's text, as the service writes it."""
    return SYNTAXES[syntax].write(data)
