"""Single values as the text of a control, and back (docs/format.md, "Fields").

A value that the control cannot show, since it has the wrong shape, has no text: it stays as it is.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from editor import schema
from editor.archive import manifest
from editor.archive.errors import ManifestError
from editor.archive.texts import restore_line_ends, shown
from editor.schema.additions import range_of


class _Absent:
    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Any = _Absent()  # the key is not there: neither null nor empty
FREE = ("Value", "Struct")
WHOLE = {"int32": 32, "int64": 64}
NUMBERS = ("int32", "int64", "double", "float")
NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
DURATION = re.compile(r"([0-9]+(?:\.[0-9]{1,9})?) ?(s|m|h|d|)")
LONGEST_DURATION = 315_576_000_000  # seconds: 10,000 years, the most that the type holds
SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}
PLAIN_BOOLS = {"yes": "true", "on": "true", "no": "false", "off": "false"}  # of YAML, in a field of that type
LIFTED = "$env_var"  # the value stands in environment.json
JSON_TYPES = {
    "STRING": (str,),
    "INTEGER": (int, float),
    "NUMBER": (int, float),
    "BOOLEAN": (bool,),
    "OBJECT": (dict,),
    "ARRAY": (list,),
}


# What the types ask for, in words.
DECLARED = {
    "INTEGER": lambda: _("a whole number"),
    "NUMBER": lambda: _("a number"),
    "BOOLEAN": lambda: _("true or false"),
    "OBJECT": lambda: _("an object in braces, as JSON"),
    "ARRAY": lambda: _("a list in brackets, as JSON"),
    "STRING": lambda: _("a text"),
}


class Invalid(Exception):
    """What a person typed is no value of the field; the message says what would be one."""


def show(field: schema.Field, value: Any, declared: str = "") -> str | None:
    """The text of a value, "" where it is absent or null; None where no control can hold it. `declared` is the
    type that a schema names for a free value."""
    if field.type in FREE:
        return _show_free(value, declared)
    if value is ABSENT or value is None:
        return ""
    if field.type == "bool":
        return _show_bool(value)
    if field.type in NUMBERS:
        return _show_number(value)
    if field.is_enum and type(value) is int:
        return str(value)
    return value if isinstance(value, str) and value == shown(value) else None


def read(field: schema.Field, text: str, old: Any, declared: str = "", floats: bool = False) -> Any:
    """The value of a text, ABSENT for an empty one. `old` is the value before; its spelling is kept where both
    are possible. `floats`: whole numbers in free values get a fraction, as the service writes them.
    Raises Invalid."""
    if "\0" in text:
        raise Invalid(_("The text holds a NUL character. Take it out."))
    if not text:
        return ABSENT
    if field.type in FREE:
        return _read_free(field, text, old, declared, floats)
    if text.strip() == LIFTED and field.type != "bool":
        return LIFTED
    if field.type == "bool":
        return _read_bool(text)
    if field.type in NUMBERS:
        return _read_number(field, text.strip(), old)
    if field.type == "Duration":
        return _read_duration(text.strip())
    if field.is_enum:
        return _read_enum(field, text, old)
    if field.type == "bytes":
        return _read_bytes(text)
    return restore_line_ends(old if isinstance(old, str) else "", text)


def _show_bool(value: Any) -> str | None:
    if isinstance(value, bool):
        return "true" if value else "false"
    return PLAIN_BOOLS.get(value.lower()) if isinstance(value, str) else None


def _read_bool(text: str) -> bool:
    if text not in ("true", "false"):
        raise Invalid(_("Choose on, off or not set."))
    return text == "true"


def _show_number(value: Any) -> str | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, int):
        return str(value)
    readable = isinstance(value, str) and (value == LIFTED or NUMBER.fullmatch(value))
    return value if readable else None


def _read_number(field: schema.Field, text: str, old: Any) -> int | float | str:
    if not NUMBER.fullmatch(text):
        raise Invalid(_("Write a number, such as 12 or 0.5."))
    number = float(text)
    whole = number.is_integer() and abs(number) < 2**63
    if field.type in WHOLE:
        exact = int(text) if re.fullmatch(r"[+-]?[0-9]{1,20}", text) else int(number) if whole else None
        if exact is None or abs(exact) >= 2 ** (WHOLE[field.type] - 1):
            raise Invalid(_("Write a whole number."))
        _check_range(field, exact)
        # The service writes numbers of 64 bits as text
        return str(exact) if field.type == "int64" and (old is ABSENT or isinstance(old, str)) else exact
    if number in (float("inf"), float("-inf")):
        raise Invalid(_("This number is too large. Write a smaller one."))
    _check_range(field, number)
    return int(number) if type(old) is int and whole else number


def _check_range(field: schema.Field, number: float) -> None:
    low, high = range_of(field)
    if low is not None and high is not None and not low <= number <= high:
        raise Invalid(_("Write a number from %(low)s to %(high)s.") % {"low": low, "high": high})
    if low is not None and number < low:
        raise Invalid(_("Write a number of at least %(low)s.") % {"low": low})
    if high is not None and number > high:
        raise Invalid(_("Write a number of at most %(high)s.") % {"high": high})


def _read_duration(text: str) -> str:
    match = DURATION.fullmatch(text)
    if match is None:
        raise Invalid(_("Write seconds, such as 8 or 2.5, or a number with m, h or d."))
    amount, unit = match.groups()
    seconds = Decimal(amount) * SECONDS[unit]
    if seconds > LONGEST_DURATION:
        raise Invalid(_("This is too long: %d seconds are the most.") % LONGEST_DURATION)
    return f"{amount}s" if SECONDS[unit] == 1 else f"{seconds.normalize():f}s"


def in_words(duration: str) -> str:
    """A duration of at least a minute in its largest even unit ("90 days"); "" where the text says it best."""
    match = DURATION.fullmatch(duration)
    if match is None or match[2] not in ("", "s"):
        return ""
    seconds = float(match[1])
    for size, words in ((86400, _("%d days")), (3600, _("%d hours")), (60, _("%d minutes"))):
        if seconds > size and seconds % size == 0:
            return words % (seconds // size)
    return ""


def _read_enum(field: schema.Field, text: str, old: Any) -> str:
    if text not in schema.enum(field.type) and text != old:
        raise Invalid(_("“%s” is not one of the values. Choose another one.") % text)
    return text


def _read_bytes(text: str) -> str:
    try:
        base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        raise Invalid(_("Write the bytes as base64 text.")) from None
    return text


def _show_free(value: Any, declared: str) -> str | None:
    if value is ABSENT:
        return ""
    if declared == "STRING" and isinstance(value, str) and "\n" in value and _reads_back(value):
        return value  # lines are easier to read than escapes
    if declared in ("INTEGER", "NUMBER") and isinstance(value, float):
        return _show_number(value)  # the service writes 3 as 3.0
    text = as_json(value)
    return text if text == shown(text) else None


def as_json(value: Any) -> str:
    """A value as JSON to read and edit; texts and numbers in lists stand on one line."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    one_line = not isinstance(value, dict) and not any(isinstance(one, dict | list) for one in inner)
    return json.dumps(value, ensure_ascii=False, indent=None if one_line else 2)


