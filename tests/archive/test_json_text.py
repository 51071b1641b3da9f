"""JSON texts by example: errors with their place, positions, remarks, the service's writer."""

from __future__ import annotations

import json
import math

import pytest

from editor.archive import json_text
from editor.archive.errors import EditError, ManifestError
from editor.archive.limits import NESTING_LEVELS
from editor.archive.operations import Insert, Set, same
from editor.archive.places import Place
from tests.archive.documents import fixture_texts, nodes

FIXTURES = fixture_texts(".json")
SURROGATE = "\ud83d"  # half of a pair


def edit(text: str, *operations) -> str:
    return json_text.edit(text, operations)


# ------------------------------------------------------------------ load


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("{}", {}),
        (' \n[1, 1.0, true, null, "1", -0.0, 1E3]\n', [1, 1.0, True, None, "1", -0.0, 1000.0]),
        ('"\\u003c\\/\\ud83d\\ude00"', "</😀"),
        ('{"a": 1, "a": 2}', {"a": 2}),
        ('{"a": {"x": 1}, "b": 0, "\\u0061": [3]}', {"a": [3], "b": 0}),
        ('"\\ud83d"', SURROGATE),
        pytest.param("9" * 4300, int("9" * 4300), id="long number"),
        ('"' + "9" * 5000 + '"', "9" * 5000),
    ],
)
def test_load_gives_the_data(text, data):
    assert same(json_text.load(text), data)


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "the file is empty"),
        (" \n\t\n", 1, 1, "the file is empty"),
        ("{", 1, 2, "the JSON ends too early, a key is missing"),
        ('{"a"', 1, 5, "the JSON ends too early, a colon is missing"),
        ('{"a":\n', 2, 1, "the JSON ends too early, a value is missing"),
        ('{\n "a": 1\n', 3, 1, "the JSON ends too early, a closing bracket is missing"),
        ('{"a": 1,', 1, 9, "the JSON ends too early, a key is missing"),
        ('[\n"a', 2, 1, "the JSON ends too early: the text that starts here has no closing quote"),
        ('["a\\', 1, 2, "the JSON ends too early: the text that starts here has no closing quote"),
        ('["a\\u12', 1, 8, "the JSON ends too early, a closing quote is missing"),
        ('{"a": 1\r\n "b": 2}', 2, 2, 'a comma is missing before "b"'),
        ("[1 2]", 1, 4, "a comma is missing before 2"),
        ("[01]", 1, 3, "a comma is missing before 1"),
        ('{"a" 1}', 1, 6, "a colon is missing before 1"),
        ("{a: 1}", 1, 2, "a key in double quotes is expected, not a"),
        ("{'a': 1}", 1, 2, "a key in double quotes is expected, not '"),
        ("['a']", 1, 2, "a text stands in double quotes, not in single ones"),
        ("[1,]", 1, 4, "there is a comma too many before ]"),
        ('{"a": 1,\n}', 2, 1, "there is a comma too many before }"),
        ("[1}", 1, 3, "} does not match the bracket that is open here"),
        ("[True]", 1, 2, "a value is expected, not True"),
        ("[+1]", 1, 2, "a value is expected, not +"),
        ("[1.]", 1, 3, "a comma is missing before ."),
        ("\ufeff{}", 1, 1, "a value is expected, not the character U+FEFF"),
        ("// why\n{}", 1, 1, "JSON has no comments"),
        ('{"a": 1 # why\n}', 1, 9, "JSON has no comments"),
        ("{}\n{}", 2, 1, "the JSON is complete before {"),
        ('["a\nb"]', 1, 4, "a line break inside a text; write it as an escape, or close the text before it"),
        ('["a\tb"]', 1, 4, "a tab inside a text; write it as an escape, or close the text before it"),
        ('["\x01"]', 1, 3, "the character U+0001 inside a text; write it as an escape, or close the text before it"),
        ('["\\x41"]', 1, 3, "\\x is no escape of JSON; a backslash itself is written \\\\"),
        ('["\\u12g4"]', 1, 4, "\\u needs four hexadecimal digits"),
        ('{"NaN": "NaN",\n "a": NaN}', 2, 7, "NaN is no JSON"),
        ("[Infinity]", 1, 2, "Infinity is no JSON"),
        ("[1, -Infinity]", 1, 5, "-Infinity is no JSON"),
        ('["1e999",\r 1e999]', 2, 2, "1e999 is too large for a double"),
        ("[-1" + "0" * 400 + ".5]", 1, 2, "a number of 404 characters is too large for a double"),
        ('["' + "1" * 5000 + '",\n  -' + "1" * 5000 + "]", 2, 3, "a number of 5,000 digits; 4,300 are allowed"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(text, line, column, message):
    for read in (json_text.load, json_text.places, json_text.remarks, edit):
        with pytest.raises(ManifestError) as caught:
            read(text)
        error = caught.value
        assert (error.code, error.message, error.line, error.column) == (
            "manifest-unreadable",
            message,
            line,
            column,
        )


def test_a_file_cut_off_anywhere_is_told_to_end_too_early():
    text = FIXTURES["handmade-kiosk/app.json"].rstrip()
    for end in range(1, len(text)):
        with pytest.raises(ManifestError, match=r"too early|expected, not [tf]|missing before \.$") as caught:
            json_text.load(text[:end])
        lines = text[:end].split("\n")
        assert caught.value.line == len(lines)
        assert 1 <= caught.value.column <= len(lines[-1]) + 1


def test_nesting_up_to_the_limit_can_be_read_and_edited():
    text = "[" * NESTING_LEVELS + "]" * NESTING_LEVELS
    innermost = (0,) * (NESTING_LEVELS - 1)
    assert json_text.places(text)[innermost] == Place(NESTING_LEVELS - 1, NESTING_LEVELS + 1)
    assert edit(text, Insert(innermost, 0, 1)) == "[" * NESTING_LEVELS + "1" + "]" * NESTING_LEVELS
    with pytest.raises(EditError, match="nested too deeply"):
        edit(text, Insert(innermost, 0, []))


@pytest.mark.parametrize(
    ("text", "line", "column", "levels"),
    [
        ('["[[[",\n' + "[" * 100 + "]" * 101, 2, 100, "101"),
        ('{"a":' * 10_000 + "1" + "}" * 10_000, 1, 501, "10,000"),
        ("[" * 10_000, 1, 101, "10,000"),
        ("[" * 1_000_000, 1, 101, "1,000,000"),
        ('[{"a":' * 500_000 + "1", 1, 6 * 50 + 1, "1,000,000"),
    ],
    ids=["101", "10,000 objects", "10,000", "1,000,000", "1,000,000 mixed"],
)
def test_deeper_nesting_is_refused_without_a_crash(text, line, column, levels):
    with pytest.raises(ManifestError) as caught:
        json_text.load(text)
    assert caught.value.message == f"nested too deeply: {levels} levels, 100 are allowed"
    assert (caught.value.line, caught.value.column) == (line, column)


# ------------------------------------------------------------------ places


def test_places_are_those_of_every_value_and_key():
    text = ' {"a": [1, {}],\n"\\u0062" : "x\\"}" }\n'
    assert json_text.places(text) == {
        (): Place(1, 35),
        ("a",): Place(7, 14, 2, 5),
        ("a", 0): Place(8, 9),
        ("a", 1): Place(11, 13),
        ("b",): Place(27, 33, 16, 24),
    }
    assert json_text.places("1") == {(): Place(0, 1)}


def test_of_a_duplicate_key_the_last_has_the_place():
    places = json_text.places('{"a": {"x": 1}, "a": 2}')
    assert places == {(): Place(0, 23), ("a",): Place(21, 22, 16, 19)}


@pytest.mark.parametrize("path", FIXTURES)
def test_places_hold_what_the_data_says(path):
    text = FIXTURES[path]
    if path.endswith("Cut_off.json"):
        return  # the one that cannot be read
    places = json_text.places(text)
    found = dict(nodes(json.loads(text)))
    assert places.keys() == found.keys()
    for pointer, place in places.items():
        assert same(json.loads(text[place.start : place.end]), found[pointer])
        if place.key_start is not None:
            assert json.loads(text[place.key_start : place.key_end]) == pointer[-1]


# ------------------------------------------------------------------ remarks


def remarks(text: str) -> list[tuple]:
    return [
        (remark.rule, remark.pointer, remark.line, remark.column, remark.lines) for remark in json_text.remarks(text)
    ]


def test_nothing_odd_gives_no_remark():
    assert json_text.remarks('{"a": "\\ud83d\\ude00", "b": {"a": "\\\\ud83d"}, "c": "😀"}') == []


def test_a_duplicate_key_is_told_with_all_its_lines():
    text = '{\n "x": 0,\n "rootAgent": "a",\n "r\\u006fotAgent": "b",\n\n "rootAgent": "c"\n}'
    assert remarks(text) == [("duplicate-key", ("rootAgent",), 6, 2, (3, 4, 6))]
    assert json_text.remarks(text)[0].message == 'the key "rootAgent" is there 3 times; the last one counts'


def test_remarks_come_in_the_order_of_the_text():
    text = '{"a": [{"x": 1, "x": 2}], "b": "\\udc00", "b2": {"\\ud83d": 1}, "c": 1, "c": 2}'
    assert remarks(text) == [
        ("duplicate-key", ("a", 0, "x"), 1, 17, (1, 1)),
        ("lone-surrogate", ("b",), 1, 33, ()),
        ("lone-surrogate", ("b2", SURROGATE), 1, 50, ()),
        ("duplicate-key", ("c",), 1, 71, (1, 1)),
    ]


def test_what_only_a_losing_duplicate_holds_gets_no_remark():
    text = '{"a": {"x": 1, "x": 2, "y": "\\ud83d"}, "a": 1}'
    assert remarks(text) == [("duplicate-key", ("a",), 1, 40, (1, 1))]


@pytest.mark.parametrize(
    ("string", "column"),
    [
        ("\\ud83d", 2),
        ("ab\\uDC00", 4),
        ("\\\\\\ud83d", 4),
        ("\\ud83d\\ud83d\\ude00", 2),
        ("\\ud83d\\ude00\\ude00", 14),
        ("😀\\ud83dx", 3),
        ("\\ud83d\\n", 2),
        ("x" + SURROGATE, 3),
    ],
)
def test_a_lone_surrogate_is_told_where_it_stands(string, column):
    assert remarks(f'"{string}"') == [("lone-surrogate", (), 1, column, ())]


# ------------------------------------------------------------------ write


def test_the_service_style_to_the_byte():
    data = {
        "displayName": "a <b> & 'c' = \"d\"\\/\u2028\u2029é😀\b\f\n\r\t\x01\x7f",
        "empty": {},
        "none": [],
        "tools": ["a", 1, 1.0, None, True, False],
        "rules": [{"a": {}}, {"b": [{"c": [[]]}]}],
    }
    assert json_text.write(data) == (
        "{\n"
        '  "displayName": "a \\u003cb\\u003e \\u0026 \\u0027c\\u0027 \\u003d \\"d\\"\\\\/\\u2028\\u2029é😀'
        '\\b\\f\\n\\r\\t\\u0001\x7f",\n'
        '  "empty": {\n'
        "  },\n"
        '  "none": [],\n'
        '  "tools": ["a", 1, 1.0, null, true, false],\n'
        '  "rules": [{\n'
        '    "a": {\n'
        "    }\n"
        "  }, {\n"
        '    "b": [{\n'
        '      "c": [[]]\n'
        "    }]\n"
        "  }]\n"
        "}"
    )
    assert json_text.write({}) == "{\n}"
    assert json_text.write([]) == "[]"
    assert json_text.write({"<": 1}) == '{\n  "\\u003c": 1\n}'


@pytest.mark.parametrize("path", [path for path in FIXTURES if path.startswith("Harbor_Bistro/")])
def test_the_writer_gives_the_files_of_the_service_again(path):
    assert json_text.write(json.loads(FIXTURES[path])) == FIXTURES[path]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (120.0, "120.0"),
        (0.0, "0.0"),
        (-0.0, "-0.0"),
        (1.05, "1.05"),
        (0.001, "0.001"),
        (0.0009999, "9.999E-4"),
        (1e-5, "1.0E-5"),
        (9999999.0, "9999999.0"),
        (1e7, "1.0E7"),
        (-123456789.0, "-1.23456789E8"),
        (1e16, "1.0E16"),
        (1e23, "1.0E23"),
        (1.7976931348623157e308, "1.7976931348623157E308"),
        (2.2250738585072014e-308, "2.2250738585072014E-308"),
        (5e-324, "4.9E-324"),
        (2**53, "9007199254740992"),
        (10**30, "1" + "0" * 30),
    ],
)
def test_numbers_are_spelt_as_java_does(value, text):
    assert json_text.write(value) == text
    assert same(json_text.load(text), value)


def test_a_lone_surrogate_is_written_as_its_escape():
    assert json_text.write("é" + SURROGATE) == '"é\\ud83d"'


class Text(str):
    """A text that would be read as another type."""


@pytest.mark.parametrize(
    "value",
    [
        math.nan,
        math.inf,
        -math.inf,
        (1,),
        {1: 2},
        {None: 1},
        b"a",
        {"a"},
        Text("a"),
        {Text("a"): 1},
        pytest.param(10**4300, id="long number"),
        object(),
    ],
)
def test_what_is_no_json_data_cannot_be_written(value):
    with pytest.raises(EditError):
        json_text.write([{"a": value}])
    for operation in (Set(("a",), value), Set((), value), Insert(("b",), 0, [value])):
        with pytest.raises(EditError):
            edit('{"b": []}', operation)
