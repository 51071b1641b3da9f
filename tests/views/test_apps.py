"""The start page, imports, the report, deleting."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from editor.actions.changes import record
from editor.models import App, Blob
from tests.conftest import FIXTURES

BROKEN = json.loads((FIXTURES / "broken.expected.json").read_text())


def upload(client, content, name="app.zip", **options):
    return client.post(reverse("import_archive"), {"archive": SimpleUploadedFile(name, content)}, **options)


def test_the_start_page_says_what_to_do_first(client, db):
    response = client.get("/")
    assert response.status_code == 200
    assert 'type="file"' in response.content.decode()


def test_the_start_page_lists_every_app_with_its_counts(client, imported):
    for name in ("Harbor_Bistro", "Clinica_del_Sol", "tangle"):
        imported(name)
    rows = client.get("/").context["apps"]
    assert [row["app"].display_name for row in rows] == ["tangle", "Clinica del Sol", "Harbor Bistro"]
    assert rows[2]["counts"]["agents"] == 6
    assert rows[2]["size"] == sum(p.stat().st_size for p in (FIXTURES / "apps/Harbor_Bistro").rglob("*") if p.is_file())


def test_the_start_page_asks_the_same_number_of_queries_for_any_number_of_apps(
    client, imported, django_assert_max_num_queries
):
    for _ in range(4):
        imported("tangle")
    with django_assert_max_num_queries(6):
        client.get("/")


def test_an_upload_leads_to_its_report(client, db, sample_zip):
    response = upload(client, sample_zip("Harbor_Bistro"), "exported_app_Harbor_Bistro.zip", follow=True)
    assert response.redirect_chain[0][0].endswith("/report/")
    assert response.status_code == 200
    assert response.context["filename"] == "exported_app_Harbor_Bistro.zip"
    counts = {row["icon"]: row["count"] for row in response.context["rows"]}
    assert counts["agent"] == 6 and counts["tool"] == 9


@pytest.mark.parametrize("name", sorted(BROKEN))
def test_every_broken_archive_gets_a_clear_answer(name, client, db, sample_zip):
    expected = BROKEN[name]
    response = upload(client, sample_zip(name.removesuffix(".zip")), name, follow=True)
    page = response.content.decode()
    if expected["outcome"] == "refuse" or (not expected["binding"] and response.status_code != 200):
        assert response.status_code in (413, 422)
        assert not App.objects.exists() and not Blob.objects.exists()
        error = response.context["error"]
        if expected["outcome"] == "refuse" and expected["binding"]:
            assert error["code"] == expected["code"]
        if "file" in expected and expected["binding"]:
            assert expected["file"] in error["file"] + error["message"]
            assert expected["file"] in page
        if "line" in expected and expected["binding"]:
            assert error["line"] == expected["line"]
    else:
        assert response.status_code == 200
        found = {row["rule"] for key in ("findings", "notes") for row in response.context[key]}
        assert found >= {warning["code"] for warning in expected.get("warnings", [])}


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"x" * 100])
def test_what_is_no_archive_is_refused(content, client, db):
    assert upload(client, content).status_code == 422


def test_an_import_without_a_file_says_so(client, db):
    response = client.post(reverse("import_archive"))
    assert response.status_code == 422
    assert response.context["error"]["code"] == "no-file"


def test_a_name_with_markup_is_shown_as_text(client, db, sample_zip):
    response = upload(client, sample_zip("zip_slip"), '<script>alert("x")</script>.zip')
    assert b"<script>alert" not in response.content
    response = upload(client, sample_zip("Harbor_Bistro"), "<b>bold</b>.zip", follow=True)
    assert b"<b>bold" not in response.content


def test_the_sample_opens(client, db):
    response = client.post(reverse("open_sample"), follow=True)
    assert response.status_code == 200
    assert response.context["app"].display_name == "Harbor Bistro"


def test_the_report_names_what_cannot_be_read(client, imported):
    app = imported("broken-refs")
    response = client.get(reverse("report", args=[app.pk]))
    (row,) = response.context["unreadable"]
    assert (row["file"], row["line"]) == ("evaluations/Cut_off/Cut_off.json", 7)
    assert row["url"] in response.content.decode()
    (evaluations,) = [row for row in response.context["rows"] if row["icon"] == "evaluation"]
    assert (evaluations["count"], evaluations["unreadable"]) == (13, 1)


def test_the_report_lists_foreign_files(client, imported):
    app = imported("handmade-kiosk")
    response = client.get(reverse("report", args=[app.pk]))
    assert "tests/test_prices.py" in [row["path"] for row in response.context["kept"]]


def test_an_app_goes_only_with_its_name_typed(client, imported):
    app = imported("Harbor_Bistro")
    url = reverse("delete_app", args=[app.pk])
    assert client.get(url).status_code == 200
    response = client.post(url, {"name": "Harbor"})
    assert response.status_code == 422 and App.objects.exists()
    assert client.post(url, {"name": "Harbor Bistro"}).status_code == 302
    assert not App.objects.exists()


def test_an_app_with_many_foreign_files_stays_readable(client, imported):
    app = imported("tangle")
    record(app, {f"notes/{number:05}.md": b"x" for number in range(1_500)}, "many", "me")
    response = client.get(reverse("app", args=[app.pk]))
    (group,) = [group for group in response.context["sidebar"] if group["key"] == "foreign"]
    assert group["count"] == 1_500 and len(group["rows"]) == 201
    files = client.get(reverse("files", args=[app.pk]))
    assert len(files.context["files"]) == 1_000 and "page=2" in files.content.decode()


@pytest.mark.parametrize("name", ["app", "app_source", "report", "delete_app", "history", "export", "download"])
def test_an_app_that_is_not_there_is_404(name, client, db):
    assert client.get(reverse(name, args=[99])).status_code == 404


@pytest.mark.parametrize("name", ["undo", "redo"])
def test_changes_need_a_post(name, client, imported):
    assert client.get(reverse(name, args=[imported("tangle").pk])).status_code == 405
