"""What the scripts add to the pages: code fields, drafts, keys, the filter of the tree, uploads."""

from __future__ import annotations

import io

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from editor.actions.importing import import_archive
from editor.archive import container

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DRAFTS = "Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length"
WCAG = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
LOOK = {"type": "rule", "values": ["color-contrast", "target-size"]}  # what theme and width can break
INSTRUCTION = "text:agents/Front_desk/instruction.txt"


@pytest.fixture
def app(transactional_db, live_server, sample_zip):
    """The address of the sample app."""
    archive = container.read_zip(io.BytesIO(sample_zip("Harbor_Bistro")))
    return f"{live_server.url}/apps/{import_archive(archive, 'Harbor_Bistro.zip', 'you').pk}"


@pytest.fixture
def desk(page, app):
    """The page of the root agent, with the caret at the start of its instruction."""
    page.goto(f"{app}/agents/Front_desk/")
    to_start(page)
    return page


def to_start(page):
    page.locator(".cm-content").first.click()
    page.keyboard.press("Control+Home")


def text_of(page):
    return page.locator(f"textarea[name='{INSTRUCTION}']").evaluate("(area) => area.value")


def wait_for_drafts(page, count):
    """Drafts are written when the keys rest; wait_for_function would need what the policy of the page refuses."""
    for _ in range(100):
        if page.evaluate(DRAFTS) == count:
            return
        page.wait_for_timeout(50)
    pytest.fail(f"{page.evaluate(DRAFTS)} drafts instead of {count}")


def has_focus(page):
    return page.evaluate("document.activeElement.className").startswith("cm-content")


# Code fields


def test_the_editor_changes_no_text(desk):
    areas = desk.locator("textarea").all()
    assert areas
    for area in areas:
        assert area.evaluate("(area) => area.value === area.defaultValue")


def test_the_editor_has_the_name_of_its_section(desk):
    expect(desk.get_by_role("textbox", name="Instruction")).to_have_count(1)


def test_typing_is_marked_and_saving_takes_the_marks_away(desk):
    desk.keyboard.type("Hello ")
    assert text_of(desk).startswith("Hello <role>")
    expect(desk.locator(".save-state")).to_have_text("1 unsaved change")
    expect(desk.locator("code-field.edited")).to_have_count(1)
    wait_for_drafts(desk, 1)
    desk.keyboard.press("Control+s")
    expect(desk.locator(".toast")).to_contain_text("Saved as revision 2")
    expect(desk.locator(".save-state")).to_be_hidden()
    expect(desk.locator("#head")).to_have_text("Revision 2")
    assert desk.evaluate(DRAFTS) == 0
    assert has_focus(desk)
    desk.keyboard.press("Control+z")  # the steps of the field go on after a save
    expect(desk.locator(".save-state")).to_be_visible()


def test_discard_brings_the_saved_text_back(desk):
    before = text_of(desk)
    desk.keyboard.type("Hello ")
    wait_for_drafts(desk, 1)
    desk.get_by_role("button", name="Discard").click()
    expect(desk.locator(".save-state")).to_be_hidden()
    assert text_of(desk) == before
    expect(desk.locator(".cm-line").first).to_have_text("<role>")
    wait_for_drafts(desk, 0)


def test_tab_indents_and_after_escape_it_leaves(desk):
    desk.keyboard.press("Tab")
    assert text_of(desk).startswith("    <role>")
    desk.keyboard.press("Escape")
    desk.keyboard.press("Tab")
    assert not has_focus(desk)


def test_typing_over_marked_lines_breaks_no_policy(desk):
    desk.keyboard.press("Control+a")
    desk.keyboard.press("x")
    assert text_of(desk) == "x"


def test_a_folded_callback_gets_its_editor_when_it_opens(desk):
    card = desk.locator(".card").first
    expect(card.locator(".cm-editor")).to_have_count(0)
    card.locator("summary").first.click()
    expect(card.locator(".cm-content")).to_contain_text("def before_agent_callback")


def test_what_is_typed_during_a_save_stays_unsaved(desk):
    desk.route("**/agents/Front_desk/", lambda route: (desk.wait_for_timeout(300), route.continue_()))
    desk.keyboard.type("A")
    desk.keyboard.press("Control+s")
    desk.keyboard.type("B")
    expect(desk.locator(".toast")).to_be_visible()
    expect(desk.locator(".save-state")).to_be_visible()
    assert text_of(desk).startswith("AB")


def test_a_refused_source_keeps_text_focus_and_undo(page, app):
    page.goto(f"{app}/agents/Kitchen_line/source/")
    to_start(page)
    page.keyboard.type("!")
    page.keyboard.press("Control+s")
    expect(page.get_by_text("Not saved: this cannot be read.")).to_be_visible()
    expect(page.locator(".cm-line.has-error")).to_have_count(1)
    expect(page.locator(".save-state")).to_have_text("1 unsaved change")
    assert has_focus(page)
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+s")
    expect(page.locator(".toast")).to_be_visible()
    expect(page.get_by_text("Not saved: this cannot be read.")).to_have_count(0)
    expect(page.locator(".save-state")).to_be_hidden()


def test_a_line_in_the_address_gets_the_caret(page, app):
    page.goto(f"{app}/agents/Kitchen_line/source/#L3")
    expect(page.locator(".cm-activeLineGutter")).to_have_text("3")
    assert has_focus(page)


# Leaving and coming back


def test_leaving_with_unsaved_text_asks_first(desk):
    asked = []
    desk.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    desk.keyboard.type("Hello ")
    desk.get_by_role("link", name="History").click()
    desk.wait_for_timeout(300)
    assert asked == ["beforeunload"]
    assert "/agents/" in desk.url


