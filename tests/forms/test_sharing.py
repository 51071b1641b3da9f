"""Forms that others work with too: stale pages, files with several names, long lists."""

from __future__ import annotations

import re

import pytest

from editor.archive import limits
from tests.forms.entries import Page
from tests.forms.hands import Hand
from tests.forms.walking import Visit, post, unchanged

CODE = "agents/Walk/before_model_callbacks/before_model_callbacks_01/python_code.py"


# ---- stale pages


def test_changes_of_two_people_in_different_places_merge(form):
    visit = form("agents", {"displayName": "Walk", "description": "old", "tools": ["saw"]})
    mine, theirs = visit.open(), visit.open()
    theirs.fill("/description", "theirs")
    visit.save(theirs)
    mine.fill("/displayName", "Mine")
    visit.save(mine)
    assert visit.data_now() == {"displayName": "Mine", "description": "theirs", "tools": ["saw"]}


def test_an_untouched_stale_page_takes_nothing_back(form):
    visit = form("agents", {"displayName": "Walk", "description": "old", "tools": ["saw"]})
    mine, theirs = visit.open(), visit.open()
    theirs.fill("/description", "theirs")
    theirs.tick("@/tools", "0", on=False)
    visit.save(theirs)
    assert unchanged(visit, mine)


def test_changes_of_the_same_place_come_back_with_both_texts(form, client):
    visit = form("agents", {"displayName": "Walk", "description": "old"})
    mine, theirs = visit.open(), visit.open()
    theirs.fill("/description", "theirs")
    visit.save(theirs)
    before = visit.files()
    mine.fill("/description", "mine")
    response = post(client, mine)
    assert response.status_code == 409 and visit.files() == before
    (conflict,) = response.context["conflicts"]
    assert "theirs" in conflict["theirs"] and "mine" in conflict["mine"]


def test_a_page_of_unknown_age_is_refused_and_saves_nothing(form, client):
    visit = form("agents", {"displayName": "Walk"})
    before = visit.files()
    page = visit.open()
    (stamp,) = page.named(f"stamp:{visit.path}")
    stamp.value = "0" * 64
    page.fill("/displayName", "Mine")
    response = post(client, page)
    assert response.status_code == 422 and visit.files() == before
    assert "does not know what it started from" in response.content.decode()


def test_a_button_on_a_page_of_unknown_age_is_refused_too(form, client):
    visit = form("agents", {"displayName": "Walk"})
    page = visit.open()
    (stamp,) = page.named(f"stamp:{visit.path}")
    stamp.value = "0" * 64
    assert post(client, page, "add /transferRules").status_code == 422


def test_a_part_for_a_page_of_unknown_age_is_refused(form, client):
    visit = form("agents", {"displayName": "Walk"})
    stamp = visit.open().text(f"stamp:{visit.path}")
    for of, status in ((stamp, 200), ("0" * 64, 409)):
        assert client.get(f"{visit.url}part/", {"at": "/remoteDialogflowAgent", "of": of}).status_code == status


# ---- files


def callbacks(form, count: int = 1) -> Visit:
    one = {"pythonCode": CODE, "description": "d"}
    visit = form("agents", {"displayName": "Walk", "beforeModelCallbacks": [one] * count})
    visit.write({CODE: b"def before_model_callback(): pass\r\n"})
    return visit


def test_a_copied_callback_gets_a_file_of_its_own(form):
    visit = callbacks(form)
    page = visit.press(visit.open(), "copy /beforeModelCallbacks/0")
    visit.save(page)
    other = CODE.replace("_01/", "_02/")
    first, second = visit.data_now()["beforeModelCallbacks"]
    assert first == {"pythonCode": CODE, "description": "d"} and second == first | {"pythonCode": other}
    assert visit.files()[CODE].endswith(b"\r\n") and b"def before_model_callback" in visit.files()[other]


def test_the_file_of_a_removed_callback_goes_with_it(form):
    visit = callbacks(form)
    visit.save(visit.press(visit.open(), "remove /beforeModelCallbacks/0"))
    assert visit.data_now() == {"displayName": "Walk"} and CODE not in visit.files()


def test_a_file_stays_while_somebody_names_it(form):
    visit = callbacks(form, 2)
    visit.save(visit.press(visit.open(), "remove /beforeModelCallbacks/0"))
    assert len(visit.data_now()["beforeModelCallbacks"]) == 1 and CODE in visit.files()
    visit.write({"tools/saw/saw.json": b'{"pythonFunction": {"pythonCode": "%s"}}' % CODE.encode()})
    visit.save(visit.press(visit.open(), "remove /beforeModelCallbacks/0"))
    assert visit.data_now() == {"displayName": "Walk"} and CODE in visit.files()


