"""Another value in a place of a YAML text (docs/format.md, "Editing").

Every function gives whole texts, the best first; the caller takes the first that holds the right data.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from editor.archive.yaml_blocks import HEADER, edit_block
from editor.archive.yaml_layout import Document, style_near, with_quotes_of
from editor.archive.yaml_parts import lines_of
from editor.archive.yaml_scan import BLOCK, BREAKS, FLOW, LIST, PAIR, SCALAR, Node
from editor.archive.yaml_write import Style, Writer, double_quoted


@dataclass(frozen=True)
class Spot:
    """A place in a tree: `node` is the element or the value of the pair `index` of `parent`. The root has no
    parent, and no node where the text holds none."""

    node: Node | None
    parent: Node | None = None
    index: int = 0

    @property
    def is_in_flow(self) -> bool:
        """Whether the place is between braces or brackets."""
        return self.parent is not None and self.parent.style in (FLOW, PAIR)


def fill(document: Document, spot: Spot, value: Any, style: Style) -> Iterator[str]:
    """Texts with `value` at the place."""
    if spot.node is None:
        yield from _fill_empty(document, value, style)
        return
    writer = Writer(style_near(spot.parent, style) if spot.parent else style)
    if spot.is_in_flow:
        yield from _fill_flow(document, spot, value, writer)
        return
    yield from _BlockFill(document, spot.node, _slot(document, spot, style), writer).texts(value)
    if spot.parent is None:
        yield _root_alone(document, spot.node, value, writer)


def _fill_empty(document: Document, value: Any, style: Style) -> Iterator[str]:
    text, newline = document.text, document.newline
    break_before = newline if text and text[-1] not in BREAKS else ""
    yield text + break_before + Writer(style).root(value).replace("\n", newline)


def _root_alone(document: Document, root: Node, value: Any, writer: Writer) -> str:
    """A text with nothing but comments around the value."""
    start = document.line_start(root.start) if document.head is None else document.line_end(document.head)
    after = [line for line in lines_of(document.text[root.end :])[1:] if line.startswith("#")]
    before_break = "" if document.head is None else document.newline
    return document.text[:start] + before_break + writer.root(value).replace("\n", document.newline) + "".join(after)


def _properties(document: Document, node: Node, value: Any) -> list[str]:
    """Anchor and tag as they are; without the tag where the value has another type; without both."""
    properties = document.properties(node)
    if not properties:
        return [""]
    anchor = f" &{node.anchor}" if node.anchor else ""
    kept = [f" {properties}"] if not node.tag or type(value) is type(node.data) else []
    return list(dict.fromkeys([*kept, anchor, ""]))


# In flow style


def _fill_flow(document: Document, spot: Spot, value: Any, writer: Writer) -> Iterator[str]:
    node, text = spot.node, document.text
    spellings = [writer.flow(value)]
    if isinstance(value, str):
        style = with_quotes_of(node, writer.style) if isinstance(node.data, str) else writer.style
        spellings = [Writer(style).flow_text(value, style.values), double_quoted(value)]
    for properties in _properties(document, node, value):
        before = _before_flow(document, spot)
        if properties:
            before += properties.lstrip() + " "
        behind = " " if text.startswith("#", node.end) else ""
        for spelling in spellings:
            yield text[: node.start] + before + spelling + behind + text[node.end :]


def _before_flow(document: Document, spot: Spot) -> str:
    """What has to stand before a value where there was none."""
    if spot.node.start < spot.node.end or spot.parent.kind is LIST:
        return ""
    key = spot.parent.children[2 * spot.index]
    if document.colon(key) is not None:
        return " "
    return " : " if key.tag or key.anchor else ": "


# In block style


@dataclass(frozen=True)
class _Slot:
    """The room behind a colon, a dash or the document's start, in block style.

    `offset` is where it starts; `column` that of the key or dash; `members` and `elements` are the columns of a
    mapping and of a list in it, `indent` that of further lines of a scalar; `is_compact` says that a collection
    may start in the line itself; `gap` is what has to stand before a value in its line."""

    offset: int
    column: int
    members: int
    elements: int
    indent: int
    is_compact: bool = False
    gap: str = " "


def _slot(document: Document, spot: Spot, style: Style) -> _Slot:
    node, parent = spot.node, spot.parent
    if parent is None:
        if document.head is not None:
            return _Slot(document.head, 0, 0, 0, style.indent)
        return _Slot(document.line_start(node.start), 0, 0, 0, style.indent, gap="")
    start = document.spans(parent)[spot.index][0]
    column = document.column(start)
    indent = column + style.indent
    if parent.kind is LIST:
        return _Slot(start + 1, column, column + style.item, column + style.item, indent, is_compact=True)
    offset = document.colon(parent.children[2 * spot.index]) + 1
    return _Slot(offset, column, column + style.indent, column + style.dash, indent)


class _BlockFill:
    """What stands in a slot, and texts with something else there.

    `content` and `end` are the offsets of the old value without anchor and tag; `between` is what stands before a
    value on lines below: the rest of the slot's line and whole lines; `tail` is what stays behind the value in
    its line; `gap` the space before it."""

    def __init__(self, document: Document, node: Node, slot: _Slot, writer: Writer) -> None:
        self.document, self.node, self.slot, self.writer = document, node, slot, writer
        text = document.text
        properties = document.properties(node)
        self.content, self.end = document.content(node), node.end
        behind = node.start + len(properties) if properties else slot.offset
        self.between, self.gap = "", slot.gap
        if self.content == self.end:
            self.content = self.end = behind
            self.tail = text[behind : document.line_end(behind)].rstrip()
            return
        slot_line = document.line_start(slot.offset)
        if document.line_start(self.content) != slot_line:
            self.between = text[behind : document.line_start(self.content)]
        elif not properties:
            self.gap = text[slot.offset : self.content]
        self.tail = text[self.end : document.line_end(self.end)]
        if _is_block_scalar(node):
            self.tail = HEADER.match(text, self.content)[3]
        elif node.style is BLOCK and document.line_start(self.end) != slot_line:
            self.tail = ""  # the comment of a line that goes
        if self.tail.startswith("#"):  # legal behind a quote or bracket only
            self.tail = " " + self.tail

    def texts(self, value: Any) -> Iterator[str]:
        """Whole texts with the value, for each way to keep anchor and tag."""
        text, stop = self.document.text, self.document.line_end(self.end)
        for properties in _properties(self.document, self.node, value):
            if self.writer.is_block(value):
                writers = (self.writer, self.writer.but(literal=False))
                new_texts = [new for writer in writers for new in self._lines(value, properties, writer)]
            else:
                new_texts = self._inline(value, properties)
            for new in new_texts:
                yield text[: self.slot.offset] + properties + new + text[stop:]

    def _lines(self, value: dict | list, properties: str, writer: Writer) -> Iterator[str]:
        slot, newline = self.slot, self.document.newline
        column = slot.members if isinstance(value, dict) else slot.elements
        block = writer.block(value, column).replace("\n", newline)
        comment = self.tail.rstrip()
        if self.between:
            kept = " " * column + comment.lstrip() + newline if comment else ""
            yield self.between + kept + " " * column + block
        elif slot.is_compact and not comment and not properties:
            yield " " * (column - slot.column - 1) + block
        elif slot.gap or properties:
            yield comment + newline + " " * column + block
        else:
            yield comment.lstrip() + (newline if comment else "") + block

    def _inline(self, value: Any, properties: str) -> Iterator[str]:
        newline, is_in_place = self.document.newline, self.node.style is not BLOCK
        for spelling, is_block in self._spellings(value):
            spelling = spelling.replace(newline, "\n").replace("\n", newline)
            if self.between and is_in_place and not is_block:
                start = self.document.line_start(self.content)
                indent = self.document.text[start : self.content]
                yield self.between + indent + spelling + self.tail
            if is_block and "#" in self.between:
                continue  # the comment would become a part of the text
            if self.between:
                yield self.slot.gap + spelling + _without_last_break(self.between)
            else:
                yield (" " if properties else self.gap) + spelling + ("" if is_block else self.tail)

    def _spellings(self, value: Any) -> Iterator[tuple[str, bool]]:
        """Ways to write a value that starts in the slot's line; the second says whether it is a block scalar."""
        node, slot, writer = self.node, self.slot, self.writer
        if not isinstance(value, str):
            yield writer.scalar(value, 0, 0), False
            return
        start = self.content if self.content < self.end else slot.offset + len(slot.gap)
        column, indent = self.document.column(start), slot.indent
        is_text = node.kind is SCALAR and isinstance(node.data, str)
        if is_text and _is_block_scalar(node):
            edited = edit_block(self.document, node, value, slot.column)
            if edited is not None:
                yield edited, True
        if is_text:
            writer = Writer(with_quotes_of(node, writer.style))
            if node.style == '"' and "\n" in node.text:
                writer = writer.but(literal=False)
        natural = writer.text(value, column, indent)
        is_block = natural[0] == "|" and "\n" in value
        if not is_block or "#" not in self.tail:
            yield natural, is_block
        yield double_quoted(value), False


def _without_last_break(text: str) -> str:
    return text[: -2 if text.endswith("\r\n") else -1]


def _is_block_scalar(node: Node) -> bool:
    return node.style in ("|", ">")
