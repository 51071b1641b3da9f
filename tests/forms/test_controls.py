"""The templates of controls: labels tied to inputs, errors tied to them too, the names of the wire, nothing lost."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string

from editor.forms.names import Option
from editor.forms.nodes import Node
from editor.views.fields import TextField

CONTROLS = Path(__file__).resolve().parents[2] / "templates" / "editor" / "controls"
EVIL = '<script>alert("1")</script>'
TOUCHED = {"input", "select", "textarea"}


class Page(HTMLParser):
    """Every element as (tag, attributes), and what each textarea holds."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.areas: dict[str | None, str] = {}
        self._open: str | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.elements.append((tag, values))
        if tag == "textarea":
            self._open = values.get("name")
            self.areas[self._open] = ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._open = None

    def handle_data(self, data: str) -> None:
        if self._open is not None:
            self.areas[self._open] += data

    def all(self, *tags: str) -> list[dict[str, str | None]]:
        return [values for tag, values in self.elements if tag in tags]

    def named(self, name: str) -> list[dict[str, str | None]]:
        return [values for _tag, values in self.elements if values.get("name") == name]

    def posted(self) -> list[tuple[str | None, str | None]]:
        return [(one.get("name"), one.get("value")) for one in self.all("input") if one.get("name")]


def draw(node: Node, **context: Any) -> Page:
    return Page(render_to_string(node.template, {"node": node, **context}))


def scalar(control: str, text: str = "", **values: Any) -> Node:
    return Node(control, "/a/b", "Name of it", text=text, **values)


def card(number: int, **values: Any) -> Node:
    inner = Node("text", f"/rules/{number}/name", "Name", text=f"rule {number}")
    return Node("card", f"/rules/{number}", id_in_list=str(number), number=number + 1, children=[inner], **values)


def toolset(one: str, name: str, off: bool = False) -> Node:
    way = f"/toolsets/{one}"
    used = [Node("pick", f"{way}/toolIds/0", text="getPoints", id_in_list="0", columns=("GET", "/points"))]
    picks = Node("picks", f"{way}/toolIds", "Operations", children=[] if off else used)
    picks.options = [Option("addPoints", "addPoints", "Add", columns=("POST", "/points"))]
    return Node("card", way, text=name, title=name, id_in_list=one, off=off, children=[picks])


CHOICE = Node(
    "choice",
    "!/kind",
    "Kind",
    chosen="one",
    options=[Option("", "Not set"), Option("one", "One", url="/part/?at=/one"), Option("two", "Two")],
    children=[
        Node("group", "/one", "One", key="one", children=[Node("text", "/one/x", "X", text="x")]),
        Node("group", "/two", "Two", key="two", children=[Node("text", "/two/y", "Y", text="y")]),
    ],
)
SCHEMA = Node(
    "type",
    "/schema",
    "Schema",
    present=True,
    children=[
        Node("enum", "/schema/type", "Type", text="OBJECT", options=[Option("OBJECT", "Object")]),
        Node(
            "map",
            "/schema/properties",
            "Properties",
            key_label="Property",
            children=[
                Node(
                    "type",
                    "/schema/properties/0",
                    key="size",
                    id_in_list="0",
                    number=1,
                    children=[Node("long", "/schema/properties/0/description", "Description")],
                )
            ],
        ),
    ],
)
SAMPLES = {
    "text": scalar("text", "some text"),
    "long": scalar("long", "two\nlines"),
    "number": scalar("number", "0.40", unit="times"),
    "duration": scalar("duration", "90s", unit="seconds"),
    "tristate": scalar("tristate", "true"),
    "enum": scalar("enum", "A", options=[Option("", "Not set"), Option("A", "First")]),
    "suggest": scalar("suggest", "x", options=[Option("x", "x")], list_id="names"),
    "reference": scalar("reference", "x", options=[Option("", "Not set"), Option("x", "x")], url="/apps/1/tools/x/"),
    "value": scalar("value", '{"a": 1}', language="json"),
    "code": Node("code", "new:/a/code", "Code", text="def x():\n    pass\n", language="python"),
    "texts": Node("texts", "/tags", "Tags", children=[Node("text", "/tags/0", text="one", id_in_list="0", number=1)]),
    "picks": Node(
        "picks",
        "/tools",
        "Tools",
        children=[Node("pick", "/tools/0", text="ask", title="ask", id_in_list="0", help="Asks.", url="/ask/")],
        options=[Option("tell", "tell", "Tells.", "/tell/")],
    ),
    "cards": Node("cards", "/rules", "Rules", children=[card(0), card(1, off=True)]),
    "summaries": Node(
        "summaries",
        "/rules",
        "Rules",
        children=[
            Node("card", "/rules/0", title="first", id_in_list="0", number=1, url="?at=/rules/0"),
            Node("card", "/rules/n1", id_in_list="n1", number=2, children=[Node("text", "/rules/n1/x", "X")]),
        ],
    ),
    "map": Node(
        "map",
        "/headers",
        "Headers",
        key_label="Header",
        children=[Node("text", "/headers/0", text="v", key="k", id_in_list="0", number=1)],
    ),
    "others": Node(
        "others",
        "/a/*",
        "Other keys",
        children=[Node("value", "/a/*/0", text="1", key="k", id_in_list="0", number=1, language="json")],
    ),
    "group": Node("group", "/a", "Group", present=True, removable=True, children=[scalar("text")]),
    "choice": CHOICE,
    "type": SCHEMA,
    "toolsets": Node("toolsets", "/toolsets", "Toolsets", children=[toolset("0", "ledger"), toolset("n1", "x", True)]),
    "remove": Node("remove", "/a", "All of it", present=True, removable=True),
    "outline": Node("outline", "/sig", options=[Option("day", "str", "The day.", on=True)]),
    "misfit": scalar("misfit", "[1]", url="/source/"),
    "deeper": Node("deeper", "/a/items", url="/?at=/a/items"),
    "fixed": scalar("fixed", "an-identifier"),
}
SINGLE = ["text", "long", "number", "duration", "enum", "suggest", "reference", "value"]


