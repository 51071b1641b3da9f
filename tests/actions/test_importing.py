"""An archive becomes an app, and an app an archive, without a change."""

from __future__ import annotations

import io
import json

import pytest

from editor.actions.exporting import archive_name, export_folder, export_zip
from editor.actions.importing import import_archive
from editor.actions.integrity import check_integrity
from editor.archive import container
from editor.models import App, FileChange, ImportNote, Resource, Revision
from tests.actions.conftest import contents
from tests.conftest import FIXTURES

APPS = sorted(path.name for path in (FIXTURES / "apps").iterdir() if path.is_dir())


@pytest.mark.parametrize("name", APPS)
def test_an_unedited_zip_comes_out_as_it_went_in(name, sample_zip, db):
    archive = container.read_zip(io.BytesIO(sample_zip(name)))
    app = import_archive(archive, f"{name}.zip", "somebody")
    out = io.BytesIO()
    export_zip(app, out)
    again = container.read_zip(io.BytesIO(out.getvalue()))
    assert list(again.files.items()) == list(archive.files.items())
    assert again.root == archive.root
    assert not list(check_integrity())


@pytest.mark.parametrize("name", APPS)
def test_an_unedited_folder_comes_out_as_it_went_in(name, imported, tmp_path):
    app = imported(name)
    export_folder(app, tmp_path / "out")
    source = FIXTURES / "apps" / name
    assert _folder(tmp_path / "out") == _folder(source)


def _folder(root):
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


@pytest.mark.parametrize("name", APPS)
def test_the_index_has_the_resources_of_the_archive(name, imported):
    expected = json.loads((FIXTURES / "apps" / f"{name}.expected.json").read_text())
    app = imported(name)
    for kind, names in expected["displayNames"].items():
        rows = Resource.objects.filter(app=app, kind=kind, error="").values_list("display_name", flat=True)
        assert {*rows} >= set(names)
        assert len(rows) == expected["counts"][kind]
    assert app.display_name == expected["app"]["displayName"]
    assert app.root_agent == expected["app"]["rootAgent"]
    assert app.format == expected["app"]["format"]
    assert app.files.count() == expected["counts"]["files"]


def test_an_import_is_one_revision_with_every_file(imported):
    app = imported("Harbor_Bistro")
    (revision,) = app.revisions.all()
    assert (revision.number, revision.kind, revision.author) == (1, Revision.Kind.IMPORT, "somebody")
    changes = FileChange.objects.filter(revision=revision)
    assert {change.path for change in changes} == set(contents(app))
    assert all(change.before is None for change in changes)


def test_what_was_odd_about_the_archive_is_kept(sample_zip, db):
    archive = container.read_zip(io.BytesIO(sample_zip("macosx_extra")))
    app = import_archive(archive, "macosx_extra.zip", "somebody")
    assert ["__MACOSX" in note.file for note in ImportNote.objects.filter(app=app)] == [True]


def test_an_unreadable_manifest_stops_nothing(imported):
    app = imported("broken-refs")
    (broken,) = app.resources.exclude(error="")
    assert (broken.kind, broken.folder, broken.error_line) == ("evaluations", "Cut_off", 7)
    assert broken.display_name == "Cut_off"


def test_a_name_that_no_database_holds_is_shown_with_a_mark(sample_zip, db):
    archive = container.read_zip(io.BytesIO(sample_zip("lone_surrogate")))
    app = import_archive(archive, "half \ud83d.zip", "somebody")
    assert "\ud83d" not in App.objects.get(pk=app.pk).filename
    assert contents(app) == archive.files


def test_an_export_without_foreign_files_has_all_others(imported):
    app = imported("handmade-kiosk")
    out = io.BytesIO()
    export_zip(app, out, foreign=False)
    left = set(container.read_zip(out).files)
    assert set(contents(app)) - left == {
        ".DS_Store",
        "README.md",
        "agents/kiosk_root/test_callbacks.py",
        "cxaslint.yaml",
        "handmade-kiosk/agents/kiosk_root/instruction.txt",
        "handmade-kiosk/agents/kiosk_root/kiosk_root.json",
        "handmade-kiosk/app.json",
        "tests/test_prices.py",
        "tools/price_lookup/README.md",
        "tools/price_lookup/python_function/__pycache__/python_code.cpython-311.pyc",
    }


def test_an_export_is_named_as_the_service_names_it(imported):
    assert archive_name(imported("Harbor_Bistro")) == "exported_app_Harbor_Bistro.zip"
