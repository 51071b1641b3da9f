"""The two commands of the README."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ["scripts/run", "scripts/test", "scripts/screenshot", ".ci/run"]


@pytest.mark.parametrize("name", [*SCRIPTS, "scripts/environment.sh"])
def test_a_script_can_be_read_by_bash(name):
    subprocess.run(["bash", "-n", ROOT / name], check=True)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_may_be_run(name):
    assert stat.S_IMODE((ROOT / name).stat().st_mode) & 0o111 == 0o111


def test_integration_runs_the_test_command_of_the_readme():
    assert "scripts/test" in (ROOT / "README.md").read_text("utf-8")
    lines = [line for line in (ROOT / ".ci/run").read_text("utf-8").splitlines() if not line.startswith("#")]
    assert lines == ["set -eu", 'cd "$(dirname "${BASH_SOURCE[0]}")/.."', "exec scripts/test"]


def test_the_readme_has_every_command_and_no_other():
    table = re.findall(r"^\| `(\w+)[^`]*` \|", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    commands = {path.stem for path in (ROOT / "editor/management/commands").glob("[a-z]*.py")}
    assert commands == {name for name in table if name.islower()}


@pytest.fixture(scope="module")
def copy(tmp_path_factory) -> Path:
    """The repository at a place with blanks in its name, with the environment of the tests in it."""
    place = tmp_path_factory.mktemp("a place") / "the editor"
    left_out = shutil.ignore_patterns(".git", ".venv", "node_modules", "var", "__pycache__", ".*_cache")
    shutil.copytree(ROOT, place, ignore=left_out)
    (place / ".venv").symlink_to(ROOT / ".venv")
    return place


@contextmanager
def running(copy: Path, where: Path) -> Iterator[str]:
    """The address of an editor that `scripts/run` started, in a shell that is set up for something else."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ATELIER_", "DATABASE_URL"))}
    environment = kept | {"VIRTUAL_ENV": "/nowhere", "PYTHONPATH": "/nowhere", "PYTHONHOME": "/nowhere"}
    command = [copy / "scripts/run", "--port", "0"]
    process = subprocess.Popen(command, env=environment, cwd=where, stdout=subprocess.PIPE, text=True)
    try:
        lines = []
        for line in process.stdout:
            lines.append(line)
            if line.startswith("Atelier is at "):
                yield line.split()[-1]
                break
        else:
            pytest.fail("".join(lines))
    finally:
        process.terminate()
        process.wait(timeout=20)
        process.stdout.close()


def test_run_brings_the_sample_once_and_never_back(copy, tmp_path):
    with running(copy, tmp_path) as address, urlopen(address) as page:
        assert "/apps/1/" in page.read().decode()
    assert stat.S_IMODE((copy / "var" / "secret_key").stat().st_mode) == 0o600
    manage = [copy / ".venv/bin/python", copy / "manage.py"]
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("ATELIER_", "DATABASE_URL"))
    }
    delete = "from editor.models import App; from editor.actions.apps import delete_app; delete_app(App.objects.get())"
    subprocess.run([*manage, "shell", "--no-imports", "-c", delete], env=environment, check=True)
    with running(copy, tmp_path) as address, urlopen(address) as page:
        assert "/apps/" not in page.read().decode()
