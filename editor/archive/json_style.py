"""How JSON is written: the styles, their writer, and which one a text has (docs/format.md, "JSON style")."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from json.encoder import encode_basestring, encode_basestring_ascii
from typing import Any

from editor.archive.errors import EditError
from editor.archive.json_read import BLANK, STRING
from editor.archive.json_tree import LINE_END

STRINGS = re.compile(STRING, re.DOTALL)
TIGHT_COMMA, TIGHT_COLON = re.compile(r",\S"), re.compile(r":\S")
UNINDENTED = re.compile(r"[\r\n][^ \t\r\n\]}]")
INDENTS = re.compile(r"[\r\n]([ \t]+)[^ \t\r\n]")
# An escape that ASCII output needs and no other; two backslashes are one in the text and start none.
WIDE_ESCAPE = re.compile(r"(?<!\\)(?:\\\\)*\\u(?!00[0-6]|007[^fF])")
PLAIN_SLASH = re.compile(r"(?<!\\)(?:\\\\)*/")
WORDS = {"None": "null", "True": "true", "False": "false"}
PLAIN = re.compile(r"[\w .,:;!?()\[\]{}@$#%*+|_-]*", re.ASCII)
SERVICE_ESCAPES = "<>&='\u2028\u2029"


@dataclass(frozen=True)
class Style:
    """One way to write JSON.

    `indent` is that of one level, None puts all on one line. `service`: lists are not broken, an empty object
    is, doubles are spelt as Java does. `comma` and `colon` are those within a line. `escapes` are the
    characters that are escaped beyond what JSON wants, `ascii` escapes all that is not ASCII. `exact`: the
    text in question is what this style writes, to the byte.
    """

    indent: str | None = "  "
    service: bool = False
    newline: str = "\n"
    comma: str = ", "
    colon: str = ": "
    escapes: str = ""
    ascii: bool = False
    exact: bool = True

    def text(self, value: Any, indent: str = "") -> str:
        """The text of JSON data. `indent` is that of the line in which it starts."""
        parts: list[str] = []
        self._add(value, indent, parts)
        return "".join(parts)

    def spaces(self, opening: str, indent: str) -> tuple[str, str, str, str]:
        """How a container with entries is set out: what follows its opening bracket, what is between its
        entries, what comes before its closing bracket, and the indent of the lines inside."""
        if self.indent is None:
            return "", self.comma, "", indent
        if self.service and opening == "[":
            return "", ", ", "", indent
        inside = indent + self.indent
        return self.newline + inside, f",{self.newline}{inside}", self.newline + indent, inside

    def empty(self, opening: str, indent: str) -> str:
        """The white space in an empty container."""
        return self.newline + indent if self.service and self.indent is not None and opening == "{" else ""

    def string(self, value: str) -> str:
        """The text of a string, quotes included."""
        text = encode_basestring_ascii(value) if self.ascii else encode_basestring(value)
        return _special(self.escapes, text.isascii()).sub(_escape, text)

    def number(self, value: float) -> str:
        """The text of a double."""
        return java_double(value) if self.service else repr(value)

    def on_one_line(self) -> Style:
        """This style without line breaks."""
        return replace(self, indent=None)

    def _add(self, value: Any, indent: str, parts: list[str]) -> None:
        if isinstance(value, str):
            parts.append(self.string(value))
        elif isinstance(value, dict):
            self._add_object(value, indent, parts)
        elif isinstance(value, list):
            self._add_list(value, indent, parts)
        elif isinstance(value, float):
            parts.append(self.number(value))
        else:
            parts.append(WORDS.get(str(value)) or str(value))

    def _add_object(self, members: dict, indent: str, parts: list[str]) -> None:
        if not members:
            parts.append(f"{{{self.empty('{', indent)}}}")
            return
        between, gap, tail, inside = self.spaces("{", indent)
        parts.append("{")
        for key, value in members.items():
            parts += (between, self.string(key), self.colon)
            self._add(value, inside, parts)
            between = gap
        parts += (tail, "}")

    def _add_list(self, elements: list, indent: str, parts: list[str]) -> None:
        if not elements:
            parts.append("[]")
            return
        between, gap, tail, inside = self.spaces("[", indent)
        parts.append("[")
        for value in elements:
            parts.append(between)
            self._add(value, inside, parts)
            between = gap
        parts += (tail, "]")


SERVICE = Style(service=True, escapes=SERVICE_ESCAPES)


def plain_text(value: Any) -> str | None:
    """The text of a scalar that all styles write alike, else None. Spares finding out the style."""
    if isinstance(value, str):
        return f'"{value}"' if PLAIN.fullmatch(value) else None
    if isinstance(value, float):
        return repr(value) if java_double(value) == repr(value) else None
    return None if isinstance(value, dict | list) else WORDS.get(str(value)) or str(value)


def check_data(value: Any) -> None:
    """Raise EditError unless `value` is JSON data: text keys, finite numbers, none of them too long to be
    read again, and no subclass of a type, which would be read as another."""
    todo = [value]
    while todo:
        value = todo.pop()
        kind = type(value)
        if kind is dict:
            todo += value.values()
            todo += value
            if any(type(key) is not str for key in value):
                raise EditError("the keys of an object are texts")
        elif kind is list:
            todo += value
        elif kind is float and not math.isfinite(value):
            raise EditError(f"{value} cannot be written as JSON")
        elif kind is int and _is_too_long(value):
            raise EditError("a number has too many digits to be written")
        elif kind not in (str, bool, int, float, type(None)):
            raise EditError(f"{kind.__name__} is no JSON data")


def _is_too_long(value: int) -> bool:
    try:
        str(value)
    except ValueError:  # the same limit of Python as in reading
        return True
    return False


def java_double(value: float) -> str:
    """A double as Java's Double.toString spells it: 120.0, 1.23456789E8, 1.0E-5."""
    if value == 0 or 1e-3 <= abs(value) < 1e7:
        return repr(value)
    sign, digits, exponent = Decimal(repr(value)).normalize().as_tuple()
    if len(digits) == 1:  # Java wants two digits, and takes the nearest two: 4.9E-324
        sign, digits, exponent = Decimal(f"{value:.1e}").as_tuple()
    first, *rest = map(str, digits)
    return f"{'-' * sign}{first}.{''.join(rest)}E{len(rest) + exponent}"


