"""Paths that a new file of an app may have: what is let in can be exported and read again."""

from __future__ import annotations

import io

import pytest

from editor.archive import limits
from editor.archive.container import read_folder, read_zip, write_folder, write_zip
from editor.archive.errors import Refusal
from editor.archive.names import check_new_path

FILES = {"app.json": b"{}", "agents/Gu\u00eda/instruction.txt": b"", "docs/a.md": b""}


def refusal_of(path: str, existing=FILES, root: str = "Kiosk") -> Refusal:
    with pytest.raises(Refusal) as caught:
        check_new_path(path, existing, root)
    assert caught.value.message.isprintable()
    return caught.value


@pytest.mark.parametrize(
    "path",
    [
        "README.md",
        "agents/Gu\u00eda/Gu\u00eda.json",
        "agents/guía.txt",
        "docs/a",
        "docs/a.md.txt",
        "global_instruction.txt",
        "tools/x/python_function/python_code.py",
        "x/app.yaml",
        "a b/'\"<>",
        "/".join([*"d" * (limits.FOLDER_LEVELS - 1), "file"]),
        "x" * (limits.PATH_CHARACTERS - len("Kiosk/")),
    ],
)
def test_what_may_be_new_is_exported_and_read_again(path, tmp_path):
    check_new_path(path, FILES, "Kiosk")
    files = FILES | {path: b"new"}
    out = io.BytesIO()
    write_zip("Kiosk", files, out)
    assert read_zip(out).files == files
    if len(path) < 200:  # a name on a disk has no more than 255 bytes
        write_folder(tmp_path / "Kiosk", files)
        assert read_folder(tmp_path / "Kiosk").files == files


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("", "unsafe-path"),
        ("/x", "unsafe-path"),
        ("../x", "unsafe-path"),
        ("a//b", "unsafe-path"),
        ("C:x", "unsafe-path"),
        ("agents\\x", "unsafe-path"),
        ("docs/", "unsafe-path"),
        ("a\nb", "unsafe-path"),
        ("a\ud800", "unsafe-path"),
        (".git/config", "unsafe-path"),
        ("docs/.GIT", "unsafe-path"),
        ("/".join([*"d" * limits.FOLDER_LEVELS, "file"]), "too-deep"),
        ("x" * (limits.PATH_CHARACTERS - len("Kiosk/") + 1), "too-deep"),
        ("docs", "duplicate-entry"),
        ("docs/a.md", "duplicate-entry"),
        ("docs/a.md/b", "duplicate-entry"),
        ("agents/Gui\u0301a/instruction.txt", "duplicate-entry"),
        ("agents/Gui\u0301a", "duplicate-entry"),
        ("agents/Gui\u0301a/instruction.txt/x", "duplicate-entry"),
        ("app.yaml", "two-app-manifests"),
    ],
)
def test_what_could_not_come_back_may_not_be_new(path, code):
    assert refusal_of(path).code == code


def test_the_root_folder_counts_too():
    path = "x" * (limits.PATH_CHARACTERS - len("Kiosk/"))
    check_new_path(path, FILES, "Kiosk")
    assert refusal_of(path, root="Kiosk2").code == "too-deep"


def test_a_clash_names_both():
    refusal = refusal_of("docs/a.md/b")
    assert refusal.file == "docs/a.md/b"
    assert "docs/a.md/b" in refusal.message
    assert refusal.message.endswith(" docs/a.md")
    assert refusal_of("docs").message.endswith(" docs/a.md")


def test_an_app_that_is_full_gets_no_file(monkeypatch):
    monkeypatch.setattr(limits, "ENTRIES", len(FILES) + 1)
    check_new_path("x", FILES, "Kiosk")
    assert refusal_of("y", [*FILES, "x"]).code == "too-many-files"
