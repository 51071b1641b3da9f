"""The export page and the ZIP."""

from __future__ import annotations

import io

from django.urls import reverse

from editor.actions.changes import record
from editor.archive import container
from tests.actions.conftest import contents


def zip_of(response):
    return b"".join(response.streaming_content)


def test_the_zip_holds_every_file_and_is_named_as_the_service_names_it(client, imported):
    app = imported("Harbor_Bistro")
    response = client.get(reverse("download", args=[app.pk]))
    assert response["Content-Disposition"] == 'attachment; filename="exported_app_Harbor_Bistro.zip"'
    archive = container.read_zip(io.BytesIO(zip_of(response)))
    assert (archive.root, archive.files) == ("Harbor_Bistro", contents(app))


def test_the_same_content_gives_the_same_bytes(client, imported):
    app = imported("Harbor_Bistro")
    url = reverse("download", args=[app.pk])
    assert zip_of(client.get(url)) == zip_of(client.get(url))


def test_foreign_files_can_be_left_out(client, imported):
    app = imported("handmade-kiosk")
    response = client.get(reverse("download", args=[app.pk]) + "?foreign=0")
    assert "README.md" not in container.read_zip(io.BytesIO(zip_of(response))).files


def test_the_export_page_says_what_changed_since_the_import(client, imported):
    app = imported("Harbor_Bistro")
    assert client.get(reverse("export", args=[app.pk])).context["changed"] == []
    record(app, {"fresh.txt": b"x", "app.json": contents(app)["app.json"] + b"\n", "environment.json": None}, "x", "me")
    response = client.get(reverse("export", args=[app.pk]))
    assert response.status_code == 200
    states = {row["path"]: row["state"] for row in response.context["changed"]}
    assert states == {"fresh.txt": "added", "app.json": "changed", "environment.json": "removed"}
