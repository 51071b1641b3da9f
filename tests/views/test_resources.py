"""The pages of resources: form, source, conflicts."""

from __future__ import annotations

import json
import re

import pytest
from django.urls import reverse

from editor.actions.changes import record
from editor.actions.integrity import check_integrity
from editor.models import Revision
from tests.actions.conftest import contents
from tests.conftest import FIXTURES
from tests.forms.entries import Page

APPS = sorted(path.name for path in (FIXTURES / "apps").iterdir() if path.is_dir())
INSTRUCTION = "agents/Front_desk/instruction.txt"


def untouched(response):
    """What a browser would post of the page's form."""
    return Page(response.content.decode()).entries


def code_fields(response):
    """The code fields of a form's page that belong to files."""
    waiting = [*(node for section in response.context["sections"] for node in section["nodes"])]
    waiting += response.context["more"]
    found = []
    while waiting:
        node = waiting.pop(0)
        found += [node.field] if node.field else []
        waiting = [*node.children, *node.more, *waiting]
    return found


@pytest.fixture
def bistro(imported):
    return imported("Harbor_Bistro")


@pytest.fixture
def desk(bistro):
    return reverse("resource", args=[bistro.pk, "agents", "Front_desk"])


@pytest.mark.parametrize("name", APPS)
def test_every_page_of_every_resource_opens_and_an_untouched_save_changes_nothing(name, client, imported):
    app = imported(name)
    before = contents(app)
    pages = [reverse("app", args=[app.pk]), reverse("app_source", args=[app.pk])]
    for row in app.resources.all():
        pages += [reverse(page, args=[app.pk, row.kind, row.folder]) for page in ("resource", "source")]
    for url in pages:
        response = client.get(url, follow=True)
        assert response.status_code == 200, url
        assert client.post(url, untouched(response), follow=True).status_code == 200, url
    assert contents(app) == before
    assert Revision.objects.filter(app=app).count() == 1


def test_an_agent_shows_instruction_and_callbacks_in_order(client, bistro, desk):
    response = client.get(desk)
    sections = {section["id"]: section for section in response.context["sections"]}
    (instruction,) = sections["instruction"]["nodes"]
    assert instruction.field.path == INSTRUCTION
    assert instruction.field.text == contents(bistro)[INSTRUCTION].decode()
    lists = sections["callbacks"]["nodes"]
    assert len(lists) == 6
    data = json.loads(contents(bistro)["agents/Front_desk/Front_desk.json"])
    for node in lists:
        paths = [callback["pythonCode"] for callback in data.get(node.way[1:], [])]
        assert [inner.field.path for card in node.children for inner in card.children if inner.field] == paths


def test_callbacks_say_what_they_are_for_and_whether_they_are_off(client, bistro):
    off = []
    for row in bistro.resources.filter(kind="agents"):
        response = client.get(reverse("resource", args=[bistro.pk, "agents", row.folder]))
        lists = next(section["nodes"] for section in response.context["sections"] if section["id"] == "callbacks")
        off += [card for node in lists for card in node.children if card.off]
    assert len(off) == 1
    assert off[0].title


def test_a_touched_text_is_saved_and_the_page_says_so(client, bistro, desk):
    data = untouched(client.get(desk))
    data[f"text:{INSTRUCTION}"] = "Be brief.\r\n"
    response = client.post(desk, data, follow=True)
    assert contents(bistro)[INSTRUCTION] == b"Be brief.\n"
    (message,) = [str(message) for message in response.context["messages"]]
    assert "revision 2" in message and INSTRUCTION in message
    assert bistro.revisions.first().label == "Instruction of Front desk"


def test_a_save_by_htmx_answers_with_the_new_stamps(client, bistro, desk):
    data = untouched(client.get(desk)) | {f"text:{INSTRUCTION}": "Be brief."}
    response = client.post(desk, data, headers={"HX-Request": "true"})
    assert response.status_code == 200
    stamps = {row["name"]: row["value"] for row in response.context["stamps"]}
    again = data | stamps | {f"text:{INSTRUCTION}": "Be briefer."}
    assert client.post(desk, again, headers={"HX-Request": "true"}).status_code == 200
    assert contents(bistro)[INSTRUCTION] == b"Be briefer."


