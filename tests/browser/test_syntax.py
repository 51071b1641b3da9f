"""Python that breaks is told of while somebody types, and a sentence is tried on what the form holds."""

from __future__ import annotations

import io

import pytest
from playwright.sync_api import expect

from editor.actions.importing import import_archive
from editor.archive import container

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CODE = "tools/quote_refund/python_function/python_code.py"


@pytest.fixture
def app(transactional_db, live_server, sample_zip):
    """The address of the sample app."""
    archive = container.read_zip(io.BytesIO(sample_zip("Harbor_Bistro")))
    return f"{live_server.url}/apps/{import_archive(archive, 'Harbor_Bistro.zip', 'you').pk}"


@pytest.fixture
def asked(page):
    """The addresses of all checks that the page asked for."""
    seen = []
    page.on(
        "request", lambda request: seen.append(request.post_data) if request.url.endswith("/check/python/") else None
    )
    return seen


@pytest.fixture
def tool(page, app, asked):
    """The page of a tool with the caret at the start of its code, checked once."""
    page.goto(f"{app}/tools/quote_refund/")
    page.locator("code-field[language=python] .cm-content").first.click()
    page.keyboard.press("Control+Home")
    wait_for(page, lambda: len(asked) == 1)
    return page


def wait_for(page, met):
    for _ in range(400):
        if met():
            return
        page.wait_for_timeout(25)
    pytest.fail("it did not come to pass")


def notes(page):
    return page.locator("code-field[language=python] .code-notes > li")


def test_what_breaks_gets_a_note_at_its_line_and_loses_it_again(tool, asked):
    tool.keyboard.type("def (:")
    expect(notes(tool)).to_have_count(1)
    expect(notes(tool).locator(".says")).to_have_text("Invalid syntax: Python cannot read on from here")
    expect(notes(tool).locator(".at")).to_have_text("Line 1, column 5")
    expect(tool.locator(".cm-line.has-error")).to_have_count(1)
    tool.keyboard.press("Control+End")
    notes(tool).locator(".at").click()
    tool.keyboard.type("f")
    expect(notes(tool).locator(".at")).to_have_text("Line 1, column 7")
    tool.keyboard.press("Control+Home")
    for _ in range(7):
        tool.keyboard.press("Delete")
    expect(notes(tool)).to_have_count(0)
    expect(tool.locator(".cm-line.has-error")).to_have_count(0)


def test_one_question_a_pause_and_none_for_what_was_asked(tool, asked):
    tool.keyboard.type("# a word and another", delay=20)
    wait_for(tool, lambda: len(asked) == 2)
    tool.keyboard.press("ArrowDown")
    tool.keyboard.type("x")
    tool.keyboard.press("Backspace")
    tool.wait_for_timeout(700)
    assert len(asked) == 2


def test_an_overtaken_answer_says_nothing(tool, asked):
    def slow_first(route):
        if len(asked) == 2:
            tool.wait_for_timeout(900)
        route.continue_()

    tool.route("**/check/python/", slow_first)
    tool.keyboard.type("(")
    wait_for(tool, lambda: len(asked) == 2)
    tool.keyboard.press("Backspace")
    tool.keyboard.type("# ")
    wait_for(tool, lambda: len(asked) == 3)
    tool.wait_for_timeout(1_200)
    expect(notes(tool)).to_have_count(0)


def test_notes_of_the_server_stay(tool):
    tool.evaluate(
        """() => {
            const note = document.createElement("li");
            Object.assign(note.dataset, {line: 2, column: 1, severity: "warning"});
            const says = document.createElement("span");
            says.className = "says";
            says.textContent = "of the server";
            note.append(says);
            document.querySelector("code-field[language=python] .code-notes").append(note);
        }"""
    )
    tool.keyboard.type("(")
    expect(notes(tool)).to_have_count(2)
    tool.keyboard.press("Backspace")
    expect(notes(tool)).to_have_count(1)
    expect(notes(tool)).to_have_text("of the server")


def test_a_server_that_does_not_answer_is_passed_over(tool):
    tool.keyboard.type("(")
    expect(notes(tool)).to_have_count(1)
    tool.route("**/check/python/", lambda route: route.fulfill(status=413, body="{}"))
    tool.keyboard.type("(")
    expect(notes(tool)).to_have_count(0)
    tool.route("**/check/python/", lambda route: route.fulfill(status=200, body="<p>"))
    tool.keyboard.type("(")
    tool.wait_for_timeout(600)
    expect(notes(tool)).to_have_count(0)


def test_a_folded_callback_is_checked_when_it_opens(page, app, asked):
    page.goto(f"{app}/agents/Front_desk/")
    page.locator("code-field .cm-content").first.wait_for()
    before = len(asked)
    folds = page.locator("code-field[language=python]").first.locator("xpath=ancestor::details").all()
    assert folds
    for fold in folds:
        assert len(asked) == before
        fold.locator("> summary").click()
    wait_for(page, lambda: len(asked) > before)


def test_a_field_that_comes_later_is_checked_too(tool, asked):
    tool.evaluate(
        """() => {
            const old = document.querySelector("code-field[language=python]");
            const fresh = document.createElement("code-field");
            fresh.setAttribute("language", "python");
            const area = document.createElement("textarea");
            area.id = "late";
            area.defaultValue = "def f(:";
            const list = document.createElement("ul");
            list.className = "code-notes";
            fresh.append(area, list);
            old.after(fresh);
        }"""
    )
    late = tool.locator("code-field:has(#late)")
    expect(late.locator(".cm-content")).to_have_text("def f(:")
    expect(late.locator(".code-notes > li")).to_have_count(1)
    expect(late.locator(".cm-line.has-error")).to_have_count(1)
    expect(tool.locator(".code-notes > li")).to_have_count(1)


# Guardrails


def test_a_sentence_is_tried_on_what_the_form_holds(page, app):
    page.goto(f"{app}/guardrails/Blocked_words/")
    page.get_by_label("Sentence", exact=True).fill("Ahoy, you old Scallywag!")
    page.get_by_role("button", name="Test").click()
    expect(page.locator("#try-result mark")).to_have_text("Scallywag")
    expect(page.locator(".save-state")).to_be_hidden()
    page.get_by_label("Match").select_option("SIMPLE_STRING_MATCH")
    page.get_by_label("Sentence", exact=True).fill("scallywags")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#try-result .said")).to_have_text("scallywags")
    expect(page.locator("#try-result mark")).to_have_text("scallywag")
    expect(page.locator(".save-state")).to_have_text("1 unsaved change")
    page.get_by_role("button", name="Test").evaluate(
        "(elt) => elt.dispatchEvent(new CustomEvent('htmx:sendError', {bubbles: true, detail: {elt}}))"
    )
    expect(page.locator("#try-result")).to_contain_text("Not tried")


def test_without_scripts_a_trial_leads_back_to_what_was_typed(open_page, app):
    page = open_page(java_script_enabled=False)
    page.goto(f"{app}/guardrails/Blocked_words/")
    page.get_by_label("Match").select_option("SIMPLE_STRING_MATCH")
    page.get_by_label("Sentence", exact=True).fill("scallywags")
    page.get_by_role("button", name="Test").click()
    expect(page.locator("#try-result mark")).to_have_text("scallywag")
    page.get_by_label("Sentence", exact=True).fill("no rats")
    page.get_by_role("button", name="Test").click()
    expect(page.locator("#try-result .said")).to_have_text("no rats")
    page.get_by_role("button", name="Back to the form").click()
    expect(page.get_by_label("Match")).to_have_value("SIMPLE_STRING_MATCH")
