"""Edits of JSON texts by example (docs/format.md, "Editing")."""

from __future__ import annotations

import pytest

from editor.archive import json_edit, json_text
from editor.archive.errors import EditError
from editor.archive.operations import Insert, Move, Remove, RenameKey, Set


def edit(text: str, *operations) -> str:
    return json_text.edit(text, operations)


def test_no_operation_changes_nothing():
    text = ' {"a" :1.50 ,\r\n"a":\t"\\/\\u003c"}\n\n '
    assert edit(text) == text
    assert edit(text, Set(("a",), "/<")) == text


@pytest.mark.parametrize(
    ("text", "operation", "result"),
    [
        # scalars keep what is around them
        ('{"a": 1.50, "b": 1E3}\n', Set(("a",), 2.5), '{"a": 2.5, "b": 1E3}\n'),
        ('{"a": 1.50}', Set(("a",), 1.5), '{"a": 1.50}'),
        ('{"a": 1}', Set(("a",), 1.0), '{"a": 1.0}'),
        ('{"a": 1}', Set(("a",), True), '{"a": true}'),
        ('{"a": 0.0}', Set(("a",), -0.0), '{"a": -0.0}'),
        ("[1 ,2\t]", Set((1,), None), "[1 ,null\t]"),
        (" 1 \n", Set((), "x"), ' "x" \n'),
        # a duplicate key
        ('{"a": 1, "a": 2}', Set(("a",), 3), '{"a": 1, "a": 3}'),
        ('{"a": 1, "b": 0, "a": 2}', Remove(("a",)), '{"b": 0}'),
        ('{"a": 1, "a": 2}', Remove(("a",)), "{}"),
        ('{"a": 1, "b": 0, "a": 2}', RenameKey((), "a", "c"), '{"c": 1, "b": 0, "c": 2}'),
        ('{"b": 0, "a": 1, "a": 2}', Set(("c",), 3, "a"), '{"b": 0, "c": 3, "a": 1, "a": 2}'),
        ('{"a": {"x": 1}, "a": {"x": 2}}', Set(("a", "x"), 3), '{"a": {"x": 1}, "a": {"x": 3}}'),
        # keys in other spellings
        ('{"\\u0061": 1}', Set(("a",), 2), '{"\\u0061": 2}'),
        ('{"\\u0061" : 1}', RenameKey((), "a", "b"), '{"b" : 1}'),
        ('{"\\u0061": 1}', RenameKey((), "a", "a"), '{"\\u0061": 1}'),
        # adding at each place
        ('{"a":1}', Set(("b",), [1, {"c": 2}]), '{"a":1,"b":[1,{"c":2}]}'),
        ('{"a": 1}', Set(("b",), [1, {"c": 2}]), '{"a": 1, "b": [1, {"c": 2}]}'),
        ('{"a" : 1 , "b" : 2}', Set(("c",), 3, "b"), '{"a" : 1 , "c" : 3 , "b" : 2}'),
        ('{"a": 1}', Set(("b",), 2, "a"), '{"b": 2, "a": 1}'),
        ('{"a": 1}', Set(("b",), 2, "absent"), '{"a": 1, "b": 2}'),
        ('{ "a": 1\n, "b": 2\n}', Set(("c",), 3), '{ "a": 1\n, "b": 2\n, "c": 3\n}'),
        ('{ "a": 1\n, "b": 2\n}', Set(("c",), 3, "a"), '{ "c": 3\n, "a": 1\n, "b": 2\n}'),
        ("[1, 2,\n 3, 4]", Insert((), 4, 5), "[1, 2,\n 3, 4, 5]"),
        ("[1, 2,\n 3, 4]", Insert((), 0, 0), "[0, 1, 2,\n 3, 4]"),
        ("[\n  1,  \n\n  2  \n\n]", Insert((), 1, 9), "[\n  1,  \n  9,\n\n  2  \n\n]"),
        ("[\n  1,  \n\n  2  \n\n]", Insert((), 2, 9), "[\n  1,  \n\n  2,  \n  9\n\n]"),
        ("[\n\n  1\n]", Insert((), 0, 9), "[\n  9,\n\n  1\n]"),
        # removing at each place
        ("[1, 2,\n 3, 4]", Remove((1,)), "[1,\n 3, 4]"),
        ("[1, 2,\n 3, 4]", Remove((2,)), "[1, 2,\n 4]"),
        ("[\n  1,\n\n  2,  \n\n  3\n]", Remove((1,)), "[\n  1,\n\n\n  3\n]"),
        ("[\n  1,\n\n  2\n]", Remove((1,)), "[\n  1\n\n]"),
        ('{"a": 1,\n "b": 2}', Remove(("a",)), '{\n "b": 2}'),
        ('{"a": 1,\n "b": 2}', Remove(("b",)), '{"a": 1}'),
        ('{ "a": 1\n, "b": 2\n}', Remove(("a",)), '{ "b": 2\n}'),
        ('{ "a": 1\n, "b": 2\n}', Remove(("b",)), '{ "a": 1\n}'),
        ('{"a": [ 1 ]}', Remove(("a", 0)), '{"a": []}'),
        # empty containers
        ("{}", Set(("a",), [1]), '{\n  "a": [\n    1\n  ]\n}'),
        ("{\n}", Set(("a",), [1]), '{\n  "a": [1]\n}'),
        ("{}\n", Set(("a",), {}), '{\n  "a": {}\n}\n'),
        ("[]", Insert((), 0, {"a": 1}), '[{\n  "a": 1\n}]'),
        ('{\n    "a": {},\n    "b": 1\n}', Set(("a", "x"), 1), '{\n    "a": {\n        "x": 1\n    },\n    "b": 1\n}'),
        ('{\n  "a": [\n  ]\n}', Insert(("a",), 0, 1), '{\n  "a": [\n    1\n  ]\n}'),
        # moving keeps the spelling
        ("[1.50, 1E3,[ ]]", Move((), 0, 2), "[1E3, [ ],1.50]"),
        ("[\n  1.50,\n\n  2,\n  3\n]", Move((), 0, 2), "[\n\n  2,\n  3,\n  1.50\n]"),
        ('["\\u0061"]', Move((), 0, 0), '["\\u0061"]'),
        # line ends
        ('{\r\n  "a": 1\r\n}\r\n', Set(("b",), {"c": []}), '{\r\n  "a": 1,\r\n  "b": {\r\n    "c": []\r\n  }\r\n}\r\n'),
        ('{\r\n}', Set(("a",), {}), '{\r\n  "a": {\r\n  }\r\n}'),
        # a colon with a line break is an example for its indent only
        ('{"a":\n  {"b": 1}}', Set(("c",), 1), '{"a":\n  {"b": 1}, "c": 1}'),
        ('{"a":\n  [\n    [0]\n  ]}', Insert(("a",), 1, [1]), '{"a":\n  [\n    [0],\n    [1]\n  ]}'),
    ],
)  # fmt: skip
def test_an_edit_changes_as_little_as_it_can(text, operation, result):
    assert edit(text, operation) == result


