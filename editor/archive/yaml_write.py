"""Writing YAML: the service's style, and its variations in handmade files (docs/format.md, "YAML style")."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from io import StringIO
from typing import Any

from yaml.emitter import Emitter
from yaml.resolver import Resolver

from editor.archive.errors import EditError
from editor.archive.limits import NESTING_LEVELS

# Letters and digits with nothing between them that means something in YAML: most texts of most manifests.
HARMLESS = re.compile(r"[^\W\d_][\w./$-]*(?: [\w./(][\w./()$-]*)*")
# What a reader of YAML 1.2 takes for a number, and single letters that YAML 1.1 takes for truth values.
OTHER_TYPES = re.compile(
    r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[yYnN]"
)
OWN_BREAKS = re.compile("[\x85\u2028\u2029]")  # PyYAML takes them for line breaks, YAML 1.2 does not
NO_LITERAL = re.compile("[^\n -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010fffe]| (?:\n|$)")
ESCAPED = re.compile('["\\\\\0-\x1f\x7f-\xa0\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]')
LONE_SURROGATE = re.compile("[\ud800-\udfff]")
ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
LINE_WIDTH = 80  # where the service folds long texts
SIMPLE_KEY = 128  # from this length on the service writes a key behind a question mark
UNFOLDED = 1 << 30


@dataclass(frozen=True)
class Style:
    """How a file writes what is new; the defaults are the service's style.

    `indent`: columns of a mapping in a mapping; `dash`: columns of a list's dashes in a mapping; `item`: columns
    from a dash to the collection behind it; `width`: where texts are folded; `quote`: the quotes where some are
    needed; `keys` and `values`: quotes around all keys and all texts, if the neighbours have them; `literal`:
    whether texts of several lines may be literal blocks; `flow_lists`: lists of scalars as `[a, b]`; `flow_maps`:
    mappings as `{a: b}`, in a place where the neighbours are so.
    """

    indent: int = 2
    dash: int = 0
    item: int = 2
    width: int = LINE_WIDTH
    quote: str = "'"
    keys: str = ""
    values: str = ""
    literal: bool = True
    flow_lists: bool = False
    flow_maps: bool = False


def _matchers() -> dict[str, list[Callable[[str], Any]]]:
    """By the first character of a text: what makes a reader of YAML 1.1 or 1.2 take it for something else."""
    known = {first: [regexp.match for _, regexp in found] for first, found in Resolver.yaml_implicit_resolvers.items()}
    for first in "-+.0123456789yYnN":
        known.setdefault(first, []).append(OTHER_TYPES.fullmatch)
    return known


MATCHERS = _matchers()


def is_ambiguous(text: str) -> bool:
    """Whether a reader of YAML 1.1 or 1.2 takes the unquoted text for something other than a text."""
    return any(match(text) for match in MATCHERS.get(text[:1], ()))


def check(value: Any, levels: int = NESTING_LEVELS) -> None:
    """Raise EditError for what a manifest cannot hold: keys that are no texts, numbers that are not finite or have
    thousands of digits, lone surrogates, other types and their subclasses, nesting over the limit."""
    kind = type(value)
    if kind in (dict, list):
        if levels < 1:
            raise EditError(f"this would be nested too deeply; {NESTING_LEVELS} levels are allowed")
        for inside in value.values() if kind is dict else value:
            check(inside, levels - 1)
        for key in value if kind is dict else ():
            if type(key) is not str:
                raise EditError("the keys of a mapping are texts")
            check(key)
    elif kind is str:
        if LONE_SURROGATE.search(value):
            raise EditError("a text holds half of a character, which YAML cannot hold")
    elif kind is float:
        if not math.isfinite(value):
            raise EditError(f"{value} cannot be written")
    elif kind is int:
        try:
            str(value)
        except ValueError:  # the limit of Python that also holds in reading
            raise EditError("a number has too many digits to be written") from None
    elif kind not in (bool, type(None)):
        raise EditError(f"a {kind.__name__} cannot be written")


def number(value: float | bool | None) -> str:
    """The spelling of null, a truth value or a number."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    text = repr(value)
    return text.replace("e", ".0e") if "e" in text and "." not in text else text


