"""A form that was touched in one place changes only that."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from editor import schema
from editor.actions.changes import record
from editor.archive import manifest
from editor.archive.operations import Pointer, same
from editor.archive.places import Place
from editor.forms.context import spelling
from editor.models import App
from editor.schema import Field
from editor.views.frame import resource_url
from tests.actions.conftest import contents
from tests.archive.documents import count_example
from tests.forms.entries import Control, Page
from tests.forms.hands import LONG, is_file, sample
from tests.forms.walking import manifests, open_form, other_lines, post

FIXTURE = settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])


def place_of(kind: str, data: Any, way: str) -> tuple[Field, Pointer]:
    """The field that a control stands for, and the pointer of its value in the data."""
    message, pointer, steps = schema.root(kind), (), way.split("/")[1:]
    while True:
        found = message.fields[steps.pop(0)]
        key = spelling(message, data).get(found.name, found.name)
        pointer, data = (*pointer, key), data.get(key, {})
        if (found.list or found.map) and steps:
            step = list(data)[int(steps.pop(0))] if found.map else int(steps.pop(0))
            pointer, data = (*pointer, step), data[step]
        if not steps:
            return found, pointer
        message = schema.message(found.type)


def with_value(data: dict, pointer: Pointer, value: Any) -> dict:
    """The data with a value set, and objects on the way to it."""
    made = manifest.load(manifest.write(data, "json"), "json")
    inner = made
    for step in pointer[:-1]:
        inner = inner.setdefault(step, {}) if isinstance(inner, dict) else inner[step]
    inner[pointer[-1]] = value
    return made


def sample_for(found: Field, control: Control, turn: int) -> tuple[str, Any] | None:
    """Another text for a control and what it means; None where it offers no other."""
    if control.kind == "select":
        texts = [(text, text) for text in control.values if text]
    elif control.kind == "radio":
        texts = [("true", True), ("false", False)]
    elif control.kind == "textarea" and found.type == "string":
        texts = list(LONG)
    else:
        texts = [sample(found, 0), sample(found, 1)]
    texts = [text for text in texts if text[0] != control.value]
    return texts[turn % len(texts)] if texts else None


def touchable(page: Page, kind: str, data: dict) -> dict[str, list[Control]]:
    """The controls of single values, by name. Of radios all that the page offers; a free value needs no type."""
    found: dict[str, list[Control]] = {}
    for control in page.controls:
        if control.name.startswith("/") and "/*" not in control.name and control.kind != "hidden":
            field, pointer = place_of(kind, data, control.name)
            pattern = tuple(0 if isinstance(step, int) else step for step in pointer)
            if field.type != "Value" and not is_file(kind, pattern) and not (field.choice and pointer[:-1] == ()):
                found.setdefault(control.name, []).append(control)
    return found


@pytest.mark.parametrize("name", ["Harbor_Bistro", "Clinica_del_Sol", "handmade-kiosk"])
def test_one_touched_value_changes_only_its_lines(name, client, imported):
    app: App = imported(name)
    start = contents(app)
    opened: dict[str, Page] = {}

    @FIXTURE
    @given(st.sampled_from(manifests(app)), st.integers(0, 10_000), st.integers(0, 5))
    def stays(place: tuple[str, str, str], at: int, turn: int) -> None:
        kind, folder, path = place
        if path not in opened:
            opened[path] = open_form(client, resource_url(app, kind, folder))
        if not opened[path]:
            return
        page, text = opened[path].copy(), start[path].decode()
        data = manifest.load(text, manifest.syntax_of(path))
        controls = touchable(page, kind, data)
        way = sorted(controls)[at % len(controls)]
        found, pointer = place_of(kind, data, way)
        on = next((control for control in controls[way] if control.on), controls[way][0])
        other = sample_for(found, on, turn)
        if other is None:
            return
        page.fill(way, other[0])
        try:
            assert post(client, page).status_code == 302, way
            new = contents(app)
            value = int(other[1]) if _is_whole(data, pointer, other[1]) else other[1]
            assert new == start | {path: new[path]}
            check(text, new[path].decode(), with_value(data, pointer, value), pointer, manifest.syntax_of(path))
        finally:
            record(app, {path: start[path]}, "back", "test")
        count_example("single changes in forms")

    stays()


def _is_whole(data: Any, pointer: Pointer, value: Any) -> bool:
    """A whole number that was written without a fraction stays so."""
    for step in pointer:
        inside = isinstance(data, list) or (isinstance(data, dict) and step in data)
        data = data[step] if inside else None
    return type(data) is int and type(value) is float and value.is_integer()


def check(old: str, new: str, data: dict, pointer: Pointer, syntax: str) -> None:
    made = manifest.load(new, syntax)
    assert same(made, data)
    places = manifest.places(old, syntax)
    while len(pointer) > 1 and _on_one_line(old, places.get(pointer[:-1])):
        pointer = pointer[:-1]
    kept, left = other_lines(old, syntax, pointer), other_lines(new, syntax, pointer)
    odd = [pair for pair in zip(kept, left, strict=True) if pair[0] != pair[1]]
    # The neighbour's comma, and closing brackets that stood behind it
    ends = ",]}"
    assert len(odd) < 2 and all(syntax == "json" and a.rstrip(ends) == b.rstrip(ends) for a, b in odd), odd


def _on_one_line(text: str, place: Place | None) -> bool:
    """Whether an object stands on one line, which then changes as a whole, or is not there yet."""
    return place is None or "\n" not in text[place.start : place.end]