def test_a_stale_save_shows_both_texts_and_can_be_saved_over(client, bistro, desk):
    mine = untouched(client.get(desk)) | {f"text:{INSTRUCTION}": "mine <b>"}
    client.post(desk, mine | {f"text:{INSTRUCTION}": "theirs"})
    response = client.post(desk, mine)
    assert response.status_code == 409
    page = response.content.decode()
    assert "theirs" in page and "mine &lt;b&gt;" in page
    assert contents(bistro)[INSTRUCTION] == b"theirs"
    (conflict,) = response.context["conflicts"]
    over = {}
    for name, value in response.context["others"]:
        over.setdefault(name, []).append(value)
    over |= {conflict["name"]: conflict["mine"], conflict["stamp_name"]: conflict["stamp"]}
    assert client.post(response.context["here"], over).status_code == 302
    assert contents(bistro)[INSTRUCTION] == b"mine <b>"


def test_a_save_never_takes_a_stamp_for_a_text_that_the_page_does_not_show(client, bistro, desk):
    mine = untouched(client.get(desk))
    client.post(desk, mine | {f"text:{INSTRUCTION}": "theirs"})
    response = client.post(desk, mine, headers={"HX-Request": "true"})
    assert "Nothing was changed" in response.content.decode()
    stamps = {row["name"]: row["value"] for row in response.context["stamps"]}
    assert f"stamp:{INSTRUCTION}" not in stamps
    client.post(desk, mine | stamps, headers={"HX-Request": "true"})
    assert contents(bistro)[INSTRUCTION] == b"theirs"
    assert client.post(desk, mine | stamps | {f"text:{INSTRUCTION}": "mine"}).status_code == 409


def test_two_members_that_name_one_file_save_it_once(client, bistro, desk):
    manifest = "agents/Front_desk/Front_desk.json"
    data = json.loads(contents(bistro)[manifest])
    (first, *_rest) = data["beforeModelCallbacks"]
    data["beforeModelCallbacks"] = [first, first]
    record(bistro, {manifest: json.dumps(data).encode()}, "twice", "me")
    page = client.get(desk)
    path = first["pythonCode"]
    assert page.content.decode().count(f'name="text:{path}"') == 1
    ids = re.findall(r' id="([^"]+)"', page.content.decode())
    assert len(ids) == len(set(ids))
    client.post(desk, untouched(page) | {f"text:{path}": "x = 1\r\n"})
    assert contents(bistro)[path] == b"x = 1\n"


def test_a_lost_inline_text_is_shown_beside_what_others_saved(client, imported):
    app = imported("handmade-kiosk")
    url = reverse("resource", args=[app.pk, "agents", "Lost_and_Found"])
    manifest = "agents/Lost_and_Found/Lost_and_Found.json"
    page = client.get(url)
    record(app, {manifest: b'{"displayName": "Lost and Found"}'}, "gone", "they")
    response = client.post(url, untouched(page) | {"/instruction": "mine"})
    assert response.status_code == 409
    (conflict,) = response.context["conflicts"]
    assert "mine" in conflict["mine"] and "mine" not in conflict["theirs"]
    assert app.revisions.count() == 2


def test_code_that_names_a_manifest_cannot_break_it(client, bistro):
    record(bistro, {"tools/odd/odd.json": b'{"pythonFunction": {"pythonCode": "app.json"}}'}, "odd", "me")
    url = reverse("resource", args=[bistro.pk, "tools", "odd"])
    response = client.post(url, untouched(client.get(url)) | {"text:app.json": "print('<i>')"})
    assert response.status_code == 422
    assert "print(&#x27;&lt;i&gt;&#x27;)" in response.content.decode()
    assert bistro.revisions.count() == 2


