"""The order of lists and maps as operations."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor.archive import manifest
from editor.archive.operations import Move, RenameKey, apply, same
from editor.forms.lists import arrange, moves, renames, sorted_place

KEYS = "abcdef"


@st.composite
def sequences(draw: st.DrawFn) -> tuple[list[str], list[tuple[int | None, str]]]:
    """A list, and what is to become of it: some of its elements in any order, new ones between."""
    old = [f"old {at}" for at in range(draw(st.integers(0, 8)))]
    kept = draw(st.permutations(range(len(old))))[: draw(st.integers(0, len(old)))]
    sequence: list[tuple[int | None, str]] = [(index, old[index]) for index in kept]
    for number in range(draw(st.integers(0, 3))):
        sequence.insert(draw(st.integers(0, len(sequence))), (None, f"new {number}"))
    return old, sequence


@given(sequences())
def test_a_list_is_brought_into_any_sequence(given_sequence):
    old, sequence = given_sequence
    operations = arrange(("a", "b"), len(old), sequence)
    made = apply({"a": {"b": old}}, operations)
    assert made == {"a": {"b": [value for _, value in sequence]}}


@given(sequences(), st.sampled_from(["json", "yaml"]))
def test_the_text_follows_the_sequence(given_sequence, syntax):
    old, sequence = given_sequence
    text = manifest.write({"list": old, "next": 1}, syntax)
    new = manifest.edit(text, arrange(("list",), len(old), sequence), syntax)
    assert manifest.load(new, syntax) == {"list": [value for _, value in sequence], "next": 1}


@pytest.mark.parametrize("length", range(7))
def test_no_order_takes_more_moves_than_it_needs(length):
    for order in permutations(range(length)):
        rising = max(
            (count for count in range(length + 1) for run in combinations(order, count) if [*run] == sorted(run)),
            default=0,
        )
        made = moves(order)
        assert len(made) == length - rising, order
        assert apply([*range(length)], [Move((), *move) for move in made]) == [*order]


def test_one_element_that_goes_to_the_top_is_one_move():
    assert moves([3, 0, 1, 2]) == [(3, 0)]
    assert moves([1, 2, 3, 0]) == [(0, 3)]
    assert moves([0, 1, 2]) == moves([]) == []


@st.composite
def renamings(draw: st.DrawFn) -> tuple[list[str], dict[str, str]]:
    """Keys of a map, and new names for some of them; no two are the same in the end."""
    keys = draw(st.permutations(KEYS))[: draw(st.integers(1, len(KEYS)))]
    names = draw(st.permutations([*keys, "x", "y", "a_", "b_"]))
    changing = draw(st.sets(st.sampled_from(keys)))
    free = [name for name in names if name not in set(keys) - changing]
    wanted = dict(zip(sorted(changing), free, strict=False))
    return keys, {old: new for old, new in wanted.items() if old != new}


@given(renamings())
def test_keys_are_renamed_in_place_whoever_had_the_name_before(renaming):
    keys, wanted = renaming
    made = apply({"map": {key: key for key in keys}}, renames(("map",), keys, wanted))["map"]
    assert list(made.items()) == [(wanted.get(key, key), key) for key in keys]


def test_two_keys_that_swap_step_aside_once():
    operations = renames((), ["a", "b"], {"a": "b", "b": "a"})
    assert operations == [RenameKey((), "a", "a_"), RenameKey((), "b", "a"), RenameKey((), "a_", "b")]
    taken = renames((), ["a", "a_", "b"], {"a": "b", "b": "a"})
    assert same(apply({"a": 1, "a_": 2, "b": 3}, taken), {"b": 1, "a_": 2, "a": 3})


@given(st.lists(st.text(max_size=3), unique=True), st.text(max_size=3))
def test_a_sorted_list_stays_sorted(names, new):
    names = sorted(names)
    names.insert(sorted_place(names, new), new)
    assert names == sorted(names)


def test_what_is_not_sorted_gets_new_names_at_the_end():
    assert sorted_place(["b", "a"], "a") == 2
    assert sorted_place(["a", 1], "a") == 2
    assert sorted_place(["a", "c"], None) == 2
    assert sorted_place([], "a") == 0