def double_quoted(text: str) -> str:
    """A text in double quotes on one line."""
    return f'"{ESCAPED.sub(_escape, text)}"'


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    return ESCAPES.get(match[0]) or (f"\\x{code:02X}" if code < 0x100 else f"\\u{code:04X}")


def _fits_flow(value: Any) -> bool:
    """Whether a value holds no text of several lines."""
    if isinstance(value, dict | list):
        return all(map(_fits_flow, value.values() if isinstance(value, dict) else value))
    return not isinstance(value, str) or "\n" not in value


class _Pen(Emitter):
    """PyYAML's own spelling of one text, outside of a document."""

    def __init__(self) -> None:
        super().__init__(StringIO(), allow_unicode=True)

    def spell(self, text: str, quotes: str, column: int, indent: int, width: int) -> str:
        """The text, folded where it passes `width`, its further lines at `indent`."""
        self.stream = StringIO()
        self.column, self.indent, self.best_width = column, indent, width
        self.whitespace, self.indention = True, False
        writer = {"": self.write_plain, "'": self.write_single_quoted, '"': self.write_double_quoted}[quotes]
        writer(text, True)
        return self.stream.getvalue()


class Writer:
    """Writes values in a style. Columns count from 0; a text of several lines has its first line without indent,
    all others with it, and no line break at the end."""

    def __init__(self, style: Style | None = None) -> None:
        self.style = style or Style()
        self._pen = _Pen()

    def but(self, **changes: Any) -> Writer:
        """A writer with other parts of the style."""
        return Writer(replace(self.style, **changes))

    def is_block(self, value: Any) -> bool:
        """Whether a value is written as lines of its own."""
        if not value or not isinstance(value, dict | list):
            return False
        if isinstance(value, dict):
            return not (self.style.flow_maps and _fits_flow(value))
        return not self.style.flow_lists or any(isinstance(v, dict | list) or not _fits_flow(v) for v in value)

    def root(self, value: Any) -> str:
        """A whole text, with the line break at its end."""
        text = self.block(value, 0) if self.is_block(value) else self.scalar(value, 0, self.style.indent)
        plain = not isinstance(value, dict | list) and text[0] not in "'\"|"
        return f"{text}\n...\n" if plain or self._is_open(value) else f"{text}\n"

    def _is_open(self, value: Any) -> bool:
        """Whether the text ends in a block that keeps its blank lines: PyYAML writes the document's end then."""
        while isinstance(value, dict | list) and value:
            value = list(value.values() if isinstance(value, dict) else value)[-1]
        return isinstance(value, str) and (value == "\n" or value.endswith("\n\n")) and self._may_be_literal(value)

    def block(self, value: dict | list, column: int) -> str:
        """A collection with members, as block lines."""
        if isinstance(value, dict):
            parts = [self.member(key, inside, column) for key, inside in value.items()]
        else:
            parts = [self.element(inside, column) for inside in value]
        return ("\n" + " " * column).join(parts)

    def member(self, key: str, value: Any, column: int) -> str:
        """A key with its value."""
        if not key or "\n" in key or len(key) >= SIMPLE_KEY or OWN_BREAKS.search(key):
            head = "? " + self.text(key, column + 2, column + self.style.indent)
            return f"{head}\n{' ' * column}{self._behind(':', value, column)}"
        head = self.key(key) + ":"
        if not self.is_block(value):
            return f"{head} {self.scalar(value, column + len(head) + 1, column + self.style.indent)}"
        inner = column + (self.style.indent if isinstance(value, dict) else self.style.dash)
        return f"{head}\n{' ' * inner}{self.block(value, inner)}"

    def element(self, value: Any, column: int) -> str:
        """An element of a list, with its dash."""
        return self._behind("-", value, column)

    def _behind(self, indicator: str, value: Any, column: int) -> str:
        if self.is_block(value):
            item = self.style.item
            return f"{indicator}{' ' * (item - 1)}{self.block(value, column + item)}"
        return f"{indicator} {self.scalar(value, column + 2, column + self.style.indent)}"

    def scalar(self, value: Any, column: int, indent: int) -> str:
        """A scalar, an empty collection, or a collection that the style writes on one line."""
        if isinstance(value, str):
            return self.text(value, column, indent)
        return self.flow(value) if isinstance(value, dict | list) else number(value)

    def text(self, text: str, column: int, indent: int) -> str:
        """A text as a value in block style; its further lines stand at `indent`."""
        style = self.style
        if "\n" in text and style.literal and self._may_be_literal(text):
            return self.literal(text, indent)
        quotes = self.quotes(text, style.values, in_flow=False)
        if quotes == '"':
            if style.width == UNFOLDED:
                return double_quoted(text)
        elif column + len(text) <= style.width:
            return text if not quotes else "'" + text.replace("'", "''") + "'"
        return self._pen.spell(text, quotes, column, indent, style.width)

    def quotes(self, text: str, around: str, in_flow: bool) -> str:
        """The quotes that a text needs, or those of its neighbours; "" for none."""
        if HARMLESS.fullmatch(text) and not is_ambiguous(text):
            return around
        if "\n" in text or OWN_BREAKS.search(text):
            return '"'
        analysis = self._pen.analyze_scalar(text)
        is_plain = analysis.allow_flow_plain if in_flow else analysis.allow_block_plain
        if is_plain and not is_ambiguous(text):
            return around
        return (around or self.style.quote) if analysis.allow_single_quoted else '"'

    def _may_be_literal(self, text: str) -> bool:
        return not NO_LITERAL.search(text)

    def literal(self, text: str, indent: int) -> str:
        """A text as a literal block with its lines at `indent`."""
        digit = str(self.style.indent) if text[0] in " \n" else ""
        chomp = "-" if text[-1] != "\n" else "+" if text == "\n" or text[-2:] == "\n\n" else ""
        lines = text.removesuffix("\n").split("\n")
        return "\n".join([f"|{digit}{chomp}", *(" " * indent + line if line else "" for line in lines)])

    def key(self, key: str) -> str:
        """A key on one line."""
        quotes = self.quotes(key, self.style.keys, in_flow=False)
        return self._pen.spell(key, quotes, 0, 0, UNFOLDED) if quotes else key

    def flow(self, value: Any) -> str:
        """Any value on one line, as it may stand inside braces and brackets."""
        if isinstance(value, dict):
            return "{" + ", ".join(self.flow_member(key, inside) for key, inside in value.items()) + "}"
        if isinstance(value, list):
            return "[" + ", ".join(map(self.flow, value)) + "]"
        return self.flow_text(value, self.style.values) if isinstance(value, str) else number(value)

    def flow_member(self, key: str, value: Any) -> str:
        """A key with its value inside braces."""
        text = self.flow_text(key, self.style.keys)
        return f"? {text} : {self.flow(value)}" if len(text) > SIMPLE_KEY else f"{text}: {self.flow(value)}"

    def flow_text(self, text: str, around: str) -> str:
        """A text on one line, as it may stand inside braces and brackets; `around` are the neighbours' quotes."""
        quotes = self.quotes(text, around, in_flow=True)
        if quotes == '"':
            return double_quoted(text)
        return "'" + text.replace("'", "''") + "'" if quotes else text


_SERVICE = Writer()  # asked for quotes only: a writer that writes is not shared between threads


def needs_quotes(text: str) -> bool:
    """Whether a text in block style cannot stand without quotes."""
    return bool(_SERVICE.quotes(text, "", in_flow=False))


def write(data: Any) -> str:
    """A whole text in the service's style. Raises EditError where YAML cannot hold the data."""
    check(data)
    return Writer().root(data)
