"""Every broken or odd archive of fixtures/make_archives.py against fixtures/broken.expected.json."""

from __future__ import annotations

import io
import json
import tracemalloc
from pathlib import Path

import pytest

from editor.archive.container import read_zip
from editor.archive.errors import Refusal
from editor.archive.tree import AppTree
from tests.archive.samples import FIXTURES, make_archives

EXPECTED = json.loads((FIXTURES / "broken.expected.json").read_text("utf-8"))
REFUSED = [name for name, case in EXPECTED.items() if case["outcome"] == "refuse"]
ACCEPTED = [name for name, case in EXPECTED.items() if case["outcome"] == "accept"]
READING_NOTES = {"no-root-folder", "backslash-names", "name-encoding", "case-collision"}


@pytest.fixture(scope="module")
def archive_of(tmp_path_factory):
    """The path of a broken archive, made when first asked for."""
    folder = tmp_path_factory.mktemp("broken")

    def make(name: str) -> Path:
        path = folder / name
        if not path.exists():
            make_archives().BROKEN[name.removesuffix(".zip")](path)
        return path

    return make


def test_every_case_has_its_archive():
    assert {f"{name}.zip" for name in make_archives().BROKEN} == set(EXPECTED)
    assert len(REFUSED) > 25
    assert len(ACCEPTED) > 10


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_taken_is_refused_with_code_file_and_line(name, archive_of):
    expected = EXPECTED[name]
    with pytest.raises(Refusal) as caught:
        read_zip(archive_of(name))
    refusal = caught.value
    assert refusal.code == expected["code"]
    assert refusal.message
    if "file" in expected:
        assert refusal.file == expected["file"]
    if "line" in expected:
        assert refusal.line == expected["line"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("zero_bytes.zip", ["empty"]),
        ("bad_crc.zip", ["checksum", "agents/Guide/instruction.txt"]),
        ("unknown_method.zip", ["agents/Guide/instruction.txt", "method 77", "store and deflate"]),
        ("encrypted.zip", ["agents/Guide/instruction.txt", "encrypted", "password"]),
        ("header_mismatch.zip", ["two names", "agents/Guide/instruction.txt"]),
        ("zip_in_zip.zip", ["another archive", "Pocket_Museum.zip"]),
        ("two_root_folders.zip", ["Pocket_Museum", "Second_Museum", "one app"]),
        ("no_app.zip", ["app.json", "app.yaml", "Pocket_Museum"]),
        ("zip_slip.zip", ["Pocket_Museum/../../outside.txt"]),
        ("absolute_path.zip", [" /outside.txt"]),
        ("drive_letter.zip", ["C:/outside.txt"]),
        ("backslash_slip.zip", ["Pocket_Museum\\..\\..\\outside.txt"]),
        ("symlink.zip", ["agents/Guide/instruction.txt", "symbolic link"]),
        ("duplicate_entries.zip", ["app.json", "twice", "different content"]),
        ("nul_name.zip", ["NUL"]),
        ("deep_path.zip", ["222"]),
        ("bomb_ratio.zip", ["agents/Guide/instruction.txt", "1,024.0 MB"]),
        ("bomb_overlap.zip", ["share the same bytes"]),
        ("many_entries.zip", ["70,003"]),
        ("utf16_json.zip", ["app.json", "UTF-16"]),
        ("both_manifests.zip", ["app.json", "app.yaml"]),
        ("dialogflow_cx.zip", ["Dialogflow CX", "CX Agent Studio"]),
    ],
)
def test_a_refusal_tells_what_and_where(name, words, archive_of):
    with pytest.raises(Refusal) as caught:
        read_zip(archive_of(name))
    assert [word for word in words if word not in caught.value.message] == []


