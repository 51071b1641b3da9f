"""The pages that make, copy and delete."""

from __future__ import annotations

import io
import json

import pytest
from django.urls import Resolver404, resolve, reverse

from editor.actions.changes import record
from editor.actions.starters import MADE_KINDS, STARTERS, TEMPLATES
from editor.archive import container, layout
from editor.models import App
from tests.actions.conftest import contents


@pytest.fixture
def bistro(imported):
    return imported("Harbor_Bistro")


def text(response) -> str:
    return response.content.decode()


def told(response) -> str:
    (message,) = [str(message) for message in response.context["messages"]]
    return message


def create(client, app, kind, name, **options):
    data = {"name": name, "choice": STARTERS[kind][0].choice, "used_by": ""} | options
    return client.post(reverse("create", args=[app.pk, kind]), data, follow=options.pop("follow", True))


def delete(client, app, kind, folder, **ticks):
    return client.post(reverse("delete", args=[app.pk, kind, folder]), ticks, follow=True)


# ---- the way there


def test_the_tree_has_a_link_beside_every_kind_that_is_made(client, imported):
    app = imported("tangle")
    record(app, {path: None for path in contents(app) if path.startswith("guardrails/")}, "none", "me")
    response = client.get(reverse("app", args=[app.pk]))
    groups = {group["key"]: group for group in response.context["sidebar"]}
    for kind in MADE_KINDS:
        assert groups[kind]["add_url"] == reverse("create", args=[app.pk, kind])
        assert f'href="{groups[kind]["add_url"]}"' in text(response)
    assert (groups["guardrails"]["count"], groups["guardrails"]["open"]) == (0, False)
    assert "evaluations" not in groups or not groups["evaluations"]["add_url"]


def test_a_resource_has_a_menu_and_the_app_has_none(client, bistro):
    page = text(client.get(reverse("resource", args=[bistro.pk, "agents", "Front_desk"])))
    assert reverse("duplicate", args=[bistro.pk, "agents", "Front_desk"]) in page
    assert reverse("delete", args=[bistro.pk, "agents", "Front_desk"]) in page
    for page in (
        client.get(reverse("app", args=[bistro.pk])),
        client.get(reverse("resource", args=[bistro.pk, "evaluationDatasets", "Release_gate"])),
    ):
        assert "/duplicate/" not in text(page)


def test_what_cannot_be_read_can_only_go(client, bistro):
    record(bistro, {"tools/bad/bad.json": b"{"}, "bad", "me")
    page = text(client.get(reverse("source", args=[bistro.pk, "tools", "bad"])))
    assert "/duplicate/" not in page and reverse("delete", args=[bistro.pk, "tools", "bad"]) in page
    assert client.get(reverse("delete", args=[bistro.pk, "tools", "bad"])).status_code == 200
    assert "deleted as revision 3" in told(delete(client, bistro, "tools", "bad"))


def test_the_start_page_leads_to_a_new_app(client, imported):
    for _ in range(2):
        assert reverse("new_app") in text(client.get("/"))
        imported("tangle")


@pytest.mark.parametrize("folder", ["new", "delete", "duplicate"])
def test_no_address_is_taken_from_a_resource(folder):
    assert resolve(f"/apps/1/agents/{folder}/").url_name == "resource"
    assert resolve("/apps/1/new/agents/").url_name == "create"
    for kind in layout.RESOURCE_KINDS.keys() - set(MADE_KINDS):
        with pytest.raises(Resolver404):
            resolve(f"/apps/1/new/{kind}/")


@pytest.mark.parametrize("name", ["duplicate", "delete"])
def test_what_is_not_there_is_404(name, client, bistro):
    assert client.get(reverse(name, args=[bistro.pk, "agents", "Nobody"])).status_code == 404
    assert client.post(reverse(name, args=[99, "agents", "Front_desk"])).status_code == 404


# ---- create


@pytest.mark.parametrize("kind", MADE_KINDS)
def test_every_choice_can_be_made_by_its_page(kind, client, bistro):
    page = client.get(reverse("create", args=[bistro.pk, kind]))
    for starter in page.context["starters"]:
        assert f'value="{starter.choice}"' in text(page)
        response = create(client, bistro, kind, f"new_{starter.choice}", choice=starter.choice)
        assert response.redirect_chain == [(reverse("resource", args=[bistro.pk, kind, f"new_{starter.choice}"]), 302)]
        assert response.status_code == 200
        assert told(response).startswith(f"new_{starter.choice} created as revision")


def test_a_new_tool_is_listed_by_its_agent_in_one_revision(client, bistro):
    create(client, bistro, "tools", "brand_new", used_by="Kitchen_line")
    assert App.objects.get(pk=bistro.pk).head == 2
    assert "brand_new" in json.loads(contents(bistro)["agents/Kitchen_line/Kitchen_line.json"])["tools"]


