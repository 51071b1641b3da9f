"""Code fields: long texts, folds, fields that come later or move, the colours of each language."""

from __future__ import annotations

import io
import json

import pytest
from playwright.sync_api import expect

from editor.actions.changes import record
from editor.actions.files import StoredFiles
from editor.actions.importing import import_archive
from editor.archive import container

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SCHEMA = "toolsets/kitchen_display/open_api_toolset/open_api_schema.yaml"
LONG = "openapi: 3.0.3\npaths:\n" + "  /things:\n    get:\n      summary: Lists things, ñ and all\n" * 3_000


@pytest.fixture
def app(transactional_db, sample_zip):
    archive = container.read_zip(io.BytesIO(sample_zip("Harbor_Bistro")))
    return import_archive(archive, "Harbor_Bistro.zip", "you")


@pytest.fixture
def go(page, live_server, app):
    """`go(path)`: the page at this address of the app."""

    def to(path):
        page.goto(f"{live_server.url}/apps/{app.pk}/{path}")
        return page

    return to


@pytest.fixture
def long_file(app, go):
    """The page of a file with 170 kB, the caret at its start."""
    record(app, {SCHEMA: LONG.encode()}, "long", "you")
    page = go(f"files/{SCHEMA}")
    page.locator(".cm-content").first.click()
    page.keyboard.press("Control+Home")
    return page


def value(page):
    return page.locator("code-field textarea").first.evaluate("(area) => area.value")


def native_value(page):
    return page.locator("code-field textarea").first.evaluate(
        "(area) => Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').get.call(area)"
    )


def saved(app):
    return StoredFiles(app)[SCHEMA].decode()


def test_a_long_text_is_not_written_at_every_key_and_still_read_and_saved(long_file, app):
    long_file.keyboard.type("# one ")
    assert value(long_file) == "# one " + LONG
    assert native_value(long_file) == LONG
    expect(long_file.locator(".save-state")).to_have_text("1 unsaved change")
    long_file.keyboard.press("Control+s")
    expect(long_file.locator(".toast")).to_be_visible()
    expect(long_file.locator(".save-state")).to_be_hidden()
    assert saved(app) == "# one " + LONG


def test_a_long_text_is_written_when_the_field_is_left(long_file):
    long_file.keyboard.type("# two ")
    long_file.keyboard.press("Escape")
    long_file.keyboard.press("Tab")
    assert native_value(long_file) == "# two " + LONG


def test_a_long_text_goes_with_a_plain_post(long_file, app):
    long_file.keyboard.type("# three ")
    with long_file.expect_navigation():
        long_file.locator("#edit-form").evaluate("(form) => HTMLFormElement.prototype.submit.call(form)")
    assert saved(app) == "# three " + LONG


def test_discard_takes_a_long_text_back(long_file):
    long_file.keyboard.type("# four ")
    long_file.get_by_role("button", name="Discard").click()
    expect(long_file.locator(".save-state")).to_be_hidden()
    expect(long_file.locator(".cm-line").first).to_have_text("openapi: 3.0.3")
    assert value(long_file) == native_value(long_file) == LONG


def test_a_field_in_folds_starts_when_the_last_of_them_opens(go):
    page = go("tools/quote_refund/")
    page.evaluate(
        """() => {
            const fold = () => {
                const details = document.createElement("details");
                details.append(document.createElement("summary"));
                return details;
            };
            const [outer, inner] = [fold(), fold()];
            const field = document.createElement("code-field");
            field.setAttribute("language", "json");
            const area = document.createElement("textarea");
            area.id = "late";
            area.defaultValue = '{"a": [1, true]}';
            field.append(area);
            inner.append(field);
            outer.append(inner);
            document.getElementById("main").append(outer);
            window.outer = outer;
            window.inner = inner;
        }"""
    )
    late = page.locator("code-field:has(#late)")
    page.evaluate("window.inner.open = true")
    page.wait_for_timeout(100)
    expect(late.locator(".cm-editor")).to_have_count(0)
    page.evaluate("window.outer.open = true")
    expect(late.locator(".cm-content")).to_have_text('{"a": [1, true]}')
    expect(late.locator("[class*=tok-]").first).to_be_visible()


def test_a_field_that_moves_keeps_its_text_and_its_steps(go):
    page = go("tools/quote_refund/")
    page.locator(".cm-content").first.click()
    page.keyboard.press("Control+Home")
    page.keyboard.type("# moved ")
    page.evaluate(
        """() => {
            const field = document.querySelector("code-field");
            field.parentElement.append(field);
        }"""
    )
    expect(page.locator(".cm-line").first).to_contain_text("# moved ")
    page.keyboard.press("Control+z")
    expect(page.locator(".cm-line").first).not_to_contain_text("# moved ")


@pytest.mark.parametrize(
    ("path", "classes"),
    [
        ("agents/Front_desk/", ["ref-tool", "ref-agent", "ref-variable", "tok-meta"]),
        ("tools/quote_refund/", ["tok-keyword", "tok-string", "tok-number"]),
        (
            "files/toolsets/kitchen_display/open_api_toolset/open_api_schema.yaml",
            ["tok-propertyName", "tok-punctuation"],
        ),
        ("files/app.json", ["tok-propertyName", "tok-string", "tok-bool"]),
    ],
)
def test_every_language_has_its_colours(app, go, path, classes):
    text = 'Use {@TOOL: hold_table}, {@AGENT: Kitchen line} and {guest_name}.\n<step name="a">Go.</step>\n'
    files = {"agents/Front_desk/instruction.txt": text.encode(), "app.json": json.dumps({"a": [True, "b"]}).encode()}
    record(app, files, "colours", "you")
    page = go(path)
    for name in classes:
        expect(page.locator(f"code-field .cm-content .{name}").first).to_be_visible()
