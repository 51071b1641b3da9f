"""JSON text: reading, positions, remarks, lossless edits and the service's writer (docs/format.md, "JSON
style" and "Editing"). A text here has no byte-order mark; editor.archive.manifest takes it off."""

from __future__ import annotations

from typing import Any

from editor.archive.json_edit import edit
from editor.archive.json_read import load
from editor.archive.json_remarks import remarks
from editor.archive.json_style import SERVICE, check_data
from editor.archive.json_tree import scan, walk
from editor.archive.operations import Pointer
from editor.archive.places import Place

__all__ = ["edit", "load", "places", "remarks", "write"]


def places(text: str) -> dict[Pointer, Place]:
    """Where every value and key stands, in the order of the text; of a duplicate key the last, which wins.
    Raises ManifestError "manifest-unreadable"."""
    load(text)
    return {pointer: entry.place for pointer, entry in walk(scan(text, deep=True).root)}


def write(data: Any) -> str:
    """A new text, to the byte as the service writes it: without a newline at its end. Raises EditError where
    `data` is no JSON data."""
    check_data(data)
    return SERVICE.text(data)
