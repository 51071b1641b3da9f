"""Which lines of a YAML text an operation may change: the third law of editing."""

from __future__ import annotations

import re
from functools import lru_cache

from editor.archive import yaml_text
from editor.archive.operations import Insert, Operation, Remove, RenameKey, Set
from editor.archive.yaml_layout import Document, walk
from editor.archive.yaml_prepare import indexes, trace
from editor.archive.yaml_scan import BLOCK, FLOW, LIST, SCALAR, Node

document_of = lru_cache(maxsize=4)(Document)
COMMENT = re.compile(r"# (?:comment|own) \d+")


def lines(text: str) -> list[str]:
    """The lines of a text without their line breaks. The indent of comments does not count: one that stood behind
    a block in a mapping that goes may have to move to the left, else it would become a part of a text."""
    return [line.lstrip() if line.lstrip().startswith("#") else line for line in text.replace("\r\n", "\n").split("\n")]


def differs_only_in(old: str, new: str, allowed: tuple[int, int] | None) -> bool:
    """Whether all lines of `old` outside of the allowed ones are in `new`, in their order and in one piece. In a
    file without a final newline, its last line and blank lines before it may change."""
    before, after = lines(old), lines(new)
    if allowed is None:
        shortest = min(len(before), len(after))
        head = next((at for at in range(shortest) if before[at] != after[at]), shortest)
        allowed = head, head
    first, last = allowed
    head, rest = before[:first], before[last:]
    if before[-1]:
        while not rest and head and not head[-1]:
            head.pop()
        if not rest and not after[-1]:
            after.pop()
    return (
        len(after) >= len(head) + len(rest) and after[: len(head)] == head and after[len(after) - len(rest) :] == rest
    )


def may_change(document: Document, operation: Operation) -> tuple[int, int] | None:
    """First and last line (exclusive) that an operation may change; None where it may only add lines. A move may
    change the order of all lines of its list."""
    if isinstance(operation, Set):
        spots = trace(document, operation.pointer)
        if len(spots) > len(operation.pointer):
            return _of_value(document, spots[-1])
    if isinstance(operation, Set | Remove):
        spot = trace(document, operation.pointer[:-1])[-1]
    else:
        spot = trace(document, operation.pointer)[-1]
    node = spot.node
    if isinstance(operation, RenameKey):
        spans = [document.spans(node)[index] for index in indexes(node, operation.old)]
        keys = [node.children[2 * index] for index in indexes(node, operation.old)]
        is_folded_anew = yaml_text.write(document.data) == document.text  # as the service does
        return _range(document, spans[0][0], spans[-1][1] if is_folded_anew else keys[-1].end)
    if not node.children:
        return _of_value(document, spot)
    if node.style is not BLOCK:
        return _range(document, node.start, node.end)
    if isinstance(operation, Remove):
        return _of_removed(document, spot, operation)
    if isinstance(operation, Insert | Set):
        return _of_added(document, node, operation)
    return _range(document, node.start, node.end)


def _range(document: Document, start: int, end: int) -> tuple[int, int]:
    return document.text.count("\n", 0, start), document.text.count("\n", 0, end) + 1


def _of_value(document: Document, spot) -> tuple[int, int]:
    start = 0 if spot.parent is None else document.spans(spot.parent)[spot.index][0]
    return _range(document, start, len(document.text) if spot.parent is None else spot.node.end)


def _of_removed(document: Document, spot, operation: Remove) -> tuple[int, int]:
    node, step = spot.node, operation.pointer[-1]
    spans = document.spans(node)
    gone = [step] if node.kind is LIST else indexes(node, step)
    if len(gone) == len(spans):
        return _of_value(document, spot)
    start, end = spans[gone[0]][0], spans[gone[-1]][1]
    if gone[0] == 0 and not document.starts_line(start):
        end = spans[gone[-1] + 1][1]  # the next item comes up to the line of the dash
    return _range(document, start, end)


def _of_added(document: Document, node: Node, operation: Insert | Set) -> tuple[int, int] | None:
    index = operation.index if isinstance(operation, Insert) else min(indexes(node, operation.before), default=-1)
    start = document.spans(node)[0][0]
    return _range(document, start, start) if index == 0 and not document.starts_line(start) else None


def comments(text: str, start: int = 0, end: int | None = None) -> set[str]:
    """The comments of a handmade text, or of a part of it."""
    if "#" not in text:
        return set()
    document = document_of(text)
    inside = [(document.content(node), node.end) for node, _ in walk(document.root) if node.kind is SCALAR]
    found = COMMENT.finditer(text, start, len(text) if end is None else end)
    return {m[0] for m in found if not any(a < m.start() < b and "\n" in text[a : m.start()] for a, b in inside)}


def comments_that_stay(document: Document, operation: Operation) -> set[str]:
    """The comments that an operation has to keep: all but those inside of what goes, and those of its lines."""
    text = document.text
    kept = comments(text)
    if isinstance(operation, Set):
        spots = trace(document, operation.pointer)
        if len(spots) > len(operation.pointer) and spots[-1].node and spots[-1].node.children:
            node = spots[-1].node
            return kept - comments(text, document.content(node), document.line_end(node.end))
    if isinstance(operation, Remove):
        node = trace(document, operation.pointer[:-1])[-1].node
        step = operation.pointer[-1]
        spans = document.spans(node)
        for index in [step] if node.kind is LIST else indexes(node, step):
            start, end = spans[index]
            starts_line = node.style is not FLOW or document.starts_line(start)
            kept -= comments(text, start, document.line_end(end) if starts_line else end)
    return kept