@pytest.mark.parametrize(
    ("kind", "posted", "field"),
    [
        ("tools", {"name": "two words"}, "name"),
        ("tools", {"name": ""}, "name"),
        ("agents", {"name": "<b>Front desk"}, ""),
        ("agents", {"name": "Front desk"}, "name"),
        ("tools", {"choice": "odd"}, "choice"),
        ("tools", {"used_by": "Nobody"}, "used_by"),
    ],
)
def test_a_refused_form_comes_back_with_what_was_typed(kind, posted, field, client, bistro):
    data = {"name": "brand_new", "choice": STARTERS[kind][-1].choice, "used_by": "Kitchen_line"} | posted
    response = client.post(reverse("create", args=[bistro.pk, kind]), data)
    if not field:
        assert response.status_code == 302
        return
    assert response.status_code == 422
    assert response.context["error"].field == field
    assert response.context["typed"] == data
    page = text(response)
    assert f'id="{field}-error"' in page
    if field != "choice":
        assert f'value="{data["choice"]}" checked' in page
    if field != "used_by":
        assert '<option value="Kitchen_line" selected>' in page
    assert App.objects.get(pk=bistro.pk).head == 1


def test_an_empty_post_is_refused_and_no_fault(client, bistro):
    for kind in MADE_KINDS:
        assert client.post(reverse("create", args=[bistro.pk, kind])).status_code == 422
    assert client.post(reverse("new_app")).status_code == 422
    assert client.post(reverse("duplicate", args=[bistro.pk, "agents", "Front_desk"])).status_code == 422


@pytest.mark.parametrize("name", ["a\0b", "a\nb", "x" * 5_000, "\ufffd" * 3_000])
def test_a_hostile_name_is_answered(name, client, bistro):
    response = client.post(reverse("create", args=[bistro.pk, "agents"]), {"name": name, "choice": "llmAgent"})
    assert response.status_code == 422 and response.context["error"].field == "name"


def test_the_first_agent_is_the_root_unless_told_otherwise(client, bistro):
    assert client.get(reverse("create", args=[bistro.pk, "agents"])).context["typed"]["used_by"] == ""
    record(bistro, {"app.json": b'{"displayName": "Bare"}'}, "bare", "me")
    page = client.get(reverse("create", args=[bistro.pk, "agents"]))
    assert page.context["typed"]["used_by"] == "/"
    create(client, bistro, "agents", "First", used_by="/")
    assert App.objects.get(pk=bistro.pk).root_agent == "First"


def test_undo_of_a_creation_leads_to_a_page_that_is_there(client, bistro):
    for name in ("brand_new", "Brand new (EU)"):
        response = create(client, bistro, "agents", name)
        here = response.context["here"]
        response = client.post(reverse("undo", args=[bistro.pk]), {"next": here}, follow=True)
        assert response.redirect_chain == [(reverse("app", args=[bistro.pk]), 302)]
        assert response.status_code == 200
    response = client.post(reverse("undo", args=[bistro.pk]), {"next": f"/apps/{bistro.pk}/files/not%20there.txt"})
    assert response.url == reverse("app", args=[bistro.pk])
    for odd in (f"/apps/{bistro.pk}/files/%00", f"/apps/{bistro.pk}/guardrails/x/try/", "/nowhere/", "//["):
        assert client.post(reverse("undo", args=[bistro.pk]), {"next": odd}).status_code == 302


# ---- duplicate


def test_a_copy_is_made_by_its_page(client, bistro):
    url = reverse("duplicate", args=[bistro.pk, "tools", "hold_table"])
    page = client.get(url)
    assert (page.context["typed"]["name"], page.context["count"]) == ("hold_table_2", 3)
    response = client.post(url, page.context["typed"], follow=True)
    assert told(response) == "hold_table copied to hold_table_2 as revision 2."
    assert client.get(url).context["typed"]["name"] == "hold_table_3"
    page = client.get(reverse("duplicate", args=[bistro.pk, "agents", "Front_desk"]))
    assert page.context["typed"]["name"] == "Front desk 2"


def test_a_refused_copy_keeps_what_was_typed(client, bistro):
    url = reverse("duplicate", args=[bistro.pk, "tools", "hold_table"])
    response = client.post(url, {"name": "quote_refund"})
    assert response.status_code == 422
    assert 'value="quote_refund"' in text(response) and 'id="name-error"' in text(response)
    record(bistro, {"environment.json": b"{"}, "broken", "me")
    response = client.post(url, {"name": "brand_new"})
    assert response.status_code == 422 and "environment.json cannot be read" in text(response)