ODD = r"half \ud83d and \u0000"
ODD_MANIFESTS = [
    f'{{"displayName": "{ODD}"}}',
    f'{{"displayName": "x", "{ODD}": 1}}',
    f'{{"displayName": "x", "{ODD}": 1, "{ODD}": 2}}',
    f'{{"displayName": "x", "instruction": "{ODD}"}}',
    f'{{"displayName": "x", "instruction": "agents/{ODD}.txt"}}',
    f'{{"displayName": "x", "description": "{ODD}", "childAgents": ["{ODD}"], "tools": {{"{ODD}": []}}}}',
    f'{{"displayName": "x", "beforeAgentCallbacks": [{{"pythonCode": "def f(): pass", "description": "{ODD}"}}]}}',
    '{"displayName": ["x"], "instruction": {"a": 1}, "beforeAgentCallbacks": {"pythonCode": []}}',
    '{"displayName": null, "beforeAgentCallbacks": [1, null, {"pythonCode": 5}, {"pythonCode": ""}]}',
    '{"displayName": "<script>alert(1)</script>", "instruction": "environment.json"}',
    "{}",
]


@pytest.mark.parametrize("manifest", ODD_MANIFESTS)
def test_no_manifest_breaks_a_page(manifest, client, bistro):
    record(bistro, {"agents/odd/odd.json": manifest.encode()}, "odd", "me")
    form, source = (reverse(page, args=[bistro.pk, "agents", "odd"]) for page in ("resource", "source"))
    for url in (form, source, reverse("report", args=[bistro.pk]), reverse("history", args=[bistro.pk])):
        response = client.get(url)
        assert response.status_code == 200, url
        assert b"<script>alert" not in response.content
    client.post(form, untouched(client.get(form)))
    assert contents(bistro)["agents/odd/odd.json"] == manifest.encode()
    page = untouched(client.get(source))
    page["text:agents/odd/odd.json"] = page["text:agents/odd/odd.json"][0] + "\r\n"
    assert client.post(source, page).status_code == 302
    assert contents(bistro)["agents/odd/odd.json"] == manifest.encode() + b"\n"
    assert not list(check_integrity())


@pytest.mark.parametrize("name", ["text:a.json#/" + "9" * 5_000, "text:#", "text:", "text:x#/0", "text:../x#/a/0"])
def test_a_crafted_post_is_answered_and_writes_nothing(name, client, bistro, desk):
    assert client.post(desk, {name: "x"}).status_code in (302, 400, 409)
    assert bistro.revisions.count() == 1


def test_a_gone_file_with_a_hash_in_its_name_can_be_saved(client, bistro, desk):
    manifest = "agents/Front_desk/Front_desk.json"
    before = contents(bistro)[manifest]
    data = json.loads(before) | {"instruction": "agents/Front_desk/c#1.txt"}
    record(bistro, {manifest: json.dumps(data).encode(), "agents/Front_desk/c#1.txt": b"text"}, "odd", "me")
    mine = untouched(client.get(desk)) | {"text:agents/Front_desk/c#1.txt": "mine"}
    record(bistro, {manifest: before}, "back", "they")
    client.post(desk, mine)
    assert contents(bistro)["agents/Front_desk/c#1.txt"] == b"mine"


def test_a_manifest_of_many_values_stays_usable(client, bistro):
    numbers = json.dumps({"displayName": "x", "numbers": list(range(20_000)), "tools": [f"t{n}" for n in range(500)]})
    record(bistro, {"agents/odd/odd.json": numbers.encode()}, "odd", "me")
    url = reverse("resource", args=[bistro.pk, "agents", "odd"])
    response = client.get(url)
    assert len(response.content) < 1_000_000
    assert client.post(url, untouched(response)).status_code == 302
    assert bistro.revisions.count() == 2


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_a_post_to_a_resource_that_became_unreadable_loses_nothing(headers, client, bistro, desk):
    mine = untouched(client.get(desk)) | {f"text:{INSTRUCTION}": "mine"}
    record(bistro, {"agents/Front_desk/Front_desk.json": b"{"}, "broken", "they")
    assert client.post(desk, mine, headers=headers).status_code in (200, 302)
    assert contents(bistro)[INSTRUCTION] == b"mine"
    with_nul = mine | {f"text:{INSTRUCTION}": "half\0way"}
    assert client.post(desk, with_nul, headers=headers).status_code in (409, 422)


