"""A JSON text as a tree that loses nothing: every node owns its characters (docs/format.md, "Editing").

`scan` makes the tree, `render` gives the text back. Putting in and taking out entries is here too, since it is
all about the white space between them: what is put in or taken out brings or takes its own lines and one
comma, and every other line stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from json.decoder import scanstring

from editor.archive.json_read import BLANK, DECODER, STRING
from editor.archive.operations import Pointer
from editor.archive.places import Place

SPACE = re.compile(f"[{BLANK}]*")
MEMBER = re.compile(rf"({STRING})([{BLANK}]*:[{BLANK}]*)", re.DOTALL)
SCALAR = re.compile(rf"{STRING}|[-+.\w]+", re.DOTALL)
GAP = re.compile(f"([{BLANK}]*)(?:,([{BLANK}]*))?")
BRACKETS = ("{", "[")
LINE_END = re.compile(r"\r\n|\n|\r")


@dataclass(slots=True)
class Entry:
    """A value with its key, if it is in an object. `value` is its text, or a container that was opened; `key`
    is the key's text with its quotes, `name` what it says, `colon` all between key and value. `place` is
    where `scan` found it."""

    value: str | Container
    key: str = ""
    name: str | None = None
    colon: str = ""
    place: Place | None = None

    @property
    def opening(self) -> str:
        """The first character of the value."""
        return self.value[0] if isinstance(self.value, str) else self.value.opening

    @property
    def container(self) -> Container:
        """The object or list that the value is."""
        if isinstance(self.value, str):
            self.value, _ = _scan_container(self.value, 0, deep=False)
        return self.value


@dataclass(slots=True)
class Container:
    """An object or a list.

    The text is `opening`, `lead`, the entries with a gap between each two, `tail`, the closing bracket. A gap
    is the white space before its comma and behind it. A container without entries has only its `lead`;
    `former` is then the last (lead, tail, colon) it had with entries.
    """

    opening: str
    lead: str = ""
    entries: list[Entry] = field(default_factory=list)
    gaps: list[tuple[str, str]] = field(default_factory=list)
    tail: str = ""
    former: tuple[str, str, str] | None = None

    @property
    def closing(self) -> str:
        """The bracket at the end."""
        return "}" if self.opening == "{" else "]"

    def find(self, step: str | int) -> int:
        """The index of the entry that a pointer's step means; of a duplicate key the last one."""
        return step if isinstance(step, int) else self.all(step)[-1]

    def all(self, name: str) -> list[int]:
        """The indexes of all entries with a key."""
        return [index for index, entry in enumerate(self.entries) if entry.name == name]

    def indent(self, index: int, own: str) -> str:
        """The indent of the line in which the value of an entry starts; `own` is that of the container."""
        before, _, behind = self.entries[index].colon.partition(":")
        for space in (behind, before):
            if is_broken(space):
                return line_indent(space)
        for at in range(index, 0, -1):
            for space in reversed(self.gaps[at - 1]):
                if is_broken(space):
                    return line_indent(space)
            if self.entries[at - 1].opening in BRACKETS:
                return own  # the line of its closing bracket, which stands as deep as this container
        return line_indent(self.lead) if is_broken(self.lead) else own

    def insert(self, index: int, entry: Entry, comma: str, close: bool = False) -> None:
        """Put an entry in. `comma` is the comma with its white space where no neighbour shows one; with
        `close` the entry stays together with the one behind it, else with the one before it."""
        if not self.entries:
            self.entries.append(entry)
            return
        before, behind = self._fresh_gap(index, comma)
        if index == 0:
            self._insert_first(before, behind, close)
        elif index == len(self.entries):
            rest = self.tail
            if is_broken(behind) and is_broken(rest):  # blanks at the end of a line stay there
                head, rest = split_first(rest)
                behind = head + behind
            self.gaps.append((before, behind))
            self.tail = rest
        else:
            old_before, old_behind = self.gaps[index - 1]
            if is_broken(old_behind) and not close:
                head, rest = split_first(old_behind)
                self.gaps[index - 1 : index] = [(old_before, head + behind), (before, rest)]
            else:
                self.gaps[index - 1 : index] = [(old_before, old_behind), (before, behind)]
        self.entries.insert(index, entry)

    def remove(self, index: int) -> Entry:
        """Take an entry out."""
        entry = self.entries.pop(index)
        if not self.entries:
            self.former = self.lead, self.tail, entry.colon
            self.lead = self.tail = ""
        elif index == 0:
            _, behind = self.gaps.pop(0)
            self.lead = without_line(self.lead, behind)
        elif index == len(self.entries):
            _, behind = self.gaps.pop()
            if is_broken(behind) and is_broken(self.tail):
                self.tail = without_line(behind, self.tail)
        else:
            (before, behind), (_, next_behind) = self.gaps[index - 1 : index + 1]
            self.gaps[index - 1 : index + 1] = [(before, without_line(behind, next_behind))]
        return entry

    def move(self, source: int, target: int) -> None:
        """Move an entry. One entry a line: its lines move. Else the white space keeps its place."""
        spaces = [self.lead, *(behind for _, behind in self.gaps), self.tail]
        if source != target and all(map(is_broken, spaces)):
            self.insert(target, self.remove(source), ", ")
        else:
            self.entries.insert(target, self.entries.pop(source))

    def _fresh_gap(self, index: int, comma: str) -> tuple[str, str]:
        if self.gaps:
            before, behind = self.gaps[min(max(index - 1, 0), len(self.gaps) - 1)]
            return line_break(before), line_break(behind)
        return "", line_break(self.lead) if is_broken(self.lead) else comma[1:]

    def _insert_first(self, before: str, behind: str, close: bool) -> None:
        if is_broken(self.lead) and is_broken(behind) and not close:
            head, behind = split_first(self.lead)
            self.lead = head + line_break(self.lead)
        self.gaps.insert(0, (before, behind))


