"""Strict reading of JSON, with errors that a person can act on (docs/format.md, "JSON style")."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from itertools import accumulate
from typing import Any

from editor.archive.errors import ManifestError
from editor.archive.limits import NESTING_LEVELS
from editor.archive.places import line_column

BLANK = " \t\n\r"
STRING = r'"[^"\\]*(?:\\.[^"\\]*)*"'
TOKEN = re.compile(rf"{STRING}|[-+.\w]+", re.DOTALL)
BRACKET = re.compile(rf"{STRING}|[\[\]{{}}]", re.DOTALL)
NO_BRACKET = re.compile(rf"{STRING}|[^\[\]{{}}]+", re.DOTALL)
SHOWN = re.compile(r'"[^"\\\n]{0,30}"|\w{1,30}')
STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}
INTEGER = re.compile(r"-?(\d+)(?![.eE\d])")
COMMENTS = ("//", "/*", "#")
MISSING = {  # by what Python's parser expects at the end of a text
    "Expecting ',' delimiter": "a closing bracket",
    "Expecting ':' delimiter": "a colon",
    "Expecting property name enclosed in double quotes": "a key",
}


def load(text: str) -> Any:
    """The data of a text; of a duplicate key the last value wins.

    Raises ManifestError "manifest-unreadable" with line and column for everything that is no JSON, for NaN
    and Infinity, for numbers that no double and no integer of ours can hold, and for nesting over the limit.
    """
    try:
        data = DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise _syntax_error(text, error) from None
    except _BadNumber as error:
        raise _error(text, _position(text, error.is_at), error.message) from None
    except RecursionError:
        _check_nesting(text)
        raise  # the nesting is allowed, so the calls around this one have used up the stack
    except ValueError:  # int() refuses very long numbers: its time grows with the square of the digits
        raise _long_number_error(text) from None
    # Only a text with that many brackets can be nested that deeply.
    if text.count("{") + text.count("[") > NESTING_LEVELS and levels(data) > NESTING_LEVELS:
        _check_nesting(text)
    return data


def levels(data: Any) -> int:
    """How many objects and lists stand inside each other."""
    depth, layer = 0, [data] if isinstance(data, dict | list) else []
    while layer:
        depth += 1
        insides = (node.values() if type(node) is dict else node for node in layer)
        layer = [value for inside in insides for value in inside if isinstance(value, dict | list)]
    return depth


class _BadNumber(Exception):
    """A number that is spelt as none or that cannot be held."""

    def __init__(self, spelling: str, message: str) -> None:
        super().__init__(message)
        self.spelling, self.message = spelling, message

    def is_at(self, token: str) -> bool:
        """Whether this is the token: the parser met no such one before, and it may end in a syntax error."""
        return token.startswith(self.spelling)


def _constant(spelling: str) -> None:
    raise _BadNumber(spelling, f"{spelling} is no JSON")


def _double(spelling: str) -> float:
    value = float(spelling)
    if value in (float("inf"), float("-inf")):
        short = spelling if len(spelling) < 30 else f"a number of {len(spelling):,} characters"
        raise _BadNumber(spelling, f"{short} is too large for a double")
    return value


DECODER = json.JSONDecoder(parse_float=_double, parse_constant=_constant)


def _error(text: str, position: int, message: str) -> ManifestError:
    return ManifestError("manifest-unreadable", message, *line_column(text, position))


def _position(text: str, wanted: Callable[[str], Any]) -> int:
    """Where the first number or word stands for which `wanted` holds."""
    return next(match.start() for match in TOKEN.finditer(text) if match[0][0] != '"' and wanted(match[0]))


def _long_number_error(text: str) -> ManifestError:
    limit = sys.get_int_max_str_digits()

    def is_long(token: str) -> bool:
        match = INTEGER.match(token)
        return match is not None and len(match[1]) > limit

    position = _position(text, is_long)
    digits = len(INTEGER.match(text, position)[1])
    return _error(text, position, f"a number of {digits:,} digits; {limit:,} are allowed")


def _check_nesting(text: str) -> None:
    """Raise ManifestError where the nesting passes the limit. Counts without recursion."""
    depth = 0
    for match in BRACKET.finditer(text):
        depth += STEPS.get(match[0], 0)
        if depth > NESTING_LEVELS:
            deepest = max(accumulate(map(STEPS.__getitem__, NO_BRACKET.sub("", text))))
            message = f"nested too deeply: {deepest:,} levels, {NESTING_LEVELS:,} are allowed"
            raise _error(text, match.start(), message)


def _syntax_error(text: str, error: json.JSONDecodeError) -> ManifestError:
    end = len(text.rstrip(BLANK))
    if not end:
        return _error(text, 0, "the file is empty")
    if error.msg.startswith("Unterminated string"):
        return _error(text, error.pos, "the JSON ends too early: the text that starts here has no closing quote")
    if error.msg.startswith("Invalid") and '"' not in text[error.pos :]:
        return _error(text, end, "the JSON ends too early, a closing quote is missing")
    if error.pos >= end:
        return _error(text, len(text), f"the JSON ends too early, {MISSING.get(error.msg, 'a value')} is missing")
    return _error(text, error.pos, _fault(text, error))


def _fault(text: str, error: json.JSONDecodeError) -> str:
    """What is wrong at a place inside the text, in words."""
    found = text[error.pos]
    if text.startswith(COMMENTS, error.pos) and not error.msg.startswith("Invalid"):
        return "JSON has no comments"
    if found in "]}" and text[: error.pos].rstrip(BLANK).endswith(","):
        return f"there is a comma too many before {found}"
    match error.msg:
        case "Expecting value" if found == "'":
            return "a text stands in double quotes, not in single ones"
        case "Expecting value":
            return f"a value is expected, not {_shown(text, error.pos)}"
        case "Expecting property name enclosed in double quotes":
            return f"a key in double quotes is expected, not {_shown(text, error.pos)}"
        case "Expecting ':' delimiter":
            return f"a colon is missing before {_shown(text, error.pos)}"
        case "Expecting ',' delimiter":
            if found in "]}":
                return f"{found} does not match the bracket that is open here"
            return f"a comma is missing before {_shown(text, error.pos)}"
        case "Extra data":
            return f"the JSON is complete before {_shown(text, error.pos)}"
        case "Invalid control character at":
            what = (
                "a line break" if found in "\r\n" else "a tab" if found == "\t" else f"the character U+{ord(found):04X}"
            )
            return f"{what} inside a text; write it as an escape, or close the text before it"
        case "Invalid \\escape":
            return f"{text[error.pos : error.pos + 2]} is no escape of JSON; a backslash itself is written \\\\"
        case "Invalid \\uXXXX escape":
            return "\\u needs four hexadecimal digits"
    return error.msg  # a later Python may know more faults


def _shown(text: str, position: int) -> str:
    """The key, word or character at a place, for a message."""
    match = SHOWN.match(text, position)
    found = match[0] if match else text[position]
    return found if found.isprintable() else f"the character U+{ord(found[0]):04X}"
