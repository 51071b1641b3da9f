"""Texts that went through a browser: line ends and differences (docs/format.md, "Editing")."""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

LINE_END = re.compile(r"\r\n|\r|\n")
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
CONTEXT_LINES = 3
# Above this a change is shown as a new text: comparing can take the square of the lines.
COMPARED_LINES = 4_000


def normalise(text: str) -> str:
    """The text with LF line ends: browsers post every text area with CRLF."""
    return LINE_END.sub("\n", text)


def same_text(a: str, b: str) -> bool:
    """Equal apart from the spelling of line ends."""
    return normalise(a) == normalise(b)


def restore_line_ends(old: str, posted: str) -> str:
    """The posted text with the line ends of `old`: unchanged lines keep theirs, new ones get the most common."""
    ends = LINE_END.findall(old)
    if not ends:
        return normalise(posted)
    common = Counter(ends).most_common(1)[0][0]
    if len(set(ends)) == 1:
        return normalise(posted).replace("\n", common)
    before, after = normalise(old).split("\n"), normalise(posted).split("\n")
    new_ends = [common] * (len(after) - 1)
    for a, b in _kept_lines(before, after):
        if a < len(ends) and b < len(new_ends):
            new_ends[b] = ends[a]
    return "".join(line + end for line, end in zip(after, [*new_ends, ""], strict=True))


def _kept_lines(before: list[str], after: list[str]) -> Iterator[tuple[int, int]]:
    """Old and new numbers of the lines that stayed. In a part that counts as replaced as a whole, those that
    stand as far from its start or its end as before."""
    for _tag, a1, a2, b1, b2 in _opcodes(before, after):
        shortest = min(a2 - a1, b2 - b1)
        for step in range(shortest):
            if before[a2 - 1 - step] == after[b2 - 1 - step]:
                yield a2 - 1 - step, b2 - 1 - step
        for step in range(shortest):
            if before[a1 + step] == after[b1 + step]:
                yield a1 + step, b1 + step


def _opcodes(before: list[str], after: list[str]) -> list[tuple[str, int, int, int, int]]:
    """The steps from one list of lines to the other, as difflib names them. What lies between the common head
    and tail is compared only while that is quick; else it counts as replaced."""
    shortest = min(len(before), len(after))
    head = next((at for at in range(shortest) if before[at] != after[at]), shortest)
    rest = shortest - head
    tail = next((at for at in range(rest) if before[-1 - at] != after[-1 - at]), rest)
    a1, a2, b1, b2 = head, len(before) - tail, head, len(after) - tail
    middle = [(tag, a + a1, b + a1, c + b1, d + b1) for tag, a, b, c, d in _compare(before[a1:a2], after[b1:b2])]
    ends = [("equal", 0, a1, 0, b1), *middle, ("equal", a2, len(before), b2, len(after))]
    return [step for step in ends if step[1] < step[2] or step[3] < step[4]]


def _compare(before: list[str], after: list[str]) -> list[tuple[str, int, int, int, int]]:
    if len(before) + len(after) > COMPARED_LINES:
        return [("replace", 0, len(before), 0, len(after))]
    return SequenceMatcher(None, before, after).get_opcodes()


def shown(text: str) -> str:
    """A text that every page and database can hold: half a surrogate pair and NUL as their escapes."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8").replace("\0", "\\u0000")


def one_line(text: str) -> str:
    """A text of an archive as a terminal shows it: line breaks and what could steer the terminal as escapes."""
    return CONTROL.sub(lambda match: f"\\x{ord(match[0]):02x}", shown(text))


def guess_text(content: bytes) -> tuple[str, str] | None:
    """The text of a file and the encoding that was taken for it: UTF-8 (a byte-order mark stays), UTF-16 with
    its mark, else Latin-1, which loses no byte. None for binary content."""
    try:
        text, encoding = content.decode("utf-8"), "UTF-8"
    except UnicodeDecodeError:
        wide = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        encoding = "UTF-16" if wide else "Latin-1"
        text = content.decode(encoding, "replace")
    return None if "\0" in text else (text, encoding)


@dataclass(frozen=True)
class DiffRow:
    """One row of a difference: `sign` is " ", "+", "-", or "@" for left-out lines; `old` and `new` are line
    numbers from 1, None where the line is not in that text."""

    sign: str
    old: int | None
    new: int | None
    text: str


def diff_rows(old: str, new: str) -> list[DiffRow]:
    """The changed lines with three lines around them."""
    before, after = LINE_END.split(old), LINE_END.split(new)
    rows: list[DiffRow] = []
    for group in _groups(_opcodes(before, after)):
        if group[0][1] or rows:
            rows.append(DiffRow("@", None, None, ""))
        for tag, a1, a2, b1, b2 in group:
            if tag == "equal":
                rows += [DiffRow(" ", a + 1, b1 + a - a1 + 1, before[a]) for a in range(a1, a2)]
                continue
            rows += [DiffRow("-", a + 1, None, before[a]) for a in range(a1, a2)]
            rows += [DiffRow("+", None, b + 1, after[b]) for b in range(b1, b2)]
    return rows


def _groups(steps: list[tuple[str, int, int, int, int]]) -> Iterator[list[tuple[str, int, int, int, int]]]:
    """The changes with their neighbours, far ones apart: what difflib does with steps of its own."""
    matcher = SequenceMatcher(None, "", "")
    matcher.opcodes = steps
    return matcher.get_grouped_opcodes(CONTEXT_LINES)


def count_lines(rows: list[DiffRow]) -> tuple[int, int]:
    """How many lines came and went."""
    signs = Counter(row.sign for row in rows)
    return signs["+"], signs["-"]
