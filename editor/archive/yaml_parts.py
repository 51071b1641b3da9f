"""A YAML collection cut into its items and what stands between them, put together again after a change
(docs/format.md, "Editing"). What is not an item stays where it is: comments, blank lines, indents."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

from editor.archive.yaml_layout import Document
from editor.archive.yaml_scan import BREAKS, FLOW, LINE_BREAK, Node

LINE = re.compile(f"[^{BREAKS}]*(?:\r\n|[{BREAKS}]|$)")


@dataclass
class Item:
    """One element or member. Block style: `lead` are the whole lines between it and the item before, `tail` is the
    rest of its last line, `line_break` ends that. Flow style: `lead` is what stands before it, `before_comma` and
    `tail` are what follows it up to the end of its line."""

    body: str
    lead: str = ""
    tail: str = ""
    line_break: str = ""
    before_comma: str = ""


def difference(old: str, new: str) -> tuple[int, int, str]:
    """Start and end of the part of `old` that differs from `new`, and what `new` has there."""
    shortest = min(len(old), len(new))
    start = bisect_left(range(1, shortest + 1), True, key=lambda size: old[:size] != new[:size])
    rest = range(1, shortest - start + 1)
    tail = bisect_left(rest, True, key=lambda size: old[-size:] != new[-size:])
    return start, len(old) - tail, new[start : len(new) - tail]


def together(text: str, differences: set[tuple[int, int, str]]) -> str:
    """A text with differences of it done at once; of two that overlap only the one behind."""
    limit = len(text)
    for start, end, new in sorted(differences, reverse=True):
        if end <= limit:
            text, limit = text[:start] + new + text[end:], start
    return text


def lines_of(text: str) -> list[str]:
    """The lines of a text, with their line breaks."""
    return [found[0] for found in LINE.finditer(text) if found[0]]


class BlockParts:
    """The items of a block collection. They have one column; each starts a line, the first may also stand behind
    a dash."""

    def __init__(self, document: Document, node: Node) -> None:
        self.document = document
        text, spans = document.text, document.spans(node)
        self.column = document.column(spans[0][0])
        self.pad = " " * self.column
        self.is_inline = not document.starts_line(spans[0][0])
        self.begin = spans[0][0] if self.is_inline else document.line_start(spans[0][0])
        self.stop = document.line_end(spans[-1][1])
        self.foot = ""
        self.items: list[Item] = []
        at = None
        for start, end in spans:
            lead = "" if at is None else text[at : document.line_start(start)]
            line_end, at = document.line_end(end), document.next_line(end)
            self.items.append(Item(text[start:end], lead, text[end:line_end], text[line_end:at]))

    def remove(self, index: int) -> None:
        """Take an item out with its lines; the comments above it stay."""
        lead = self.items.pop(index).lead
        if index < len(self.items):
            self.items[index].lead = lead + self.items[index].lead
        else:
            self.foot = lead + self.foot

    def insert(self, index: int, body: str) -> None:
        """Put an item in, on lines of its own, directly behind the one before it."""
        if index == 0:
            self._take_comments_above()
        self.items.insert(index, Item(body))

    def replace(self, index: int, bodies: list[str]) -> None:
        """Put other items in the place of one; the comment behind it gets a line of its own."""
        old = self.items[index]
        new = [Item(body) for body in bodies]
        comment = old.tail.strip()
        new[0].lead = old.lead + (self.pad + comment + self.document.newline if comment else "")
        self.items[index : index + 1] = new

    def move(self, source: int, target: int) -> None:
        """Move an item with its lines and the comments directly above it."""
        self._take_comments_above()
        item = self.items[source]
        own = self._own_comments(item.lead)
        item.lead = item.lead[: len(item.lead) - len(own)]
        self.remove(source)
        item.lead = own
        self.items.insert(target, item)

    def tidy(self, index: int, keep_blank: bool) -> None:
        """Indent the comments before the item `index` as the items are, and drop the blank lines there unless they
        are kept: a block scalar before them would take them for its own text."""
        if index < len(self.items):
            self.items[index].lead = self._tidied(self.items[index].lead, keep_blank)
            return
        text, following = self.document.text, self.document.next_line(self.stop)
        end = self.document.skip(self.stop)
        for line in lines_of(text[following : end if end == len(text) else self.document.line_start(end)]):
            if line.strip() and len(line) - len(line.lstrip(" ")) <= self.column:
                break
            self.foot += line
            self.stop = following + len(LINE_BREAK.sub("", line))
            following += len(line)
        self.foot = self._tidied(self.foot, keep_blank)

    def render(self) -> str:
        """The whole text with the items as they now are."""
        text, newline = self.document.text, self.document.newline
        begin, pieces = self.begin, []
        for index, item in enumerate(self.items):
            if index == 0 and self.is_inline:
                if item.lead:
                    begin = len(text[:begin].rstrip(" \t"))
                    pieces += (newline, item.lead, self.pad)
            else:
                pieces += (item.lead, self.pad)
            pieces += (item.body, item.tail, item.line_break or newline)
        at_end = self.stop == len(text)  # and so without a final newline
        pieces += lines_of(self.foot.rstrip(" \t" + BREAKS) if at_end else self.foot)
        pieces[-1] = LINE_BREAK.sub("", pieces[-1])
        return text[:begin] + "".join(pieces) + text[self.stop :]

    def _own_comments(self, lead: str) -> str:
        own = ""
        for line in reversed(lines_of(lead)):
            if not line.startswith(self.pad + "#"):
                break
            own = line + own
        return own

    def _take_comments_above(self) -> None:
        """Where other items have comments above them, those above the first one are its own too."""
        if self.is_inline or not any(self._own_comments(item.lead) for item in self.items[1:]):
            return
        above = self._own_comments(self.document.text[: self.begin])
        if len(above) == self.begin:
            return  # the header of the file
        self.begin -= len(above)
        self.items[0].lead = above

    def _tidied(self, lead: str, keep_blank: bool) -> str:
        lines = [self.pad + line.lstrip(" \t") if line.strip() else line for line in lines_of(lead)]
        return "".join(line for line in lines if keep_blank or line.strip())


class FlowParts:
    """The items between braces or brackets."""

    def __init__(self, document: Document, node: Node) -> None:
        self.document = document
        text = document.text
        self.begin, self.stop = document.content(node) + 1, node.end - 1
        self.items: list[Item] = []
        self.has_last_comma = False
        at = self.begin
        for start, end in document.spans(node):
            if self.items:
                self._behind(text[at:start])
            else:
                lead = text[at:start]
                self.items.append(Item("", lead))
            self.items[-1].body = text[start:end]
            at = end
        self.foot = text[at : self.stop]
        if self.items:
            self._behind(self.foot)
            self.foot = self.items.pop().lead

    def _behind(self, gap: str) -> None:
        """Share what stands behind the last item out, and start the next one."""
        last = self.items[-1]
        comma = self._comma(gap)
        self.has_last_comma = comma is not None
        if comma is not None:
            last.before_comma, gap = gap[:comma], gap[comma + 1 :]
        found = LINE_BREAK.search(gap)
        last.tail, lead = (gap[: found.start()], gap[found.start() :]) if found else ("", gap)
        self.items.append(Item("", lead))

    @staticmethod
    def _comma(gap: str) -> int | None:
        for found in re.finditer(f"#[^{BREAKS}]*|,", gap):
            if found[0] == ",":
                return found.start()
        return None

    def remove(self, index: int) -> None:
        """Take an item out; where it stood on lines of its own, these go, with the comment on the last one."""
        item = self.items.pop(index)
        after = self.items[index].lead if index < len(self.items) else self.foot
        has_lines = bool(LINE_BREAK.match(item.lead)) and (bool(LINE_BREAK.match(after)) or not after)
        kept = self._comment_lines(item.lead)
        if "#" in item.tail and not has_lines and index:
            self.items[index - 1].tail += item.tail
        lead = kept + after if (kept or "#" in after) and LINE_BREAK.search(after) else item.lead
        if index < len(self.items):
            self.items[index].lead = lead
        else:
            self.foot = lead if kept else after

    def insert(self, index: int, body: str) -> None:
        """Put an item in, on a line of its own where the others have such."""
        leads = [item.lead for item in self.items]
        between = self._blank(leads[1] if len(leads) > 1 else leads[0] if leads else "")
        item = Item(body, between or " ")
        if index == 0:
            item.lead = leads[0] if leads else ""
            if leads:
                self.items[0].lead = between or " "
        self.items.insert(index, item)

    def replace(self, index: int, bodies: list[str]) -> None:
        """Put other items in the place of one."""
        self.items[index].body = bodies[0]
        for offset, body in enumerate(bodies[1:], 1):
            self.insert(index + offset, body)

    def move(self, source: int, target: int) -> None:
        """Move an item: with its lines where each has such, else the items change places only."""
        if all(LINE_BREAK.match(item.lead) for item in self.items):
            self.items.insert(target, self.items.pop(source))
            return
        bodies = [item.body for item in self.items]
        bodies.insert(target, bodies.pop(source))
        for item, body in zip(self.items, bodies, strict=True):
            item.body = body

    def tidy(self, index: int, keep_blank: bool) -> None:
        """Nothing stands between braces that a block scalar could take for its own."""

    def render(self) -> str:
        """The whole text with the items as they now are."""
        pieces: list[str] = []
        has_comment = False
        for index, item in enumerate(self.items):
            comma = "," if index < len(self.items) - 1 or self.has_last_comma else ""
            pieces += (self._below(item.lead, has_comment), item.body, item.before_comma, comma, _apart(item.tail))
            has_comment = "#" in item.tail or (not comma and "#" in item.before_comma)
        pieces.append(self._below(_apart(self.foot) if self.items else self.foot, has_comment))
        return self.document.text[: self.begin] + "".join(pieces) + self.document.text[self.stop :]

    def _below(self, lead: str, has_comment: bool) -> str:
        """What stands behind a comment has to start a line."""
        if not has_comment or LINE_BREAK.match(lead):
            return lead
        indent = self.document.line_start(self.begin)
        line = self.document.text[indent : self.begin]
        return self.document.newline + " " * (len(line) - len(line.lstrip(" ")) + 1) + lead

    def _blank(self, lead: str) -> str:
        """A lead without its comments: one line break and the indent of the item, or the spaces."""
        breaks = list(LINE_BREAK.finditer(lead))
        return lead[breaks[-1].start() :] if breaks else lead.partition("#")[0]

    def _comment_lines(self, lead: str) -> str:
        if "#" not in lead:
            return ""
        breaks = list(LINE_BREAK.finditer(lead))
        return lead[: breaks[-1].start()]


def _apart(comment: str) -> str:
    """A comment may follow a bracket directly, but no other text."""
    return " " + comment if comment.startswith("#") else comment


def parts_of(document: Document, node: Node) -> BlockParts | FlowParts:
    """The parts of a collection with items, or of any one with braces."""
    return FlowParts(document, node) if node.style is FLOW else BlockParts(document, node)