def test_a_text_whose_field_is_gone_is_saved_in_its_file(client, bistro, desk):
    mine = untouched(client.get(desk)) | {f"text:{INSTRUCTION}": "mine"}
    source = reverse("source", args=[bistro.pk, "agents", "Front_desk"])
    theirs = untouched(client.get(source))
    name = "text:agents/Front_desk/Front_desk.json"
    theirs[name] = theirs[name][0].replace(f'  "instruction": "{INSTRUCTION}",\r\n', "")
    assert client.post(source, theirs).status_code == 302
    assert client.post(desk, mine).status_code == 302
    assert contents(bistro)[INSTRUCTION] == b"mine"


def test_source_saves_and_the_new_name_is_everywhere(client, bistro):
    url = reverse("source", args=[bistro.pk, "agents", "Front_desk"])
    data = untouched(client.get(url))
    (name,) = [name for name in data if name.startswith("text:")]
    data[name] = data[name][0].replace('"displayName": "Front desk"', '"displayName": "Host"')
    response = client.post(url, data, follow=True)
    assert response.context["resource"]["name"] == "Host"
    assert "Host" in [row["label"] for group in response.context["sidebar"] for row in group["rows"]]


def test_source_refuses_what_cannot_be_read_and_keeps_the_text(client, bistro):
    url = reverse("source", args=[bistro.pk, "agents", "Front_desk"])
    data = untouched(client.get(url))
    (name,) = [name for name in data if name.startswith("text:")]
    response = client.post(url, data | {name: '{\r\n  "displayName": oops\r\n}'})
    assert response.status_code == 422
    assert response.context["error"]["line"] == 2
    assert "oops" in response.content.decode()
    assert bistro.revisions.count() == 1


def test_an_unreadable_resource_opens_in_its_source(client, imported):
    app = imported("broken-refs")
    response = client.get(reverse("resource", args=[app.pk, "evaluations", "Cut_off"]))
    assert response.status_code == 302 and response.url.endswith("/source/")
    response = client.get(response.url)
    assert response.context["error"]["line"] == 7
    assert [tab["label"] for tab in response.context["tabs"]] == ["Source"]


def test_a_file_that_is_missing_can_be_written(client, imported):
    app = imported("broken-refs")
    url = reverse("resource", args=[app.pk, "agents", "Pages"])
    response = client.get(url)
    (field,) = [field for field in code_fields(response) if field.missing]
    client.post(url, untouched(response) | {field.name: "Count the pages.\r\n"})
    assert contents(app)["agents/Pages/instruction.txt"] == b"Count the pages.\n"


def test_a_path_out_of_the_app_cannot_be_written(client, imported):
    app = imported("broken-refs")
    url = reverse("resource", args=[app.pk, "tools", "peek"])
    response = client.get(url)
    (field,) = code_fields(response)
    assert field.readonly and field.why
    client.post(url, {field.name: "import os", field.stamp_name: ""})
    assert app.revisions.count() == 1


def test_unknown_keys_are_shown_as_such(client, imported):
    app = imported("handmade-kiosk")
    response = client.get(reverse("app", args=[app.pk]))
    (others,) = [node for node in response.context["more"] if node.control == "others"]
    assert "_comment_source" in [row.key for row in others.children]
    assert "displayName" not in [row.key for row in others.children]


@pytest.mark.parametrize("url", ["agents/nobody/", "agents/nobody/source/", "agents/", "nokind/x/"])
def test_a_resource_that_is_not_there_is_404(url, client, bistro):
    assert client.get(f"/apps/{bistro.pk}/{url}").status_code == 404


def test_the_pages_of_an_app_ask_few_queries(client, bistro, desk, django_assert_max_num_queries):
    for url in (desk, desk + "source/", reverse("app", args=[bistro.pk])):
        with django_assert_max_num_queries(18):
            assert client.get(url).status_code == 200
