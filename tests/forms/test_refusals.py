"""What a form refuses, and what it does without saving."""

from __future__ import annotations

import pytest

from tests.forms.entries import Page
from tests.forms.walking import post

RULES = """displayName: Walk
transferRules:
# to Ann, soon
- childAgent: Ann  # she knows
  direction: PARENT_TO_CHILD
# to Bob, later
- childAgent: 'Bob'
  weight: 4.50
"""


@pytest.mark.parametrize(
    "order",
    ["add /transferRules", "copy /transferRules/0", "down /transferRules/0", "remove /transferRules/1", "choose"],
)
def test_a_button_that_changes_the_shape_saves_nothing(form, order):
    visit = form("agents", RULES, "yaml")
    before, revisions = visit.files(), visit.app.revisions.count()
    page = visit.open()
    page.fill("/displayName", "typed")
    again = visit.press(page, order)
    assert again.text("/displayName") == "typed"
    assert visit.files() == before and visit.app.revisions.count() == revisions


SCHEMA = "/variableDeclarations/0/schema"
AMBIENT = "audioProcessingConfig/ambientSoundConfig"
UI = {"widgetTool": {"uiConfig": {"a": "b"}}}


def variable(**members: object) -> dict:
    return {"variableDeclarations": [{"schema": members}]}


WRONG = [
    ("app", variable(minItems="1"), f"{SCHEMA}/minItems", "one"),
    ("app", {"audioProcessingConfig": {"ambientSoundConfig": {}}}, f"/{AMBIENT}/volumeGainDb", "17"),
    ("tools", {"timeout": "8s"}, "/timeout", "eight"),
    ("tools", UI, "/widgetTool/uiConfig", "[1]"),
    ("tools", UI, "/widgetTool/uiConfig", '{"a": '),
    ("app", variable(type="INTEGER", default=1.0), f"{SCHEMA}/default", "1.5"),
    ("app", variable(type="BOOLEAN", default=True), f"{SCHEMA}/default", '"x"'),
    ("tools", {"displayName": "t"}, "/displayName", "a\0b"),
    ("agents", {"instruction": "Be\nkind."}, "/instruction", "agents/nowhere.txt"),
    ("tools", {"pythonFunction": {"pythonCode": "def f():\n    pass\n"}}, "/pythonFunction/pythonCode", "pass"),
]


@pytest.mark.parametrize(("kind", "data", "way", "text"), WRONG)
def test_a_wrong_value_comes_back_with_its_error_and_nothing_is_saved(form, client, kind, data, way, text):
    visit = form(kind, data)
    before = visit.files()
    page = visit.open()
    other = "/description" if kind != "tools" else "/name"
    page.fill(other, "typed too")
    page.fill(way, text)
    response = post(client, page)
    assert response.status_code == 422
    assert visit.files() == before
    back = Page(response.content.decode())
    assert back.text(way) == text.replace("\0", "�") or "\0" in text
    assert back.text(other) == "typed too"
    assert response.context["errors"] == 1 and 'aria-invalid="true"' in response.content.decode()


def test_a_value_that_a_choice_does_not_offer_is_refused(form, client):
    visit = form("tools", {"executionType": "SYNCHRONOUS"})
    page = visit.open()
    (control,) = page.named("/executionType")
    control.value = "NEVER"
    before = visit.files()
    assert post(client, page).status_code == 422 and visit.files() == before
    page = visit.open()
    (control,) = page.named("!/tool_type")
    control.value = "displayName"
    assert post(client, page).status_code == 422 and visit.files() == before


def test_one_line_of_code_comes_back_with_advice(form, client):
    visit = form("tools", {"pythonFunction": {"pythonCode": "def f():\n    pass\n"}})
    page = visit.open()
    page.fill("/pythonFunction/pythonCode", "x = 1")
    response = post(client, page)
    assert response.status_code == 422 and "Add a line break" in response.content.decode()


def test_a_nul_in_new_code_is_refused(form, client):
    visit = form("agents", {"displayName": "Walk"})
    before = visit.files()
    page = visit.open()
    page.fill("new:/instruction", "Be\0kind.")
    assert post(client, page).status_code == 422 and visit.files() == before
