from __future__ import annotations

import io
import random
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from editor.archive import layout, limits
from editor.archive.container import Archive, read_zip, write_zip
from editor.archive.errors import Refusal
from tests.archive.samples import APPS, app_files, make_archives

APP = b'{"displayName": "Kiosk"}'
NAMED_ALIKE = st.text(
    st.characters(blacklist_categories=["Cs", "Cc"], blacklist_characters="/\\"), min_size=1, max_size=12
).filter(lambda part: part not in (".", "..") and part[1:2] != ":")


def zipped(root: str, files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    write_zip(root, files, out)
    return out.getvalue()


def unzipped(content: bytes) -> Archive:
    return read_zip(io.BytesIO(content))


def by_zipfile(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive as the standard library writes it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def refusal_of(names: list[str]) -> Refusal:
    with pytest.raises(Refusal) as caught:
        unzipped(by_zipfile({name: APP if name.endswith("app.json") else b"" for name in names}))
    return caught.value


# ---- round trips


@pytest.mark.parametrize("app", APPS)
def test_an_app_goes_out_as_it_came_in(app, tmp_path):
    path = tmp_path / "app.zip"
    make_archives().zip_app(path, app)
    first = read_zip(path)
    second = unzipped(zipped(first.root, first.files))
    assert list(first.files.items()) == list(app_files(app).items())
    assert list(second.files.items()) == list(first.files.items())
    assert (second.root, second.notes) == (first.root, []) == (app, first.notes)


@pytest.mark.parametrize("app", APPS)
def test_the_same_content_gives_the_same_bytes(app):
    files = app_files(app)
    assert zipped(app, files) == zipped(app, dict(files))


@given(
    st.dictionaries(st.lists(NAMED_ALIKE, min_size=1, max_size=4).map("/".join), st.binary(max_size=300), max_size=6)
)
@settings(max_examples=60, deadline=None)
def test_any_names_and_contents_come_back(files):
    taken: dict[str, bytes] = {"app.json": APP}
    for path, content in files.items():
        folded = {layout.nfc(part) for known in taken for part in [*layout.folders_of(known), known]}
        mine = [layout.nfc(part) for part in [*layout.folders_of(path), path]]
        if mine[-1] not in folded and not {layout.nfc(known) for known in taken} & set(mine) and path != "app.yaml":
            taken[path] = content
    again = unzipped(zipped("Kiosk", taken))
    assert list(again.files.items()) == list(taken.items())
    assert zipped("Kiosk", again.files) == zipped("Kiosk", taken)


def test_the_standard_library_reads_what_is_written():
    files = {"app.json": APP, "agents/Guía/instruction.txt": b"x" * 100_000, "empty": b""}
    with zipfile.ZipFile(io.BytesIO(zipped("Kiosk", files))) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == [f"Kiosk/{path}" for path in files]
        assert [archive.read(name) for name in archive.namelist()] == list(files.values())
        for info in archive.infolist():
            assert info.flag_bits == 0x0808  # sizes behind the content; names in UTF-8
            assert (info.compress_type, info.external_attr, info.create_system) == (zipfile.ZIP_DEFLATED, 0, 0)
            assert info.date_time == (1980, 1, 1, 0, 0, 0)


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_what_the_standard_library_writes_is_read(method):
    files = {"Kiosk/app.json": APP, "Kiosk/agents/Guía/instruction.txt": b"x" * 1000, "Kiosk/empty": b""}
    archive = unzipped(by_zipfile(files, method))
    assert archive.files == {name.removeprefix("Kiosk/"): content for name, content in files.items()}
    assert (archive.root, archive.notes) == ("Kiosk", [])


def test_a_stream_that_cannot_seek_is_enough_to_write():
    class Pipe(io.RawIOBase):
        def __init__(self) -> None:
            self.got = b""

        def write(self, data: bytes) -> int:
            self.got += data
            return len(data)

    pipe = Pipe()
    write_zip("Kiosk", {"app.json": APP}, pipe)
    assert pipe.got == zipped("Kiosk", {"app.json": APP})


@pytest.mark.parametrize("root", ["", ".", "..", "a/b", "a\\b"])
def test_a_root_that_is_no_name_is_not_written(root):
    with pytest.raises(ValueError, match="no name"):
        zipped(root, {"app.json": APP})


def test_more_entries_than_the_short_records_hold(monkeypatch):
    monkeypatch.setattr(limits, "ENTRIES", 70_000)
    files = {"app.json": APP} | {f"tools/n/{number}": b"" for number in range(65_600)}
    assert unzipped(zipped("Kiosk", files)).files == files


def test_content_of_many_pieces_comes_back_whole():
    big = random.Random(1).randbytes(3_000_000) + b"\0" * 1_000_000
    assert unzipped(zipped("Kiosk", {"app.json": APP, "big": big})).files["big"] == big


# ---- the root


def test_an_app_at_the_top_has_no_root_and_a_note():
    archive = unzipped(by_zipfile({"README.md": b"", "app.json": APP, "other/app.json": b"[]", "docs/a.md": b""}))
    assert archive.root == ""
    assert list(archive.files) == ["README.md", "app.json", "other/app.json", "docs/a.md"]
    assert [note.rule for note in archive.notes] == ["no-root-folder"]


def test_an_app_inside_the_app_stays_in_it():
    archive = unzipped(by_zipfile({"Kiosk/app.json": APP, "Kiosk/Kiosk/app.json": b"[]"}))
    assert archive.root == "Kiosk"
    assert list(archive.files) == ["app.json", "Kiosk/app.json"]


def test_what_systems_leave_beside_the_root_is_passed_over():
    names = [".DS_Store", "Kiosk/app.json", "Kiosk/.DS_Store", "__MACOSX/._Kiosk", "__MACOSX/Kiosk/._app.json"]
    archive = unzipped(by_zipfile(dict.fromkeys(names, APP)))
    assert list(archive.files) == ["app.json", ".DS_Store"]
    passed = [(note.rule, note.severity, note.file) for note in archive.notes]
    assert passed == [("foreign-file", "info", names[at]) for at in (3, 4, 0)]


@pytest.mark.parametrize(
    ("names", "code", "words"),
    [
        (["__MACOSX/._a"], "empty-archive", ["no files"]),
        (["a/"], "empty-archive", ["no files"]),
        (["Kiosk/app.json", "README.md"], "several-root-folders", ["beside the app in Kiosk", "README.md"]),
        (["Kiosk/app.json", "docs/a", "docs/b"], "several-root-folders", ["docs", "the folder Kiosk alone"]),
        (["A/app.json", "B/app.yaml"], "several-root-folders", ["A and B"]),
        ([f"{n}/app.json" for n in range(9)], "several-root-folders", ["0, 1, 2, 3, 4 and 4 more"]),
        (["repo/x", "repo/apps/kiosk/app.json"], "no-app", ["root folder repo", "one in repo/apps/kiosk"]),
        (["a/x", "b/y"], "no-app", ["in a folder at the top"]),
        (["Kiosk/app.json.tftpl"], "no-app", ["only a template: Kiosk/app.json.tftpl"]),
        (["Kiosk/inner/App.ZIP"], "no-app", ["another archive: Kiosk/inner/App.ZIP"]),
        (["Kiosk/app.json", "Kiosk/app.yaml"], "two-app-manifests", ["app.json and app.yaml"]),
        (["app.json", "app.yaml"], "two-app-manifests", ["app.json and app.yaml"]),
        (["kites/agent.json", "kites/flows/a.json"], "other-product", ["Dialogflow CX"]),
        (["agent.json", "intents/a.json", "package.json"], "other-product", ["Dialogflow ES"]),
    ],
)
def test_no_one_app_in_one_folder(names, code, words):
    refusal = refusal_of(names)
    assert refusal.code == code
    assert [word for word in words if word not in refusal.message] == []


def test_an_app_with_a_file_called_agent_json_is_an_app():
    archive = unzipped(by_zipfile({"Kiosk/app.json": APP, "Kiosk/agent.json": b"", "Kiosk/flows/x": b""}))
    assert len(archive.files) == 3


# ---- names


@pytest.mark.parametrize(
    "name",
    [
        "Kiosk/../a",
        "Kiosk/..",
        "../Kiosk/a",
        "Kiosk/./a",
        "Kiosk//a",
        "/Kiosk/a",
        "//host/share/a",
        "\\\\host\\share\\a",
        "C:/a",
        "Kiosk/C:/a",
        "Kiosk/c:a",
        "Kiosk/a\nb",
        "Kiosk/a\x1b[31m",
        "Kiosk/a\x85",
        "Kiosk/..\\..\\a",
        "/",
        "Kiosk//",
    ],
)
def test_a_name_that_leads_elsewhere_is_refused(name):
    refusal = refusal_of(["Kiosk/app.json", name])
    assert refusal.code == "unsafe-path"
    assert refusal.message.isprintable()


@pytest.mark.parametrize(
    "name", ["CON", "nul.txt", "a ", "a.", "...", "~", "-rf", "a b/c", "ab:c", "%2e%2e", "\u202eevil", "😀"]
)
def test_a_name_that_is_only_strange_is_taken(name):
    assert f"x/{name}" in unzipped(by_zipfile({"Kiosk/app.json": APP, f"Kiosk/x/{name}": b""})).files


def test_a_very_long_name_is_refused_and_shown_in_short():
    refusal = refusal_of(["Kiosk/app.json", "Kiosk/" + "x" * 60_000])
    assert refusal.code == "too-deep"
    assert "60,006 characters" in refusal.message
    assert len(refusal.message) < 400
    assert len(refusal.file) < 300


def test_as_many_folders_as_allowed_are_taken():
    deepest = "/".join(["Kiosk", *["d"] * (limits.FOLDER_LEVELS - 1), "f"])
    assert unzipped(by_zipfile({"Kiosk/app.json": APP, deepest: b""})).files
    assert refusal_of(["Kiosk/app.json", f"Kiosk/d/{deepest.removeprefix('Kiosk/')}"]).code == "too-deep"


@pytest.mark.parametrize(
    ("names", "file"),
    [
        (["Kiosk/a", "Kiosk\\a"], "a"),
        (["Kiosk/a", "Kiosk/a/b"], "a"),
        (["Kiosk/a/b", "Kiosk/a"], "a"),
        (["Kiosk/a", "Kiosk/a/"], "a"),
        (["Kiosk/Gu\u00eda", "Kiosk/Gui\u0301a"], "Gui\u0301a"),
        (["Kiosk/Gu\u00eda", "Kiosk/Gui\u0301a/b"], "Gui\u0301a"),
    ],
)
def test_two_entries_for_one_path_are_refused(names, file):
    refusal = refusal_of(["Kiosk/app.json", *names])
    assert (refusal.code, refusal.file) == ("duplicate-entry", file)


def test_two_entries_of_one_letter_are_refused(tmp_path):
    path = tmp_path / "twice.zip"
    with make_archives().RawZip(path) as archive:
        archive.add_all({"app.json": APP, "a": b"one"})
        archive.add("a", b"two")
    with pytest.raises(Refusal) as caught:
        read_zip(path)
    assert (caught.value.code, caught.value.file) == ("duplicate-entry", "a")


def test_names_keep_their_unicode_form():
    assert "Gui\u0301a" in unzipped(by_zipfile({"Kiosk/app.json": APP, "Kiosk/Gui\u0301a": b""})).files


def test_case_collisions_are_told_once_a_folder():
    names = [
        "Kiosk/app.json",
        "Kiosk/a/x",
        "Kiosk/a/y",
        "Kiosk/A/x",
        "Kiosk/A/z",
        "Kiosk/b/f",
        "Kiosk/b/F",
        "Kiosk/b/ß",
    ]
    archive = unzipped(by_zipfile(dict.fromkeys(names, APP)))
    assert len(archive.files) == len(names)
    assert [(note.rule, note.file) for note in archive.notes] == [("case-collision", "a/x"), ("case-collision", "b/f")]


# ---- the manifest of the app


@pytest.mark.parametrize(
    ("content", "code", "line"),
    [(b"{", "manifest-unreadable", 1), (b"[]", "manifest-wrong-root", 1), (b'{\n"a": "\xff"}', "not-utf8", 2)],
)
def test_an_app_whose_manifest_cannot_be_read_is_refused(content, code, line):
    with pytest.raises(Refusal) as caught:
        unzipped(by_zipfile({"Kiosk/app.json": content}))
    assert (caught.value.code, caught.value.file, caught.value.line) == (code, "app.json", line)
    assert caught.value.message.startswith("app.json: ")
