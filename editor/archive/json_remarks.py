"""What is odd in a JSON text that can be read (docs/format.md, "Findings")."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from editor.archive.json_read import load
from editor.archive.json_tree import Container, Entry, scan, walk
from editor.archive.operations import Pointer
from editor.archive.places import Remark, line_column

SURROGATE_START = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")
# One whole pair, half a pair (the group), another escape, or anything else in a string.
HALF_PAIR = re.compile(
    r"\\u[dD][89abAB]..\\u[dD][c-fC-F]..|(\\u[dD][89a-fA-F]..|[\ud800-\udfff])|\\.|[^\\\ud800-\udfff]+", re.DOTALL
)


def remarks(text: str) -> list[Remark]:
    """Duplicate keys and lone surrogates, in the order of the text.

    "duplicate-key" stands at the last spelling, which wins; `lines` has the lines of all. "lone-surrogate"
    stands at its escape, in the value or the key of its pointer. What only a losing duplicate holds is no
    data and gets no remark. Raises ManifestError "manifest-unreadable".
    """
    load(text)
    if not _has_duplicate(text) and not SURROGATE_START.search(text):
        return []
    found = []
    for pointer, entry in walk(scan(text, deep=True).root):
        found += _lone_surrogates(text, pointer, entry)
        if isinstance(entry.value, Container):
            found += _duplicates(text, pointer, entry.value)
    return [remark for _, remark in sorted(found, key=lambda item: item[0])]


def _has_duplicate(text: str) -> bool:
    """Much quicker than a scan: nearly no text has one."""
    found = False

    def count(pairs: list) -> None:
        nonlocal found
        found = found or len({key for key, _ in pairs}) < len(pairs)

    json.loads(text, object_pairs_hook=count)
    return found


def _duplicates(text: str, pointer: Pointer, container: Container) -> Iterator[tuple[int, Remark]]:
    starts: dict[str | None, list[int]] = {}
    for entry in container.entries:
        if entry.name is not None:
            starts.setdefault(entry.name, []).append(entry.place.key_start)
    for name, places in starts.items():
        if len(places) > 1:
            lines = tuple(line_column(text, start)[0] for start in places)
            message = (
                f"the key {json.dumps(name, ensure_ascii=False)} is there {len(places)} times; the last one counts"
            )
            yield places[-1], Remark("duplicate-key", message, (*pointer, name), *line_column(text, places[-1]), lines)


def _lone_surrogates(text: str, pointer: Pointer, entry: Entry) -> Iterator[tuple[int, Remark]]:
    key_start, value_start = entry.place.key_start, entry.place.start
    strings = [(key_start, entry.key, "the key")] if entry.key else []
    if isinstance(entry.value, str) and entry.value[0] == '"':
        strings.append((value_start, entry.value, "the text"))
    for start, string, what in strings:
        match = next((match for match in HALF_PAIR.finditer(string) if match[1]), None)
        if match:
            shown = match[1] if match[1].isascii() else f"\\u{ord(match[1]):04x}"
            message = f"{what} holds half of a character ({shown}), which cannot be stored"
            yield (
                start + match.start(),
                Remark("lone-surrogate", message, pointer, *line_column(text, start + match.start())),
            )
