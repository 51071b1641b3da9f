"""JSON texts in many styles, for the laws of editing.

- `WRITERS`: {name: writer(data) -> text} of the canonical styles, written with the standard library alone, so
  that they can serve as an oracle.
- `handmade(data, random)`: a text of `data` with odd white space, number spellings, escapes, duplicate keys.
- `one_per_line(data, random)`: every entry on lines of its own, with blank lines and blanks at line ends.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from hypothesis import strategies as st

SERVICE_ESCAPES = re.compile("[<>&='\u2028\u2029]")


def service_string(value: str) -> str:
    """A text as the service escapes it."""
    return SERVICE_ESCAPES.sub(lambda match: f"\\u{ord(match[0]):04x}", json.dumps(value, ensure_ascii=False))


def service_number(value: float) -> str:
    """A double in Java's spelling, from the digits that Python prints."""
    if value == 0 or 0.001 <= abs(value) < 10_000_000:
        return repr(value)
    mantissa, exponent = (f"{value:.1e}" if float(f"{value:.1e}") == value else _shortest(value)).split("e")
    return f"{mantissa}E{int(exponent)}"


def _shortest(value: float) -> str:
    return next(text for text in (f"{value:.{digits}e}" for digits in range(1, 18)) if float(text) == value)


def service(data: Any, indent: str = "") -> str:
    """The service's style."""
    if isinstance(data, dict):
        lines = [f"{indent}  {service_string(key)}: {service(value, indent + '  ')}" for key, value in data.items()]
        return "{\n" + "".join(",\n".join(lines) + "\n" if lines else "") + indent + "}"
    if isinstance(data, list):
        return f"[{', '.join(service(value, indent) for value in data)}]"
    if isinstance(data, float):
        return service_number(data)
    return service_string(data) if isinstance(data, str) else json.dumps(data)


def _dumps(data: Any, **options: Any) -> str:
    return json.dumps(data, **{"ensure_ascii": False} | options)


BASES: dict[str, Callable[[Any], str]] = {
    "service": service,
    "indent 2": partial(_dumps, indent=2),
    "indent 4": partial(_dumps, indent=4),
    "tabs": partial(_dumps, indent="\t"),
    "indent 2, ascii": partial(_dumps, indent=2, ensure_ascii=True),
    "one line": _dumps,
    "one line, ascii": partial(_dumps, ensure_ascii=True),
    "minified": partial(_dumps, separators=(",", ":")),
}


def _writer(base: Callable[[Any], str], newline: str, final: str, data: Any) -> str:
    return (base(data) + final).replace("\n", newline)


WRITERS: dict[str, Callable[[Any], str]] = {
    f"{name}{', CRLF' if newline != chr(10) else ''}{', final newline' if final else ''}": partial(
        _writer, base, newline, final
    )
    for name, base in BASES.items()
    for newline in ("\n", "\r\n")
    for final in ("", "\n")
}


def texts_of(data: Any) -> st.SearchStrategy[str]:
    """Texts of `data` in all styles."""
    canonical = st.sampled_from(list(WRITERS.values())).map(lambda writer: writer(data))
    random = st.integers(0, 2**32).map(Random)
    return canonical | random.map(partial(handmade, data)) | random.map(partial(one_per_line, data))


def handmade(data: Any, random: Random) -> str:
    """A text of `data` in which any white space may stand anywhere and keys may be there twice."""
    few = random.choice([["", "", " "], ["", " ", "\n", "\n  "], ["", "\r\n", "\t", "  \r\n\r\n "], ["", "\r", " "]])
    return _scruffy(data, random, lambda: random.choice(few), random.choice([0, 0, 0.3]))


def _scruffy(data: Any, random: Random, space: Callable[[], str], twice: float) -> str:
    again = partial(_scruffy, random=random, space=space, twice=twice)
    if isinstance(data, dict):
        members = [(key, again(value)) for key, value in data.items()]
        for index in range(len(members) - 1, -1, -1):
            if random.random() < twice:  # before the true one, so that it loses
                losing = random.choice([None, 1, "é", [], {"x": 1}, [[1], {}]])
                members.insert(random.randint(0, index), (members[index][0], again(losing, twice=0)))
        insides = [f"{odd_string(key, random)}{space()}:{space()}{value}" for key, value in members]
    elif isinstance(data, list):
        insides = [again(value) for value in data]
    else:
        return space() + odd_scalar(data, random) + space()
    opening, closing = "{}" if isinstance(data, dict) else "[]"
    inside = ",".join(space() + text + space() for text in insides) or space()
    return space() + opening + inside + closing + space()


def odd_string(value: str, random: Random) -> str:
    """A text of a string with any of its characters escaped."""
    style = random.choice([json.dumps, _dumps, service_string, None])
    if style:
        return style(value)
    text = "".join(
        f"\\u{ord(char):04X}" if ord(char) < 0x10000 and random.random() < 0.3 else _dumps(char)[1:-1] for char in value
    )
    return f'"{text}"'.replace("/", random.choice(["/", "\\/"]))


def odd_scalar(value: Any, random: Random) -> str:
    """A text of a scalar, numbers in any spelling."""
    if isinstance(value, str):
        return odd_string(value, random)
    text = json.dumps(value)
    if isinstance(value, float):
        spellings = [text, text.upper(), f"{value:.17e}", service_number(value)]
        spellings += [text + "0"] if "e" not in text else [text.replace("e", "E")]
        return random.choice(spellings)
    return text


def one_per_line(data: Any, random: Random) -> str:
    """A text of `data` with each entry on lines of its own; empty containers on one line."""
    newline = random.choice(["\n", "\r\n"])
    unit = random.choice(["  ", "    ", "\t", " "])
    final = random.choice(["", newline])

    def line_break(indent: str) -> str:
        blanks, empty = random.choice(["", "", "  "]), random.choice(["", "", newline, newline + " "])
        return blanks + empty + newline + indent

    def write(value: Any, indent: str) -> str:
        if not isinstance(value, dict | list) or not value:
            return odd_scalar(value, random)
        inside = indent + unit
        if isinstance(value, dict):
            texts = [f"{odd_string(key, random)}: {write(inner, inside)}" for key, inner in value.items()]
        else:
            texts = [write(inner, inside) for inner in value]
        opening, closing = "{}" if isinstance(value, dict) else "[]"
        entries = "".join(f"{line_break(inside)}{text}," for text in texts)
        return opening + entries[:-1] + line_break(indent) + closing

    return write(data, "") + final