@pytest.mark.parametrize(
    ("before", "old", "behind", "new"),
    [
        ('{\n  "a": ', "\\u003c", "\n}", "\\u003cé\\u0026/\\u0027"),  # the service
        ('{\n  "a": ', "\\u003c", ',\n  "b": 4.50\n}', "\\u003cé\\u0026/\\u0027"),  # the service, touched by hand
        ('{\n  "a": ', "<", "\n}", "<é&/'"),
        ('{\n    "a": ', "\\u00e9", "\n}\n", "<\\u00e9&/'"),
        ('{\n    "a": ', "é", "\n}\n", "<é&/'"),
        ('{"a": ', "x\\/y", "}", "<é&\\/'"),
        ('{"a": ', "\\u0026", ', "b" :0}', "<é\\u0026/'"),
        ('{"a": ', "\\\\u00e9", "}", "<é&/'"),
        ('{"a": ', "\\u007f", "}", "<\\u00e9&/'"),
    ],
)
def test_a_new_text_is_escaped_as_the_file_does(before, old, behind, new):
    assert edit(f'{before}"{old}"{behind}', Set(("a",), "<é&/'")) == f'{before}"{new}"{behind}'


def test_doubles_are_spelt_as_the_file_does():
    assert edit('{\n  "a": 1.0\n}', Set(("a",), 1e8)) == '{\n  "a": 1.0E8\n}'
    assert edit('{\n    "a": 1.0\n}\n', Set(("a",), 1e-7)) == '{\n    "a": 1e-07\n}\n'


KIOSK = """{
    "tools": [
        "a",
        "b"
    ],

    "variables": [
        {"name": "x", "schema": {"type": "INTEGER", "default": 1}},
        {
            "name": "y",
            "default": 4.50
        }
    ],
    "guardrails": ["g"],
    "llmAgent": {}
}
"""


