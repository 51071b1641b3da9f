"""History pages, undo and redo."""

from __future__ import annotations

import pytest
from django.urls import reverse

from editor.actions.changes import record
from tests.actions.conftest import contents

PATH = "agents/Front_desk/instruction.txt"


@pytest.fixture
def app(imported):
    app = imported("Harbor_Bistro")
    record(app, {PATH: b"Be brief.\n"}, "Shorter <i>words</i>", "ines")
    record(app, {"fresh.txt": b"new\n", "global_instruction.txt": None}, "More", "ines")
    return app


def test_the_history_names_author_label_and_files(client, app):
    response = client.get(reverse("history", args=[app.pk]))
    rows = response.context["revisions"]
    assert [row["number"] for row in rows] == [3, 2, 1]
    assert (rows[1]["author"], rows[1]["label"]) == ("ines", "Shorter <i>words</i>")
    assert rows[1]["files"] == [{"path": PATH, "state": "changed"}]
    assert {file["state"] for file in rows[0]["files"]} == {"added", "removed"}
    assert rows[2]["more_files"] > 40
    assert "<i>words" not in response.content.decode()


def test_a_revision_shows_its_lines(client, app):
    response = client.get(reverse("revision", args=[app.pk, 2]))
    (file,) = response.context["files"]
    assert [row["text"] for row in file["rows"] if row["sign"] == "+"] == ["Be brief."]
    assert client.get(reverse("revision", args=[app.pk, 1])).status_code == 200
    assert client.get(reverse("revision", args=[app.pk, 9])).status_code == 404


def test_undo_and_redo_go_back_to_the_page(client, app):
    url = reverse("resource", args=[app.pk, "agents", "Front_desk"])
    response = client.post(reverse("undo", args=[app.pk]), {"next": url})
    assert response.status_code == 302 and response.url == url
    assert "fresh.txt" not in contents(app)
    assert client.get(url).context["redo"] == {"label": "More", "number": 3}
    client.post(reverse("redo", args=[app.pk]), {"next": url})
    assert "fresh.txt" in contents(app)


def test_undo_never_leads_to_another_site(client, app):
    response = client.post(reverse("undo", args=[app.pk]), {"next": "https://evil.example/"})
    assert response.url == reverse("history", args=[app.pk])


def test_nothing_to_undo_is_said_and_no_error(client, imported):
    response = client.post(reverse("undo", args=[imported("tangle").pk]), follow=True)
    assert response.status_code == 200
    assert "nothing to undo" in response.content.decode()


def test_a_long_history_asks_few_queries(client, app, django_assert_max_num_queries):
    for number in range(60):
        record(app, {PATH: str(number).encode()}, f"edit {number}", "me")
    with django_assert_max_num_queries(12):
        response = client.get(reverse("history", args=[app.pk]))
    assert len(response.context["revisions"]) == 50
    assert client.get(reverse("history", args=[app.pk]) + "?page=2").status_code == 200
    assert client.get(reverse("history", args=[app.pk]) + "?page=x").status_code == 200


def test_undo_takes_back_only_what_the_page_showed(client, app):
    response = client.post(reverse("undo", args=[app.pk]), {"number": "2"}, follow=True)
    assert "Somebody saved in between" in response.content.decode()
    assert "fresh.txt" in contents(app)
    client.post(reverse("undo", args=[app.pk]), {"number": "3"})
    assert "fresh.txt" not in contents(app)
