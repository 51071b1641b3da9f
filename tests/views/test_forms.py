"""What form pages say beside their fields."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.actions.conftest import contents
from tests.forms.entries import Page


@pytest.fixture
def bistro(imported):
    return imported("Harbor_Bistro")


def address(app, kind, folder):
    return reverse("resource", args=[app.pk, kind, folder])


def outline(response):
    return next(section for section in response.context["sections"] if section["id"] == "outline")["nodes"][0]


def node_at(response, way):
    waiting = [node for section in response.context["sections"] for node in section["nodes"]]
    while waiting:
        node = waiting.pop()
        if node.way == way:
            return node
        waiting += [*node.children, *node.more]
    raise AssertionError(f"there is no {way}")


def save(client, url, **changes):
    posted = Page(client.get(url).content.decode()).entries
    return client.post(url, posted | changes, follow=True)


def test_a_toolset_lists_the_operations_of_its_schema(client, bistro):
    node = outline(client.get(address(bistro, "toolsets", "loyalty_ledger")))
    assert [(one.value, *one.columns) for one in node.options] == [
        ("getPoints", "GET", "/members/{ledgerNumber}/points"),
        ("addPoints", "POST", "/members/{ledgerNumber}/points"),
        ("listRewards", "GET", "/rewards"),
    ]


def test_a_schema_without_operations_says_so(client, bistro):
    url = address(bistro, "toolsets", "loyalty_ledger")
    path = "toolsets/loyalty_ledger/open_api_toolset/open_api_schema.yaml"
    response = save(client, url, **{f"text:{path}": "openapi: 3.0.0\r\n"})
    assert contents(bistro)[path] == b"openapi: 3.0.0\n"
    assert outline(response).note and not outline(response).options


def test_a_python_tool_lists_what_its_function_takes(client, bistro):
    node = outline(client.get(address(bistro, "tools", "estimate_wait_time")))
    assert [(one.value, one.columns[0]) for one in node.options] == [("party_size", "int")]


def test_a_function_of_another_name_is_told(client, bistro):
    url = address(bistro, "tools", "estimate_wait_time")
    response = save(client, url, **{"/pythonFunction/name": "another"})
    assert "another" in outline(response).note


def test_a_new_name_says_who_still_says_the_old_one(client, bistro):
    response = save(client, address(bistro, "agents", "Terrace_events"), **{"/displayName": "Terrace parties"})
    (message,) = [str(message) for message in response.context["messages"]]
    assert "2 places still say “Terrace events”" in message
    assert "Table_bookings.json (childAgents)" in message
    response = save(client, address(bistro, "agents", "Terrace_events"), **{"/description": "Other words."})
    (message,) = [str(message) for message in response.context["messages"]]
    assert "still" not in message


def test_children_warn_of_second_parents_and_circles(client, bistro):
    node = node_at(client.get(address(bistro, "agents", "Table_bookings")), "/childAgents")
    offered = {option.value: option.what for option in node.options}
    assert "Table bookings" not in offered
    assert "circle" in offered["Front desk"]
    assert "Front desk" in offered["Kitchen line"]


def test_an_agent_shows_the_model_that_it_takes_from_the_app(client, bistro):
    node = node_at(client.get(address(bistro, "agents", "Front_desk")), "/modelSettings/model")
    assert "gemini-3.5-flash" in str(node.placeholder) and node.text == ""


def test_a_whole_number_is_shown_without_the_fraction_that_the_service_writes(client, bistro):
    response = client.get(reverse("app", args=[bistro.pk]))
    cards = {card.title: card for card in node_at(response, "/variableDeclarations").children}
    assert "120" in cards["loyalty_points"].columns
