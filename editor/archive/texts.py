"""Texts that went through a browser: line ends and differences (docs/format.md, "Editing")."""

from __future__ import annotations

import codecs
import re
from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher

LINE_END = re.compile(r"\r\n|\r|\n")
CONTEXT_LINES = 3


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
    for a, b, size in SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks():
        for step in range(size):
            if a + step < len(ends) and b + step < len(new_ends):
                new_ends[b + step] = ends[a + step]
    return "".join(line + end for line, end in zip(after, [*new_ends, ""], strict=True))


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
    matcher = SequenceMatcher(None, before, after, autojunk=len(before) + len(after) > 4_000)
    rows: list[DiffRow] = []
    for group in matcher.get_grouped_opcodes(CONTEXT_LINES):
        if group[0][1] or rows:
            rows.append(DiffRow("@", None, None, ""))
        for tag, a1, a2, b1, b2 in group:
            if tag == "equal":
                rows += [DiffRow(" ", a + 1, b1 + a - a1 + 1, before[a]) for a in range(a1, a2)]
                continue
            rows += [DiffRow("-", a + 1, None, before[a]) for a in range(a1, a2)]
            rows += [DiffRow("+", None, b + 1, after[b]) for b in range(b1, b2)]
    return rows


def count_lines(rows: list[DiffRow]) -> tuple[int, int]:
    """How many lines came and went."""
    signs = Counter(row.sign for row in rows)
    return signs["+"], signs["-"]