def _reads_back(text: str) -> bool:
    """Whether a text means itself when it is read as a free value of the type STRING."""
    if text != shown(text):
        return False
    try:
        return not isinstance(manifest.load(text, "json"), str | None)
    except ManifestError:
        return True


def _read_free(field: schema.Field, text: str, old: Any, declared: str, floats: bool) -> Any:
    before = old if isinstance(old, str) else ""
    try:
        value = manifest.load(text, "json")
    except ManifestError as error:
        if declared == "STRING":
            return restore_line_ends(before, text)
        if declared in DECLARED:
            raise Invalid(_("The type asks for %s.") % DECLARED[declared]()) from None
        place = _("line %(line)d, column %(column)d") % {"line": error.line or 1, "column": error.column or 1}
        raise Invalid(_("This is not JSON: %(why)s (%(place)s).") % {"why": error.message, "place": place}) from None
    if declared == "STRING" and not isinstance(value, str | None):
        return restore_line_ends(before, text)
    for remark in manifest.remarks(text, "json"):
        if remark.rule == "duplicate-key":
            told = _("Keep one: %(why)s (line %(line)d).")
            raise Invalid(told % {"why": remark.message, "line": remark.line})
    if field.type == "Struct" and not isinstance(value, dict):
        raise Invalid(_("Write a JSON object: names and values in braces."))
    _check_declared(value, declared)
    return _with_fractions(value) if floats else value


def _check_declared(value: Any, declared: str) -> None:
    wanted = JSON_TYPES.get(declared)
    if wanted is None or value is None:
        return
    fits = isinstance(value, wanted) and (bool in wanted or not isinstance(value, bool))
    if fits and declared == "INTEGER":
        fits = isinstance(value, int) or value.is_integer()
    if not fits:
        raise Invalid(_("The type asks for %s.") % DECLARED[declared]())


def _with_fractions(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _with_fractions(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_with_fractions(inner) for inner in value]
    if type(value) is int and abs(value) < 2**53:
        return float(value)
    return value