def test_new_callbacks_get_files_with_numbers_that_follow(form):
    visit = callbacks(form)
    hand = Hand(visit, visit.open())
    for name in ("two", "three"):
        card = hand.add("/beforeModelCallbacks")
        hand.page.fill(f"new:{card}/pythonCode", f"def {name}(): pass\n")
    visit.save(hand.page)
    paths = [one["pythonCode"] for one in visit.data_now()["beforeModelCallbacks"]]
    assert [re.search(r"_(\d+)/", path)[1] for path in paths] == ["01", "02", "03"]
    assert visit.files()[paths[2]] == b"def three(): pass\n"


def test_a_text_and_its_manifest_are_saved_as_one_revision(form):
    visit = callbacks(form)
    revisions = visit.app.revisions.count()
    page = visit.open()
    page.fill(f"text:{CODE}", "def other(): pass\n")
    page.fill("/displayName", "Other")
    visit.save(page)
    assert visit.files()[CODE] == b"def other(): pass\r\n" and visit.data_now()["displayName"] == "Other"
    assert visit.app.revisions.count() == revisions + 1


# ---- long lists


@pytest.fixture
def variables(form) -> Visit:
    """The form of an app with more variables than a page shows as cards."""
    many = [{"name": f"v{at:03}", "schema": {"type": "STRING"}} for at in range(limits.LIST_CARDS + 10)]
    return form("app", {"displayName": "Walk", "variableDeclarations": many})


def test_a_long_list_shows_summaries_that_move_and_go(variables):
    page = variables.open()
    assert not page.has("/variableDeclarations/0/name")
    assert len(page.named("@/variableDeclarations")) == limits.LIST_CARDS + 11
    assert unchanged(variables, page)
    page = variables.press(page, "remove /variableDeclarations/1")
    page = variables.press(page, "down /variableDeclarations/0")
    variables.save(page)
    names = [one["name"] for one in variables.data_now()["variableDeclarations"]]
    assert names[:3] == ["v002", "v000", "v003"] and len(names) == limits.LIST_CARDS + 9


def test_the_page_of_one_card_saves_that_card_alone(variables):
    before = variables.data_now()
    page = variables.open("/variableDeclarations/7")
    assert page.text("/variableDeclarations/7/name") == "v007"
    assert {name for name in page.entries if name.startswith("/")} <= {
        name for name in page.entries if name.startswith("/variableDeclarations/7/")
    }
    assert unchanged(variables, page)
    page.fill("/variableDeclarations/7/description", "the seventh")
    text = variables.text_now()
    new = variables.save(page)
    before["variableDeclarations"][7]["description"] = "the seventh"
    assert variables.data_now() == before
    assert len(set(new.split("\n")) - set(text.split("\n"))) == 1


def test_a_new_card_on_a_page_of_its_own_finds_its_place(variables):
    page = variables.open("/variableDeclarations/")
    (card,) = page.entries["+/variableDeclarations"]
    page.fill(f"/variableDeclarations/{card}/name", "v0005")
    variables.save(page)
    names = [one["name"] for one in variables.data_now()["variableDeclarations"]]
    assert len(names) == limits.LIST_CARDS + 11 and names == sorted(names)


def test_a_new_card_in_a_long_list_stands_open(variables):
    hand = Hand(variables, variables.open())
    card = hand.add("/variableDeclarations")
    hand.page.fill(f"{card}/name", "z")
    variables.save(hand.page)
    assert variables.data_now()["variableDeclarations"][-1] == {"name": "z"}


@pytest.mark.parametrize("at", ["/variableDeclarations/60", "/nothing", "/variableDeclarations/x", "/createTime", "//"])
def test_a_page_of_no_card_is_not_there(variables, client, at):
    assert client.get(variables.url, {"at": at}).status_code == 404


def test_an_error_on_the_page_of_one_card_comes_back_there(variables, client):
    page = variables.open("/variableDeclarations/7")
    page.fill("/variableDeclarations/7/schema/default", '"open')
    page.fill("/variableDeclarations/7/schema/type", "INTEGER")
    response = post(client, page)
    assert response.status_code == 422
    back = Page(response.content.decode())
    assert back.text("/variableDeclarations/7/schema/default") == '"open' and back.action == page.action
