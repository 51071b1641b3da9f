"""Lossless edits of a YAML text: the smallest change that has the right data (docs/format.md, "Editing").

Each operation has one or more ways to be written, the narrowest first. A way counts only if the new text, read
again, holds exactly the data that the operation asks for; so a wrong text never comes out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from editor.archive.errors import EditError, ManifestError
from editor.archive.operations import Insert, Move, Operation, Pointer, Remove, RenameKey, Set, apply, diff, find, same
from editor.archive.yaml_blocks import HEADER
from editor.archive.yaml_fill import fill
from editor.archive.yaml_layout import Document, newline_of, style_near, style_of, with_quotes_of
from editor.archive.yaml_parts import difference, parts_of, together
from editor.archive.yaml_prepare import add, add_member, aliases_of_list, copy_out, indexes, needed, trace
from editor.archive.yaml_scan import BREAKS, FLOW, LIST, SCALAR, Node
from editor.archive.yaml_write import Style, Writer, check, write

DIFFERENCES = 50  # a new collection with more of them is written anew: each is a reading of the whole text


class EditFault(RuntimeError):
    """A fault of ours: no way of writing an operation gave the right data. The text was not changed."""


def edit(text: str, operations: Sequence[Operation]) -> str:
    """The text with the operations done, all else as it was. Raises EditError, ManifestError and EditFault."""
    return edit_counted(text, operations)[0]


def edit_counted(text: str, operations: Sequence[Operation]) -> tuple[str, int]:
    """Like `edit`; also says for how many steps more than the place itself had to be written anew."""
    document = Document(text)
    new_data = apply(document.data, operations)
    check(new_data)
    new_text = _in_service_style(text, document.data, new_data)
    if new_text is not None:
        return new_text, 0
    style = style_of(document)
    wide, rest = 0, list(operations)
    while rest:
        at_once = _scalars_at_once(document, rest, style)
        new = _first([_merged(document, at_once, style)], apply(document.data, at_once)) if at_once else None
        group = at_once or rest[:1]
        del rest[: len(group)]
        if new:
            document = new
            continue
        for operation in group:
            for step in _steps(document.data, operation):
                document, is_wide = _do(document, step, style)
                wide += is_wide
    return document.text, wide


def _scalars_at_once(document: Document, operations: list[Operation], style: Style) -> list[Operation]:
    """The first operations, if more than one changes a scalar for another, each at a place of its own: one reading
    of the text for all of them."""
    found: dict[Pointer, Operation] = {}
    for operation in operations if not document.aliases else ():
        if not isinstance(operation, Set) or isinstance(operation.value, dict | list) or operation.pointer in found:
            break
        spots = trace(document, operation.pointer)
        if len(spots) <= len(operation.pointer) or spots[-1].node is None or spots[-1].node.kind is not SCALAR:
            break
        if needed(document, operation, style):
            break
        found[operation.pointer] = operation
    return list(found.values()) if len(found) > 1 else []


def _merged(document: Document, operations: list[Operation], style: Style) -> str:
    texts = (next(_ways(document, operation, style)) for operation in operations)
    return together(document.text, {difference(document.text, text) for text in texts})


def _in_service_style(text: str, data: Any, new_data: Any) -> str | None:
    """The text that the service would write, if it wrote the old one, whatever its line breaks; else None."""
    newline = "\r\n" if "\r\n" in text else "\n"
    plain = text.replace("\r\n", "\n")
    has_final = plain.endswith("\n")
    if plain.replace("\n", newline) != text or write(data) != (plain if has_final else plain + "\n"):
        return None
    full = write(new_data)
    for new in (full,) if has_final else (full.removesuffix("\n"), full):
        new_text = new.replace("\n", newline)
        if _reads_as(new_text, new_data):
            return new_text
    return None


def _steps(data: Any, operation: Operation) -> list[Operation]:
    """A collection in the place of another one as the differences inside it, so that its comments stay."""
    if not isinstance(operation, Set):
        return [operation]
    try:
        old = find(data, operation.pointer)
    except EditError:
        return [operation]
    new = operation.value
    if old and new and type(old) is type(new) and isinstance(old, dict | list):
        steps = diff(old, new)
        if len(steps) <= DIFFERENCES:
            return [_at(operation.pointer, _in_order(step, old, new)) for step in steps]
        return [operation]
    return [] if same(old, new) else [operation]


def _in_order(step: Operation, old: Any, new: Any) -> Operation:
    """A new key goes where the new mapping has it."""
    if not isinstance(step, Set) or not isinstance(step.pointer[-1], str):
        return step
    keys = list(find(new, step.pointer[:-1]))
    known = find(old, step.pointer[:-1])
    following = keys[keys.index(step.pointer[-1]) + 1 :]
    return replace(step, before=next((key for key in following if key in known), None))


def _at(pointer: Pointer, step: Operation) -> Operation:
    return replace(step, pointer=pointer + step.pointer)


def _do(document: Document, operation: Operation, style: Style) -> tuple[Document, bool]:
    expected = apply(document.data, [operation])
    ready = _prepared(document, operation, style)
    if ready:
        new = _first(_ways(ready, operation, style), expected) or _second(ready, operation, style, expected)
        if new:
            return new, False
    pointer = operation.pointer[:-1] if isinstance(operation, Set | Remove) else operation.pointer
    for length in range(len(pointer), -1, -1):
        outer = Set(pointer[:length], find(expected, pointer[:length]))
        ready = _prepared(document, outer, style) if length else document
        new = ready and _first(_ways(ready, outer, style), expected)
        if new:
            return new, True
    raise EditFault(f"cannot write {operation}")


def _prepared(document: Document, operation: Operation, style: Style) -> Document | None:
    """The document with all written out that the operation needs; None where that cannot be written."""
    while True:
        texts = needed(document, operation, style)
        if texts is None:
            return document
        document = _first(texts, document.data)
        if document is None:
            return None


def _first(texts: Iterable[str], expected: Any) -> Document | None:
    """The first text that holds the data; a block at the end of a file may need the final line break."""
    for text in texts:
        document = _reads_as(text, expected) or _reads_as(text + newline_of(text), expected)
        if document:
            return document
    return None


def _reads_as(text: str, expected: Any) -> Document | None:
    try:
        document = Document(text)
    except ManifestError:
        return None
    return document if same(document.data, expected) else None


def _second(document: Document, operation: Operation, style: Style, expected: Any) -> Document | None:
    """The document after rewrites that few operations need: the last block told from the end of the file, and no
    alias in a list whose order changes."""
    header = _last_header(document)
    if header:
        document = _first([header], document.data) or document
        new = _first(_ways(document, operation, style), expected)
        if new:
            return new
    while True:
        copies = copy_out(document, aliases_of_list(document, operation), set(), style)
        if copies is None:
            break
        document = _first(copies, document.data)
        if document is None:
            return None
    return _first(_ways(document, operation, style), expected)


def _last_header(document: Document) -> str | None:
    """The text with "-" in the header of a block that ends with the file: then it may also stand elsewhere."""
    node = document.root
    while node and node.children:
        node = node.children[-1]
    if node is None or node.style not in ("|", ">") or document.text[-1] in BREAKS:
        return None
    header = HEADER.match(document.text, document.content(node))
    hints = header[2].strip("+-") + "-"
    return document.text[: header.start(2)] + hints + document.text[header.end(2) :]


def _ways(document: Document, operation: Operation, style: Style) -> Iterator[str]:
    match operation:
        case Set():
            return _set(document, operation, style)
        case Insert():
            spot = trace(document, operation.pointer)[-1]
            return add(document, spot, operation.index, [operation.value], style)
        case Remove():
            return _remove(document, operation, style)
        case Move():
            return _move(document, operation)
        case RenameKey():
            return _rename(document, operation, style)


def _set(document: Document, operation: Set, style: Style) -> Iterator[str]:
    spots = trace(document, operation.pointer)
    if len(spots) > len(operation.pointer):
        yield from fill(document, spots[-1], operation.value, style)
    else:
        yield from add_member(document, spots[-1], operation.pointer[-1], operation.value, operation.before, style)


def _remove(document: Document, operation: Remove, style: Style) -> Iterator[str]:
    spot = trace(document, operation.pointer[:-1])[-1]
    node, step = spot.node, operation.pointer[-1]
    gone = [step] if node.kind is LIST else indexes(node, step)
    count = len(node.children) if node.kind is LIST else len(node.children) // 2
    if len(gone) == count and node.style is not FLOW:
        yield from fill(document, spot, [] if node.kind is LIST else {}, style)
        return
    parts = parts_of(document, node)
    for index in reversed(gone):
        parts.remove(index)
    yield parts.render()
    for keep_blank in (True, False):
        for index in reversed(gone):
            parts.tidy(index, keep_blank)
        yield parts.render()


def _move(document: Document, operation: Move) -> Iterator[str]:
    parts = parts_of(document, trace(document, operation.pointer)[-1].node)
    parts.move(operation.source, operation.target)
    yield parts.render()
    for keep_blank in (True, False):
        for index in range(len(parts.items) + 1):
            parts.tidy(index, keep_blank)
        yield parts.render()


def _rename(document: Document, operation: RenameKey, style: Style) -> Iterator[str]:
    node: Node = trace(document, operation.pointer)[-1].node
    keys = [node.children[2 * index] for index in indexes(node, operation.old)]
    near = style_near(node, style)
    for quotes in ("", '"'):  # in {"a":1} a key without quotes would need a blank behind its colon
        text = document.text
        for key in reversed(keys):
            writer = Writer(with_quotes_of(key, near))
            around = quotes or writer.style.keys
            new = writer.flow_text(operation.new, around) if node.style is FLOW else writer.key(operation.new)
            text = text[: key.start] + new + text[key.end :]
        yield text