@pytest.mark.parametrize("name", ACCEPTED)
def test_what_can_be_understood_is_taken_with_notes(name, archive_of):
    expected, archive = EXPECTED[name], read_zip(archive_of(name))
    notes = {(note.rule, note.file) for note in archive.notes}
    for warning in expected["warnings"]:
        if warning["code"] in READING_NOTES:
            assert (warning["code"], warning.get("file", "")) in {(r, f if "file" in warning else "") for r, f in notes}
    wanted = {warning["code"] for warning in expected["warnings"]}
    assert {rule for rule, _ in notes} <= wanted
    if "files" in expected:
        assert len(archive.files) == expected["files"]


def test_what_lies_beside_the_app_is_passed_over_with_a_note(archive_of):
    archive = read_zip(archive_of("macosx_extra.zip"))
    notes = [(note.rule, note.severity, note.file) for note in archive.notes]
    assert notes == [("foreign-file", "info", "__MACOSX/Pocket_Museum/._app.json")]
    assert ".DS_Store" in archive.files
    assert AppTree(archive.files).foreign == {".DS_Store": "system"}


def test_names_without_an_encoding_are_read(archive_of):
    archive = read_zip(archive_of("cp437_names.zip"))
    tree = AppTree(archive.files, archive.root)
    assert [entry.display_name for entry in tree.of_kind("agents")] == EXPECTED["cp437_names.zip"]["displayNames"]
    (code,) = tree.code_fields(tree.of_kind("agents")[0])
    assert code.resolved == "agents/Guía/instruction.txt"


def test_two_agents_that_differ_in_case_are_two(archive_of):
    tree = AppTree(read_zip(archive_of("case_collision.zip")).files)
    assert [list(edge) for edge in tree.edges] == EXPECTED["case_collision.zip"]["edges"]
    assert tree.counts["agents"] == 2


def test_an_app_without_a_root_folder_has_an_empty_root(archive_of):
    archive = read_zip(archive_of("no_root_folder.zip"))
    assert archive.root == ""
    assert set(archive.files) == {"app.json", "agents/Guide/instruction.txt", "agents/Guide/Guide.json"}


def test_backslashes_are_read_as_slashes(archive_of):
    archive = read_zip(archive_of("backslash_names.zip"))
    assert archive.root == "Pocket_Museum"
    assert set(archive.files) == {"app.json", "agents/Guide/instruction.txt", "agents/Guide/Guide.json"}


def test_an_unreadable_resource_does_not_keep_the_app_out(archive_of):
    archive = read_zip(archive_of("latin1_yaml.zip"))
    (agent,) = AppTree(archive.files).resources
    assert (agent.folder, agent.error.code, agent.error.line) == ("Guide", "not-utf8", 2)


@pytest.mark.parametrize("name", ["bom_app_json.zip", "duplicate_keys_json.zip", "lone_surrogate.zip"])
def test_odd_files_keep_their_bytes(name, archive_of):
    archive = read_zip(archive_of(name))
    made = make_archives().tiny()
    assert archive.files["app.json"] != made["app.json"]
    assert archive.files["agents/Guide/Guide.json"] == made["agents/Guide/Guide.json"]
    assert AppTree(archive.files).app["displayName"] == "Pocket Museum"


def test_anchors_and_merge_keys_are_legal(archive_of):
    tree = AppTree(read_zip(archive_of("yaml_anchors.zip")).files)
    assert [variable["name"] for variable in tree.variables] == EXPECTED["yaml_anchors.zip"]["variables"]


def test_nothing_of_an_archive_is_run(archive_of, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    path = archive_of("yaml_custom_tag.zip")
    with pytest.raises(Refusal, match="tag"):
        read_zip(path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "name", ["bomb_ratio.zip", "bomb_overlap.zip", "many_entries.zip", "yaml_alias_bomb.zip", "deep_json.zip"]
)
def test_a_bomb_takes_little_memory(name, archive_of):
    stream = io.BytesIO(archive_of(name).read_bytes())
    tracemalloc.start()
    try:
        with pytest.raises(Refusal):
            read_zip(stream)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 20_000_000