def detect(text: str, data: Any) -> Style:
    """The style of a text that holds `data`: the one that writes exactly this text, else (with `exact` off)
    the one that shares most lines with it."""
    body = text.strip(BLANK)
    breaks = LINE_END.findall(text)
    candidates = _candidates(body, breaks, final_break=text.endswith(("\n", "\r")))
    best, best_lines = candidates[0], -1
    lines = Counter(LINE_END.split(body))
    for style in candidates:
        written = style.text(data)
        if written == body:
            return style
        same_lines = (lines & Counter(LINE_END.split(written))).total()
        if same_lines > best_lines:
            best, best_lines = style, same_lines
    return replace(best, exact=False, escapes=_escapes(text, best))


def _candidates(body: str, breaks: list[str], final_break: bool) -> list[Style]:
    """The styles that a text may have, the likeliest first."""
    bare = STRINGS.sub('""', body)
    wide = body.isascii() and WIDE_ESCAPE.search(body) is not None
    comma = "," if TIGHT_COMMA.search(bare) and ", " not in bare else ", "
    colon = ":" if TIGHT_COLON.search(bare) and ": " not in bare else ": "
    newline = Counter(breaks).most_common(1)[0][0] if breaks else "\n"
    indent = min(INDENTS.findall(bare), key=len, default="" if UNINDENTED.search(bare) else "  ")
    service = replace(SERVICE, indent=indent, newline=newline)
    python = Style(indent=indent, colon=colon, ascii=wide, newline=newline)
    styles = [python, service] if final_break or indent != SERVICE.indent else [service, python]
    if LINE_END.search(body):
        return styles
    if ":" not in bare:
        colon = ": " if comma == ", " else ":"
    elif "," not in bare:
        comma = ", " if colon == ": " else ","
    one_line = Style(indent=None, comma=comma, colon=colon, ascii=wide, newline=newline)
    # A lone scalar or an empty container is no sign that all should be on one line.
    return [one_line, *styles] if "," in bare or ":" in bare else [*styles, one_line]


def _escapes(text: str, style: Style) -> str:
    """The characters that a handmade text escapes: those that it never has as they are."""
    escaped = (char for char in SERVICE_ESCAPES if char not in text)
    found = {char for char in escaped if style.service or f"\\u{ord(char):04x}" in text.lower()}
    if "\\/" in text and not PLAIN_SLASH.search(text):
        found.add("/")
    return "".join(sorted(found))


@cache
def _special(chars: str, ascii: bool) -> re.Pattern[str]:
    """What is escaped beyond what JSON wants; a lone surrogate always, since no file can hold it."""
    if ascii:  # a small set of characters is found much quicker
        chars = "".join(filter(str.isascii, chars))
        return re.compile(f"[{re.escape(chars)}]" if chars else r"(?!)")
    return re.compile(f"[{re.escape(chars)}\ud800-\udfff]")


def _escape(match: re.Match[str]) -> str:
    return "\\/" if match[0] == "/" else f"\\u{ord(match[0]):04x}"