def test_every_control_is_looked_at():
    parts = {"cards_item", "texts_item", "map_item"}
    drawn = {Path(node.template).stem for node in SAMPLES.values()}
    assert {path.stem for path in CONTROLS.glob("[a-z]*.html")} - parts == drawn


@pytest.mark.parametrize("control", SAMPLES)
def test_whatever_can_be_touched_has_a_name_for_people(control):
    page = draw(SAMPLES[control])
    labelled = {one["for"] for one in page.all("label") if one.get("for")}
    ids = {values.get("id") for _tag, values in page.elements}
    for values in page.all(*TOUCHED):
        if values.get("type") == "hidden":
            continue
        wrapped = values.get("type") in ("checkbox", "radio")  # each stands in its label
        named = values.get("id") in labelled or values.get("aria-label") or wrapped
        assert named or values.get("aria-labelledby") in ids, values
    assert labelled <= ids


@pytest.mark.parametrize("control", SAMPLES)
def test_ids_are_there_once(control):
    ids = [values["id"] for _tag, values in draw(SAMPLES[control]).elements if values.get("id")]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("control", SAMPLES)
def test_what_describes_a_control_is_on_the_page(control):
    page = draw(SAMPLES[control])
    ids = {values.get("id") for _tag, values in page.elements}
    for _tag, values in page.elements:
        assert set((values.get("aria-describedby") or "").split()) <= ids


@pytest.mark.parametrize("control", SINGLE)
def test_help_note_and_error_are_tied_to_the_input(control):
    values = {name: getattr(SAMPLES[control], name) for name in ("options", "list_id", "language")}
    node = scalar(control, "x", help="What it is.", note="Quiet.", error="Wrong.", **values)
    (found,) = draw(node).named("/a/b")
    assert found["aria-invalid"] == "true"
    assert found["aria-describedby"].split() == [f"{node.id}-help", f"{node.id}-note", f"{node.id}-error"]


@pytest.mark.parametrize("control", [*SINGLE, "tristate", "misfit", "fixed"])
def test_markup_in_a_value_is_text(control):
    node = scalar(control, EVIL, note=EVIL, error=EVIL, help=EVIL, options=[Option(EVIL, EVIL)])
    node.label = EVIL
    assert draw(node).all("script") == []


@pytest.mark.parametrize("control", ["cards", "texts", "map", "picks", "summaries", "toolsets"])
def test_markup_in_an_element_is_text(control):
    part = Node("pick", "/l/0", text=EVIL, title=EVIL, key=EVIL, note=EVIL, id_in_list="0", columns=(EVIL, EVIL))
    part.children = [Node("picks", "/l/0/toolIds", EVIL, options=[Option(EVIL, EVIL, EVIL, EVIL)])]
    node = Node(control, "/l", EVIL, children=[part], options=[Option(EVIL, EVIL, EVIL, EVIL)])
    assert draw(node).all("script") == []


