"""Posts that no page of ours makes, and manifests at the edge: no form fails, and nothing is half written."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from editor.actions.changes import stamp_of
from editor.actions.integrity import check_integrity
from editor.archive import limits
from tests.forms.walking import CODED

AGENT = {"displayName": "Walk", "tools": ["a", "b"], "transferRules": [{"childAgent": "A"}, {"childAgent": "B"}]}


def stamp(visit, path=""):
    return stamp_of(visit.files()[path or visit.path])


def send(visit, entries, at="", **options):
    """Post entries that nobody could make with the page."""
    entries = {f"stamp:{visit.path}": stamp(visit)} | entries
    url = f"{visit.url}?{urlencode({'at': at})}" if at else visit.url
    response = visit.client.post(url, urlencode(entries, doseq=True), CODED, **options)
    assert response.status_code < 500
    assert check_integrity() == []
    return response


def schema(levels: int, inner: dict) -> dict:
    for _ in range(levels):
        inner = {"items": inner}
    return {"displayName": "Walk", "clientFunction": {"name": "Walk", "parameters": inner}}


# ---- ids


@pytest.mark.parametrize("order", ["", "redraw"])
@pytest.mark.parametrize("way", ["/tools", "/transferRules", "/toolsets", "/*"])
@pytest.mark.parametrize("ids", [["7", "0"], ["c9n1", "n2", "0"], ["999999", "-1", "0.5", "٣", "x/y"]])
def test_ids_of_elements_that_are_not_there_are_passed_over(form, way, ids, order):
    visit = form("agents", AGENT | {"toolsets": [{"toolset": "crane"}], "odd": 1})
    response = send(visit, {f"@{way}": ["", *ids], "do": order})
    assert response.status_code == (200 if order else 302)


def test_an_id_has_one_spelling(form):
    visit = form("agents", AGENT)
    send(visit, {"@/tools": ["", "1", "01", "001"]})
    assert visit.data_now()["tools"] == ["b"]


# ---- depth


@pytest.mark.parametrize("order", ["", "redraw"])
@pytest.mark.parametrize("levels", [30, 90, 310])
def test_ways_of_any_depth_are_answered(form, client, levels, order):
    visit = form("tools", schema(0, {}))
    way = "/clientFunction/parameters" + "/items" * levels
    send(visit, {f"{way}/description": "deep", "do": order})
    for url in (visit.url, f"{visit.url}part/"):
        assert client.get(url, {"at": way}).status_code in (200, 404)


@pytest.mark.parametrize("syntax", ["json", "yaml"])
def test_a_type_as_deep_as_a_manifest_may_be_has_pages_for_all_of_it(form, syntax):
    levels = limits.NESTING_LEVELS - 3
    visit = form("tools", schema(levels, {"type": "STRING"}), syntax)
    top, way = visit.open(), "/clientFunction/parameters"
    deep = way + "/items" * levels
    assert not top.has(f"{deep}/type")
    visit.save(top)
    page = visit.open(deep)
    page.fill(f"{deep}/description", "at the bottom")
    visit.save(page)
    assert visit.data_now() == schema(levels, {"type": "STRING", "description": "at the bottom"})


def test_a_page_links_to_what_lies_too_deep_for_it(form, client):
    visit = form("tools", schema(60, {"type": "STRING"}))
    way = "/clientFunction/parameters" + "/items" * 23
    html = client.get(visit.url).content.decode()
    assert f'href="{visit.url}?at={way}"' in html
    assert visit.open(way).has(f"{way}/type")


def test_what_is_opened_on_the_page_of_a_deep_value_has_its_fields(form, client):
    visit = form("tools", schema(60, {"type": "OBJECT"}))
    way = "/clientFunction/parameters" + "/items" * 60
    assert visit.open(way).has(f"{way}/type")
    part = client.get(f"{visit.url}part/", {"at": f"{way}/items"}).content.decode()
    assert f'name="{way}/items/type"' in part


# ---- stamps


def test_a_stamp_of_another_file_is_refused(form, client):
    visit = form("agents", AGENT)
    other = stamp(visit, "toolsets/crane/s")
    before = visit.files()
    for order in ("", "redraw"):
        response = send(visit, {f"stamp:{visit.path}": other, "/displayName": "x", "do": order})
        assert response.status_code == 422
        assert "does not know what it started from" in response.content.decode()
    assert client.get(f"{visit.url}part/", {"at": "/modelSettings", "of": other}).status_code == 409
    assert visit.files() == before


def test_a_page_of_a_manifest_that_can_no_longer_be_read_is_a_conflict(form):
    visit = form("agents", AGENT)
    page = visit.open()
    page.fill("/displayName", "typed")
    visit.write({visit.path: b"{ broken"})
    response = visit._post(page)
    assert response.status_code == 409 and "typed" in response.content.decode()
    assert visit.files()[visit.path] == b"{ broken"


def test_what_somebody_else_took_away_around_a_change_is_a_conflict(form):
    visit = form("agents", AGENT | {"modelSettings": {"model": "m", "temperature": 1.0}})
    page = visit.open()
    page.fill("/modelSettings/temperature", "")
    page.fill("/description", "typed")
    visit.put(AGENT)
    response = visit._post(page)
    assert response.status_code == 409 and "typed" in response.content.decode()
    assert visit.data_now() == AGENT


# ---- values


@pytest.mark.parametrize("typed", ["1" * 400, "9" * 400 + "d", "315576000001", "90000000d"])
def test_a_duration_beyond_its_type_is_refused(form, typed):
    visit = form("tools", {"displayName": "Walk"})
    assert send(visit, {"/timeout": typed}).status_code == 422


@pytest.mark.parametrize(
    ("typed", "kept"), [("0.000000001m", "0.00000006s"), ("1.15m", "69s"), ("100 d", "8640000s"), ("0h", "0s")]
)
def test_a_duration_is_written_in_digits(form, typed, kept):
    visit = form("tools", {"displayName": "Walk"})
    send(visit, {"/timeout": typed})
    assert visit.data_now()["timeout"] == kept


@pytest.mark.parametrize("declared", ["INTEGER", "NUMBER", "STRING", ""])
@pytest.mark.parametrize("typed", ["1" * 310, "1e999", "NaN", "[" * 5000, '"\\ud800"', '{"\\u0000": 1}', "1" * 5000])
def test_a_free_value_at_the_edge_is_kept_or_refused(form, client, typed, declared):
    variable = {"name": "x", "schema": {"type": declared, "default": "old"}}
    visit = form("app", {"displayName": "Walk", "variableDeclarations": [variable]})
    before = visit.text_now()
    response = send(visit, {"/variableDeclarations/0/schema/default": typed})
    assert (response.status_code == 422) == (visit.text_now() == before)
    assert client.get(visit.url).status_code == 200


def test_a_key_that_stands_twice_in_a_free_value_is_refused(form):
    visit = form("agents", AGENT | {"odd": 1})
    response = send(visit, {"/*/0": '{"a": 1,\n "a": 2}'})
    assert response.status_code == 422 and "the last one counts (line 2)" in response.content.decode()


# ---- size


def properties(count: int) -> dict:
    names = {f"p{number:04}": {"type": "STRING"} for number in range(count)}
    return schema(0, {"type": "OBJECT", "properties": names})


@pytest.mark.parametrize("syntax", ["json", "yaml"])
def test_a_long_map_of_types_is_read_only_where_it_is_opened(form, syntax):
    data = properties(2_000)
    visit = form("tools", data, syntax)
    way = "/clientFunction/parameters/properties"
    page = visit.open()
    assert len(page.controls) < 2 * 2_000 + 100
    visit.save(page)
    assert visit.data_now() == data
    page = visit.part(visit.open(), f"{way}/1234")
    page.fill(f"{way}/1234/description", "opened")
    page.fill(f"K{way}/7", "seven")
    page = visit.press(page, f"remove {way}/8")
    assert page.text(f"{way}/1234/description") == "opened" and not page.has(f"{way}/9/description")
    visit.save(page)
    wanted = data["clientFunction"]["parameters"]["properties"]
    wanted["p1234"]["description"] = "opened"
    del wanted["p0008"]
    renamed = {"seven" if key == "p0007" else key: value for key, value in wanted.items()}
    assert list(visit.data_now()["clientFunction"]["parameters"]["properties"].items()) == list(renamed.items())


def test_a_row_of_a_long_map_has_a_page_of_its_own(form, client):
    visit = form("tools", properties(20))
    way = "/clientFunction/parameters/properties/19"
    assert f'href="{visit.url}?at={way}"' in client.get(visit.url).content.decode()
    page = visit.open(way)
    page.fill(f"{way}/description", "alone")
    visit.save(page)
    assert visit.data_now()["clientFunction"]["parameters"]["properties"]["p0019"]["description"] == "alone"


def test_a_key_in_error_opens_its_row(form):
    visit = form("tools", properties(20))
    page = visit.open()
    way = "/clientFunction/parameters/properties"
    page.fill(f"K{way}/3", "p0004")
    response = visit._post(page)
    assert response.status_code == 422
    assert visit._page(response.content.decode()).has(f"{way}/4/description")


def test_a_list_of_ten_thousand_texts_is_saved(form):
    texts = [f"word {number}" for number in range(10_500)]
    data = {"displayName": "g", "contentFilter": {"bannedContents": texts}}
    visit = form("guardrails", data)
    page = visit.open()
    page.fill("/contentFilter/bannedContents/10499", "last")
    visit.save(page)
    assert visit.data_now()["contentFilter"]["bannedContents"] == [*texts[:-1], "last"]