@pytest.mark.parametrize(
    ("operation", "old", "new"),
    [
        (
            Insert(("variables",), 1, {"name": "z", "schema": {"type": "STRING"}}),
            '"default": 1}},\n',
            '"default": 1}},\n        {"name": "z", "schema": {"type": "STRING"}},\n',
        ),
        (
            Insert(("variables",), 2, {"name": "z"}),
            "4.50\n        }\n",
            '4.50\n        },\n        {\n            "name": "z"\n        }\n',
        ),
        (Set(("variables", 0, "schema", "e"), {"f": ["a"]}), '"default": 1}', '"default": 1, "e": {"f": ["a"]}}'),
        (Set(("more",), ["a", "b"]), '"llmAgent": {}', '"llmAgent": {},\n    "more": ["a", "b"]'),
        (Set(("more",), ["a"], "tools"), '    "tools"', '    "more": [\n        "a"\n    ],\n    "tools"'),
        (Set(("more",), 1, "variables"), '\n\n    "variables"', '\n\n    "more": 1,\n    "variables"'),
        (Set(("tools",), ["a", "c", "d"]), '"b"\n', '"c",\n        "d"\n'),
        (Set(("tools",), []), '[\n        "a",\n        "b"\n    ]', "[]"),
        (Set(("guardrails",), [{"a": 1}]), '["g"]', '[{"a": 1}]'),
        (Set(("more",), [{}]), '"llmAgent": {}', '"llmAgent": {},\n    "more": [\n        {}\n    ]'),
        (Set(("guardrails",), ["h", "i"]), '["g"]', '["h", "i"]'),
        (Remove(("guardrails", 0)), '["g"]', "[]"),
        (
            Set(("llmAgent", "x"), {"y": 1}),
            '"llmAgent": {}',
            '"llmAgent": {\n        "x": {\n            "y": 1\n        }\n    }',
        ),
        (Remove(("llmAgent",)), '["g"],\n    "llmAgent": {}', '["g"]'),
        (Move(("variables",), 1, 0), KIOSK[60:], None),
    ],
)  # fmt: skip
def test_a_handmade_file_keeps_its_habits(operation, old, new):
    assert KIOSK.count(old) == 1
    result = edit(KIOSK, operation)
    if new is None:
        assert sorted(without_commas(result)) == sorted(without_commas(KIOSK))
    else:
        assert result == KIOSK.replace(old, new)


def without_commas(text: str) -> list[str]:
    return [line.rstrip(",") for line in text.split("\n")]


def test_a_container_that_was_emptied_is_filled_again_as_it_was():
    text = '{\n    "a": [ 1 ],\n    "b": {\n        "c" : 1\n    }\n}'
    assert edit(text, Remove(("a", 0)), Insert(("a",), 0, 2)) == text.replace("[ 1 ]", "[ 2 ]")
    assert edit(text, Remove(("b", "c")), Set(("b", "d"), 1)) == text.replace('"c"', '"d"')


def test_what_one_operation_adds_the_next_may_change():
    operations = [
        Set(("a",), {"b": []}),
        Insert(("a", "b"), 0, {"c": 1}),
        Insert(("a", "b"), 0, {"d": {}}),
        Set(("a", "b", 0, "d", "e"), [1, 2]),
        Move(("a", "b"), 1, 0),
        RenameKey(("a",), "b", "list"),
        Remove(("a", "list", 1, "d", "e", 0)),
    ]
    wanted = {"x": 1, "a": {"list": [{"c": 1}, {"d": {"e": [2]}}]}}
    assert edit(json_text.write({"x": 1}), *operations) == json_text.write(wanted)


def test_replacing_a_container_changes_only_what_differs():
    text = '{"a": {"x": 1.50, "y": [ 1,2 ]}}'
    assert edit(text, Set(("a",), {"x": 1.5, "y": [1, 3], "z": 0})) == '{"a": {"x": 1.50, "y": [ 1,3 ], "z": 0}}'
    assert edit(text, Set((), {"a": {"x": 2.5, "y": [1, 2]}})) == '{"a": {"x": 2.5, "y": [ 1,2 ]}}'
    # another order is another text
    assert edit(text, Set(("a",), {"y": [1, 2], "x": 1.5})) == '{"a": {"y": [1, 2], "x": 1.5}}'


@pytest.mark.parametrize(
    "operation",
    [
        Set(("x", "y"), 1),
        Set(("a", 2), 1),
        Set((0,), 1),
        Insert(("a",), 3, 1),
        Insert(("b",), 0, 1),
        Remove(()),
        Remove(("a", 2)),
        Remove(("c",)),
        Move(("a",), 0, 2),
        RenameKey((), "a", "b"),
        RenameKey((), "c", "d"),
        RenameKey(("a",), "0", "1"),
    ],
)
def test_an_operation_that_does_not_fit_is_refused(operation):
    with pytest.raises(EditError):
        edit('{"a": [1, 2], "b": {}}', operation)


def test_a_wrong_result_is_never_given_out(monkeypatch):
    monkeypatch.setattr(json_edit.Style, "string", lambda self, value: '"wrong"')
    with pytest.raises(AssertionError, match="nothing was changed"):
        edit('{"a": 1}', Set(("a",), "<"))


def test_a_megabyte_is_edited_like_a_line():
    data = {f"key {index}": {"name": "x" * 80, "list": [1, {"a": None}], "é": "<"} for index in range(8_000)}
    text = json_text.write(data)
    result = edit(text, Set(("key 4000", "name"), "it's"), Remove(("key 4001",)), Set(("key 0", "new"), [{}]))
    data["key 4000"]["name"] = "it's"
    data["key 0"]["new"] = [{}]
    del data["key 4001"]
    assert result == json_text.write(data)
