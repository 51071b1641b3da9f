"""What a template gets for each control."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from editor.forms.names import Option

# Controls that have no template of their own: what differs is in their input, or in their words.
DRAWN_AS = {"long": "text", "suggest": "text", "number": "text", "duration": "text", "others": "map"}


def html_id(name: str) -> str:
    """The id of a control: letters, digits and hyphens."""
    return "f" + "".join(c if c.isascii() and c.isalnum() else f"-{ord(c):x}-" if c != "/" else "-" for c in name)


@dataclass
class Node:
    """One control, or a group of them. `name` is that of its input on the wire, `text` what the input holds.

    `present`: the manifest has the key. `children` are the members of a group, the elements of a list, the rows
    of a map; `more` are members to fold away. `language`: the text is for machines, in this language or in none of
    its own. `off`: switched off, or not ticked. `url` is the page of what it names.

    An element knows its id on the wire, its number from 1, a title and further columns; a row its key, and a map
    what its keys are called. Of a choice `chosen` is the member, and each child has its name as `key`. `part_url` is
    where a blank one is to be had.
    """

    control: str
    name: str
    label: Any = ""
    help: Any = ""
    text: str = ""
    error: str = ""
    note: str = ""
    present: bool = False
    options: list[Option] = field(default_factory=list)
    children: list[Node] = field(default_factory=list)
    more: list[Node] = field(default_factory=list)
    field: Any = None
    language: str = ""
    unit: Any = ""
    placeholder: Any = ""
    list_id: str = ""
    id_in_list: str = ""
    number: int = 0
    title: str = ""
    columns: Sequence[str] = ()
    key: str = ""
    key_error: str = ""
    key_label: str = ""
    chosen: str = ""
    url: str = ""
    part_url: str = ""
    folded: bool = False
    off: bool = False
    removable: bool = False

    @property
    def template(self) -> str:
        """The template of the control."""
        return f"editor/controls/{DRAWN_AS.get(self.control, self.control)}.html"

    @cached_property
    def id(self) -> str:
        """The id of the input."""
        return html_id(self.name)

    @property
    def way(self) -> str:
        """The way of the value, without a sign before it."""
        return self.name[self.name.find("/") :]

    @property
    def key_name(self) -> str:
        """The name of the input with the key of a row."""
        return f"K{self.way}"

    @property
    def more_set(self) -> int:
        """How many of the folded members are set."""
        return sum(node.present for node in self.more)

    @property
    def wrong(self) -> bool:
        """Whether an error stands here or below."""
        return bool(self.error or self.key_error) or any(node.wrong for node in (*self.children, *self.more))
