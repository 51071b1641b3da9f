"""`manage.py check_archive`: what it says and with which exit status."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from editor.archive import container

ROOT = Path(__file__).resolve().parent.parent.parent
FIXTURES = ROOT / "fixtures"
APPS = FIXTURES / "apps"
BROKEN = json.loads((FIXTURES / "broken.expected.json").read_text("utf-8"))
KEYS = ["rule", "severity", "file", "pointer", "line", "column", "message", "fix"]
LINE = re.compile(
    r"(?P<file>.+):(?P<line>\d+):(?P<column>\d+): (?P<severity>error|warning|info) (?P<rule>[a-z0-9-]+): .+"
)


@pytest.fixture(scope="module")
def archives(tmp_path_factory) -> Path:
    """The folder with all sample archives; the broken ones in `broken`."""
    folder = tmp_path_factory.mktemp("archives")
    command = [sys.executable, FIXTURES / "make_archives.py", folder]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return folder


def check(source: Path | str, *options: str) -> tuple[int, str, str]:
    """Exit status, output and errors of the command."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("check_archive", str(source), *options, stdout=out, stderr=err)
    except SystemExit as end:
        return end.code, out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def check_json(source: Path | str) -> tuple[int, dict]:
    status, out, err = check(source, "--format", "json")
    assert err == ""
    return status, json.loads(out)


def assert_refused(answer: dict, expected: dict) -> None:
    refused = answer["refused"]
    assert answer == {"refused": refused, "findings": []}
    assert list(refused) == ["code", "message", "file", "line"]
    assert refused["code"] == expected["code"]
    assert refused["message"]
    for key in expected.keys() & {"file", "line"}:
        assert refused[key] == expected[key]


def assert_reported(answer: dict, expected: dict) -> None:
    for wanted in expected["warnings"]:
        same = [finding for finding in answer["findings"] if finding["rule"] == wanted["code"]]
        keys = wanted.keys() & {"file", "pointer", "line", "severity"}
        found = [finding for finding in same if all(finding[key] == wanted[key] for key in keys)]
        assert found, (wanted, same)
        assert all(str(line) in found[0]["message"] for line in wanted.get("lines", ()))


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_archive_is_refused_or_taken_as_it_must_be(archives, name):
    expected = BROKEN[name]
    status, answer = check_json(archives / "broken" / name)
    if not expected["binding"] and ("refused" in answer) != (expected["outcome"] == "refuse"):
        assert "alternative" in expected or "note" in expected
    elif expected["outcome"] == "refuse":
        assert status == 2
        assert_refused(answer, expected)
    else:
        assert status in (0, 1)
        assert_reported(answer, expected)


def test_what_was_noted_while_reading_is_among_the_findings(archives):
    for name, expected in BROKEN.items():
        if expected["outcome"] == "accept":
            _, answer = check_json(archives / "broken" / name)
            told = {(finding["rule"], finding["file"], finding["severity"]) for finding in answer["findings"]}
            notes = container.read_zip(archives / "broken" / name).notes
            assert {(note.rule, note.file, note.severity) for note in notes} <= told, name


@pytest.mark.parametrize("app", ["Harbor_Bistro", "Clinica_del_Sol", "handmade-kiosk", "tangle", "broken-refs"])
def test_zip_and_folder_get_the_same_answer(archives, app):
    assert check_json(archives / f"{app}.zip") == check_json(APPS / app)


def test_json_has_the_promised_shape():
    status, answer = check_json(APPS / "broken-refs")
    assert status == 1
    assert list(answer) == ["findings", "counts"]
    assert all(list(finding) == KEYS for finding in answer["findings"])
    counts = dict.fromkeys(("error", "warning", "info"), 0)
    for finding in answer["findings"]:
        counts[finding["severity"]] += 1
    assert answer["counts"] == counts
    variable = next(finding for finding in answer["findings"] if finding["rule"] == "bad-variable-name")
    assert variable["pointer"] == "/variableDeclarations/0/name"
    assert (variable["file"], variable["line"], variable["column"]) == ("app.json", 23, 13)
    whole = next(finding for finding in answer["findings"] if finding["rule"] == "display-name-missing")
    assert (whole["pointer"], whole["line"], whole["column"], whole["fix"]) == ("", None, None, None)


