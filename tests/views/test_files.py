"""File pages."""

from __future__ import annotations

import pytest
from django.urls import reverse

from editor.actions.changes import record
from tests.actions.conftest import contents
from tests.views.test_resources import untouched


@pytest.fixture
def kiosk(imported):
    return imported("handmade-kiosk")


def page(app, path):
    return reverse("file", args=[app.pk, path])


def test_a_foreign_text_is_shown_and_saved(client, kiosk):
    url = page(kiosk, "README.md")
    response = client.get(url)
    assert contents(kiosk)["README.md"].decode().splitlines()[0] in response.content.decode()
    client.post(url, untouched(response) | {"text:README.md": "# New\r\n"})
    assert contents(kiosk)["README.md"] == b"# New\n"


def test_a_binary_file_is_sized_and_downloaded(client, kiosk):
    response = client.get(page(kiosk, ".DS_Store"))
    assert response.context["text"] is None
    assert response.context["size"] == len(contents(kiosk)[".DS_Store"])
    download = client.get(response.context["download_url"])
    assert b"".join(download.streaming_content) == contents(kiosk)[".DS_Store"]


def test_every_file_has_a_page(client, kiosk):
    for path in contents(kiosk):
        assert client.get(page(kiosk, path)).status_code == 200, path


@pytest.mark.parametrize("name", ["a b.txt", "ü/שלום.txt", "100%.txt", "a?b#c.txt", "<b>.txt", '"q".txt', "x;y&z=.txt"])
def test_odd_names_have_pages_too(name, client, kiosk):
    record(kiosk, {name: b"text\n"}, "add", "me")
    response = client.get(page(kiosk, name))
    assert response.status_code == 200 and response.context["path"] == name
    assert "<b>.txt" not in response.content.decode()
    client.post(page(kiosk, name), untouched(response) | {f"text:{name}": "more"})
    assert contents(kiosk)[name] == b"more"


@pytest.mark.parametrize("content", [b"<script>alert(1)</script>", b"\xff\xfe<\0b\0>\0", b"\n\nlead", b"tail  \n\n"])
def test_a_text_is_shown_as_text_and_untouched_it_stays(content, client, kiosk):
    record(kiosk, {"x.html": content}, "add", "me")
    response = client.get(page(kiosk, "x.html"))
    assert b"<script>alert" not in response.content
    client.post(page(kiosk, "x.html"), untouched(response))
    assert contents(kiosk)["x.html"] == content
    assert client.get(page(kiosk, "x.html") + "?download")["Content-Disposition"].startswith("attachment")


def test_a_text_in_another_encoding_says_what_a_save_does(client, kiosk):
    record(kiosk, {"old.txt": "Führt".encode("latin-1")}, "add", "me")
    response = client.get(page(kiosk, "old.txt"))
    assert "Latin-1" in response.context["why_readonly"]
    client.post(page(kiosk, "old.txt"), untouched(response) | {"text:old.txt": "Führt weiter"})
    assert contents(kiosk)["old.txt"] == "Führt weiter".encode()


def test_a_file_that_is_not_there_is_404(client, kiosk):
    assert client.get(page(kiosk, "nothing.txt")).status_code == 404
    assert client.get(page(kiosk, "../../etc/passwd")).status_code == 404


def test_the_list_of_files_has_every_file(client, kiosk, django_assert_max_num_queries):
    url = reverse("files", args=[kiosk.pk])
    with django_assert_max_num_queries(10):
        response = client.get(url)
    assert [row["path"] for row in response.context["files"]] == list(contents(kiosk))
    assert {row["path"] for row in response.context["files"] if not row["foreign"]} >= {"app.json"}
    assert [row["path"] for row in client.get(url + "?q=cxaslint").context["files"]] == ["cxaslint.yaml"]
    assert client.get(url + "?q=nothing at all").context["files"] == []
