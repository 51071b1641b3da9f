"""YAML manifests: data, places and remarks of a text, edits, and the service's writer (docs/format.md, "YAML style"
and "Editing"). Texts come without a byte-order mark; editor.archive.manifest takes it off."""

from __future__ import annotations

from typing import Any

from editor.archive.operations import Pointer
from editor.archive.places import Place
from editor.archive.yaml_edit import edit
from editor.archive.yaml_remarks import remarks
from editor.archive.yaml_scan import LIST, MAP, Node, Scan
from editor.archive.yaml_write import write

__all__ = ["edit", "load", "places", "remarks", "write"]


def load(text: str) -> Any:
    """The data of a text: dict, list, str, int, float, bool and None; None for a text without a value.

    Keys are texts. Anchors, aliases and merge keys are resolved; of a duplicate key the last value wins. Raises
    ManifestError "manifest-unreadable" with line and column.
    """
    return Scan(text).data


def places(text: str) -> dict[Pointer, Place]:
    """Where every value stands, and its key. A member that a merge key brings in has the place of that merge; what
    is inside of an alias has none of its own. Raises ManifestError like `load`."""
    found: dict[Pointer, Place] = {}
    root = Scan(text).root
    if root:
        found[()] = Place(root.start, root.end)
        _places(root, (), found)
    return found


def _places(node: Node, pointer: Pointer, found: dict[Pointer, Place]) -> None:
    if node.kind is LIST:
        for index, child in enumerate(node.children):
            found[(*pointer, index)] = Place(child.start, child.end)
            _places(child, (*pointer, index), found)
    elif node.kind is MAP:
        last = {key.text: value for key, value in node.pairs() if not key.is_merge()}
        for key, value in node.pairs():
            place = Place(value.start, value.end, key.start, key.end)
            if key.is_merge():
                brought = value.data if isinstance(value.data, list) else [value.data]
                found.update({(*pointer, name): place for source in brought for name in source if name not in last})
            elif last[key.text] is value:
                found[(*pointer, key.text)] = place
                _places(value, (*pointer, key.text), found)