def test_a_key_is_called_what_the_keys_of_its_map_are_called():
    (row,) = draw(SAMPLES["map"]).named("K/headers/0")
    assert (row["aria-label"], row["placeholder"]) == ("Headers 1, Header", "Header")
    properties = SCHEMA.children[1]
    text = render_to_string(properties.template, {"node": properties})
    assert f'<label for="{properties.children[0].id}-key">Property</label>' in text


# What is posted


@pytest.mark.parametrize("control", ["text", "suggest", "reference", "number", "duration"])
def test_lines_are_kept_by_an_area(control):
    """An input would join them, and the field would be taken as touched."""
    page = draw(scalar(control, "\none\ntwo", list_id="names"))
    assert page.areas == {"/a/b": "\n\none\ntwo"}  # the first line break is dropped by browsers


def test_a_number_keeps_how_it_is_written():
    (found,) = draw(scalar("number", "1.50e0")).named("/a/b")
    assert (found["type"], found["value"], found["inputmode"]) == ("text", "1.50e0", "decimal")


@pytest.mark.parametrize("control", ["enum", "reference"])
def test_a_select_has_the_value_that_is_there(control):
    page = draw(scalar(control, "odd", options=[Option("A", "First")]))
    chosen = [one["value"] for one in page.all("option") if "selected" in one]
    assert chosen == ["odd"]
    assert "" in [one["value"] for one in page.all("option")]


def test_three_states_have_the_value_that_is_there():
    page = draw(scalar("tristate", "odd"))
    assert [one["value"] for one in page.all("input")] == ["", "true", "false", "odd"]
    assert [one["value"] for one in page.all("input") if "checked" in one] == ["odd"]


@pytest.mark.parametrize(
    ("control", "posted"),
    [
        ("texts", [("@/tags", ""), ("@/tags", "0"), ("/tags/0", "one")]),
        ("map", [("@/headers", ""), ("@/headers", "0"), ("K/headers/0", "k"), ("/headers/0", "v")]),
        (
            "cards",
            [
                ("@/rules", ""),
                ("@/rules", "0"),
                ("/rules/0/name", "rule 0"),
                ("@/rules", "1"),
                ("/rules/1/name", "rule 1"),
            ],
        ),
        ("summaries", [("@/rules", ""), ("@/rules", "0"), ("@/rules", "n1"), ("/rules/n1/x", "")]),
        ("picks", [("@/tools", ""), ("@/tools", "0"), ("+/tools", "tell")]),
        ("group", [("/a/b", ""), ("-/a", "1")]),
        (
            "toolsets",
            [
                ("@/toolsets", ""),
                ("@/toolsets", "0"),
                ("@/toolsets/0/toolIds", ""),
                ("@/toolsets/0/toolIds", "0"),
                ("+/toolsets/0/toolIds", "addPoints"),
                ("+/toolsets", "n1"),
                ("/toolsets/n1/toolset", "x"),
                ("@/toolsets/n1/toolIds", ""),
                ("+/toolsets/n1/toolIds", "addPoints"),
            ],
        ),
    ],
)
def test_the_names_of_the_wire(control, posted):
    assert draw(SAMPLES[control]).posted() == posted


def test_the_keys_of_properties_and_their_ids_are_posted():
    page = draw(SCHEMA)
    assert ("@/schema/properties", "0") in page.posted()
    assert ("K/schema/properties/0", "size") in page.posted()
    assert "/schema/properties/0/description" in page.areas


@pytest.mark.parametrize("control", ["misfit", "fixed"])
def test_what_cannot_be_edited_is_not_posted(control):
    assert [one for one in draw(SAMPLES[control]).all(*TOUCHED) if one.get("name")] == []


def test_only_what_is_used_is_ticked():
    ticked = [one["name"] for one in draw(SAMPLES["picks"]).all("input") if "checked" in one]
    assert ticked == ["@/tools"]
    whole = [one for one in draw(SAMPLES["toolsets"]).all("input") if "data-whole" in one]
    assert ["checked" in one for one in whole] == [True, False]