# ---- delete


def test_the_page_lists_what_names_the_resource(client, bistro):
    response = client.get(reverse("delete", args=[bistro.pk, "tools", "menu_knowledge"]))
    context = response.context
    assert (context["lists"]["count"], context["others"]["count"], context["values"]) == (3, 6, True)
    assert context["ticked"] == {"with_foreign": False, "from_lists": True}
    for row in context["lists"]["rows"] + context["others"]["rows"]:
        assert client.get(row["url"]).status_code == 200
    assert 'name="from_lists" value="1" checked' in text(response)
    assert 'name="with_foreign"' not in text(response)


def test_many_mentions_are_counted_and_cut(client, bistro):
    tools = json.dumps({"displayName": "x", "tools": ["hold_table"] * 150})
    record(bistro, {"agents/x/x.json": tools.encode()}, "many", "me")
    lists = client.get(reverse("delete", args=[bistro.pk, "tools", "hold_table"])).context["lists"]
    assert (lists["count"], len(lists["rows"]), lists["more"]) == (151, 100, 51)


def test_the_ticks_decide_what_goes(client, bistro):
    record(bistro, {"tools/hold_table/README.md": b"mine"}, "note", "me")
    page = client.get(reverse("delete", args=[bistro.pk, "tools", "hold_table"]))
    assert [row["path"] for row in page.context["foreign"]["rows"]] == ["tools/hold_table/README.md"]
    response = delete(client, bistro, "tools", "hold_table")
    assert told(response) == "hold_table deleted as revision 3. Undo brings it back."
    bookings = "agents/Table_bookings/Table_bookings.json"
    assert "hold_table" in json.loads(contents(bistro)[bookings])["tools"]
    assert "tools/hold_table/README.md" in contents(bistro)
    client.post(reverse("undo", args=[bistro.pk]))
    delete(client, bistro, "tools", "hold_table", from_lists="1", with_foreign="1")
    assert "hold_table" not in json.loads(contents(bistro)[bookings])["tools"]
    assert not [path for path in contents(bistro) if path.startswith("tools/hold_table/")]


def test_a_refused_delete_says_why(client, bistro):
    record(bistro, {"environment.json": b"{"}, "broken", "me")
    response = delete(client, bistro, "tools", "hold_table", with_foreign="1")
    assert response.status_code == 422 and "environment.json cannot be read" in text(response)
    assert response.context["ticked"] == {"with_foreign": True, "from_lists": False}


def test_a_name_with_markup_is_shown_as_text(client, bistro):
    create(client, bistro, "guardrails", "<script>alert(1)</script>")
    (folder,) = bistro.resources.filter(display_name__startswith="<script>").values_list("folder", flat=True)
    for name in ("duplicate", "delete", "resource"):
        assert "<script>alert" not in text(client.get(reverse(name, args=[bistro.pk, "guardrails", folder])))


# ---- a new app


@pytest.mark.parametrize("template", TEMPLATES)
@pytest.mark.parametrize("syntax", ["json", "yaml"])
def test_a_new_app_opens(template, syntax, client, db):
    data = {"name": "Night ferry", "template": template, "syntax": syntax}
    response = client.post(reverse("new_app"), data, follow=True)
    app = App.objects.get()
    assert response.redirect_chain == [(reverse("app", args=[app.pk]), 302)]
    assert (app.display_name, app.format) == ("Night ferry", syntax)
    assert told(response) == "Night ferry created."
    for name in ("report", "history", "export"):
        assert client.get(reverse(name, args=[app.pk])).status_code == 200
    download = client.get(reverse("download", args=[app.pk]))
    assert container.read_zip(io.BytesIO(b"".join(download.streaming_content))).root == "Night_ferry"


def test_a_refused_app_comes_back_with_what_was_typed(client, db):
    response = client.post(reverse("new_app"), {"name": " ", "template": "tool", "syntax": "yaml"})
    assert response.status_code == 422 and response.context["error"].field == "name"
    assert 'value="tool" checked' in text(response) and 'value="yaml" checked' in text(response)
    response = client.post(reverse("new_app"), {"name": "Night", "template": "odd", "syntax": "yaml"})
    assert response.status_code == 422 and 'value="Night"' in text(response)


def test_the_pages_ask_few_queries(client, bistro, django_assert_max_num_queries):
    pages = [reverse("create", args=[bistro.pk, kind]) for kind in MADE_KINDS]
    pages += [reverse(name, args=[bistro.pk, "tools", "menu_knowledge"]) for name in ("duplicate", "delete")]
    for url in pages:
        client.get(url)
        with django_assert_max_num_queries(14):
            client.get(url)
