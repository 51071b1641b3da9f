"""What is said of one field."""

from __future__ import annotations

from typing import NamedTuple


class Word(NamedTuple):
    """The words of a field or of a choice. All are texts that translate when they are shown; "": nothing is said.

    `on` and `off` stand in place of "On" and "Off" where a yes or no has words of its own (`off` is what false
    means). `unit` follows a number, `key` heads the keys of a map, `add` is on the button that adds an element
    or a row."""

    label: str
    help: str
    on: str = ""
    off: str = ""
    unit: str = ""
    key: str = ""
    add: str = ""
