from __future__ import annotations

import hashlib
import io
import os
import socket
from pathlib import Path

import pytest

from editor.archive import folders, limits
from editor.archive.container import read_folder, read_zip, write_folder, write_zip
from editor.archive.errors import Refusal
from tests.archive.samples import APPS, FIXTURES, app_files

APP = b'{"displayName": "Kiosk"}'


@pytest.fixture
def kiosk(tmp_path) -> Path:
    """A folder with a small app."""
    folder = tmp_path / "Kiosk"
    for path, content in {"app.json": APP, "tools/x/x.json": b"{}", "README.md": b"read\n"}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    return folder


def refusal_of(folder: Path) -> Refusal:
    with pytest.raises(Refusal) as caught:
        read_folder(folder)
    return caught.value


def everything(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def as_on_disk(folder: Path, *paths: str) -> dict[str, set[str]]:
    """Deleted paths whose only content is the one on the disk."""
    return {path: {stamp((folder / path).read_bytes())} if (folder / path).is_file() else {"0"} for path in paths}


def stamp(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


# ---- reading


@pytest.mark.parametrize("app", APPS)
def test_a_sample_app_is_read_from_its_folder(app):
    archive = read_folder(FIXTURES / "apps" / app)
    assert archive.root == app
    assert archive.files == app_files(app)
    assert list(archive.files) == sorted(archive.files, key=lambda path: path.split("/"))
    assert archive.notes == []


def test_folders_of_a_version_control_are_left_out_with_a_note(kiosk):
    for path in (".git/config", "tools/.svn/entries", ".hg/x"):
        (kiosk / path).parent.mkdir(parents=True)
        (kiosk / path).write_bytes(b"")
    (kiosk / ".gitignore").write_bytes(b"*.pyc\n")
    archive = read_folder(kiosk)
    assert list(archive.files) == [".gitignore", "README.md", "app.json", "tools/x/x.json"]
    notes = [(note.rule, note.severity, note.file) for note in archive.notes]
    assert notes == [("foreign-file", "info", file) for file in (".git", ".hg", "tools/.svn")]


def test_what_points_to_a_version_control_elsewhere_is_left_out_too(kiosk):
    (kiosk / ".git").write_bytes(b"gitdir: ../repository/.git/worktrees/Kiosk\n")
    archive = read_folder(kiosk)
    assert ".git" not in archive.files
    assert [(note.rule, note.file) for note in archive.notes] == [("foreign-file", ".git")]
    assert write_folder(kiosk, archive.files) == []


@pytest.mark.parametrize("target", ["../secret", "../secret/secret.txt", "README.md", "nowhere", "..", "."])
@pytest.mark.parametrize("place", ["link", "docs/link", "tools/x/link", "tools/x/x.md", ".venv/lib64", "agents.txt"])
def test_a_link_where_the_format_has_nothing_is_left_out_with_a_note(kiosk, place, target):
    (kiosk.parent / "secret").mkdir()
    (kiosk.parent / "secret/secret.txt").write_bytes(b"secret")
    before = read_folder(kiosk).files
    (kiosk / place).parent.mkdir(parents=True, exist_ok=True)
    (kiosk / place).symlink_to(target)
    archive = read_folder(kiosk)
    assert archive.files == before
    notes = [(note.rule, note.severity, note.file, note.message) for note in archive.notes]
    assert notes == [("foreign-file", "info", place, "a link, not followed: left out")]


@pytest.mark.parametrize(
    "place",
    [
        "app.yaml",
        "environment.json",
        "global_instruction.txt",
        "pythonEnvFiles",
        "pythonEnvFiles/pythonEnvFiles.json",
        "agents",
        "agents/Guide",
        "agents/Guide/Guide.json",
        "agents/Guide/other.yaml",
        "agents/Guide/instruction.txt",
        "agents/Guide/before_model_callbacks",
        "agents/Guide/before_model_callbacks/before_model_callbacks_01",
        "agents/Guide/before_model_callbacks/before_model_callbacks_01/python_code.py",
        "tools/x/python_function",
        "tools\\x\\y.json",
        "toolsets/t/open_api_toolset/open_api_schema.yaml",
        "guardrails/g/code_callback",
        "evaluations/e",
    ],
)
def test_a_link_in_a_place_of_the_format_is_refused(kiosk, place):
    (kiosk / place).parent.mkdir(parents=True, exist_ok=True)
    (kiosk / place).symlink_to("README.md")
    refusal = refusal_of(kiosk)
    assert (refusal.code, refusal.file) == ("link-entry", place)


def test_the_name_of_a_link_may_hold_anything(kiosk):
    Path(os.fsdecode(os.fsencode(kiosk) + b"/\xff\n")).symlink_to("README.md")
    (note,) = read_folder(kiosk).notes
    assert note.file == "\\xdcff\\x0a"


def test_pipes_and_sockets_are_refused_not_read(kiosk):
    os.mkfifo(kiosk / "pipe")
    assert (refusal_of(kiosk).code, refusal_of(kiosk).file) == ("link-entry", "pipe")
    (kiosk / "pipe").unlink()
    with socket.socket(socket.AF_UNIX) as listener:
        here = Path.cwd()
        os.chdir(kiosk)  # the name of a socket may have no more than 108 bytes
        try:
            listener.bind("socket")
        finally:
            os.chdir(here)
    assert refusal_of(kiosk).file == "socket"


def test_a_link_that_takes_the_place_of_a_file_meanwhile_is_not_followed(kiosk):
    (kiosk / "app.json").unlink()
    (kiosk / "app.json").symlink_to("README.md")
    with pytest.raises(OSError, match=r"app\.json"):
        folders.read_files(kiosk, {"app.json": "app.json"})


def test_a_folder_without_an_app_is_refused(kiosk):
    (kiosk / "app.json").unlink()
    assert refusal_of(kiosk).code == "no-app"
    assert "root folder Kiosk" in refusal_of(kiosk).message


def test_a_folder_above_the_app_says_where_the_app_is(kiosk):
    assert "but one in" in refusal_of(kiosk.parent).message
    assert refusal_of(kiosk.parent).message.endswith("/Kiosk; pack that folder alone")


def test_an_empty_folder_is_refused(tmp_path):
    assert refusal_of(tmp_path).code == "empty-archive"


def test_a_path_that_is_no_folder_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_folder(tmp_path / "nowhere")


def test_two_manifests_are_refused(kiosk):
    (kiosk / "app.yaml").write_bytes(b"displayName: Kiosk\n")
    assert refusal_of(kiosk).code == "two-app-manifests"


def test_an_unreadable_manifest_is_refused(kiosk):
    (kiosk / "app.json").write_bytes(b"[]")
    assert (refusal_of(kiosk).code, refusal_of(kiosk).line) == ("manifest-wrong-root", 1)


def test_names_that_no_archive_holds_are_refused(kiosk):
    (kiosk / "line\nbreak").write_bytes(b"")
    assert refusal_of(kiosk).code == "unsafe-path"
    (kiosk / "line\nbreak").unlink()
    Path(os.fsdecode(os.fsencode(kiosk) + b"/\xff")).write_bytes(b"")
    assert refusal_of(kiosk).code == "unsafe-path"


def test_two_unicode_forms_of_a_name_are_refused(kiosk):
    for name in ("Gu\u00eda", "Gui\u0301a"):
        (kiosk / name).write_bytes(b"")
    if len(list(kiosk.glob("Gu*"))) == 2:  # a disk that keeps them apart
        assert refusal_of(kiosk).code == "duplicate-entry"


@pytest.mark.parametrize(
    ("names", "file"),
    [
        (["agents\\A\\x.txt", "agents/A/x.txt"], "agents/A/x.txt"),
        (["a", "a\\"], "a"),
        (["a\\b", "a"], "a"),
    ],
)
def test_names_that_differ_in_their_slashes_only_are_refused(kiosk, names, file):
    for name in names:
        (kiosk / name).parent.mkdir(parents=True, exist_ok=True)
        (kiosk / name).write_bytes(name.encode())
    refusal = refusal_of(kiosk)
    assert (refusal.code, refusal.file) == ("duplicate-entry", file)


def test_backslashes_in_a_folder_are_read_as_slashes_with_a_note(kiosk):
    (kiosk / "agents\\A\\A.json").write_bytes(b"{}")
    archive = read_folder(kiosk)
    assert archive.files["agents/A/A.json"] == b"{}"
    assert [note.rule for note in archive.notes] == ["backslash-names"]


def test_a_folder_with_a_backslash_in_its_name_can_be_exported(kiosk):
    archive = read_folder(kiosk.rename(kiosk.parent / "my\\Kiosk"))
    assert archive.root == "my_Kiosk"
    assert [(note.rule, note.file) for note in archive.notes] == [("backslash-names", "")]
    assert "my\\Kiosk" in archive.notes[0].message and "my_Kiosk" in archive.notes[0].message
    out = io.BytesIO()
    write_zip(archive.root, archive.files, out)
    assert read_zip(out).files == archive.files


def test_the_limits_hold_in_folders_too(kiosk, monkeypatch):
    (kiosk / "big.txt").write_bytes(bytes(5000))
    with monkeypatch.context() as patch:
        patch.setattr(limits, "ENTRY_BYTES", 4999)
        assert (refusal_of(kiosk).code, refusal_of(kiosk).file) == ("too-large", "big.txt")
    with monkeypatch.context() as patch:
        patch.setattr(limits, "TOTAL_BYTES", 5000)
        assert refusal_of(kiosk).code == "too-large"
    with monkeypatch.context() as patch:
        patch.setattr(limits, "ENTRIES", 5)
        assert refusal_of(kiosk).code == "too-many-files"
    with monkeypatch.context() as patch:
        patch.setattr(limits, "FOLDER_LEVELS", 2)
        assert (refusal_of(kiosk).code, refusal_of(kiosk).file) == ("too-deep", "Kiosk/tools/x/x.json")


# ---- writing


def test_what_was_read_is_written_and_read_again(tmp_path):
    files = app_files("handmade-kiosk")
    assert write_folder(tmp_path / "new" / "handmade-kiosk", files) == list(files)
    assert read_folder(tmp_path / "new" / "handmade-kiosk").files == files


def test_only_changed_files_are_written(kiosk):
    before = {path: (kiosk / path).stat().st_mtime_ns for path in everything(kiosk)}
    files = read_folder(kiosk).files | {"tools/x/x.json": b'{"displayName": "x"}', "tools/y/y.json": b"{}"}
    assert write_folder(kiosk, files) == ["tools/x/x.json", "tools/y/y.json"]
    assert everything(kiosk) == files
    after = {path: (kiosk / path).stat().st_mtime_ns for path in before}
    assert {path for path in before if before[path] != after[path]} <= {"tools/x/x.json"}
    assert write_folder(kiosk, files) == []


def test_of_other_files_only_those_go_that_were_deleted_in_the_editor(kiosk):
    (kiosk / "tools/x/python_function").mkdir()
    (kiosk / "tools/x/python_function/python_code.py").write_bytes(b"")
    (kiosk / "notes.txt").write_bytes(b"")
    deleted = ("tools/x/x.json", "tools/x/python_function/python_code.py", "README.md", "tools/gone/gone.json")
    changed = write_folder(kiosk, {"app.json": APP}, as_on_disk(kiosk, *deleted))
    assert changed == ["tools/x/python_function/python_code.py", "tools/x/x.json"]
    assert sorted(everything(kiosk)) == ["README.md", "app.json", "notes.txt"]
    assert not (kiosk / "tools").exists()


def test_a_folder_that_still_holds_files_stays(kiosk):
    (kiosk / "tools/x/notes.txt").write_bytes(b"")
    write_folder(kiosk, {"app.json": APP}, as_on_disk(kiosk, "tools/x/x.json"))
    assert sorted(everything(kiosk)) == ["README.md", "app.json", "tools/x/notes.txt"]


def test_a_file_that_came_back_is_not_deleted(kiosk):
    files = read_folder(kiosk).files
    assert write_folder(kiosk, files, as_on_disk(kiosk, "tools/x/x.json")) == []
    assert everything(kiosk) == files


@pytest.mark.parametrize("path", ["../x", "/x", "a/../../x", "C:/x", "a\\b", "", "a//b"])
@pytest.mark.parametrize("way", ["write", "delete"])
def test_nothing_outside_the_folder_is_touched(kiosk, path, way):
    before = everything(kiosk.parent)
    path = path if way == "write" else f"tools/x/../{path}"
    with pytest.raises(Refusal) as caught:
        write_folder(kiosk, {"app.json": b"new"} | ({path: b""} if way == "write" else {}), {path: ()})
    assert caught.value.code == "unsafe-path"
    assert everything(kiosk.parent) == before


@pytest.mark.parametrize("path", ["tools/x/x.json", "tools/x/new.json"])
def test_a_link_on_the_way_is_refused_before_anything_is_written(kiosk, path):
    elsewhere = kiosk.parent / "elsewhere"
    (kiosk / "tools").rename(elsewhere)
    (kiosk / "tools").symlink_to(elsewhere)
    before = everything(kiosk.parent)
    for files, deleted in (({"app.json": b"new", path: b"new"}, {}), ({"app.json": b"new"}, {path: ()})):
        with pytest.raises(Refusal) as caught:
            write_folder(kiosk, files, deleted)
        assert caught.value.code == "link-entry"
        assert everything(kiosk.parent) == before


def test_a_link_in_the_place_of_a_file_is_refused(kiosk):
    (kiosk.parent / "outside").write_bytes(b"outside")
    (kiosk / "tools/x/x.json").unlink()
    (kiosk / "tools/x/x.json").symlink_to(kiosk.parent / "outside")
    with pytest.raises(Refusal):
        write_folder(kiosk, {"tools/x/x.json": b"new"})
    assert (kiosk.parent / "outside").read_bytes() == b"outside"


def test_links_that_were_left_out_stay_as_they_are(kiosk):
    outside = kiosk.parent / "outside"
    outside.mkdir()
    (outside / "notes.md").write_bytes(b"outside")
    (kiosk / "docs").symlink_to(outside)
    (kiosk / "tools/x/notes.md").symlink_to(outside / "notes.md")
    files = read_folder(kiosk).files
    assert write_folder(kiosk, files | {"README.md": b"new"}) == ["README.md"]
    assert write_folder(kiosk, {"app.json": APP}, as_on_disk(kiosk, "tools/x/x.json")) == ["tools/x/x.json"]
    assert write_folder(kiosk, {"app.json": APP}, as_on_disk(kiosk, "docs/notes.md", "docs")) == []
    through = [({path: b"new"}, {}) for path in ("docs/notes.md", "docs", "tools/x/notes.md")]
    for written, deleted in [*through, ({}, {"tools/x/notes.md": ()})]:
        with pytest.raises(Refusal) as caught:
            write_folder(kiosk, {"app.json": b"new"} | written, deleted)
        assert caught.value.code == "link-entry"
    assert (kiosk / "docs").readlink() == outside
    assert (kiosk / "tools/x/notes.md").readlink() == outside / "notes.md"
    assert everything(outside) == {"notes.md": b"outside"}
    assert (kiosk / "app.json").read_bytes() == APP


@pytest.mark.parametrize(
    "path", [".git/config", ".git", "sub/.git/hooks/x", ".GIT/config", ".g\u200cit/config", "git~1/config", ".svn/x"]
)
def test_a_version_control_is_never_written(kiosk, path):
    before = everything(kiosk)
    with pytest.raises(Refusal) as caught:
        write_folder(kiosk, {"app.json": b"new", path: b"[core]\nfsmonitor = run\n"})
    assert (caught.value.code, caught.value.file) == ("unsafe-path", path)
    assert everything(kiosk) == before


@pytest.mark.parametrize("path", [".gitignore", ".github/workflows/x.yml", "tools/x/git", "docs/.git.md"])
def test_files_for_a_version_control_are_files_like_others(kiosk, path):
    assert write_folder(kiosk, {path: b"x"}) == [path]
    assert read_folder(kiosk).files[path] == b"x"


def test_a_version_control_in_the_folder_of_a_resource_is_not_deleted(kiosk):
    (kiosk / "tools/x/.git").mkdir()
    (kiosk / "tools/x/.git/config").write_bytes(b"")
    assert write_folder(kiosk, {"app.json": APP}, as_on_disk(kiosk, "tools/x/.git/config")) == []
    assert (kiosk / "tools/x/.git/config").exists()


def in_the_way(kiosk: Path, what: str) -> str:
    """Put something into the way of a file and return the path of the file."""
    if what == "a file for a folder":
        (kiosk / "agents").write_bytes(b"")
        return "agents/Guide/Guide.json"
    if what == "a file for the folder of a resource":
        (kiosk / "tools/y").write_bytes(b"")
        return "tools/y/y.json"
    if what == "a folder for a file":
        return "tools/x"
    os.mkfifo(kiosk / "pipe.txt")
    return "pipe.txt"


@pytest.mark.parametrize(
    "what", ["a file for a folder", "a file for the folder of a resource", "a folder for a file", "a pipe for a file"]
)
def test_what_stands_in_the_way_is_refused_before_anything_is_written(kiosk, what):
    path = in_the_way(kiosk, what)
    before = everything(kiosk)
    with pytest.raises(Refusal) as caught:
        write_folder(kiosk, {"app.json": b"new", path: b"new"})
    assert (caught.value.code, caught.value.file) == ("link-entry", path)
    assert path in caught.value.message
    assert everything(kiosk) == before


@pytest.mark.parametrize("path", [f"tools/{'y' * 256}/y.json", f"{'é' * 128}.txt"])
def test_a_name_too_long_for_a_disk_is_refused_before_anything_is_written(kiosk, path):
    before = everything(kiosk)
    with pytest.raises(Refusal) as caught:
        write_folder(kiosk, {"app.json": b"new", path: b"new"})
    assert (caught.value.code, caught.value.file) == ("too-deep", path)
    assert everything(kiosk) == before
    with pytest.raises(Refusal):
        write_folder(kiosk.parent / "other", {"app.json": b"new", path: b"new"})
    assert not (kiosk.parent / "other").exists()


def test_the_longest_name_of_a_disk_is_written(kiosk):
    path = f"{'é' * 127}x/{'y' * 255}"
    assert write_folder(kiosk, {path: b"new"}) == [path]
    assert write_folder(kiosk, {"app.json": APP}, {f"tools/{'y' * 256}/y.json": {stamp(b"")}}) == []


def test_a_deleted_file_goes_with_any_content_that_the_app_had_and_no_other(kiosk):
    deleted = {"tools/x/x.json": {stamp(b"old"), stamp(b"{}")}}
    (kiosk / "tools/x/x.json").write_bytes(b"made by hand")
    assert write_folder(kiosk, {"app.json": APP}, deleted) == []
    assert (kiosk / "tools/x/x.json").read_bytes() == b"made by hand"
    (kiosk / "tools/x/x.json").write_bytes(b"old")
    assert write_folder(kiosk, {"app.json": APP}, deleted) == ["tools/x/x.json"]
    (kiosk / "tools/x/x.json").mkdir(parents=True)
    assert write_folder(kiosk, {"app.json": APP}, deleted) == []


def test_an_old_mode_stays_and_a_new_file_has_the_usual_one(kiosk):
    (kiosk / "app.json").chmod(0o640)
    mask = os.umask(0o027)
    try:
        write_folder(kiosk, {"app.json": b"new", "tools/y/y.json": b"{}"})
    finally:
        os.umask(mask)
    assert (kiosk / "app.json").stat().st_mode & 0o777 == 0o640
    assert (kiosk / "tools/y/y.json").stat().st_mode & 0o777 == 0o640


def test_a_write_that_fails_leaves_the_old_file_and_no_other(kiosk, monkeypatch):
    def fail(self: Path, target: Path) -> None:
        raise OSError("the disk is full")

    before = everything(kiosk)
    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="full"):
        write_folder(kiosk, {"app.json": b"new"})
    assert everything(kiosk) == before


def test_names_that_differ_in_case_are_refused_on_a_disk_that_is_blind_to_it(kiosk, monkeypatch):
    files = {"app.json": APP, "agents/Guide/Guide.json": b"{}", "agents/guide/guide.json": b"{}"}
    with monkeypatch.context() as patch:
        patch.setattr(folders, "_is_blind_to_case", lambda folder: True)
        with pytest.raises(Refusal) as caught:
            write_folder(kiosk, files)
    assert (caught.value.code, caught.value.file) == ("case-collision", "agents/guide/guide.json")
    if not folders._is_blind_to_case(kiosk):
        assert len(write_folder(kiosk, files)) == 2
