"""Where a value stands in a text, and what is odd there. Shared by both syntaxes."""

from __future__ import annotations

from dataclasses import dataclass

from editor.archive.operations import Pointer


@dataclass(frozen=True)
class Place:
    """Character offsets: the value is text[start:end], its key text[key_start:key_end] (None in a list)."""

    start: int
    end: int
    key_start: int | None = None
    key_end: int | None = None


@dataclass(frozen=True)
class Remark:
    """Something odd in a text that can be read: `rule` is "bom", "duplicate-key", "lone-surrogate" or
    "yaml-plain-scalar"; `line` and `column` count from 1; `lines` names every place of a duplicate key."""

    rule: str
    message: str
    pointer: Pointer
    line: int
    column: int
    lines: tuple[int, ...] = ()


def line_column(text: str, offset: int) -> tuple[int, int]:
    """Line and column, from 1, of a character offset. Lines end at LF, CR or CRLF."""
    before = text[:offset].replace("\r\n", "\n").replace("\r", "\n")
    return before.count("\n") + 1, len(before) - before.rfind("\n")
