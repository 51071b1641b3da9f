"""`manage.py` where the setup is wrong: one line and the exit status 2, which no finding has."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
HARBOR = ROOT / "fixtures/apps/Harbor_Bistro"


def run_process(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, ROOT / "manage.py", *arguments]
    own = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return subprocess.run(command, env=own | environment, capture_output=True, text=True, timeout=60)


def assert_one_line(done: subprocess.CompletedProcess[str], *told: str) -> None:
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert all(text in done.stderr for text in told), done.stderr


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("ATELIER_ENTRIES", "many", "ATELIER_ENTRIES is 'many'"),
        ("DATABASE_URL", "nonsense://nowhere", "nonsense"),
        ("ATELIER_DATA_DIR", str(ROOT / "manage.py" / "data"), "data folder"),
    ],
)
def test_a_variable_that_cannot_be_used_is_named(tmp_path, name, value, told):
    environment = {"ATELIER_DATA_DIR": str(tmp_path), name: value}
    assert_one_line(run_process("check_archive", HARBOR, **environment), "The settings: ", told)


def test_a_damaged_key_is_named(tmp_path):
    (tmp_path / "secret_key").write_text("short")
    assert_one_line(run_process("check_archive", HARBOR, ATELIER_DATA_DIR=str(tmp_path)), "damaged")


def test_a_database_without_tables_asks_for_migrate(tmp_path):
    done = run_process("import_archive", HARBOR, ATELIER_DATA_DIR=str(tmp_path))
    assert_one_line(done, "The database: ", "run manage.py migrate")


def test_a_database_that_is_none_is_said(tmp_path):
    (tmp_path / "atelier.sqlite3").write_bytes(b"no database " * 1000)
    done = run_process("export_archive", "1", tmp_path / "out", ATELIER_DATA_DIR=str(tmp_path))
    assert_one_line(done, "The database: file is not a database")


def test_the_traceback_is_there_for_who_asks(tmp_path):
    done = run_process("import_archive", HARBOR, "--traceback", ATELIER_DATA_DIR=str(tmp_path))
    assert done.returncode == 1
    assert "Traceback" in done.stderr and "no such table" in done.stderr