def test_text_has_one_line_a_finding_and_a_summary():
    status, out, err = check(APPS / "broken-refs")
    *lines, summary = out.splitlines()
    found = [LINE.fullmatch(line) for line in lines]
    assert status == 1 and err == ""
    assert all(found), lines
    assert "app.json:23:13: error bad-variable-name:" in out
    assert "tools/half_done:1:1: error manifest-missing:" in out
    errors = sum(match["severity"] == "error" for match in found)
    assert re.fullmatch(rf"{errors} errors, \d+ warnings?, \d+ info", summary)


def test_warnings_alone_leave_the_status_at_0(tmp_path):
    shutil.copytree(APPS / "Harbor_Bistro", tmp_path / "Harbor_Bistro")
    (tmp_path / "Harbor_Bistro" / "README.md").write_text("a")
    status, out, _ = check(tmp_path / "Harbor_Bistro")
    assert status == 0
    assert "README.md:1:1: warning foreign-file:" in out
    assert re.search(r"^0 errors, ", out, re.MULTILINE)


def test_what_concerns_the_whole_archive_has_a_place_too(archives):
    status, out, _ = check(archives / "broken" / "no_root_folder.zip")
    assert status == 0
    assert ".:1:1: warning no-root-folder:" in out


def test_a_refusal_is_one_line_on_stderr(archives):
    source = archives / "broken" / "truncated_json.zip"
    status, out, err = check(source)
    assert (status, out) == (2, "")
    assert re.fullmatch(r"app\.json:4:\d+: refused manifest-unreadable: .+\n", err)
    status, out, err = check(archives / "broken" / "zero_bytes.zip")
    assert (status, out) == (2, "")
    assert err.startswith(f"{archives / 'broken' / 'zero_bytes.zip'}: refused not-a-zip: ") and err.count("\n") == 1


def unreadable(folder: Path) -> dict[str, tuple[Path, str]]:
    """Sources that cannot be read, each with the code."""
    (folder / "empty").mkdir()
    (folder / "nothing" / "in_it").mkdir(parents=True)
    (folder / "nothing" / "in_it" / "notes.txt").write_text("a")
    (folder / "round").symlink_to("round")
    shutil.copytree(APPS / "tangle-no-root", folder / "linked")
    (folder / "linked" / "agents" / "again").symlink_to(folder / "linked", target_is_directory=True)
    os.mkfifo(folder / "pipe")
    codes = {
        "missing.zip": "cannot-read",
        "round": "cannot-read",
        "pipe": "cannot-read",
        "empty": "empty-archive",
        "nothing": "no-app",
        "linked": "link-entry",
    }
    return {name: (folder / name, code) for name, code in codes.items()}


def test_what_cannot_be_read_is_refused_with_a_reason(tmp_path):
    for name, (source, code) in unreadable(tmp_path).items():
        status, answer = check_json(source)
        assert (status, answer["refused"]["code"]) == (2, code), name
        status, out, err = check(source)
        assert (status, out, err.count("\n")) == (2, "", 1), name
        assert f"refused {code}: " in err, name


def test_an_empty_path_is_not_the_current_folder(monkeypatch):
    monkeypatch.chdir(APPS / "Harbor_Bistro")
    assert check(".")[0] == 0
    assert check("") == (2, "", "'': refused cannot-read: the path is empty; the current folder is “.”\n")
    assert check_json("")[1]["refused"]["code"] == "cannot-read"


def test_a_file_without_permission_is_refused_with_the_reason(tmp_path, monkeypatch):
    source = tmp_path / "closed.zip"
    source.write_bytes(b"")

    def closed(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(container, "read_zip", closed)
    status, answer = check_json(source)
    assert status == 2
    assert answer["refused"]["code"] == "cannot-read"
    assert answer["refused"]["message"] == f"{source} cannot be read: Permission denied"


def run_process(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, ROOT / "manage.py", "check_archive", *arguments]
    return subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, timeout=60)


def test_it_runs_without_a_database():
    nowhere = "postgres://nobody@127.0.0.1:1/nothing"
    done = run_process(APPS / "Harbor_Bistro", "--format", "json", DATABASE_URL=nowhere)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["counts"]["error"] == 0


def test_nothing_ends_in_a_traceback(tmp_path):
    sources = unreadable(tmp_path)
    for name in ("missing.zip", "linked"):
        done = run_process(sources[name][0])
        assert (done.returncode, done.stdout) == (2, ""), name
        assert "Traceback" not in done.stderr


def test_a_terminal_of_ascii_gets_escapes():
    done = run_process(APPS / "Clinica_del_Sol", PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done.stderr
    done = run_process(Path("Gu\u00eda.zip"), PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 2
    assert "Gu\\xeda.zip" in done.stderr and "Traceback" not in done.stderr
