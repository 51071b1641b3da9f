"""The tags and filters of the templates."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.template import Context, Template
from django.utils import timezone

from editor.templatetags import editor_tags
from editor.views.data import data_node


def render(source: str, **context: object) -> str:
    return Template("{% load editor_tags %}" + source).render(Context(context))


def moves(data: dict) -> list[str]:
    """The walk over a manifest in words: a key or number that opens or stands, and the ends of lists."""
    words = []
    for step in editor_tags.walk(data_node("agents", data)):
        node = step.get("node", {})
        name = node.get("index") if node.get("key") is None else node["key"]
        words.append("end" if step["move"] == "close" else f"{step['move']} {name}")
    return words


def test_an_icon_is_silent_and_escaped():
    assert render('{% icon "agent" "tiny" %}') == (
        '<svg class="icon tiny" aria-hidden="true"><use href="#i-agent"/></svg>'
    )
    assert "<b>" not in render("{% icon name %}", name="<b>")


@pytest.mark.parametrize(("count", "word"), [(1, "error"), (3, "errors")])
def test_a_severity_has_a_number_and_a_word(count, word):
    html = render('{% severity "error" n %}', n=count)
    assert f'{count}<span class="hidden-text"> {word}</span>' in html


def test_a_walk_says_what_opens_and_what_ends():
    data = {"a": 1, "list": [{"b": 2}, "c"], "empty": {}, "d": 3}
    assert moves(data) == [
        "value a",
        "open list",
        "open 0",
        "value b",
        "end",
        "value 1",
        "end",
        "value empty",
        "value d",
    ]


def test_a_short_manifest_starts_open_and_a_long_one_folds_what_is_long_or_deep():
    def folded(data):
        return {step["node"]["key"] for step in editor_tags.walk(data_node("agents", data)) if step.get("folded")}

    deep = {"one": {"two": {"three": {"four": {"five": 5}}}}}
    assert folded(deep) == set()
    rest = {f"key{number}": {"x": number} for number in range(100)}
    assert folded(deep | rest) == {"four"}
    assert folded({"many": list(range(200))}) == {"many"}


def test_a_value_knows_its_lines():
    (step,) = editor_tags.walk(data_node("agents", {"a": "one\ntwo"}))
    assert step["lines"] == 2


@pytest.mark.parametrize(
    ("item", "words"),
    [
        ({"line": 3, "column": 5}, "line 3, column 5"),
        ({"line": 3, "column": None}, "line 3"),
        ({"line": None, "column": None}, ""),
        (None, ""),
        ("", ""),
    ],
)
def test_a_place_is_told_as_far_as_it_is_known(item, words):
    assert editor_tags.place(item) == words


@pytest.mark.parametrize(
    ("path", "rest"),
    [
        ("agents/Front_desk/instruction.txt", "instruction.txt"),
        ("agents/a/after_tool_callbacks/after_tool_callbacks_01/python_code.py", None),
        ("app.json", "app.json"),
    ],
)
def test_a_path_inside_of_its_resource(path, rest):
    assert editor_tags.inside(path) == (rest or "after_tool_callbacks/after_tool_callbacks_01/python_code.py")


@pytest.mark.parametrize(
    ("past", "words"),
    [
        (timedelta(seconds=20), "just now"),
        (timedelta(minutes=12, seconds=30), "12 minutes ago"),
        (timedelta(days=3, hours=5), "3 days ago"),
    ],
)
def test_how_long_ago_in_one_unit(past, words):
    assert editor_tags.ago(timezone.now() - past).replace("\xa0", " ") == words


@pytest.mark.parametrize(("text", "height"), [("", 3), ("a\n" * 9, 10), ("a\n" * 500, 24)])
def test_a_textarea_is_as_high_as_its_text_within_bounds(text, height):
    assert editor_tags.rows(text) == height
