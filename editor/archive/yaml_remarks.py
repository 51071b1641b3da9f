"""What is odd in a YAML text that can be read (docs/format.md, "Findings")."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator

from editor.archive.operations import Pointer
from editor.archive.places import Remark
from editor.archive.yaml_scan import LIST, MAP, SCALAR, Node, Scan
from editor.archive.yaml_write import is_ambiguous

LINE_END = re.compile("\r\n|\r|\n")


def remarks(text: str) -> list[Remark]:
    """What is odd in a text that can be read, in the order of the text.

    "duplicate-key" stands at the last spelling, which wins; `lines` has the lines of all. "yaml-plain-scalar" is an
    unquoted text that other readers take for something else. What only a losing duplicate holds is no data and
    gets no remark. Raises ManifestError like `load`.
    """
    root = Scan(text).root
    found = sorted(_odd(root, ()), key=lambda item: item[0][-1]) if root else []
    starts = [0, *(end.end() for end in LINE_END.finditer(text))]

    def place(offset: int) -> tuple[int, int]:
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    return [
        Remark(rule, message, pointer, *place(at[-1]), tuple(place(start)[0] for start in at) if len(at) > 1 else ())
        for at, rule, message, pointer in found
    ]


def _odd(node: Node, pointer: Pointer) -> Iterator[tuple[list[int], str, str, Pointer]]:
    """Offsets, rule, message and pointer of what is odd in a node."""
    if node.kind is LIST:
        for index, child in enumerate(node.children):
            yield from _odd(child, (*pointer, index))
    elif node.kind is MAP:
        yield from _odd_members(node, pointer)
    elif _is_plain_text(node) and is_ambiguous(node.data):
        message = f"other readers of YAML do not take {node.data} for a text; put it in quotes"
        yield [node.start], "yaml-plain-scalar", message, pointer


def _odd_members(node: Node, pointer: Pointer) -> Iterator[tuple[list[int], str, str, Pointer]]:
    keys: dict[str, list[Node]] = {}
    for key, value in node.pairs():
        if not key.is_merge():
            keys.setdefault(key.text, []).append(key)
        elif value.kind is MAP:
            yield from _odd(value, pointer)
    for key, value in node.pairs():
        spellings = [] if key.is_merge() else keys[key.text]
        if not spellings or spellings[-1] is not key:
            continue
        yield from _odd(value, (*pointer, key.text))
        if len(spellings) > 1:
            message = f"the key {json.dumps(key.text, ensure_ascii=False)} is there {len(spellings)} times"
            starts = [spelling.start for spelling in spellings]
            yield starts, "duplicate-key", f"{message}; the last one counts", (*pointer, key.text)


def _is_plain_text(node: Node) -> bool:
    return node.kind is SCALAR and node.style == "" and node.tag is None and isinstance(node.data, str)
