"""A form goes on after a save, a refusal or a crash: what came into the page later, what was chosen, what is nested."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from editor.actions.importing import import_archive
from editor.archive import container, manifest
from editor.models import App
from tests.actions.conftest import contents
from tests.browser.filling import Form
from tests.browser.making import save, title
from tests.browser.test_forms_saving import wait_for_draft
from tests.conftest import FIXTURES

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

KIND = title("tools", "kind")
WORDS = "guardrails/Blocked_words"


@pytest.fixture
def bistro(transactional_db) -> App:
    """The sample app."""
    return import_archive(container.read_folder(FIXTURES / "apps" / "Harbor_Bistro"), "Harbor", "somebody")


def data_of(app: App, path: str) -> dict:
    """The data of a manifest of the app as it is now."""
    return manifest.load_object(contents(app)[path].decode(), manifest.syntax_of(path))


def crashed(page):
    """The same page again after a crash, its draft restored."""
    page.wait_for_timeout(600)  # milliseconds: a draft is written when the keys rest
    wait_for_draft(page)
    page.close()
    again = page.context.new_page()
    again.goto(page.url)
    again.locator("#draft-note").get_by_role("button", name="Restore").click()
    expect(again.locator(".save-state")).to_be_visible()  # as soon as the draft is in the form
    return again


def test_a_draft_of_a_card_that_was_fetched_comes_back(bistro, page):
    page.goto(f"/apps/{bistro.pk}/")
    card = page.get_by_role("group", name="Variables", exact=True).locator("[data-item]", has_text="cart").first
    card.locator("summary").first.click()
    card.get_by_label("Description", exact=True).first.fill("Drafted.")
    again = crashed(page)
    save(again)
    variables = data_of(bistro, "app.json")["variableDeclarations"]
    assert [one["name"] for one in variables if one.get("description") == "Drafted."] == ["cart"]
    assert len(variables) == 14


def test_a_draft_of_another_kind_comes_back(bistro, page):
    page.goto(f"/apps/{bistro.pk}/tools/ask_kitchen/")
    Form(page).fill({KIND: ("Web search", {"Name": "search", "Only these sites": ["a.example.com", "b.example.com"]})})
    again = crashed(page)
    Form(again).shows(
        {KIND: ("Web search", {"Name": "search", "Only these sites": ["a.example.com", "b.example.com"]})}
    )
    save(again)
    data = data_of(bistro, "tools/ask_kitchen/ask_kitchen.json")
    assert data["googleSearchTool"] == {"name": "search", "preferredDomains": ["a.example.com", "b.example.com"]}
    assert "agentTool" not in data


def test_a_refused_form_is_mended_and_saved_with_its_new_cards(bistro, page):
    page.goto(f"/apps/{bistro.pk}/")
    personas = page.get_by_role("group", name="Personas", exact=True)
    count = personas.locator("[data-item]").count()
    personas.get_by_role("button", name="Add a persona").click()
    expect(personas.locator("[data-item]")).to_have_count(count + 1)
    Form(page, personas.locator("[data-item]").last.element_handle()).fill({"Display name": "Nadia"})
    page.get_by_label("Temperature").fill("hot")
    page.keyboard.press("Control+s")
    expect(page.get_by_text("1 field has an error. Nothing was saved.")).to_be_visible()
    expect(personas.locator("[data-item]")).to_have_count(count + 1)
    page.get_by_label("Temperature").fill("0.25")
    save(page)
    data = data_of(bistro, "app.json")
    assert data["evaluationPersonas"][-1]["displayName"] == "Nadia"
    assert data["modelSettings"]["temperature"] == 0.25
    expect(page.get_by_text("1 field has an error. Nothing was saved.")).to_have_count(0)
    page.get_by_label("Temperature").fill("0.5")
    save(page)
    assert len(data_of(bistro, "app.json")["evaluationPersonas"]) == count + 1


def test_cards_are_added_before_and_after_a_save(bistro, page):
    page.goto(f"/apps/{bistro.pk}/{WORDS}/")
    phrases = page.get_by_role("group", name="From the user", exact=True)
    for number in (3, 4):
        phrases.get_by_role("button", name="Add a phrase").click()
        expect(phrases.get_by_role("textbox")).to_have_count(number)
        page.keyboard.type(f"phrase {number}")
        save(page)
        assert page.evaluate("document.activeElement.value") == f"phrase {number}", "the caret stays"
    words = data_of(bistro, f"{WORDS}/Blocked_words.json")["contentFilter"]["bannedContentsInUserInput"]
    assert words == ["scallywag", "vieux loup", "phrase 3", "phrase 4"]


def test_enter_goes_on_to_a_new_row_and_pressing_save_twice_saves_once(bistro, page):
    page.goto(f"/apps/{bistro.pk}/{WORDS}/")
    phrases = page.get_by_role("group", name="From the user", exact=True)
    phrases.get_by_role("textbox").last.click()
    page.keyboard.press("Enter")
    expect(phrases.get_by_role("textbox")).to_have_count(3)
    expect(phrases.get_by_role("textbox").last).to_be_focused()
    page.keyboard.type("barnacle")
    page.keyboard.press("Control+s")
    page.keyboard.press("Control+s")
    page.locator(".toast", has_text="Saved as revision 2").wait_for()
    page.wait_for_load_state("networkidle")
    expect(page.locator("#head")).to_have_text("Revision 2")
    words = data_of(bistro, f"{WORDS}/Blocked_words.json")["contentFilter"]["bannedContentsInUserInput"]
    assert words == ["scallywag", "vieux loup", "barnacle"]


def test_moving_a_card_takes_the_open_code_and_its_steps_along(bistro, page):
    page.goto(f"/apps/{bistro.pk}/agents/Front_desk/")
    callbacks = page.get_by_role("group", name="Before model", exact=True)
    first = callbacks.locator("[data-item]").first
    first.locator("summary").first.click()
    first.locator(".cm-content").click()
    page.keyboard.press("Control+Home")
    page.keyboard.type("# moved\n")
    for direction in ("Move down", "Move up"):
        callbacks.locator("[data-item]", has_text="Short answer").get_by_role("button", name=direction).click()
        expect(callbacks.locator(".cm-line").first).to_have_text("# moved")
    callbacks.locator("[data-item]", has_text="Short answer").get_by_role("button", name="Move down").click()
    save(page)
    rows = data_of(bistro, "agents/Front_desk/Front_desk.json")["beforeModelCallbacks"]
    assert rows[1]["description"] == "Short answer on silence."
    assert contents(bistro)[rows[1]["pythonCode"]].startswith(b"# moved")
    assert len(rows) == 2


def test_a_group_that_is_set_can_be_left_unset_again(bistro, page):
    before = contents(bistro)
    page.goto(f"/apps/{bistro.pk}/tools/hold_table/")
    Form(page).fill({KIND: ("Python function", {"Private network": {"Service": "projects/p/services/s"}})})
    expect(page.locator(".save-state")).to_be_visible()
    page.get_by_role("button", name="Leave it unset").click()
    expect(page.locator(".save-state")).to_be_hidden()
    page.keyboard.press("Control+s")
    page.locator(".toast", has_text="Nothing was changed.").wait_for()
    assert contents(bistro) == before
