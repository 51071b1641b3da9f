"""A quick look at a YAML text and its data that spares most manifests the search for remarks: that search parses the
whole text once more, with positions, and takes as long as all rules together. (For JSON it is quick.)"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from editor.archive.yaml_write import is_ambiguous

# What makes members without a colon or without a text of their own: flow mappings, explicit keys, aliases and
# merge keys.
UNUSUAL = re.compile(r"\{(?!\})|\?(?=\s|$)|(?:^|[\s\[,:-])[*&][^\s*]|<<")
MEMBER = re.compile(r":(?=\s|$)")  # every other member has such a colon in the text
IN_VALUE = re.compile(r":(?=\s)")  # such a colon in a value stands in the text as well, but for escapes


def may_have_remarks(text: str, data: Any) -> bool:
    """Whether `manifest.remarks` may find something in a YAML text that holds `data`. False is certain.

    A duplicate key makes the text have more colons than the data has members and colons inside of its values.
    """
    if UNUSUAL.search(text):
        return True
    members, values = _members_and_texts(data)
    inside = sum(len(IN_VALUE.findall(value)) for value in values if ":" in value)
    if inside and "\\" in text:  # an escape may stand for the white space
        return True
    return len(MEMBER.findall(text)) != members + inside or _any_ambiguous(values)


def _members_and_texts(data: Any) -> tuple[int, list[str]]:
    members, texts, waiting = 0, [], [data]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            texts.append(value)
        elif isinstance(value, dict):
            members += len(value)
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
    return members, texts


def _any_ambiguous(texts: Iterable[str]) -> bool:
    return any(text and is_ambiguous(text) for text in set(texts))
