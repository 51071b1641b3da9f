"""Saving forms: errors at their fields, leaving, drafts, two people, undo, what is tried before saving, phones."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from editor.actions.importing import import_archive
from editor.archive import container, manifest
from editor.models import App
from tests.actions.conftest import contents
from tests.browser.filling import Form
from tests.browser.making import save
from tests.browser.test_forms_untouched import forms_of, open_all
from tests.conftest import FIXTURES

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DESK = "agents/Front_desk"
WORDS = "guardrails/Blocked_words"
DRAFTS = "Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length"


@pytest.fixture
def bistro(transactional_db) -> App:
    """The sample app."""
    return import_archive(container.read_folder(FIXTURES / "apps" / "Harbor_Bistro"), "Harbor", "somebody")


def data_of(app: App, path: str) -> dict:
    """The data of a manifest of the app as it is now."""
    return manifest.load_object(contents(app)[path].decode(), manifest.syntax_of(path))


def wait_for_draft(page) -> None:
    """Drafts are written when the keys rest."""
    for _ in range(100):
        if page.evaluate(DRAFTS):
            return
        page.wait_for_timeout(50)
    pytest.fail("no draft is written")


def test_an_error_comes_back_at_its_field_with_the_caret(bistro, page):
    before = contents(bistro)
    page.goto(f"/apps/{bistro.pk}/tools/hold_table/")
    limit = page.get_by_label("Time limit")
    limit.fill("soon")
    page.locator("h1").click()
    page.keyboard.press("Control+s")
    expect(page.get_by_text("1 field has an error. Nothing was saved.")).to_be_visible()
    expect(limit).to_have_value("soon")
    expect(limit).to_be_focused()
    expect(limit).to_have_attribute("aria-invalid", "true")
    described = limit.get_attribute("aria-describedby").split()
    assert any(page.locator(f"#{one}.error-text").count() for one in described)
    expect(page.locator(".save-state")).to_be_visible()
    assert contents(bistro) == before
    limit.fill("20")
    save(page)
    expect(page.locator("[aria-invalid=true]")).to_have_count(0)
    assert data_of(bistro, "tools/hold_table/hold_table.json")["timeout"] == "20s"


def test_an_error_in_a_folded_card_opens_it(bistro, page):
    before = contents(bistro)
    page.goto(f"/apps/{bistro.pk}/")
    card = page.get_by_role("group", name="Variables", exact=True).locator("[data-item]", has_text="cart").first
    card.locator("summary").first.click()
    card.get_by_label("Name", exact=True).first.wait_for()
    card.get_by_role("group", name="Type and default", exact=True).locator(
        "summary", has_text="More fields"
    ).last.click()
    card.get_by_label("Most elements", exact=True).last.fill("many")
    card.locator("summary").first.click()
    expect(card.get_by_label("Most elements", exact=True).last).to_be_hidden()
    page.keyboard.press("Control+s")
    expect(page.get_by_text("1 field has an error. Nothing was saved.")).to_be_visible()
    expect(page.get_by_label("Most elements", exact=True).last).to_be_focused()
    assert contents(bistro) == before


def test_leaving_with_unsaved_changes_asks(bistro, page):
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.goto(f"/apps/{bistro.pk}/{WORDS}/")
    page.get_by_role("button", name="Add a phrase").first.click()
    expect(page.locator(".save-state")).to_have_text("1 unsaved change")
    page.get_by_role("link", name="History").click()
    page.wait_for_timeout(300)
    assert asked == ["beforeunload"]
    assert page.url.endswith(f"{WORDS}/")


def test_discarding_brings_the_saved_form_back(bistro, page):
    page.goto(f"/apps/{bistro.pk}/{WORDS}/")
    page.get_by_role("button", name="Add a phrase").first.click()
    page.get_by_label("Description", exact=True).fill("Changed.")
    expect(page.locator(".save-state")).to_have_text("2 unsaved changes")
    page.get_by_role("button", name="Discard").click()
    expect(page.get_by_label("Description", exact=True)).to_have_value("Rude words & rival names.")
    expect(page.locator(".save-state")).to_be_hidden()
    assert page.evaluate(DRAFTS) == 0


def test_a_draft_of_fields_cards_and_code_comes_back_after_a_crash(bistro, page):
    before = contents(bistro)
    page.goto(f"/apps/{bistro.pk}/{DESK}/")
    code = "def before_model_callback(a, b):\n    return 1\n"
    callbacks = page.get_by_role("group", name="Before model", exact=True)
    callbacks.get_by_role("button", name="Add a callback").click()
    expect(callbacks.locator("[data-item]")).to_have_count(3)
    card = Form(page, callbacks.locator("[data-item]").nth(2).element_handle())
    card.fill({"Code": code, "Description": "Drafted."})
    page.get_by_label("Description", exact=True).first.fill("Greets.")
    Form(page).fill({"Instruction": "Be kind.\n"})
    page.wait_for_timeout(600)
    wait_for_draft(page)
    page.close()  # without a question, as a crash does
    again = page.context.new_page()
    again.goto(f"/apps/{bistro.pk}/{DESK}/")
    expect(again.locator("#draft-note")).to_be_visible()
    assert contents(bistro) == before
    again.locator("#draft-note").get_by_role("button", name="Restore").click()
    callbacks = again.get_by_role("group", name="Before model", exact=True)
    expect(callbacks.locator("[data-item]")).to_have_count(3)
    expect(again.get_by_label("Description", exact=True).first).to_have_value("Greets.")
    expect(again.locator(".save-state")).to_be_visible()
    save(again)
    data = data_of(bistro, f"{DESK}/Front_desk.json")
    assert data["description"] == "Greets."
    assert data["beforeModelCallbacks"][2]["description"] == "Drafted."
    now = contents(bistro)
    assert now[data["beforeModelCallbacks"][2]["pythonCode"]] == code.encode()
    assert now[f"{DESK}/instruction.txt"].decode().strip() == "Be kind."
    assert again.evaluate(DRAFTS) == 0
    assert contents(bistro).keys() - before.keys() == {data["beforeModelCallbacks"][2]["pythonCode"]}


def test_a_draft_of_plain_fields_comes_back_without_a_round_trip(bistro, page):
    page.goto(f"/apps/{bistro.pk}/{WORDS}/")
    page.get_by_label("Description", exact=True).fill("Drafted.")
    page.get_by_role("radio", name="Off", exact=True).first.check()
    page.wait_for_timeout(600)
    wait_for_draft(page)
    page.close()
    again = page.context.new_page()
    again.goto(f"/apps/{bistro.pk}/{WORDS}/")
    again.locator("#draft-note").get_by_role("button", name="Restore").click()
    expect(again.get_by_label("Description", exact=True)).to_have_value("Drafted.")
    expect(again.get_by_role("radio", name="Off", exact=True).first).to_be_checked()
    expect(again.locator(".save-state")).to_have_text("2 unsaved changes")


def test_changes_of_two_people_merge_where_they_are_apart(bistro, page, open_page):
    other = open_page()
    for one in (page, other):
        one.goto(f"/apps/{bistro.pk}/{WORDS}/")
    other.get_by_label("Description", exact=True).fill("Theirs.")
    save(other)
    phrases = page.get_by_role("group", name="From the user", exact=True)
    phrases.get_by_role("textbox").first.fill("mine")
    save(page)
    data = data_of(bistro, f"{WORDS}/Blocked_words.json")
    assert data["description"] == "Theirs."
    assert data["contentFilter"]["bannedContentsInUserInput"] == ["mine", "vieux loup"]
    expect(page.get_by_label("Description", exact=True)).to_have_value("Theirs.")
    page.get_by_label("Description", exact=True).fill("Mine.")
    save(page)
    assert data_of(bistro, f"{WORDS}/Blocked_words.json")["description"] == "Mine."


def test_changes_of_two_people_in_one_field_are_asked_about(bistro, page, open_page):
    other = open_page()
    for one in (page, other):
        one.goto(f"/apps/{bistro.pk}/{WORDS}/")
    other.get_by_label("Description", exact=True).fill("Theirs.")
    save(other)
    page.get_by_label("Description", exact=True).fill("Mine.")
    page.keyboard.press("Control+s")
    expect(page.locator("#main [role=alert]:visible, #main .diff").first).to_be_visible()
    assert data_of(bistro, f"{WORDS}/Blocked_words.json")["description"] == "Theirs."
    assert "Mine." in page.content()


def test_undo_takes_a_saved_form_back(bistro, page):
    before = contents(bistro)
    page.goto(f"/apps/{bistro.pk}/{WORDS}/")
    page.get_by_label("Description", exact=True).fill("Changed.")
    save(page)
    page.locator("#undo [data-undo]").click()
    expect(page.locator("#head")).to_have_text("Revision 3")
    expect(page.get_by_label("Description", exact=True)).to_have_value("Rude words & rival names.")
    assert contents(bistro) == before
    page.locator("#undo [data-redo]").click()
    expect(page.get_by_label("Description", exact=True)).to_have_value("Changed.")


def test_a_sentence_is_tried_on_phrases_that_are_not_saved(bistro, page):
    before = contents(bistro)
    page.goto(f"/apps/{bistro.pk}/{WORDS}/")
    phrases = page.get_by_role("group", name="From the user", exact=True)
    phrases.get_by_role("button", name="Add a phrase").click()
    expect(phrases.get_by_role("textbox")).to_have_count(3)
    phrases.get_by_role("textbox").last.fill("rotten barnacle")
    page.get_by_label("Sentence", exact=True).fill("You Rotten Barnacle!")
    page.get_by_role("button", name="Test", exact=True).click()
    expect(page.locator("#try-result")).to_contain_text("rotten barnacle")
    expect(page.locator(".save-state")).to_have_text("1 unsaved change")
    assert contents(bistro) == before
    phrases.get_by_role("textbox").last.fill("something else")
    page.get_by_role("button", name="Test", exact=True).click()
    expect(page.locator("#try-result")).not_to_contain_text("rotten barnacle")


def test_a_fault_of_python_shows_while_it_is_typed(bistro, page):
    page.goto(f"/apps/{bistro.pk}/{DESK}/")
    callbacks = page.get_by_role("group", name="Before model", exact=True)
    callbacks.locator("summary").first.click()
    field = callbacks.locator("code-field").first
    field.locator(".cm-content").click()
    page.keyboard.press("Control+Home")
    page.keyboard.type("def (")
    expect(field.locator(".code-notes [data-syntax]")).to_have_count(1)
    expect(field.locator(".cm-line.has-error")).to_have_count(1)
    page.keyboard.press("Control+z")
    expect(field.locator(".code-notes [data-syntax]")).to_have_count(0)


@pytest.mark.parametrize("name", ["Harbor_Bistro", "Clinica_del_Sol"])
def test_no_form_scrolls_sideways_on_a_phone(name, open_page):
    app = import_archive(container.read_folder(FIXTURES / "apps" / name), name, "somebody")
    page = open_page(viewport={"width": 390, "height": 844})
    wide = []
    for address in forms_of(app):
        page.goto(address)
        open_all(page)
        if page.evaluate("document.documentElement.scrollWidth") > 390:
            wide.append(address)
    assert wide == []