@dataclass(slots=True)
class Document:
    """A whole text: `head`, the value, `tail`; the two are white space."""

    head: str
    root: Entry
    tail: str

    def render(self) -> str:
        """The text."""
        return f"{self.head}{render(self.root.value)}{self.tail}"


def is_broken(space: str) -> bool:
    """Whether white space holds a line break."""
    return "\n" in space or "\r" in space


def split_first(space: str) -> tuple[str, str]:
    """White space in two, the second part from the first line break on."""
    match = LINE_END.search(space)
    return (space[: match.start()], space[match.start() :]) if match else (space, "")


def line_break(space: str) -> str:
    """Only the last line break and the indent behind it; white space without a line break as it is."""
    return space[_last_break(space) :]


def without_line(before: str, behind: str) -> str:
    """The white space that is left between two neighbours when what was between `before` and `behind` goes
    with its line: its indent and the blanks at its end go too, empty lines stay."""
    if not is_broken(behind):
        return before
    return before[: _last_break(before)] + split_first(behind)[1]


def line_indent(space: str) -> str:
    """What stands behind the last line break."""
    return space[max(space.rfind("\n"), space.rfind("\r")) + 1 :]


def _last_break(space: str) -> int:
    at = max(space.rfind("\n"), space.rfind("\r"), 0)
    return at - 1 if space[at - 1 : at + 1] == "\r\n" else at


def scan(text: str, deep: bool = False) -> Document:
    """The tree of a text that `load` takes; the nesting limit keeps the recursion flat. Containers stay texts
    until `Entry.container` opens them, which is much quicker for an edit; with `deep` all are open."""
    start = SPACE.match(text).end()
    value, end = _scan_value(text, start, deep)
    return Document(text[:start], Entry(value, place=Place(start, end)), text[end:])


def _scan_value(text: str, at: int, deep: bool) -> tuple[str | Container, int]:
    if text[at] not in BRACKETS:
        match = SCALAR.match(text, at)
        return match[0], match.end()
    if deep:
        return _scan_container(text, at, deep)
    _, end = DECODER.raw_decode(text, at)  # only to find the end: nothing else is as quick
    return text[at:end], end


def _scan_container(text: str, at: int, deep: bool) -> tuple[Container, int]:
    node = Container(text[at])
    match = SPACE.match(text, at + 1)
    node.lead, at = match[0], match.end()
    if text[at] in "}]":
        return node, at + 1
    while True:
        key, name, colon, key_place = "", None, "", (None, None)
        if node.opening == "{":
            match = MEMBER.match(text, at)
            key, colon = match.groups()
            name, at, key_place = name_of(key), match.end(), match.span(1)
        value, end = _scan_value(text, at, deep)
        node.entries.append(Entry(value, key, name, colon, Place(at, end, *key_place)))
        match = GAP.match(text, end)
        before, behind = match.groups()
        at = match.end()
        if behind is None:
            node.tail = before
            return node, at + 1
        node.gaps.append((before, behind))


def name_of(key: str) -> str:
    """What the text of a key says."""
    return scanstring(key, 1)[0] if "\\" in key else key[1:-1]


def render(value: str | Container) -> str:
    """The text of a value."""
    parts: list[str] = []
    _render(value, parts)
    return "".join(parts)


def _render(value: str | Container, parts: list[str]) -> None:
    if isinstance(value, str):
        parts.append(value)
        return
    parts += (value.opening, value.lead)
    for index, entry in enumerate(value.entries):
        if index:
            before, behind = value.gaps[index - 1]
            parts += (before, ",", behind)
        parts += (entry.key, entry.colon)
        _render(entry.value, parts)
    parts += (value.tail, value.closing)


def walk(entry: Entry, pointer: Pointer = ()) -> Iterator[tuple[Pointer, Entry]]:
    """Every entry that is data, with its pointer, in the order of the text: of a duplicate key the last."""
    yield pointer, entry
    if isinstance(entry.value, str):
        return
    last = {inner.name: inner for inner in entry.value.entries}
    for index, inner in enumerate(entry.value.entries):
        if inner.name is None:
            yield from walk(inner, (*pointer, index))
        elif last[inner.name] is inner:
            yield from walk(inner, (*pointer, inner.name))
