"""The laws of lossless editing, on JSON (docs/format.md, "Editing")."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from editor.archive import json_text
from editor.archive.errors import ManifestError
from editor.archive.operations import (
    Insert,
    Move,
    Operation,
    Pointer,
    Remove,
    RenameKey,
    Set,
    apply,
    diff,
    find,
    same,
)
from tests.archive.documents import (
    changes_of,
    count_example,
    every_operation,
    fixture_texts,
    lists,
    nodes,
    objects,
    operations_for,
    values,
)
from tests.archive.json_documents import BASES, WRITERS, one_per_line, service, texts_of

NEW_VALUES = [
    None,
    True,
    False,
    0,
    1,
    2.5,
    1e-5,
    12345678.0,
    "",
    "a & <b>",
    "it's\né",
    [],
    {},
    ["a", 1],
    {"k": {"l": [{}]}},
]
NEW_VALUES += [[{"a": 1}, {"b": []}], [[1], []], -0.0, "\u2028/", 3]


def readable(texts: dict[str, str]) -> dict[str, str]:
    good = {}
    for path, text in texts.items():
        try:
            json_text.load(text)
        except ManifestError:
            continue
        good[path] = text
    return good


FIXTURES = readable(fixture_texts(".json"))
documents = objects() | lists() | values()
many = settings(max_examples=80, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


@st.composite
def documents_with_texts(draw: st.DrawFn) -> tuple[Any, str]:
    data = draw(documents)
    return data, draw(texts_of(data))


def patch(text: str, new: Any) -> str:
    return json_text.edit(text, diff(json_text.load(text), new))


def data_of(text: str) -> Any:
    """Read by the standard library, not by what is tested."""
    return json.loads(text)


def in_order(data: Any) -> str:
    """All of data: types and the order of keys too."""
    return json.dumps(data)


# ------------------------------------------------------------------ 1: nothing changed, nothing written


@pytest.mark.parametrize("path", FIXTURES)
def test_a_file_patched_with_its_own_data_stays_as_it_is(path):
    text = FIXTURES[path]
    assert patch(text, data_of(text)) == text
    assert json_text.edit(text, [Set((), data_of(text))]) == text
    count_example("JSON law 1")


@many
@given(documents_with_texts())
def test_any_text_patched_with_its_own_data_stays_as_it_is(document):
    data, text = document
    assert same(data_of(text), data)
    assert patch(text, data) == text
    for pointer, value in nodes(data_of(text)):
        assert json_text.edit(text, [Set(pointer, value)]) == text
        count_example("JSON law 1")


# ------------------------------------------------------------------ 2: the text says what was meant


@many
@given(documents_with_texts(), st.data())
def test_a_patched_text_holds_the_new_data(document, draw):
    data, text = document
    new = draw.draw(changes_of(data))
    assert same(data_of(patch(text, new)), new)
    count_example("JSON law 2")


@many
@given(documents_with_texts(), st.data())
def test_operations_on_a_text_do_what_they_do_on_its_data(document, draw):
    data, text = document
    operations = draw.draw(operations_for(data))
    result = data_of(json_text.edit(text, operations))
    assert in_order(result) == in_order(apply(data_of(text), operations))
    count_example("JSON law 2")


@settings(many, max_examples=80)
@given(documents_with_texts(), st.lists(values(), min_size=1, max_size=4))
def test_each_operation_at_each_place_does_what_it_does_on_the_data(document, new):
    _, text = document
    data = data_of(text)
    for operation in every_operation(data, new):
        result = data_of(json_text.edit(text, [operation]))
        assert in_order(result) == in_order(apply(data, [operation])), operation
        count_example("JSON law 2")


# ------------------------------------------------------------------ 3: all else stays


class Sample:
    """A text with its data, places and lines, made once for many operations."""

    def __init__(self, text: str) -> None:
        self.text, self.data, self.places = text, data_of(text), json_text.places(text)
        self.lines = lines_of(text)

    def siblings(self, pointer: Pointer) -> list[Pointer]:
        """The pointers of all entries of a container."""
        node = find(self.data, pointer)
        return [(*pointer, step) for step in (node if isinstance(node, dict) else range(len(node)))]

    def start(self, pointer: Pointer) -> int:
        """Where an entry starts, its key included."""
        place = self.places[pointer]
        return place.start if place.key_start is None else place.key_start

    def target(self, operation: Set | Insert) -> tuple[list[Pointer], int]:
        """The siblings of a new entry, and its index."""
        if isinstance(operation, Insert):
            return self.siblings(operation.pointer), operation.index
        siblings = self.siblings(operation.pointer[:-1])
        before = (*operation.pointer[:-1], operation.before)
        return siblings, siblings.index(before) if before in siblings else len(siblings)

    def own_lines(self, pointer: Pointer) -> range:
        """The lines of an entry, counted from 0."""
        end = self.places[pointer].end
        return range(self.text.count("\n", 0, self.start(pointer)), self.text.count("\n", 0, end) + 1)

    def between(self, parent: Pointer, siblings: list[Pointer], index: int, behind: int) -> tuple[int, int]:
        """From the end of the sibling before `index` to the start of that at `behind`, or the brackets."""
        start = self.places[siblings[index - 1]].end if index else self.places[parent].start + 1
        end = self.start(siblings[behind]) if behind < len(siblings) else self.places[parent].end - 1
        return start, end

    def may_change(self, operation: Operation) -> tuple[int, int]:
        """The part of the text that an operation may change."""
        match operation:
            case Set(pointer) if pointer in self.places:
                return self.places[pointer].start, self.places[pointer].end
            case Set() | Insert():
                parent = operation.pointer if isinstance(operation, Insert) else operation.pointer[:-1]
                siblings, index = self.target(operation)
                return self.between(parent, siblings, index, index)
            case Remove(pointer):
                siblings = self.siblings(pointer[:-1])
                index = siblings.index(pointer)
                return self.between(pointer[:-1], siblings, index, index + 1)
            case Move(pointer):
                return self.between(pointer, [], 0, 0)
            case RenameKey(pointer, old):
                place = self.places[(*pointer, old)]
                return place.key_start, place.key_end

    def elements(self, pointer: Pointer) -> list[str]:
        """The texts of the elements of a list."""
        places = [self.places[element] for element in self.siblings(pointer)]
        return [self.text[place.start : place.end] for place in places]


def lines_of(text: str) -> list[str]:
    """The lines with their ends; U+2028 and its like end none."""
    return re.findall(r"[^\n]*\n|[^\n]+\Z", text)


def check_locality(sample: Sample, operation: Operation) -> None:
    result = json_text.edit(sample.text, [operation])
    start, end = sample.may_change(operation)
    assert len(result) >= start + len(sample.text) - end, operation
    assert result.startswith(sample.text[:start]), operation
    assert result.endswith(sample.text[end:]), operation
    if isinstance(operation, Move):
        moved = apply(sample.elements(operation.pointer), [Move((), operation.source, operation.target)])
        assert Sample(result).elements(operation.pointer) == moved
    count_example("JSON law 3")


@settings(many, max_examples=60)
@given(documents_with_texts(), st.lists(values(), min_size=1, max_size=4))
def test_an_operation_changes_no_character_beyond_its_neighbours(document, new):
    _, text = document
    if json_text.remarks(text):
        return  # an operation on a duplicate key changes all its spellings
    for operation in every_operation(data_of(text), new):
        check_locality(Sample(text), operation)


@pytest.mark.parametrize("path", list(FIXTURES)[::4])
def test_an_operation_changes_no_character_of_a_file_beyond_its_neighbours(path):
    sample = Sample(FIXTURES[path])
    for operation in list(every_operation(sample.data, NEW_VALUES))[::5]:
        check_locality(sample, operation)


def without_comma(line: str) -> str:
    return re.sub(r",([ \t]*\r?\n?)\Z", r"\1", line)


def with_comma(line: str) -> str:
    return re.sub(r"([ \t]*\r?\n?)\Z", r",\1", line, count=1)


def lines_after(sample: Sample, operation: Operation) -> tuple[list[str], bool, list[str]] | None:
    """The lines that must stand before and behind the new lines, and whether there are new lines. None for
    a move and where a container is or becomes empty, since it stands on the line of its neighbours."""
    lines = sample.lines
    match operation:
        case Set(pointer) if pointer in sample.places:
            own = sample.own_lines(pointer)
            return lines[: own.start], True, lines[own.stop :]
        case RenameKey(pointer, old):
            own = sample.own_lines((*pointer, old))
            return lines[: own.start], True, lines[own.start + 1 :]
        case Remove(pointer):
            siblings, own = sample.siblings(pointer[:-1]), sample.own_lines(pointer)
            before = lines[: own.start]
            if len(siblings) == 1:
                return None
            if pointer == siblings[-1]:
                last = sample.own_lines(siblings[-2]).stop - 1
                before[last] = without_comma(before[last])
            return before, False, lines[own.stop :]
        case Set() | Insert():
            siblings, index = sample.target(operation)
            if not siblings:
                return None
            before = lines[: line_of_new_entry(sample, operation, siblings, index)]
            behind = lines[len(before) :]
            if index == len(siblings):
                before[-1] = with_comma(before[-1])
            return before, True, behind
    return None


def line_of_new_entry(sample: Sample, operation: Operation, siblings: list[Pointer], index: int) -> int:
    """Directly below the one before it, and where another key is named, directly above that."""
    if isinstance(operation, Set) and index < len(siblings):
        return sample.own_lines(siblings[index]).start
    if index:
        return sample.own_lines(siblings[index - 1]).stop
    return sample.own_lines(siblings[0][:-1]).start + 1


@settings(many, max_examples=100)
@given(objects() | lists(), st.integers(0, 2**32), st.lists(values(), min_size=1, max_size=4))
def test_where_each_entry_has_its_lines_only_those_and_a_comma_change(data, seed, new):
    sample = Sample(one_per_line(data, Random(seed)))
    for operation in every_operation(data, new):
        expected = lines_after(sample, operation)
        if expected is None:
            continue
        before, has_new, behind = expected
        got = lines_of(json_text.edit(sample.text, [operation]))
        assert got[: len(before)] == before, operation
        assert got[len(got) - len(behind) :] == behind, operation
        assert (len(got) > len(before) + len(behind)) == has_new, operation
        count_example("JSON law 3, by lines")


# ------------------------------------------------------------------ 4: the style of the file


def check_style(text: str, data: Any, *lists_of_operations: list[Operation]) -> None:
    """The result is what one of the writers gives that write `text` itself."""
    writers = [writer for writer in WRITERS.values() if writer(data) == text]
    for operations in lists_of_operations:
        wanted = apply(data, operations)
        assert json_text.edit(text, operations) in (writer(wanted) for writer in writers), operations
        count_example("JSON law 4")


SERVICE_FIXTURES = [path for path, text in FIXTURES.items() if service(data_of(text)) == text]


@pytest.mark.parametrize("path", SERVICE_FIXTURES)
def test_a_file_of_the_service_stays_in_its_style(path):
    text = FIXTURES[path]
    operations = list(every_operation(data_of(text), NEW_VALUES))
    for operation in operations if len(operations) < 100 else operations[::5]:
        result = json_text.edit(text, [operation])
        assert result == service(apply(data_of(text), [operation])), operation
        assert result == json_text.write(data_of(result))
        count_example("JSON law 4")


@many
@given(objects(), st.data())
def test_the_service_style_stays_through_many_operations(data, draw):
    operations = draw.draw(operations_for(data))
    text = service(data)
    assert json_text.write(data) == text
    wanted = apply(data, operations)
    assert json_text.edit(text, operations) == service(wanted)
    if isinstance(wanted, dict):
        count_example("JSON law 4")


@settings(many, max_examples=120)
@given(objects() | lists(), st.sampled_from(list(WRITERS)), st.data())
def test_every_canonical_style_stays(data, name, draw):
    check_style(WRITERS[name](data), data, draw.draw(operations_for(data)))


@settings(many, max_examples=60)
@given(objects(), st.sampled_from(list(WRITERS)), st.lists(values(), min_size=1, max_size=4))
def test_every_canonical_style_stays_at_each_place(data, name, new):
    check_style(WRITERS[name](data), data, *([operation] for operation in every_operation(data, new)))


# ------------------------------------------------------------------ 5: absent, null, empty and false


@pytest.mark.parametrize("name", BASES)
def test_absent_null_empty_and_false_stay_different(name):
    text = BASES[name]({"a": 1, "b": {"c": "x"}, "d": [0]})
    for parent in [(), ("b",)]:
        results = {text: "absent"}
        for value in [None, "", [], {}, False, 0, 0.0, -0.0, [None], {"": None}]:
            result = json_text.edit(text, [Set((*parent, "new"), value)])
            assert same(find(data_of(result), (*parent, "new")), value)
            assert result not in results
            assert json_text.edit(result, [Remove((*parent, "new"))]) == text
            results[result] = value
            count_example("JSON law 5")