def test_only_the_chosen_member_is_posted():
    frames = [one for one in draw(CHOICE).all("fieldset") if "data-member" in one]
    assert [(one["data-member"], "disabled" in one, "hidden" in one) for one in frames] == [
        ("one", False, False),
        ("two", True, True),
    ]


def test_a_member_knows_where_its_blank_fields_are():
    parts = {one["value"]: one["data-part"] for one in draw(CHOICE).named("!/kind")}
    assert parts == {"": "", "one": "/part/?at=/one", "two": ""}


def test_an_opened_group_stays_open():
    node = Node("group", "/a", "Group", text="1", children=[scalar("text")])
    assert ("?/a", "1") in draw(node).posted()


def test_a_group_that_is_not_set_can_be_opened():
    (button,) = draw(Node("group", "/a", "Group", part_url="/part/?at=/a")).all("button")
    assert (button["value"], button["data-part"]) == ("open /a", "/part/?at=/a")


def test_a_folded_card_without_fields_says_where_they_are():
    far = Node(
        "card", "/rules/0", id_in_list="0", number=1, folded=True, part_url="/part/?at=/rules/0", url="?at=/rules/0"
    )
    page = draw(Node("cards", "/rules", "Rules", children=[far]))
    (details,) = page.all("details")
    assert (details["data-part"], "open" in details) == ("/part/?at=/rules/0", False)
    assert [one["href"] for one in page.all("a")] == ["?at=/rules/0"]
    assert page.posted() == [("@/rules", ""), ("@/rules", "0")]


def test_names_that_are_not_used_can_be_fetched():
    page = draw(Node("picks", "/tools", "Tools", number=500, part_url="/part/?at=/tools"))
    (details,) = page.all("details")
    assert details["data-part"] == "/part/?at=/tools"
    assert [one["value"] for one in page.all("button")] == ["all /tools"]


def test_an_input_knows_where_its_names_are():
    node = scalar("reference", "x", list_id="names-tools", part_url="/part/?names=tools")
    (found,) = draw(node).named("/a/b")
    assert (found["list"], found["data-names"]) == ("names-tools", "/part/?names=tools")


def test_a_type_that_is_not_set_can_be_opened():
    (button,) = draw(Node("type", "/a", "Type", part_url="/part/?at=/a")).all("button")
    assert (button["value"], button["data-part"]) == ("open /a", "/part/?at=/a")


def test_the_text_of_a_file_is_posted_with_its_stamp():
    path = "agents/A/instruction.txt"
    field = TextField(path, "Instruction", "instruction", "Hello", "abc")
    page = draw(Node("code", "/instruction", "Instruction", text=path, field=field))
    assert page.areas == {f"text:{path}": "\nHello"}
    assert page.posted() == [(f"stamp:{path}", "abc"), ("/instruction", path)]


# Buttons


@pytest.mark.parametrize(
    ("control", "orders"),
    [
        ("texts", ["up /tags/0", "down /tags/0", "remove /tags/0", "add /tags"]),
        ("map", ["remove /headers/0", "add /headers"]),
        (
            "cards",
            [f"{verb} /rules/{at}" for at in (0, 1) for verb in ("up", "down", "copy", "remove")] + ["add /rules"],
        ),
    ],
)
def test_buttons_say_what_to_do_without_a_script(control, orders):
    buttons = [one for one in draw(SAMPLES[control]).all("button") if one.get("name") == "do"]
    assert [one["value"] for one in buttons] == orders
    assert all(one["type"] == "submit" and "formnovalidate" in one for one in buttons)


def test_an_element_alone_is_drawn_as_in_its_list():
    """What a script puts into the page is what the page itself would have."""
    for control, item in (("cards", "cards_item"), ("texts", "texts_item"), ("map", "map_item")):
        node = SAMPLES[control]
        context = {"list": node, "node": node.children[0]}
        alone = render_to_string(f"editor/controls/{item}.html", context).strip()
        assert alone in render_to_string(node.template, {"node": node})


def test_a_card_with_an_error_is_marked_and_open():
    node = Node("cards", "/rules", "Rules", children=[card(0, folded=False, error="Wrong.")])
    page = draw(node)
    assert "open" in page.all("details")[0]
    assert any("error-text" in (one.get("class") or "") for one in page.all("p"))


def test_more_fields_say_how_many_are_set():
    node = Node("group", "/a", "Group", present=True, more=[scalar("text", present=True), Node("text", "/a/c", "C")])
    assert "2, 1 set" in render_to_string(node.template, {"node": node})
