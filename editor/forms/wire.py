"""The names and values of a posted form.

A control is named by the way to its value in the manifest that the page rendered: "/" and field names; an element
of a list or a row of a map is named by its id. The id is the position there, or for a new one "n" and a token, or
"c3n" and a token for a copy of element 3. A sign before the way says what is posted:

    /a/0/b   the text of a value            @/a      the ids of a list or map, in order
    K/a/0    the key of a map's row         +/a      a value, or the id of a card, to add at the end
    !/a/b    the chosen member of b         ?/a      the object is to exist
    -/a      the member is to go            new:/a   the text of a file that is not there yet
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence

from editor.archive import limits

ID = re.compile(r"(?:c(?P<origin>[0-9]{1,6}))?n[0-9a-z]{1,12}|(?P<index>0|[1-9][0-9]{0,5})")
WAY = re.compile(r"(?:[@K+!?-]|new:)?(/.*)", re.DOTALL)
LONGEST_WAY = 2_000  # characters: 100 levels with names of 20; no page of ours makes a longer one
OTHERS = "*"  # the step from an object to its unknown keys


def index_of(element_id: str) -> int | None:
    """The position of an element that the rendered manifest has, None for a new one."""
    match = ID.fullmatch(element_id)
    return int(match["index"]) if match and match["index"] else None


def origin_of(element_id: str) -> int | None:
    """The position of the element of which this id is a copy."""
    match = ID.fullmatch(element_id)
    return int(match["origin"]) if match and match["origin"] else None


def fresh_id(origin: str = "") -> str:
    """An id for a new element, or for a copy of the element `origin`."""
    index = index_of(origin) if origin else None
    index = origin_of(origin) if origin and index is None else index
    return f"{'' if index is None else f'c{index}'}n{secrets.token_hex(4)}"


class Posted:
    """A posted form: names and their values, in the order in which they came."""

    def __init__(self, values: Mapping[str, Sequence[str]]) -> None:
        self.values: dict[str, list[str]] = {}
        self._ways: set[str] = set()
        self._above: set[str] = set()
        for name, texts in values.items():
            match = WAY.fullmatch(name)
            if match and len(name) <= LONGEST_WAY and name.count("/") <= limits.NESTING_LEVELS:
                self.values[name] = list(texts)
                self._note(match[1])

    def _note(self, way: str) -> None:
        while way and way not in self._ways:
            self._ways.add(way)
            way = way.rpartition("/")[0]
            self._above.add(way)

    def has(self, way: str) -> bool:
        """Whether anything was posted for this value or below it."""
        return not way or way in self._ways

    def inside(self, way: str) -> bool:
        """Whether anything was posted below this value; the key of a row is not."""
        return way in self._above

    def text(self, name: str) -> str | None:
        """The text of a control; None where the page did not have it."""
        texts = self.values.get(name)
        return texts[-1] if texts else None

    def flag(self, name: str) -> bool:
        """Whether something is ticked."""
        return bool(self.text(name))

    def ids(self, way: str) -> list[str] | None:
        """The ids of a list or map in their order, each once; None where the page did not show it."""
        ids = self.values.get(f"@{way}")
        return None if ids is None else [one for one in dict.fromkeys(ids) if ID.fullmatch(one)]

    def added(self, way: str) -> list[str]:
        """What is to be added at the end of a list."""
        return [one for one in dict.fromkeys(self.values.get(f"+{way}", ())) if one]

    # ---- buttons that change the shape before the page is drawn again

    def act(self, order: str) -> str:
        """Do what a button says: "add /a", "copy /a/0", "up /a/0", "down /a/0", "remove /a/0" in a list that was
        posted; "open /a", or "add /a" elsewhere, that an object is to exist; "all /a" that all names are to be shown.
        Returns the way of a new element, else ""."""
        verb, _, way = order.partition(" ")
        if verb in ("all", "open") or (verb == "add" and self.ids(way) is None):
            self.values[f"?{way}"] = ["1"]
            self._note(way)
            return ""
        listed = way if verb == "add" else way.rpartition("/")[0]
        one = "" if verb == "add" else way.rpartition("/")[2]
        ids, made = self.ids(listed), ""
        if ids is None:
            return ""
        if verb == "add":
            ids.append(made := fresh_id())
        elif one in ids:
            at = ids.index(one)
            if verb == "copy":
                ids.insert(at + 1, made := fresh_id(one))
                self._copy(way, f"{listed}/{made}")
            elif verb == "remove":
                ids.remove(one)
            elif verb in ("up", "down"):
                to = at + (1 if verb == "down" else -1)
                if 0 <= to < len(ids):
                    ids[at], ids[to] = ids[to], ids[at]
        self.values[f"@{listed}"] = ["", *ids]
        self._note(listed)
        return f"{listed}/{made}" if made else ""

    def _copy(self, source: str, target: str) -> None:
        for name, texts in list(self.values.items()):
            sign, slash, rest = name.partition("/")
            way = slash + rest
            if way == source or way.startswith(f"{source}/"):
                copied = target + way.removeprefix(source)
                self.values[sign + copied] = list(texts)
                self._note(copied)
