"""The operations on plain data: the oracle of the text editors."""

from __future__ import annotations

import pytest
from hypothesis import given

from editor.archive.errors import EditError
from editor.archive.operations import (
    Insert,
    Move,
    Remove,
    RenameKey,
    Set,
    apply,
    diff,
    find,
    from_text,
    same,
    to_text,
)
from tests.archive.documents import values

DATA = {"name": "Guide", "tools": ["a", "b", "c"], "deep": {"list": [{"x": 1}]}}


@pytest.mark.parametrize(("a", "b"), [(1, 1.0), (1, True), (0, False), (0.0, -0.0), (None, ""), ({}, []), ("1", 1)])
def test_values_of_different_types_are_never_the_same(a, b):
    assert not same(a, b)
    assert not same({"k": [a]}, {"k": [b]})


def test_the_order_of_keys_does_not_matter_and_the_order_of_a_list_does():
    assert same({"a": 1, "b": 2}, {"b": 2, "a": 1})
    assert not same([1, 2], [2, 1])


@pytest.mark.parametrize("pointer", [(), ("tools", 2), ("deep", "list", 0, "x")])
def test_a_pointer_survives_its_text(pointer):
    assert from_text(to_text(pointer), DATA) == pointer


def test_a_key_that_looks_like_an_index_stays_a_key():
    data = {"0": {"a/b": 1, "m~n": 2}}
    assert from_text("/0/a~1b", data) == ("0", "a/b")
    assert from_text("/0/m~0n", data) == ("0", "m~n")


@given(values(), values())
def test_a_difference_leads_from_one_value_to_the_other(old, new):
    assert same(apply(old, diff(old, new)), new)


@given(values())
def test_equal_values_have_no_difference(value):
    assert diff(value, value) == []


def test_a_changed_element_is_set_and_not_replaced():
    assert diff({"l": [{"a": 1, "b": 2}]}, {"l": [{"a": 1, "b": 3}]}) == [Set(("l", 0, "b"), 3)]


def test_an_element_taken_from_the_middle_is_removed_alone():
    assert diff(["a", "b", "c"], ["a", "c"]) == [Remove((1,))]
    assert diff(["a", "c"], ["a", "b", "c"]) == [Insert((), 1, "b")]


def test_operations_do_what_they_say_and_leave_their_input_alone():
    before = apply(DATA, [])
    after = apply(
        DATA,
        [
            Set(("name",), "Guía"),
            Set(("model",), "m", before="tools"),
            Insert(("tools",), 3, "d"),
            Move(("tools",), 0, 2),
            Remove(("tools", 0)),
            RenameKey((), "deep", "shallow"),
        ],
    )
    assert before == DATA
    assert list(after.items()) == [
        ("name", "Guía"),
        ("model", "m"),
        ("tools", ["c", "a", "d"]),
        ("shallow", {"list": [{"x": 1}]}),
    ]


@pytest.mark.parametrize(
    "operation",
    [
        Set(("tools", 3), "x"),
        Set(("name", "x"), 1),
        Set(("gone", "x"), 1),
        Insert(("tools",), 4, "x"),
        Insert(("name",), 0, "x"),
        Remove(()),
        Remove(("gone",)),
        Move(("tools",), 0, 3),
        Move(("tools",), -1, 0),
        RenameKey((), "name", "tools"),
        RenameKey((), "gone", "x"),
    ],
)
def test_an_operation_that_does_not_fit_is_an_error(operation):
    with pytest.raises(EditError):
        apply(DATA, [operation])


def test_a_place_that_is_not_there_is_an_error():
    with pytest.raises(EditError):
        find(DATA, ("tools", "0"))
    with pytest.raises(EditError):
        from_text("/tools/7", DATA)
