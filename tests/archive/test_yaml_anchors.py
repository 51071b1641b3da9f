"""Edits of YAML texts with anchors, aliases, merge keys and duplicate keys."""

from __future__ import annotations

from editor.archive import yaml_text
from editor.archive.operations import Move, Remove, RenameKey, Set
from tests.archive.test_yaml_edits import edit


def test_what_is_not_touched_keeps_anchors_and_aliases():
    text = "a: &x [1]\nb: *x\nc:\n  <<: &m {k: 1}\nd:\n  <<: *m\n"
    assert edit(text, Set(("e",), 1), Set(("d", "l"), 2)) == text + "  l: 2\ne: 1\n"


def test_editing_an_anchored_value_writes_its_copies_out():
    text = "a: &x\n  k: 1\nb: *x  # c\nc:\n  <<: *x\n  l: 2\nd: [*x]\n"
    copies = "b:  # c\n  k: 1\nc:\n  k: 1\n  l: 2\nd: [{k: 1}]\n"
    assert edit(text, Set(("a", "k"), 9)) == "a: &x\n  k: 9\n" + copies
    assert edit(text, Remove(("a",))) == copies
    assert edit(text, Set(("a",), "x")) == "a: &x x\n" + copies


def test_many_aliases_are_written_out_at_once():
    text = "a: &x {k: 1}\n" + "".join(f"b{number}: *x  # c{number}\n" for number in range(200))
    new = edit(text, Set(("a", "k"), 2))
    assert new == text.replace("k: 1", "k: 2").replace("*x", "{k: 1}")


def test_editing_inside_of_an_alias_writes_it_out():
    text = "a: &x {k: [1]}\nb: *x\n"
    assert edit(text, Set(("b", "k", 0), 2)) == "a: &x {k: [1]}\nb: {k: [2]}\n"
    assert edit(text, Set(("b",), 5)) == "a: &x {k: [1]}\nb: 5\n"


def test_a_changed_inherited_member_becomes_an_own_one():
    text = "p: &p\n  k: 1\n  l: {m: 2}\nc:\n  <<: *p\n  n: 3\n"
    assert edit(text, Set(("c", "k"), 9)) == text + "  k: 9\n"
    assert yaml_text.load(edit(text, Set(("c", "l", "m"), 9)))["c"] == {"k": 1, "l": {"m": 9}, "n": 3}
    assert edit(text, Set(("c", "l", "m"), 9)).startswith("p: &p\n  k: 1\n  l: {m: 2}\nc:\n  <<: *p\n  n: 3\n  l:")


def test_removing_an_inherited_member_writes_the_others_out():
    text = "p: &p\n  k: 1\n  l: 2\nc:\n  <<: *p  # m\n  n: 3\n"
    assert edit(text, Remove(("c", "k"))) == "p: &p\n  k: 1\n  l: 2\nc:\n  # m\n  l: 2\n  n: 3\n"
    own = "p: &p {k: 1}\nc: {<<: *p, k: 2}\n"
    assert edit(own, Remove(("c", "k"))) == "p: &p {k: 1}\nc: {}\n"
    assert edit(own, RenameKey(("c",), "k", "l")) == "p: &p {k: 1}\nc: {l: 2}\n"


def test_a_list_with_an_anchor_and_its_alias_can_change_its_order():
    text = "- &a x\n- *a\n- z\n"
    assert edit(text, Move((), 1, 2)) == "- &a x\n- z\n- *a\n"
    assert edit(text, Move((), 0, 2)) == "- x\n- z\n- &a x\n"


def test_duplicate_keys():
    text = "a: 1  # first\nb: 2\na: 3\n"
    assert edit(text, Set(("a",), 4)) == "a: 1  # first\nb: 2\na: 4\n"
    assert edit(text, Remove(("a",))) == "b: 2\n"
    assert edit(text, RenameKey((), "a", "c")) == "c: 1  # first\nb: 2\nc: 3\n"
    assert edit("a: 1\na: 2\n", Remove(("a",))) == "{}\n"