def test_a_draft_is_offered_after_a_crash(desk):
    desk.keyboard.type("Lost? ")
    wait_for_drafts(desk, 1)
    desk.close()  # without a question, as a crash does
    again = desk.context.new_page()
    again.goto(desk.url)
    note = again.locator("#draft-note")
    expect(note).to_be_visible()
    note.get_by_role("button", name="Restore").click()
    assert text_of(again).startswith("Lost? ")
    expect(again.locator(".cm-line").first).to_have_text("Lost? <role>")
    expect(again.locator(".save-state")).to_be_visible()


def test_a_draft_that_is_thrown_away_does_not_come_back(desk):
    desk.keyboard.type("Lost? ")
    wait_for_drafts(desk, 1)
    desk.close()
    again = desk.context.new_page()
    again.goto(desk.url)
    again.get_by_role("button", name="Throw away").click()
    again.reload()
    expect(again.locator("#draft-note")).to_be_hidden()
    assert not text_of(again).startswith("Lost? ")


def test_a_draft_that_was_overtaken_ends_in_the_question(desk, somebody):
    desk.keyboard.type("Mine. ")
    wait_for_drafts(desk, 1)
    desk.close()
    other = somebody()
    other.page.goto(desk.url)
    to_start(other.page)
    other.page.keyboard.type("Theirs. ")
    other.save()
    again = desk.context.new_page()
    again.goto(desk.url)
    again.get_by_role("button", name="Restore").click()
    again.keyboard.press("Control+s")
    expect(again.get_by_role("button", name="Save mine over it")).to_be_visible()
    expect(again.locator(".diff .del").first).to_contain_text("Theirs. ")
    expect(again.locator(".diff .add").first).to_contain_text("Mine. ")


# Keys, the tree, the theme


def test_the_keys_are_shown_and_can_be_switched_off(desk):
    desk.locator("h1").click()
    desk.keyboard.press("?")
    expect(desk.locator("#keys")).to_be_visible()
    desk.get_by_label("Single keys").uncheck()
    desk.keyboard.press("Escape")
    desk.keyboard.press("?")
    expect(desk.locator("#keys")).to_be_hidden()
    desk.keyboard.press("/")
    assert desk.evaluate("document.activeElement.type") != "search"
    desk.keyboard.press("Control+k")
    assert desk.evaluate("document.activeElement.type") == "search"


def test_the_filter_shows_what_matches_and_gives_all_back(desk):
    def shown():
        return [row.inner_text().strip() for row in desk.locator(".tree-row:visible").all()]

    before = shown()
    desk.locator("h1").click()
    desk.keyboard.press("/")
    desk.keyboard.type("Térrace")  # without regard to accents and case
    assert set(shown()) == {"Terrace events", "Scenario - wedding on the terrace"}
    desk.keyboard.type("zzz")
    expect(desk.get_by_text("Nothing has this name.")).to_be_visible()
    desk.keyboard.press("Escape")
    assert shown() == before


def test_undo_and_redo_have_keys_outside_of_a_text(desk):
    desk.keyboard.type("Hello ")
    desk.keyboard.press("Control+s")
    expect(desk.locator(".toast")).to_be_visible()
    desk.locator("h1").click()
    desk.keyboard.press("Control+z")
    expect(desk.locator("#head")).to_have_text("Revision 3")
    assert not text_of(desk).startswith("Hello ")
    desk.keyboard.press("Control+Shift+z")
    expect(desk.locator("#head")).to_have_text("Revision 4")
    assert text_of(desk).startswith("Hello ")


def test_the_theme_stays_and_comes_from_the_server(page):
    page.goto("/")
    page.get_by_role("button", name="Light or dark").click()
    answer = page.goto("/")
    assert 'data-theme="dark"' in answer.text()


# Uploads


def test_a_refused_archive_says_why_and_leaves_the_page(page, sample_zip):
    page.goto("/")
    content = {"name": "slip.zip", "mimeType": "application/zip", "buffer": sample_zip("zip_slip")}
    page.set_input_files("input[type=file]", content)
    expect(page.locator("#import-note")).to_contain_text("slip.zip was not imported")
    expect(page.locator("[data-progress]")).to_be_hidden()
    page.set_input_files("input[type=file]", content)  # the same file again
    expect(page.locator("#import-note")).to_have_count(1)


def test_an_upload_can_be_cancelled(page, sample_zip):
    page.goto("/")
    page.route("**/import/", lambda route: None)  # never answered
    content = {"name": "slow.zip", "mimeType": "application/zip", "buffer": sample_zip("tangle")}
    page.set_input_files("input[type=file]", content)
    expect(page.locator("[data-progress]")).to_contain_text("slow.zip")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("[data-progress]")).to_be_hidden()
    assert page.evaluate("location.pathname") == "/"


# For everybody


@pytest.mark.parametrize(("scheme", "width", "rules"), [("light", 1280, WCAG), ("dark", 390, LOOK)])
def test_the_pages_are_accessible_and_fit(scheme, width, rules, open_page, app):
    page = open_page(color_scheme=scheme, viewport={"width": width, "height": 844}, bypass_csp=True)
    parts = ("", "agents/Front_desk/", "tools/hold_table/source/", "report/", "history/", "export/", "delete/")
    for address in ["/", *(f"{app}/{part}" for part in parts)]:
        page.goto(address)
        found = Axe().run(page, options={"runOnly": rules}).response["violations"]
        assert [(address, fault["id"], fault["nodes"][0]["html"]) for fault in found] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
