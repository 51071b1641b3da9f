"""import_archive, export_archive, reindex and check_integrity, as a shell sees them."""

from __future__ import annotations

import json
import shutil
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from editor.actions.changes import record
from editor.actions.history import undo
from editor.archive import container
from editor.models import App, Resource
from tests.actions.conftest import contents
from tests.conftest import FIXTURES

BROKEN = json.loads((FIXTURES / "broken.expected.json").read_text())
REFUSED = sorted(name for name, case in BROKEN.items() if case["outcome"] == "refuse" and case["binding"])
pytestmark = pytest.mark.django_db


def run(*arguments):
    """(exit status, what stood on stdout, what stood on stderr)."""
    out, err = StringIO(), StringIO()
    try:
        call_command(*map(str, arguments), stdout=out, stderr=err)
    except SystemExit as end:
        return end.code, out.getvalue(), err.getvalue()
    except CommandError as error:
        return error.returncode, out.getvalue(), str(error)
    return 0, out.getvalue(), err.getvalue()


def imported(source):
    status, out, _err = run("import_archive", source)
    assert status == 0
    return App.objects.get(pk=int(out.strip().rpartition("\n")[2]))


@pytest.fixture
def folder(tmp_path):
    """A copy of the sample app to work in."""
    return shutil.copytree(FIXTURES / "apps/Harbor_Bistro", tmp_path / "Harbor_Bistro")


def tree(root):
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_the_last_line_of_an_import_is_the_id_alone(folder):
    status, out, _err = run("import_archive", folder)
    assert status == 0
    assert out.splitlines()[-1] == str(App.objects.get().pk)


def test_a_zip_goes_in_and_out(folder, tmp_path, sample_zip):
    source = tmp_path / "in.zip"
    source.write_bytes(sample_zip("Clinica_del_Sol"))
    app = imported(source)
    assert run("export_archive", app.pk, tmp_path / "out.zip")[0] == 0
    before, after = container.read_zip(source), container.read_zip(tmp_path / "out.zip")
    assert list(before.files.items()) == list(after.files.items())
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize("name", REFUSED)
def test_a_refused_archive_ends_with_2_and_its_code(name, tmp_path, sample_zip):
    source = tmp_path / name
    source.write_bytes(sample_zip(name.removesuffix(".zip")))
    status, _out, err = run("import_archive", source)
    assert status == 2
    assert f"({BROKEN[name]['code']})" in err
    assert not App.objects.exists()


@pytest.mark.parametrize("name", ["nothing.zip", "folder"])
def test_what_is_not_there_is_said_in_one_line(name, tmp_path):
    status, _out, err = run("import_archive", tmp_path / name)
    assert status == 2 and name in err and len(err.strip().splitlines()) == 1


def test_an_empty_path_is_not_the_current_folder(folder, tmp_path, monkeypatch):
    app = imported(folder)
    (tmp_path / "here").mkdir()
    for place, arguments in ((folder, ["import_archive"]), (tmp_path / "here", ["export_archive", app.pk])):
        monkeypatch.chdir(place)
        status, out, err = run(*arguments, "")
        assert (status, out) == (2, "") and "the path is empty" in err and len(err.strip().splitlines()) == 1
        assert run(*arguments, ".")[0] == 0
    assert App.objects.count() == 2


def test_an_export_into_its_folder_writes_only_what_changed(folder):
    app = imported(folder)
    (folder / "notes.txt").write_bytes(b"mine")
    stamps = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    record(app, {"global_instruction.txt": b"New.\n", "tools/show_map_pin/show_map_pin.json": None}, "edit", "me")
    status, out, _err = run("export_archive", app.pk, folder)
    assert status == 0
    assert "global_instruction.txt" in out
    assert tree(folder) == contents(app) | {"notes.txt": b"mine"}
    changed = {p.name for p, stamp in stamps.items() if p.is_file() and p.stat().st_mtime_ns != stamp}
    assert changed == {"global_instruction.txt"}


def test_an_export_deletes_only_what_is_still_as_the_app_had_it(folder):
    app = imported(folder)
    path = "tools/show_map_pin/notes.txt"
    record(app, {path: b"mine"}, "edit", "me")
    undo(app, "me")
    (folder / path).write_bytes(b"made by hand")
    assert run("export_archive", app.pk, folder)[0] == 0
    assert tree(folder) == contents(app) | {path: b"made by hand"}
    (folder / path).write_bytes(b"mine")
    assert run("export_archive", app.pk, folder)[0] == 0
    assert tree(folder) == contents(app)


def test_a_file_in_the_way_of_an_export_is_named(folder):
    app = imported(folder)
    shutil.rmtree(folder / "tools")
    (folder / "tools").write_bytes(b"")
    (folder / "app.json").write_bytes(b"other")
    status, _out, err = run("export_archive", app.pk, folder)
    assert status == 2 and str(folder / "tools") in err
    assert (folder / "app.json").read_bytes() == b"other"


def test_foreign_files_can_be_left_out(tmp_path):
    app = imported(FIXTURES / "apps/handmade-kiosk")
    run("export_archive", app.pk, tmp_path / "out", "--without-foreign")
    assert "README.md" not in tree(tmp_path / "out") and "app.json" in tree(tmp_path / "out")


@pytest.mark.parametrize("out", ["missing/out.zip", "file/below"])
def test_an_export_that_cannot_be_written_says_why(out, folder, tmp_path):
    app = imported(folder)
    (tmp_path / "file").write_text("in the way")
    status, _out, err = run("export_archive", app.pk, tmp_path / out)
    assert status == 2 and str(tmp_path / out) in err


def test_an_app_that_is_not_there_is_said(tmp_path):
    assert run("export_archive", 99, tmp_path / "out.zip")[0] == 2
    assert run("reindex", 99)[0] == 1


def test_a_damaged_index_is_found_and_rebuilt(folder):
    imported(folder)
    Resource.objects.filter(kind="agents").delete()
    status, out, _err = run("check_integrity")
    assert status == 1 and "the index lacks agents/Front_desk" in out
    assert run("reindex")[0] == 0
    status, out, _err = run("check_integrity")
    assert status == 0 and "whole" in out
