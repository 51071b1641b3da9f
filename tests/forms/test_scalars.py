"""Single values as texts and back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor import schema
from editor.archive.operations import same
from editor.archive.texts import shown
from editor.forms.scalars import ABSENT, FREE, JSON_TYPES, LIFTED, NUMBERS, PLAIN_BOOLS, Invalid, in_words, read, show
from tests.archive.documents import count_example, texts, values
from tests.forms.walking import reachable

FIELDS = sorted(reachable())
ONE_OF_EACH = {}
for pair in FIELDS:
    found = schema.field(*pair)
    if not found.is_message:
        ONE_OF_EACH.setdefault("enum" if found.is_enum else found.type, found)
SCALARS = [name for name in ONE_OF_EACH if name not in FREE]
FREE_VALUE = schema.field("Schema", "default")


def of(name: str) -> schema.Field:
    return ONE_OF_EACH[name]


@given(st.sampled_from(SCALARS), values(3))
def test_what_is_shown_means_the_value_or_is_no_value_of_the_type(name, value):
    text = show(of(name), value)
    if not text:
        assert text is None or value in (None, "")
        return
    assert text == shown(text)
    try:
        back = read(of(name), text, value)
    except Invalid:
        return
    again = show(of(name), back)
    assert again is not None and same(read(of(name), again, back), back)
    if name in NUMBERS and text != LIFTED:
        assert float(back) == float(value)
    elif name != "Duration":
        assert back == value or str(back).lower() == PLAIN_BOOLS.get(str(value).lower())
    count_example("values of forms")


@given(values(4))
def test_free_values_come_back_as_they_are(value):
    text = show(FREE_VALUE, value)
    if text is not None:
        assert same(read(FREE_VALUE, text, value), value)
        count_example("values of forms")


@given(st.sampled_from(sorted(JSON_TYPES)), values(4))
def test_a_value_of_its_declared_type_comes_back_as_it_is(declared, value):
    text = show(FREE_VALUE, value, declared)
    if text is None:
        return
    try:
        back = read(FREE_VALUE, text, value, declared)
    except Invalid:
        assert not isinstance(value, JSON_TYPES[declared]) or isinstance(value, bool) or declared == "INTEGER"
        return
    if isinstance(value, JSON_TYPES[declared]) or value is None:
        number = isinstance(value, float) and declared in ("INTEGER", "NUMBER")  # 3.0 is shown as 3
        assert back == value if number else same(back, value)
        count_example("values of forms")


@given(texts())
def test_any_text_can_be_typed_where_texts_are_declared(text):
    back = read(FREE_VALUE, text, ABSENT, "STRING")
    assert back is ABSENT if not text else back is None or isinstance(back, str)


@given(texts(), st.sampled_from(SCALARS))
def test_no_text_breaks_a_field(text, name):
    try:
        value = read(of(name), text, ABSENT)
    except Invalid as invalid:
        assert str(invalid)
        return
    assert value is ABSENT if not text else show(of(name), value) is not None


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("bool", "true", True),
        ("bool", "false", False),
        ("int32", "-3", -3),
        ("int32", "3.0", 3),
        ("int64", "9007199254740993", "9007199254740993"),
        ("double", "1", 1.0),
        ("double", ".5", 0.5),
        ("float", "1e3", 1000.0),
        ("float", " 2 ", 2.0),
        ("float", "$env_var", "$env_var"),
        ("Duration", "8", "8s"),
        ("Duration", "2.5s", "2.5s"),
        ("Duration", "90 d", "7776000s"),
        ("Duration", "1.5h", "5400s"),
        ("Duration", "$env_var", "$env_var"),
        ("bytes", "AAEC", "AAEC"),
        ("string", " a ", " a "),
        ("string", "a\r\nb", "a\nb"),
        ("Struct", "{}", {}),
        ("Value", "null", None),
        ("Value", "[1]", [1]),
    ],
)
def test_texts_and_what_they_mean(name, text, value):
    found = FREE_VALUE if name == "Value" else of(name)
    assert same(read(_without_bounds(found), text, ABSENT), value)


def _without_bounds(found: schema.Field) -> schema.Field:
    return schema.Field("", found.name, None, found.type)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *(("bool", "yes"), ("int32", "1.5"), ("int32", "2147483648"), ("int32", "one"), ("int64", f"{2**63}")),
        *(("double", "1e999"), ("double", "NaN"), ("double", "1,5"), ("double", "0x1f"), ("Duration", "-1s")),
        *(("Duration", "8 weeks"), ("Duration", "1e3s"), ("bytes", "not base64!"), ("enum", "NEVER")),
        *(("Struct", "[1]"), ("Struct", "{"), ("Value", "nul"), ("Value", "[1,]"), ("string", "a\0b")),
    ],
)  # fmt: skip
def test_texts_that_mean_nothing(name, text):
    with pytest.raises(Invalid):
        read(FREE_VALUE if name == "Value" else of(name), text, ABSENT)


@pytest.mark.parametrize(
    ("name", "old", "text", "value"),
    [
        ("double", 1, "2", 2),
        ("double", 1.0, "2", 2.0),
        ("double", 1, "2.5", 2.5),
        ("int64", 3, "4", 4),
        ("int64", "3", "4", "4"),
        ("string", "a\r\nb", "a\nc", "a\r\nc"),
        ("enum", "NEVER", "NEVER", "NEVER"),
    ],
)
def test_the_spelling_before_is_kept(name, old, text, value):
    assert same(read(of(name), text, old), value)


@pytest.mark.parametrize("value", [5, [], {}, "maybe", 1.5, "yes please"])
def test_a_value_of_another_shape_has_no_text(value):
    assert show(of("bool"), value) is None
    assert show(of("Struct"), "\ud800") is None and show(of("string"), "a\0b") is None
    assert isinstance(value, str) or show(of("string"), value) is None


@pytest.mark.parametrize(
    ("text", "words"), [("8s", ""), ("120s", "2 minutes"), ("7776000s", "90 days"), ("5401s", ""), ("x", "")]
)
def test_long_durations_in_words(text, words):
    assert in_words(text) == words


def test_a_lone_surrogate_is_no_text_of_a_control():
    bad: Any = {"a": "\udc00"}
    assert show(FREE_VALUE, bad) is None and show(of("string"), "\udc00") is None
