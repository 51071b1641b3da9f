"""Form pages, and the pages that make, copy and delete, are for everybody: axe finds nothing, in light and dark, and
nothing is wider than a phone.

axe-core comes with axe-playwright-python, pinned in requirements-dev.txt; a newer axe is a newer version of that.
"""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from editor.actions.importing import import_archive
from editor.archive import container
from tests.browser.test_forms_untouched import open_all
from tests.conftest import FIXTURES

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WCAG = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
LOOK = {"type": "rule", "values": ["color-contrast", "target-size"]}  # what theme and width can break
PHONE, DESK = 390, 1280  # pixels
FORMS = (
    "",
    "agents/Front_desk/",
    "agents/Legacy_voucher_flow/",
    "tools/hold_table/",
    "tools/dish_carousel/",
    "tools/menu_knowledge/",
    "tools/show_map_pin/",
    "toolsets/dockside_mcp/",
    "toolsets/loyalty_ledger/",
    "guardrails/Blocked_words/",
    "guardrails/Card_number_check/",
    "guardrails/No_medical_advice/",
)
OTHERS = (
    "?at=/variableDeclarations/0",
    "new/agents/",
    "new/tools/",
    "duplicate/tools/hold_table/",
    "delete/agents/Front_desk/",
    "delete/guardrails/Blocked_words/",
)


@pytest.fixture
def app(transactional_db: None, live_server: Any) -> str:
    """The address of the sample app."""
    archive = container.read_folder(FIXTURES / "apps" / "Harbor_Bistro")
    return f"{live_server.url}/apps/{import_archive(archive, 'Harbor', 'you').pk}"


def faults(page: Any, rules: dict) -> list[tuple[str, str]]:
    """Rule and markup of everything that axe finds."""
    found = Axe().run(page, options={"runOnly": rules, "resultTypes": ["violations"]}).response["violations"]
    return [(fault["id"], node["html"]) for fault in found for node in fault["nodes"]]


@pytest.mark.parametrize(
    ("scheme", "width", "rules"), [("light", DESK, WCAG), ("dark", PHONE, LOOK)], ids=["light", "dark-phone"]
)
@pytest.mark.parametrize("parts", [FORMS[:4], FORMS[4:], OTHERS], ids=["forms", "more-forms", "others"])
def test_form_pages_are_accessible_and_fit(parts, scheme, width, rules, open_page, app):
    page = open_page(color_scheme=scheme, viewport={"width": width, "height": 844}, bypass_csp=True)
    for part in parts:
        assert page.goto(f"{app}/{part}").ok, part
        open_all(page)
        assert (part, faults(page, rules)) == (part, [])
        assert page.evaluate("document.documentElement.scrollWidth") <= width, part


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_form_with_an_error_and_something_new_is_accessible(scheme, open_page, app):
    page = open_page(color_scheme=scheme, bypass_csp=True)
    page.goto(f"{app}/")
    page.get_by_role("button", name="Add a variable").click()
    page.get_by_role("button", name="Remove: fr-FR").first.click()
    page.get_by_label("Temperature").fill("hot")
    page.keyboard.press("Control+s")
    page.locator("[aria-invalid=true]").first.wait_for()
    page.get_by_role("button", name="Remove: ").first.click()
    assert faults(page, WCAG) == []
