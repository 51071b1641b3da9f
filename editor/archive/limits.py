"""Every limit of the format layer: a name, a value, a unit and the reason (docs/format.md, "Container").

The environment variable ATELIER_<NAME> sets another value; it is read once, at import. A value that is no
whole number above zero stops the start with an error that names the variable.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

MB = 1024 * 1024


@dataclass(frozen=True)
class Limit:
    """One limit. `value` counts `unit`; `reason` says why it is there and why it has this size."""

    name: str
    value: int
    unit: str
    reason: str


LIMITS: dict[str, Limit] = {}


def _limit(name: str, default: int, unit: str, reason: str) -> int:
    LIMITS[name] = Limit(name, _value(name, default), unit, reason)
    return LIMITS[name].value


def _value(name: str, default: int) -> int:
    written = os.environ.get(f"ATELIER_{name}")
    if written is None:
        return default
    if written.isascii() and written.isdecimal() and int(written) > 0:
        return int(written)
    raise ValueError(f"ATELIER_{name} is {written!r}; a whole number above 0 is required")


UPLOAD_BYTES = _limit(
    "UPLOAD_BYTES",
    50 * MB,
    "bytes of a ZIP",
    "An archive of 2,000 files packs to about 3 MB. The directory of a ZIP is read as a whole, so this also "
    "bounds the memory that is spent before the first refusal.",
)
ENTRIES = _limit(
    "ENTRIES",
    25_000,
    "entries of an archive, folders included",
    "Ten times a very large app. Every file costs rows in the database and a line on a page.",
)
ENTRY_BYTES = _limit(
    "ENTRY_BYTES",
    10 * MB,
    "bytes of one unpacked file",
    "Instructions, code and schemas are texts that a person reads; a larger file cannot be shown or compared.",
)
TOTAL_BYTES = _limit(
    "TOTAL_BYTES",
    200 * MB,
    "bytes of all unpacked files",
    "An import holds all files in memory, up to four times their size.",
)
RATIO = _limit(
    "RATIO",
    200,
    "unpacked bytes for one packed byte",
    "Texts and code pack 3 to 20 times. Only made-up content packs above 200; deflate ends at about 1,030.",
)
RATIO_FROM_BYTES = _limit(
    "RATIO_FROM_BYTES",
    1 * MB,
    "unpacked bytes of an entry from which RATIO counts",
    "A small file of blank lines may pack very well and does no harm.",
)
FOLDER_LEVELS = _limit(
    "FOLDER_LEVELS",
    24,
    "folders above a file, the root folder included",
    "The format itself needs 6. A whole repository around an app stays far below 24.",
)
PATH_CHARACTERS = _limit(
    "PATH_CHARACTERS",
    1_024,
    "characters of a path",
    "The longest path that macOS opens is 1,024 bytes; a longer one could not be unpacked by anybody.",
)
NESTING_LEVELS = _limit(
    "NESTING_LEVELS",
    100,
    "objects and lists inside each other in a manifest",
    "The recursion limit of Python is 1,000 calls, and a walk over the data takes several a level. The "
    "deepest message of the format without free JSON has 12 levels.",
)
ALIAS_NODES = _limit(
    "ALIAS_NODES",
    250_000,
    "values that the aliases of one YAML file stand for",
    "Ten aliases of ten aliases, ten times over, are 10 billion values in 500 bytes.",
)
ALIAS_RATIO = _limit(
    "ALIAS_RATIO",
    2,
    "values that the aliases of one YAML file stand for, for each of its characters",
    "A text without aliases holds at most one value in two characters; so an archive of many files costs no "
    "more than a few times what its bytes could cost anyway.",
)
ALIAS_RATIO_FROM_NODES = _limit(
    "ALIAS_RATIO_FROM_NODES",
    2_000,
    "values of the aliases of one YAML file from which ALIAS_RATIO counts",
    "A small file may use an anchor of some dozens of values some dozens of times.",
)
SHOWN_TEXT_BYTES = _limit(
    "SHOWN_TEXT_BYTES",
    1 * MB,
    "bytes of a text that a page shows and edits",
    "A text area with more makes every browser slow; the longest instruction seen has 60 kB.",
)
SHOWN_VALUES = _limit(
    "SHOWN_VALUES",
    2_000,
    "values of a manifest that a page lists",
    "More make a page of megabytes that nobody reads; the largest manifest seen has about 1,000. Source has all.",
)
LIST_CARDS = _limit(
    "LIST_CARDS",
    50,
    "cards of a list that a form opens in place",
    "Each card has about ten controls. A longer list shows a line for each, and one card opens alone.",
)
CHECKED_CODE_BYTES = _limit(
    "CHECKED_CODE_BYTES",
    256 * 1024,
    "bytes of Python code that are checked while somebody types",
    "Each pause of the keys asks once. Python reads this much within a third of a second; the longest seen has 60 kB.",
)
TRIED_CHARACTERS = _limit(
    "TRIED_CHARACTERS",
    5_000,
    "characters of a sentence that a guardrail is tried on",
    "A long answer of an agent has about 2,000. Every phrase of the guardrail is looked for in all of it.",
)
