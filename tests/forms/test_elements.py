"""Elements of lists come, go, move and change in forms."""

from __future__ import annotations

import pytest

from tests.forms.hands import Hand
from tests.forms.walking import unchanged

SYNTAXES = pytest.mark.parametrize("syntax", ["json", "yaml"])
RULES = """displayName: Walk
transferRules:
# to Ann, soon
- childAgent: Ann  # she knows
  direction: PARENT_TO_CHILD
# to Bob, later
- childAgent: 'Bob'
  weight: 4.50
"""


def test_an_element_takes_its_comments_and_spellings_along(form):
    visit = form("agents", RULES, "yaml")
    page = visit.press(visit.open(), "up /transferRules/1")
    new = visit.save(page)
    head, ann, bob = RULES.partition("# to Ann")[0], RULES.index("# to Ann"), RULES.index("# to Bob")
    assert new == head + RULES[bob:] + RULES[ann:bob]


@SYNTAXES
def test_elements_come_go_and_move_while_their_neighbours_change(form, syntax):
    rules = [{"childAgent": name, "_keep": name} for name in ("a", "b", "c", "d")]
    visit = form("agents", {"displayName": "Walk", "transferRules": rules}, syntax)
    page = visit.open()
    page.fill("/transferRules/3/direction", "CHILD_TO_PARENT")
    page = visit.press(page, "copy /transferRules/1")
    hand = Hand(visit, page)
    copy = hand.ids("/transferRules")[2]
    hand.page.fill(f"/transferRules/{copy}/direction", "PARENT_TO_CHILD")
    hand.press("remove /transferRules/0")
    hand.press("up /transferRules/3")
    hand.page.fill("/transferRules/2/direction", "CHILD_TO_PARENT")
    visit.save(hand.page)
    assert visit.data_now()["transferRules"] == [
        {"childAgent": "b", "_keep": "b"},
        {"childAgent": "b", "direction": "PARENT_TO_CHILD", "_keep": "b"},
        {"childAgent": "d", "direction": "CHILD_TO_PARENT", "_keep": "d"},
        {"childAgent": "c", "direction": "CHILD_TO_PARENT", "_keep": "c"},
    ]


@SYNTAXES
def test_the_last_element_takes_its_list_along_and_an_empty_list_stays(form, syntax):
    data = {"contentFilter": {"bannedContents": ["a"], "bannedContentsInUserInput": []}}
    visit = form("guardrails", data, syntax)
    assert unchanged(visit, visit.open())
    page = visit.open()
    page.fill("/contentFilter/bannedContents/0", "")
    visit.save(page)
    assert visit.data_now() == {"contentFilter": {"bannedContentsInUserInput": []}}
    hand = Hand(visit, visit.open())
    text = hand.add("/contentFilter/bannedContentsInUserInput")
    hand.page.fill(text, "b")
    visit.save(hand.page)
    assert visit.data_now() == {"contentFilter": {"bannedContentsInUserInput": ["b"]}}


@SYNTAXES
def test_a_tool_that_is_ticked_finds_its_place_in_a_sorted_list(form, syntax):
    visit = form("agents", {"tools": ["end_session", "nobody", "zeal"]}, syntax)
    page = visit.open()
    page.tick("+/tools", "saw")
    page.tick("@/tools", "0", on=False)
    visit.save(page)
    assert visit.data_now() == {"tools": ["nobody", "saw", "zeal"]}


def test_editing_an_anchored_or_aliased_element_writes_the_others_out(form):
    text = "transferRules:\n- &first\n  childAgent: Ann\n  note: x\n- *first\n- childAgent: Bob\n"
    visit = form("agents", text, "yaml")
    assert unchanged(visit, visit.open())
    page = visit.open()
    page.fill("/transferRules/1/childAgent", "Bob")
    visit.save(page)
    rules = [{"childAgent": "Ann", "note": "x"}, {"childAgent": "Bob", "note": "x"}, {"childAgent": "Bob"}]
    assert visit.data_now()["transferRules"] == rules
    visit = form("agents", text, "yaml")
    page = visit.open()
    page.fill("/transferRules/0/childAgent", "Bob")
    visit.save(page)
    rules[0]["childAgent"], rules[1]["childAgent"] = "Bob", "Ann"
    assert visit.data_now()["transferRules"] == rules
