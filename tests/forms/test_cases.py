"""Forms, one tricky case after the other: what a save does to choices, values and maps."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.forms.hands import Hand
from tests.forms.walking import post, unchanged

SYNTAXES = pytest.mark.parametrize("syntax", ["json", "yaml"])


# ---- choices


@SYNTAXES
def test_another_choice_takes_the_place_of_the_first(form, syntax):
    visit = form("tools", {"name": "t", "googleSearchTool": {"name": "g"}, "timeout": "8s"}, syntax)
    page = visit.open()
    page.fill("!/tool_type", "clientFunction")
    page = visit.press(page, "choose")
    assert not page.has("/googleSearchTool/name")
    page.fill("/clientFunction/name", "c")
    visit.save(page)
    assert visit.data_now() == {"name": "t", "clientFunction": {"name": "c"}, "timeout": "8s"}
    assert [*visit.data_now()] == ["name", "clientFunction", "timeout"]


@SYNTAXES
def test_a_choice_that_was_taken_back_changes_nothing(form, syntax):
    visit = form("tools", {"googleSearchTool": {"name": "g", "odd": [1.50]}}, syntax)
    page = visit.open()
    page.fill("!/tool_type", "clientFunction")
    page = visit.press(page, "choose")
    page.fill("/clientFunction/name", "c")
    page.fill("!/tool_type", "googleSearchTool")
    page = visit.press(page, "choose")
    assert page.text("/googleSearchTool/name") == "g"
    assert unchanged(visit, page)


def test_a_choice_of_code_goes_with_its_file(form):
    visit = form("tools", {"pythonFunction": {"name": "f", "pythonCode": "tools/Walk/python_function/python_code.py"}})
    visit.write({"tools/Walk/python_function/python_code.py": b"def f(): pass\n"})
    page = visit.open()
    page.fill("!/tool_type", "systemTool")
    page = visit.press(page, "choose")
    visit.save(page)
    assert visit.data_now() == {"systemTool": {}}
    assert "tools/Walk/python_function/python_code.py" not in visit.files()


def test_of_two_kinds_none_goes_by_itself(form):
    data = {"googleSearchTool": {"name": "g"}, "clientFunction": {"name": "c"}}
    visit = form("tools", data)
    assert unchanged(visit, visit.open())
    page = visit.open()
    page.fill("!/tool_type", "googleSearchTool")
    visit.save(visit.press(page, "choose"))
    assert visit.data_now() == {"googleSearchTool": {"name": "g"}}


# ---- single values


@SYNTAXES
def test_a_switch_knows_on_off_and_not_set(form, syntax):
    states = {"": {}, "false": {"enabled": False}, "true": {"enabled": True}}
    for before, after in permutations(states, 2):
        visit = form("guardrails", {"displayName": "Walk"} | states[before], syntax)
        page = visit.open()
        assert page.text("/enabled") == before
        page.fill("/enabled", after)
        visit.save(page)
        assert visit.data_now() == {"displayName": "Walk"} | states[after]


@SYNTAXES
def test_an_unknown_value_of_a_choice_is_shown_and_kept(form, syntax):
    visit = form("tools", {"displayName": "w", "executionType": "TELEPATHIC"}, syntax)
    page = visit.open()
    assert page.text("/executionType") == "TELEPATHIC"
    page.fill("/displayName", "Walk")
    visit.save(page)
    assert visit.data_now() == {"displayName": "Walk", "executionType": "TELEPATHIC"}
    page = visit.open()
    page.fill("/executionType", "ASYNCHRONOUS")
    visit.save(page)
    assert visit.data_now()["executionType"] == "ASYNCHRONOUS"


def test_null_stays_null_until_somebody_writes_a_value(form):
    variable = {"name": "v", "schema": {"type": "STRING", "default": None}}
    visit = form("app", {"displayName": "w", "variableDeclarations": [variable]})
    page = visit.open()
    assert page.text("/variableDeclarations/0/schema/default") == "null"
    page.fill("/displayName", "Walk")
    visit.save(page)
    assert visit.data_now() == {"displayName": "Walk", "variableDeclarations": [variable]}
    page = visit.open()
    page.fill("/variableDeclarations/0/schema/default", "hello")
    visit.save(page)
    assert visit.data_now()["variableDeclarations"][0]["schema"] == {"type": "STRING", "default": "hello"}
    page = visit.open()
    page.fill("/variableDeclarations/0/schema/default", "")
    visit.save(page)
    assert visit.data_now()["variableDeclarations"][0]["schema"] == {"type": "STRING"}


@pytest.mark.parametrize(
    ("declared", "written", "value"),
    [
        ("STRING", "12", "12"),
        ("STRING", '"null"', "null"),
        ("STRING", '""', ""),
        ("STRING", "true", "true"),
        ("INTEGER", "3", 3.0),
        ("NUMBER", "0.5", 0.5),
        ("BOOLEAN", "false", False),
        ("ARRAY", "[1, {}]", [1.0, {}]),
        ("OBJECT", '{"a": null}', {"a": None}),
    ],
)
def test_a_default_is_a_value_of_its_type(form, declared, written, value):
    visit = form("app", {"variableDeclarations": [{"name": "v", "schema": {"type": declared}}]})
    page = visit.open()
    page.fill("/variableDeclarations/0/schema/default", written)
    visit.save(page)
    made = visit.data_now()["variableDeclarations"][0]["schema"]["default"]
    assert made == value and type(made) is type(value)


def test_a_number_keeps_its_spelling_until_it_is_another(form):
    text = '{"audioProcessingConfig": {"ambientSoundConfig": {"volumeGainDb": 4.50, "gcsUri": "a"}}}'
    visit = form("app", text)
    way = "/audioProcessingConfig/ambientSoundConfig"
    page = visit.open()
    page.fill(f"{way}/gcsUri", "b")
    assert visit.save(page) == text.replace('"a"', '"b"')
    page = visit.open()
    page.fill(f"{way}/volumeGainDb", "4.6")
    assert "4.6," in visit.save(page)


@SYNTAXES
def test_a_text_may_start_with_a_newline_and_have_line_ends_of_windows(form, syntax):
    visit = form("guardrails", {"displayName": "w", "description": "\nfirst\r\nsecond\r\n"}, syntax)
    page = visit.open()
    assert unchanged(visit, page)
    assert page.text("/description") == "\nfirst\nsecond\n"
    page.fill("/description", "\nfirst\nnew\nsecond\n")
    visit.save(page)
    assert visit.data_now()["description"] == "\nfirst\r\nnew\r\nsecond\r\n"


def test_no_control_stands_for_code_of_the_wrong_shape(form):
    visit = form("agents", {"displayName": "w", "instruction": 5})
    page = visit.open()
    assert not page.has("new:/instruction") and not page.has("/instruction")
    assert unchanged(visit, page)


# ---- maps and other keys


@SYNTAXES
def test_keys_of_a_map_are_renamed_in_place_and_may_swap(form, syntax):
    visit = form("toolsets", {"mcpToolset": {"customHeaders": {"x": "1", "a": "2", "m": "3"}}}, syntax)
    way = "/mcpToolset/customHeaders"
    page = visit.open()
    page.fill(f"K{way}/0", "a")
    page.fill(f"K{way}/1", "x")
    page.fill(f"{way}/2", "4")
    visit.save(page)
    assert list(visit.data_now()["mcpToolset"]["customHeaders"].items()) == [("a", "1"), ("x", "2"), ("m", "4")]


@SYNTAXES
def test_a_sorted_map_stays_sorted(form, syntax):
    visit = form("toolsets", {"mcpToolset": {"customHeaders": {"a": "1", "m": "2"}}}, syntax)
    hand = Hand(visit, visit.open())
    row = hand.add("/mcpToolset/customHeaders")
    hand.page.fill(f"K{row}", "c")
    hand.page.fill(row, "3")
    visit.save(hand.page)
    assert list(visit.data_now()["mcpToolset"]["customHeaders"].items()) == [("a", "1"), ("c", "3"), ("m", "2")]


def test_two_rows_with_one_key_are_refused_at_the_key(form):
    visit = form("toolsets", {"mcpToolset": {"customHeaders": {"a": "1", "b": "2"}}})
    page = visit.open()
    page.fill("K/mcpToolset/customHeaders/1", "a")
    before = visit.text_now()
    assert visit.save(page, 422) == before
    assert set(visit.read(page).errors) == {"K/mcpToolset/customHeaders/1"}


@SYNTAXES
@pytest.mark.parametrize("way", ["", "/modelSettings"])
def test_unknown_keys_are_kept_edited_renamed_removed_and_added(form, syntax, way):
    inner = {"temperature": 1.0, "_one": {"a": [1.0]}, "_two": "t", "_three": None}
    data = {"displayName": "Walk", "modelSettings": inner} if way else {"displayName": "Walk"} | inner
    visit = form("agents", {k: v for k, v in data.items() if way or k != "temperature"}, syntax)

    def now() -> dict:
        return visit.data_now()["modelSettings"] if way else visit.data_now()

    page = visit.open()
    assert [page.text(f"K{way}/*/{at}") for at in range(3)] == ["_one", "_two", "_three"]
    page.fill(f"{way}/*/1", '{"b": true}')
    page.fill(f"K{way}/*/2", "_last")
    visit.save(page)
    assert now()["_one"] == {"a": [1.0]} and now()["_two"] == {"b": True}
    assert [*now()][-3:] == ["_one", "_two", "_last"] and now()["_last"] is None
    hand = Hand(visit, visit.open())
    hand.remove(f"{way}/*", "0")
    row = hand.add(f"{way}/*")
    hand.page.fill(f"K{row}", "_new")
    hand.page.fill(row, '"text"')
    visit.save(hand.page)
    assert [*now()][-3:] == ["_two", "_last", "_new"] and now()["_new"] == "text"
    page = visit.open()
    page.fill(f"K{way}/*/0", "description" if not way else "model")
    visit.save(page, 422)


@pytest.mark.parametrize(
    ("data", "way"),
    [
        ({"a": 1, "b": 2, "c": 3}, "/*"),
        ({"mcpToolset": {"customHeaders": {"a": "1", "b": "2"}}}, "/mcpToolset/customHeaders"),
    ],
)
def test_a_page_that_a_script_saved_is_drawn_again_when_the_rows_of_a_map_have_other_places(form, client, data, way):
    visit = form("toolsets", data)
    for change in ("remove", "add", "rename"):
        hand = Hand(visit, visit.open(), script=True)
        if change == "remove":
            hand.remove(way, "0")
        row = hand.add(way) if change == "add" else f"{way}/0"
        if change != "remove":
            hand.page.fill(f"K{row}", f"new {change}")
        if change == "add":
            hand.page.fill(row, "4")
        response = post(client, hand.page, headers={"HX-Request": "true"})
        assert response.status_code == 302, change


def test_a_page_that_a_script_saved_is_drawn_anew(form, client):
    visit = form("toolsets", {"displayName": "w", "odd": "x"})
    page = visit.open()
    for name in ("one", "two"):
        page.fill("/displayName", name)
        page.fill("/*/0", f'"{name}"')
        response = post(client, page, headers={"HX-Request": "true"})
        assert response.status_code == 302
        assert visit.data_now() == {"displayName": name, "odd": name}
        page = visit.open()
