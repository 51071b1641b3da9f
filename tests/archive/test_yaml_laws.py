"""The laws of editing for YAML (docs/format.md, "Editing"), over the sample apps and over texts in many styles."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from editor.archive import manifest, yaml_text
from editor.archive.errors import EditError, ManifestError
from editor.archive.operations import Insert, Move, Operation, Remove, RenameKey, Set, apply, find, same
from editor.archive.yaml_edit import edit_counted
from editor.archive.yaml_layout import Document
from editor.archive.yaml_prepare import trace
from editor.archive.yaml_scan import BLOCK
from tests.archive.documents import (
    changes_of,
    count_example,
    every_operation,
    fixture_texts,
    objects,
    operation_for,
    operations_for,
    values,
)
from tests.archive.yaml_documents import HABITS, handmade
from tests.archive.yaml_lines import comments, comments_that_stay, differs_only_in, document_of, lines, may_change

READABLE = {path: text for path, text in fixture_texts(".yaml", ".yml").items() if "torn_schema" not in path}
NEW_VALUES = [
    "plain",
    "two\nlines\n",
    "NO",
    {"a b": [1, {"c": None}]},
    ["x", "y, z"],
    {},
    [],
    True,
    1.5,
    "# no",
    "",
    None,
]
SAMPLE = {
    "displayName": "Front desk",
    "description": "Greets, asks for a name\nand hands over.\n",
    "tools": ["end_session", "find_room", "NO"],
    "modelSettings": {"model": "gemini-2.5-flash", "temperature": 0.5},
    "messages": [{"role": "user", "chunks": [{"text": "Hello: you"}]}, {"role": "desk", "chunks": []}],
    "rows": [["a", "b"], ["c"]],
    "default": None,
    "enabled": False,
    "args": {},
}
ON_A_BUSY_MACHINE = [HealthCheck.too_slow]
WAYS_TO_END = {
    "": lambda text: text,
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "no newline": lambda text: text.rstrip("\n"),
}


@st.composite
def handmade_texts(draw: st.DrawFn, habits: list[str] | None = None) -> str:
    """A text in a handmade style that can be read."""
    habit = HABITS[draw(st.sampled_from(habits or list(HABITS)))]
    data = draw(objects(6) | values(6))
    text = handmade(data, Random(draw(st.integers(0, 2**32))), **habit)
    text = WAYS_TO_END[draw(st.sampled_from(["", "", "CRLF", "no newline"]))](text)
    try:
        yaml_text.load(text)
    except ManifestError:
        assume(False)  # an alias of a scalar in a merge key, for example
    return text


@st.composite
def handmade_edits(draw: st.DrawFn) -> tuple[str, list[Operation]]:
    """A text and operations that fit."""
    text = draw(handmade_texts())
    return text, draw(operations_for(yaml_text.load(text)))


def edited(text: str, operations: list[Operation]) -> tuple[str, int]:
    """The new text, checked against the data that the operations give."""
    new, wide = edit_counted(text, operations)
    assert same(yaml_text.load(new), apply(yaml_text.load(text), operations))
    return new, wide


@given(handmade_texts())
@settings(max_examples=150, suppress_health_check=ON_A_BUSY_MACHINE)
def test_a_text_that_is_patched_with_its_own_data_stays(text):
    count_example("YAML: own data")
    assert manifest.patch(text, yaml_text.load(text), "yaml") == text


@pytest.mark.parametrize("path", READABLE)
def test_a_sample_that_is_patched_with_its_own_data_stays(path):
    assert manifest.patch(READABLE[path], yaml_text.load(READABLE[path]), "yaml") == READABLE[path]


@given(handmade_edits())
@settings(max_examples=300, suppress_health_check=ON_A_BUSY_MACHINE)
def test_an_edited_text_holds_what_the_operations_give(case):
    count_example("YAML: operations")
    if edited(*case)[1]:
        count_example("YAML: operations that needed a wider rewrite")


@given(handmade_texts(), st.data())
@settings(max_examples=150, suppress_health_check=ON_A_BUSY_MACHINE)
def test_a_patched_text_holds_the_new_data(text, data):
    count_example("YAML: patch")
    new = data.draw(changes_of(yaml_text.load(text)))
    assert same(yaml_text.load(manifest.patch(text, new, "yaml")), new)


@pytest.mark.parametrize("path", READABLE)
def test_every_operation_on_a_sample_is_narrow(path):
    text = READABLE[path]
    data = yaml_text.load(text)
    step = 1 + len(text) // 1000  # of a long file every second or third: they resemble each other
    for operation in list(every_operation(data, NEW_VALUES))[::step]:
        count_example("YAML: operations on the samples")
        new, wide = edited(text, [operation])
        assert not wide, operation
        assert_lines(text, operation, new)


@pytest.mark.parametrize("ending", WAYS_TO_END)
@pytest.mark.parametrize("habit", HABITS)
def test_every_operation_in_every_style_is_narrow(habit, ending):
    text = WAYS_TO_END[ending](handmade(SAMPLE, Random(habit + ending), **HABITS[habit]))
    for operation in every_operation(yaml_text.load(text), NEW_VALUES):
        count_example("YAML: operations in every style")
        assert not edited(text, [operation])[1], operation


@given(values(10) | objects(10), st.data())
@settings(max_examples=150, suppress_health_check=ON_A_BUSY_MACHINE)
def test_a_text_in_the_style_of_the_service_stays_in_it_to_the_byte(old, data):
    count_example("YAML: style of the service")
    operations = data.draw(operations_for(old))
    assert yaml_text.edit(yaml_text.write(old), operations) == yaml_text.write(apply(old, operations))


@given(handmade_texts([name for name in HABITS if name not in ("anchors", "duplicate keys", "everything")]), st.data())
@settings(max_examples=250, suppress_health_check=ON_A_BUSY_MACHINE)
def test_one_change_touches_only_its_lines(text, data):
    count_example("YAML: lines")
    operation = data.draw(operation_for(yaml_text.load(text)))
    new = yaml_text.edit(text, [operation])
    assert_lines(text, operation, new)
    if not is_collection_for_another(yaml_text.load(text), operation):  # json.dumps tells the order of keys
        assert json.dumps(yaml_text.load(new)) == json.dumps(apply(yaml_text.load(text), [operation]))


def assert_lines(text: str, operation: Operation, new: str) -> None:
    """The third law: outside of what may change the lines are the same, and comments stay."""
    document = document_of(text)
    if is_collection_for_another(document.data, operation):
        return  # differences inside it, each with lines of its own
    if isinstance(operation, Move):
        assert_moved(document, operation, new)
    else:
        assert differs_only_in(text, new, may_change(document, operation)), new
    assert comments_that_stay(document, operation) <= comments(new), new


def is_collection_for_another(data: Any, operation: Operation) -> bool:
    """Whether a value is set that is of the same kind of collection as the old one."""
    if not isinstance(operation, Set) or not isinstance(operation.value, dict | list):
        return False
    try:
        return type(find(data, operation.pointer)) is type(operation.value)
    except EditError:
        return False


def assert_moved(document: Document, operation: Move, new: str) -> None:
    """A moved element brings its lines; a list in one line, or behind a dash, changes these."""
    node = trace(document, operation.pointer)[-1].node
    if node.style is BLOCK and document.starts_line(document.spans(node)[0][0]):
        assert sorted(filter(None, lines(document.text))) == sorted(filter(None, lines(new)))


def test_the_strategies_bring_all_operations_and_styles():
    kinds = {type(operation) for operation in every_operation(SAMPLE, NEW_VALUES)}
    assert kinds == {Set, Insert, Remove, Move, RenameKey}
    texts = [handmade(SAMPLE, Random(seed), **HABITS["everything"]) for seed in range(50)]
    marks = ["# ", "&a", "*a", "<<", "? ", "|", ">", "!!str", "{", "[", '"', "'"]
    assert all(any(mark in text for text in texts) for mark in marks)
