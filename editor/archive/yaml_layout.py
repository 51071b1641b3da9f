"""Where things stand in a YAML text, and the style that a file has (docs/format.md, "Editing")."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from editor.archive.yaml_scan import (
    BLOCK,
    FLOW,
    GAP,
    LINE_BREAK,
    LIST,
    MAP,
    PROPERTIES,
    PROPERTY,
    SCALAR,
    Node,
    Scan,
)
from editor.archive.yaml_write import LINE_WIDTH, UNFOLDED, Style, needs_quotes


class Document(Scan):
    """A text with its tree and its lines. Offsets count characters, columns count from 0."""

    @cached_property
    def newline(self) -> str:
        """The line break of the file."""
        return newline_of(self.text)

    @cached_property
    def _lines(self) -> tuple[list[int], list[int]]:
        breaks = list(LINE_BREAK.finditer(self.text))
        starts = [0, *(found.end() for found in breaks)]
        ends = [*(found.start() for found in breaks), len(self.text)]
        return starts, ends

    def _line(self, offset: int) -> int:
        return bisect_right(self._lines[0], offset) - 1

    def line_start(self, offset: int) -> int:
        """Where the line of an offset starts."""
        return self._lines[0][self._line(offset)]

    def line_end(self, offset: int) -> int:
        """Where the line of an offset ends, without its line break."""
        return self._lines[1][self._line(offset)]

    def next_line(self, offset: int) -> int:
        """Where the next line starts; the end of the text where there is none."""
        line = self._line(offset) + 1
        return self._lines[0][line] if line < len(self._lines[0]) else len(self.text)

    def column(self, offset: int) -> int:
        """The column of an offset."""
        return offset - self.line_start(offset)

    def starts_line(self, offset: int) -> bool:
        """Whether only spaces stand before an offset in its line."""
        return not self.text[self.line_start(offset) : offset].strip(" \t")

    def skip(self, offset: int) -> int:
        """The offset behind white space, line breaks and comments."""
        return GAP.match(self.text, offset).end()

    def content(self, node: Node) -> int:
        """Where a node starts behind its anchor and tag."""
        if node.anchor or node.tag:
            return min(PROPERTIES.match(self.text, node.start).end(), node.end)
        return node.start

    def properties(self, node: Node) -> str:
        """The anchor and the tag of a node, as written, without what follows."""
        start = end = node.start
        content = self.content(node)
        while start < content:
            end = PROPERTY.match(self.text, start).end()
            start = self.skip(end)
        return self.text[node.start : end]

    def spans(self, node: Node) -> list[tuple[int, int]]:
        """Start and end of each item of a collection: of an element with its dash, of a key with its value."""
        at = self.content(node) + (node.style is FLOW)
        spans = []
        for last in node.children if node.kind is LIST else [max(pair, key=_end) for pair in node.pairs()]:
            start = self.skip(at)
            if node.style is FLOW and spans:
                start = self.skip(start + 1)  # behind the comma
            spans.append((start, last.end))
            at = last.end
        return spans


def newline_of(text: str) -> str:
    """The line break of a text: that of its first line."""
    found = LINE_BREAK.search(text)
    return found[0] if found and found[0] in ("\r\n", "\r") else "\n"


def _end(node: Node) -> int:
    return node.end


def walk(node: Node | None, parent: Node | None = None) -> Iterator[tuple[Node, Node | None]]:
    """Every node with its parent, keys included, in the order of the text."""
    if node:
        yield node, parent
        for child in node.children:
            yield from walk(child, node)


def style_of(document: Document) -> Style:
    """The style of a file, by majority; what it does not show is the service's."""
    seen: dict[str, Counter] = {name: Counter() for name in ("indent", "dash", "item", "quote", "width", "flow_lists")}
    for node, parent in walk(document.root):
        if node.kind is SCALAR:
            _look_at_text(document, node, parent, seen)
        elif parent and parent.style is BLOCK:
            _look_at_collection(document, node, parent, seen)
    found = {name: counter.most_common(1)[0][0] for name, counter in seen.items() if counter}
    return replace(Style(), **{**found, "flow_lists": set(seen["flow_lists"]) == {True}})


def _look_at_text(document: Document, node: Node, parent: Node | None, seen: dict[str, Counter]) -> None:
    if node.style and node.style in "'\"":
        seen["quote"][node.style] += 1
    if parent and parent.style is BLOCK and node.style not in ("|", ">"):
        if LINE_BREAK.search(document.text, node.start, node.end):
            seen["width"][LINE_WIDTH] += 1
        elif " " in document.text[document.line_start(node.start) + LINE_WIDTH + 1 : node.end]:
            seen["width"][UNFOLDED] += 1


def _look_at_collection(document: Document, node: Node, parent: Node, seen: dict[str, Counter]) -> None:
    if node.kind is LIST and node.children and all(child.kind is SCALAR for child in node.children):
        seen["flow_lists"][node.style is FLOW] += 1
    if node.style is not BLOCK:
        return
    start, outer = document.content(node), document.content(parent)
    columns = document.column(start) - document.column(outer)
    if parent.kind is MAP and document.starts_line(start):
        if node.kind is LIST:
            seen["dash"][columns] += columns >= 0
        elif 0 < columns < 10:
            seen["indent"][columns] += 1
    elif parent.kind is LIST and not document.starts_line(start) and columns > 1:
        seen["item"][columns] += 1


def style_near(node: Node, style: Style) -> Style:
    """The style for what is new in a collection: quotes and braces as its neighbours have them."""
    keys = [key for key, _ in node.pairs() if not key.is_merge()] if node.kind is MAP else []
    values = [value for _, value in node.pairs()] if node.kind is MAP else node.children
    texts = [value for value in values if isinstance(value.data, str) and value.style not in ("|", ">")]
    quotes = Counter(scalar.style for scalar in keys + texts if scalar.style in ("'", '"'))
    lists = {value.style for value in values if value.kind is LIST and value.children}
    maps = {value.style for value in values if value.kind is MAP and value.children}
    return replace(
        style,
        keys=_common_quotes(keys),
        values=_common_quotes(texts or keys),
        quote=quotes.most_common(1)[0][0] if quotes else style.quote,
        flow_lists=lists == {FLOW} if lists else style.flow_lists,
        flow_maps=maps == {FLOW},
    )


def with_quotes_of(scalar: Node, style: Style) -> Style:
    """The style for what replaces a scalar: its quotes, if it did not need them; if it did, where they are needed."""
    if scalar.kind is not SCALAR or scalar.style not in ("'", '"'):
        return style
    if needs_quotes(scalar.text):
        return replace(style, quote=scalar.style)
    return replace(style, keys=scalar.style, values=scalar.style)


def _common_quotes(scalars: list[Node]) -> str:
    """The quotes that all texts have, though not all of them need any; "" where that is not so."""
    styles = {scalar.style for scalar in scalars}
    if len(styles) != 1 or not styles <= {"'", '"'}:
        return ""
    return styles.pop() if any(not needs_quotes(scalar.text) for scalar in scalars) else ""
