"""Cards, choices, ticks and long lists: what a person does with them, and what the files are then."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from editor.actions.creating import create_app
from editor.actions.files import tree_of
from editor.actions.importing import import_archive
from editor.archive import container, manifest
from editor.models import App
from tests.actions.conftest import contents
from tests.browser.filling import Form, Ticks
from tests.browser.making import create, save, title
from tests.conftest import FIXTURES

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DESK = "agents/Front_desk"
KIND = title("tools", "kind")


@pytest.fixture
def bistro(transactional_db) -> App:
    """The sample app."""
    return import_archive(container.read_folder(FIXTURES / "apps" / "Harbor_Bistro"), "Harbor", "somebody")


def data_of(app: App, path: str) -> dict:
    """The data of a manifest of the app as it is now."""
    return manifest.load_object(contents(app)[path].decode(), manifest.syntax_of(path))


def changed(app: App, before: dict[str, bytes]) -> set[str]:
    """The paths of the files that came, went or changed."""
    now = contents(app)
    return {path for path in {*before, *now} if before.get(path) != now.get(path)}


def test_callbacks_are_added_duplicated_moved_and_removed(bistro, page):
    before = contents(bistro)
    first, second = (
        f"{DESK}/before_model_callbacks/before_model_callbacks_0{number}/python_code.py" for number in (1, 2)
    )
    page.goto(f"/apps/{bistro.pk}/{DESK}/")
    callbacks = page.get_by_role("group", name="Before model", exact=True)
    callbacks.get_by_role("button", name="Add a callback").click()
    expect(callbacks.locator("[data-item]")).to_have_count(3)
    new = Form(page, callbacks.locator("[data-item]").nth(2).element_handle())
    assert "def before_model_callback(" in new.find("Code").evaluate("(one) => one.value")
    new.fill({"Code": "def before_model_callback(a, b):\n    return None\n", "Description": "The new one."})
    callbacks.get_by_role("button", name=re.compile("^Duplicate: ")).first.click()
    expect(callbacks.locator("[data-item]")).to_have_count(4)
    Form(page, callbacks.locator("[data-item]").nth(1).element_handle()).fill({"Description": "The copy."})
    callbacks.get_by_role("button", name=re.compile("^Move up: ")).last.click()
    callbacks.get_by_role("button", name=re.compile("^Remove: ")).first.click()
    expect(callbacks.locator(".no")).to_have_text(["1", "2", "3"])
    save(page)
    rows = data_of(bistro, f"{DESK}/Front_desk.json")["beforeModelCallbacks"]
    assert [row.get("description") for row in rows] == [
        "The copy.",
        "The new one.",
        "Allergy first: hand over to the kitchen.",
    ]
    now = contents(bistro)
    codes = [now[row["pythonCode"]] for row in rows]
    assert codes == [before[first], b"def before_model_callback(a, b):\n    return None\n", before[second]]
    assert rows[2]["pythonCode"] == second
    assert first not in now, "nobody names the code of the removed card any more"
    expect(callbacks.locator("summary .name")).to_have_text(
        ["The copy.", "The new one.", "Allergy first: hand over to the kitchen."]
    )
    page.get_by_role("button", name="Undo", exact=False).first.click()
    expect(page.locator("#head")).to_have_text("Revision 3")
    assert contents(bistro) == before


def test_a_removed_card_comes_back_as_it_was(bistro, page):
    before = contents(bistro)
    page.goto(f"/apps/{bistro.pk}/{DESK}/")
    rules = page.get_by_role("group", name="Handoff rules", exact=True)
    rules.get_by_role("button", name=re.compile("^Remove: ")).first.click()
    expect(page.locator(".save-state")).to_have_text("1 unsaved change")
    rules.get_by_role("button", name="Put back").click()
    expect(page.locator(".save-state")).to_be_hidden()
    assert contents(bistro) == before


def test_a_kind_that_was_left_keeps_what_was_typed_until_it_is_saved(page):
    app = create_app("Night shift", "tool", "somebody")
    create(page, app, "tools", "System", "ring_bell")
    form = Form(page)
    form.fill({KIND: ("System tool", {"System tool": "end_session"})})
    form.fill({KIND: ("Web search", {"Name": "search", "Only these sites": ["a.example.com"]})})
    form.fill({KIND: ("Agent as a tool", {"Name": "ask"})})
    expect(page.get_by_text("Saving removes what is set for “System tool”.")).to_be_visible()
    form.fill({KIND: ("Web search", {})})
    form.shows({KIND: ("Web search", {"Name": "search", "Only these sites": ["a.example.com"]})})
    form.fill({KIND: ("System tool", {})})
    form.shows({KIND: ("System tool", {"System tool": "end_session"})})
    expect(page.get_by_text("Saving removes what is set for “System tool”.")).to_be_hidden()
    form.fill({KIND: ("Web search", {})})
    save(page)
    assert data_of(app, "tools/ring_bell/ring_bell.json") == {
        "googleSearchTool": {"name": "search", "preferredDomains": ["a.example.com"]},
        "displayName": "ring_bell",
    }
    Form(page).shows({KIND: ("Web search", {"Name": "search"})})


def test_code_of_a_kind_that_was_left_goes_with_it(page):
    app = create_app("Night shift", "tool", "somebody")
    page.goto(f"/apps/{app.pk}/tools/look_up/")
    Form(page).fill({KIND: ("Agent as a tool", {"Name": "look_up", "Agent": "Main agent"})})
    save(page)
    assert data_of(app, "tools/look_up/look_up.json").keys() == {"displayName", "executionType", "agentTool"}
    assert [path for path in contents(app) if path.startswith("tools/look_up/")] == ["tools/look_up/look_up.json"]


def test_a_folded_card_of_a_long_list_is_fetched_edited_and_saved(bistro, page):
    before = contents(bistro)
    page.goto(f"/apps/{bistro.pk}/")
    cards = page.get_by_role("group", name="Variables", exact=True).locator("[data-item]")
    card = cards.filter(has_text="party_size").first
    expect(card.get_by_label("Name", exact=True)).to_have_count(0)
    card.locator("summary").first.click()
    card.get_by_label("Name", exact=True).wait_for()
    expect(page.locator(".save-state")).to_be_hidden()
    card.get_by_label("Description", exact=True).first.fill("How many guests come.")
    expect(page.locator(".save-state")).to_have_text("1 unsaved change")
    save(page)
    variables = data_of(bistro, "app.json")["variableDeclarations"]
    assert [one["description"] for one in variables if one["name"] == "party_size"] == ["How many guests come."]
    assert changed(bistro, before) == {"app.json"}
    card.get_by_label("Description", exact=True).first.fill("So many.")
    save(page)
    assert contents(bistro)["app.json"].count(b"So many.") == 1


def test_a_list_of_many_is_summaries_with_a_page_for_each(bistro, page):
    data = data_of(bistro, "app.json")
    names = [f"variable_{number:02}" for number in range(60)]
    data["variableDeclarations"] = [{"name": name, "schema": {"type": "STRING"}} for name in names]
    archive = container.read_folder(FIXTURES / "apps" / "Harbor_Bistro")
    files = contents(bistro) | {"app.json": manifest.write(data, "json").encode()}
    app = import_archive(replace(archive, files=files), "Harbor", "somebody")
    page.goto(f"/apps/{app.pk}/")
    variables = page.get_by_role("group", name="Variables", exact=True)
    expect(variables.locator("[data-item]")).to_have_count(60)
    expect(variables.get_by_label("Description", exact=True)).to_have_count(0)
    variables.get_by_placeholder("Find").fill("variable_17")
    expect(variables.locator("[data-item]:visible")).to_have_count(1)
    variables.get_by_role("link", name="variable_17").click()
    page.wait_for_url("**?at=/variableDeclarations/17")
    page.get_by_label("Description", exact=True).first.fill("The one with seventeen.")
    save(page)
    now = data_of(app, "app.json")
    assert now["variableDeclarations"][17]["description"] == "The one with seventeen."
    assert now | {"variableDeclarations": 0} == data | {"variableDeclarations": 0}
    assert [one["name"] for one in now["variableDeclarations"]] == names
    assert changed(app, files) == {"app.json"}
    page.get_by_role("link", name=re.compile("^All of ")).click()
    page.get_by_role("button", name="Move up: variable_03").click()
    page.get_by_role("button", name="Remove: variable_59").click()
    page.get_by_role("button", name="Add a variable").click()
    Form(page, variables.locator(".cards [data-item]").first.element_handle()).fill({"Name": "brand_new"})
    save(page)
    rows = [one["name"] for one in data_of(app, "app.json")["variableDeclarations"]]
    assert sorted(rows) == sorted([*names[:59], "brand_new"])
    assert rows.index("variable_03") < rows.index("variable_02")


def test_tools_toolsets_and_operations_are_ticked(bistro, page):
    path = "agents/Kitchen_line/Kitchen_line.json"
    before = contents(bistro)
    old = data_of(bistro, path)
    page.goto(f"/apps/{bistro.pk}/agents/Kitchen_line/")
    Form(page).fill({"Tools": Ticks("hold_table", "show_map_pin")})
    toolset = page.locator("[data-toolset]", has=page.get_by_label("loyalty_ledger", exact=True))
    toolset.get_by_label("loyalty_ledger", exact=True).check()
    toolset.locator(".rows input").first.check()
    save(page)
    now = data_of(bistro, path)
    assert sorted(now["tools"]) == ["hold_table", "show_map_pin"]
    used = next(one for one in now["toolsets"] if one["toolset"] == "loyalty_ledger")
    assert used["toolIds"] == [tree_of(bistro).operations(tree_of(bistro).entry_of("toolsets", "loyalty_ledger"))[0]]
    assert {key: value for key, value in now.items() if key not in ("tools", "toolsets")} == {
        key: value for key, value in old.items() if key not in ("tools", "toolsets")
    }
    assert changed(bistro, before) == {path}


def test_a_name_that_nobody_has_is_kept(page):
    archive = container.read_folder(FIXTURES / "apps" / "broken-refs")
    app = import_archive(archive, "Broken", "somebody")
    before = contents(app)
    page.goto(f"/apps/{app.pk}/agents/Loans/")
    unknown = page.locator(".picks .rows > li", has_text="extend_card").first
    expect(unknown.locator("input")).to_be_checked()
    expect(unknown).to_contain_text("unknown")
    page.get_by_label("Description", exact=True).first.fill("Lends books.")
    save(page)
    old = manifest.load_object(before["agents/Loans/Loans.json"].decode(), "json")
    assert data_of(app, "agents/Loans/Loans.json") == old | {"description": "Lends books."}


FOCUSED = "document.activeElement.title"


def tab_to(page, title: str) -> None:
    """Press Tab until something of this title has the focus."""
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED).startswith(title):
            return
    pytest.fail(f"there is no {title}")


def test_cards_are_worked_with_by_keyboard_alone(bistro, page):
    page.goto(f"/apps/{bistro.pk}/guardrails/Blocked_words/")
    answers = page.get_by_role("group", name="Answers", exact=True)
    expect(answers.locator("[data-item]")).to_have_count(2)
    answers.locator("summary").first.focus()
    tab_to(page, "Move down")
    page.keyboard.press("Enter")
    expect(answers.locator("summary .name").first).to_contain_text("No storms")
    assert page.evaluate(FOCUSED).startswith("Move up: Let's keep"), "it cannot go further down, so the focus is on up"
    tab_to(page, "Duplicate")
    page.keyboard.press("Enter")
    expect(answers.locator("[data-item]")).to_have_count(3)
    assert page.evaluate("document.activeElement.closest('[data-item]') !== null"), "the caret is in the copy"
    page.keyboard.press("Control+s")
    page.locator(".toast", has_text="Saved as revision").wait_for()
    responses = data_of(bistro, "guardrails/Blocked_words/Blocked_words.json")["action"]["respondImmediately"]
    assert [one["text"][:9] for one in responses["responses"]] == ["No storms", "Let's kee", "Let's kee"]


def test_a_form_works_without_scripts(bistro, open_page):
    page = open_page(java_script_enabled=False)
    path = "guardrails/Blocked_words/Blocked_words.json"
    page.goto(f"/apps/{bistro.pk}/guardrails/Blocked_words/")
    user = page.get_by_role("group", name="From the user", exact=True)
    user.get_by_role("button", name="Add a phrase").click()
    user.get_by_role("textbox").last.fill("barnacle")
    user.get_by_role("button", name=re.compile("^Move up: ")).last.click()
    user.get_by_role("button", name="Remove: scallywag").click()
    expect(user.get_by_role("textbox")).to_have_count(2)
    assert [box.input_value() for box in user.get_by_role("textbox").all()] == ["barnacle", "vieux loup"]
    action = page.locator("#then")
    action.get_by_role("combobox").first.select_option(label="Transfer to an agent")
    action.get_by_role("button", name="Show its fields").click()
    action.get_by_label("Agent", exact=True).select_option(label="Kitchen line")
    page.get_by_role("button", name="Save").first.click()
    page.get_by_text("Saved as revision 2").first.wait_for()
    data = data_of(bistro, path)
    assert data["contentFilter"]["bannedContentsInUserInput"] == ["barnacle", "vieux loup"]
    assert data["action"] == {"transferAgent": {"agent": "Kitchen line"}}
