"""The names of inputs, and buttons that change the shape of a form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor.forms.wire import LONGEST_WAY, Posted, fresh_id, index_of, origin_of

RULES = {
    "@/rules": ["", "0", "1"],
    "/rules/0/agent": ["A"],
    "?/rules/0/when": ["1"],
    "@/rules/1/texts": [""],
    "new:/rules/1/code": ["x"],
    "K/map/0": ["key"],
    "+/tools": ["t", "", "t", "u"],
}


def posted(**more: list[str]) -> Posted:
    return Posted({name: list(texts) for name, texts in (RULES | more).items()})


@pytest.mark.parametrize(
    ("one", "index", "origin"),
    [("0", 0, None), ("12", 12, None), ("n4f2a", None, None), ("c3n4f2a", None, 3), ("c3", None, None)],
)
def test_an_id_tells_where_its_element_stands_or_of_what_it_is_a_copy(one, index, origin):
    assert (index_of(one), origin_of(one)) == (index, origin)


def test_fresh_ids_differ_and_a_copy_of_a_copy_names_the_first():
    assert len({fresh_id() for _ in range(50)}) == 50
    assert index_of(fresh_id()) is None and origin_of(fresh_id()) is None
    assert origin_of(fresh_id("7")) == 7
    assert origin_of(fresh_id("c7n1")) == 7
    assert origin_of(fresh_id("n1")) is None


def test_other_names_are_no_part_of_the_form():
    names = ["csrfmiddlewaretoken", "do", "text:a/b.py", "stamp:app.json", "", "/" + "a" * LONGEST_WAY]
    form = Posted({name: ["x"] for name in names})
    assert form.values == {}
    assert form.has("") and not form.has("/a")


def test_what_is_posted_below_a_value_counts_for_it():
    form = posted()
    for way in ("/rules", "/rules/0", "/rules/0/when", "/rules/1/texts", "/rules/1/code", "/map/0", "/tools"):
        assert form.has(way), way
    assert not form.has("/rule") and not form.has("/rules/2")


def test_ids_come_once_in_their_order_and_an_empty_list_is_no_missing_one():
    form = Posted({"@/a": ["", "1", "n1", "1", "elf", "../x", "1e3"], "@/b": [""]})
    assert form.ids("/a") == ["1", "n1"]
    assert form.ids("/b") == []
    assert form.ids("/c") is None
    assert posted().added("/tools") == ["t", "u"]


def test_the_last_of_two_texts_counts():
    form = Posted({"/a": ["1", "2"], "/b": [""], "/c": []})
    assert (form.text("/a"), form.text("/b"), form.text("/c"), form.text("/d")) == ("2", "", None, None)
    assert form.flag("/a") and not form.flag("/b") and not form.flag("/d")


def test_add_puts_a_new_element_at_the_end():
    form = posted()
    made = form.act("add /rules")
    assert form.ids("/rules") == ["0", "1", made.removeprefix("/rules/")]
    assert form.has(made) is False  # nothing was typed in it


def test_add_and_open_make_an_object_that_is_to_exist():
    form = posted()
    assert form.act("add /settings/inner") == ""
    assert form.act("open /rules/0/when/deep") == ""
    assert form.flag("?/settings/inner") and form.has("/settings") and form.flag("?/rules/0/when/deep")


def test_a_copy_stands_behind_its_element_and_holds_what_was_typed_there():
    form = posted()
    made = form.act("copy /rules/0")
    one = made.removeprefix("/rules/")
    assert form.ids("/rules") == ["0", one, "1"] and origin_of(one) == 0
    assert form.text(f"{made}/agent") == "A" and form.flag(f"?{made}/when")
    assert form.text("/rules/0/agent") == "A"
    again = form.act(f"copy {made}")
    assert origin_of(again.removeprefix("/rules/")) == 0 and form.text(f"{again}/agent") == "A"


def test_a_copy_takes_nothing_from_an_element_whose_id_starts_alike():
    form = Posted({"@/a": ["", "1", "10"], "/a/1/x": ["one"], "/a/10/x": ["ten"]})
    made = form.act("copy /a/1")
    assert form.text(f"{made}/x") == "one"
    assert [name for name in form.values if name.startswith(f"{made}/")] == [f"{made}/x"]


@pytest.mark.parametrize(
    ("order", "ids"),
    [
        ("up /a/1", ["1", "0", "n1"]),
        ("up /a/0", ["0", "1", "n1"]),
        ("down /a/1", ["0", "n1", "1"]),
        ("down /a/n1", ["0", "1", "n1"]),
        ("remove /a/0", ["1", "n1"]),
        ("remove /a/n1", ["0", "1"]),
        ("remove /a/7", ["0", "1", "n1"]),
        ("nonsense /a/0", ["0", "1", "n1"]),
    ],
)
def test_elements_move_and_go(order, ids):
    form = Posted({"@/a": ["", "0", "1", "n1"]})
    assert form.act(order) == ""
    assert form.ids("/a") == ids


@given(st.text(max_size=12), st.sampled_from(["", "/a", "/a/0", "/*/0", "//", "/b/c/d"]))
def test_no_order_breaks_a_form(verb, way):
    form = Posted({"@/a": ["", "0", "1"], "/a/0": ["x"]})
    form.act(f"{verb} {way}")
    assert form.text("/a/0") == "x"
