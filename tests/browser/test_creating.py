"""Making, copying and deleting by the pages, with a script and without."""

from __future__ import annotations

import re

import pytest

from editor.actions.importing import import_archive
from editor.archive import container
from editor.models import App
from tests.actions.conftest import contents
from tests.conftest import FIXTURES

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NEW = {
    "agents": ("Add an agent", "Night porter", "Night_porter"),
    "tools": ("Add a tool", "ring_bell", "ring_bell"),
    "toolsets": ("Add a toolset", "night_desk", "night_desk"),
    "guardrails": ("Add a guardrail", "No shouting", "No_shouting"),
}


def imported(name: str) -> App:
    return import_archive(container.read_folder(FIXTURES / "apps" / name), name, "somebody")


def act(page, name: str) -> None:
    """One of the actions of a resource."""
    page.locator("summary", has_text="More actions").click()
    page.get_by_role("link", name=name).click()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_one_of_each_kind_comes_and_goes(script, open_page):
    app = imported("Harbor_Bistro")
    before = contents(app)
    page = open_page(java_script_enabled=script)
    page.goto(f"/apps/{app.pk}/")
    for kind, (add, name, folder) in NEW.items():
        page.get_by_role("link", name=add, exact=True).click()
        page.get_by_label("Name").fill(name)
        page.locator("select[name=used_by]").select_option(label="Kitchen line")
        page.get_by_role("button", name="Create", exact=True).click()
        page.wait_for_url(f"**/apps/{app.pk}/{kind}/{folder}/")
        page.get_by_role("heading", level=1, name=name).wait_for()
        page.get_by_text(f"{name} created as revision").wait_for()
        row = page.locator(".tree-row[aria-current=page]")
        assert row.text_content().strip() == name
    for kind, (_, name, folder) in NEW.items():
        page.goto(f"/apps/{app.pk}/{kind}/{folder}/")
        act(page, "Delete…")
        assert "Kitchen line" in page.locator(".box", has_text="these lists").text_content()
        page.get_by_role("button", name="Delete", exact=True).click()
        page.get_by_text(f"{name} deleted as revision").wait_for()
        assert page.locator(".tree-row", has_text=name).count() == 0
    changed = {path for path, content in contents(app).items() if before.get(path) != content}
    assert changed == set() and contents(app) == before


def test_a_deletion_is_undone_from_the_top_bar(page):
    app = imported("Clinica_del_Sol")
    before = contents(app)
    page.goto(f"/apps/{app.pk}/tools/buscar_cita/")
    act(page, "Delete…")
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_text("Undo brings it back").wait_for()
    assert "tools/buscar_cita/buscar_cita.yaml" not in contents(app)
    page.locator("#undo button").first.click()
    page.locator(".tree-row", has_text="buscar_cita").wait_for()
    assert contents(app) == before


def test_an_undone_creation_leaves_no_broken_page(page):
    app = imported("Harbor_Bistro")
    page.goto(f"/apps/{app.pk}/new/tools/")
    page.get_by_label("Name").fill("ring_bell")
    page.get_by_role("radio", name=re.compile("^Client function")).check()
    page.get_by_role("button", name="Create", exact=True).click()
    page.wait_for_url("**/tools/ring_bell/")
    page.locator("#undo button").first.click()
    page.wait_for_url(f"**/apps/{app.pk}/")
    assert page.locator(".tree-row", has_text="ring_bell").count() == 0


def test_a_name_that_is_taken_is_told_at_the_field(page):
    app = imported("Harbor_Bistro")
    page.goto(f"/apps/{app.pk}/new/guardrails/")
    page.get_by_label("Name").fill("blocked words")
    page.get_by_role("radio", name=re.compile("^Policy")).check()
    page.get_by_role("button", name="Create", exact=True).click()
    error = page.locator("#name-error")
    error.wait_for()
    assert "Blocked_words" in error.text_content() or "blocked_words" in error.text_content()
    assert page.get_by_label("Name").input_value() == "blocked words"
    assert page.get_by_role("radio", name=re.compile("^Policy")).is_checked()


def test_a_copy_is_made_from_the_menu(page):
    app = imported("Harbor_Bistro")
    page.goto(f"/apps/{app.pk}/tools/hold_table/")
    act(page, "Duplicate…")
    assert page.get_by_label("Name").input_value() == "hold_table_2"
    page.get_by_label("Name").fill("hold_boat")
    page.get_by_role("button", name="Duplicate", exact=True).click()
    page.wait_for_url("**/tools/hold_boat/")
    assert b"def hold_boat(" in contents(app)["tools/hold_boat/python_function/python_code.py"]


@pytest.mark.parametrize("width", [1280, 390])
def test_a_new_app_is_made_from_the_start_page(width, open_page):
    page = open_page(viewport={"width": width, "height": 800})
    page.goto("/")
    page.get_by_role("link", name="Start a new app").click()
    page.get_by_label("Name").fill("Night ferry")
    page.get_by_role("radio", name=re.compile("^With one tool")).check()
    page.get_by_text("YAML", exact=True).click()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.get_by_role("button", name="Create", exact=True).click()
    page.get_by_text("Night ferry created.").wait_for()
    assert App.objects.get().format == "yaml"
    page.goto("/")
    page.get_by_role("link", name="New app…").click()
    page.get_by_role("heading", level=1, name="New app").wait_for()
