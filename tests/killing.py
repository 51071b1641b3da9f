"""kill -9 at different moments of an import, of every kind of save, of an undo and an export.

    python -m tests.killing [TIMES]     twenty times each unless told otherwise

Each time a fresh data folder gets the large sample app, a child process does the work, and is killed after
another part of the time that the work takes. Afterwards the database must be whole, and the app as before or
as after; a ZIP that stands at the place of the export must be the whole ZIP.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORKS = ("import", "save", "form", "create", "duplicate", "delete", "undo", "export")
PATHS = 400  # files that the save changes, so that its transaction is long enough to be hit


def start(work: str, folder: Path) -> subprocess.Popen[str]:
    """A child that does one work on the data in `folder`; it prints "ready" when it begins, then "done"."""
    environment = os.environ | {"ATELIER_DATA_DIR": str(folder / "data")}
    environment.pop("DATABASE_URL", None)
    command = [sys.executable, "-m", "tests.killing", "child", work, str(folder)]
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)


def finish(work: str, folder: Path) -> tuple[str, float]:
    """Let a child do its work to the end. Returns what it printed last and the seconds after "ready"."""
    with start(work, folder) as child:
        assert child.stdout.readline() == "ready\n", f"{work} did not start"
        began = time.monotonic()
        last = child.stdout.readline()  # and not to the end: Python takes its time to leave
        seconds = time.monotonic() - began
    assert child.returncode == 0, f"{work} failed"
    return last.strip(), seconds


def kill(work: str, folder: Path, after: float) -> bool:
    """Kill a child so many seconds after it began. Returns whether it was still at work."""
    with start(work, folder) as child:
        assert child.stdout.readline() == "ready\n", f"{work} did not start"
        time.sleep(after)
        child.kill()
        return "done" not in child.stdout.read() and child.wait() == -9


def run(times: int, report=print) -> None:
    """Kill every work `times` times. Raises AssertionError where anything is not whole."""
    with tempfile.TemporaryDirectory(prefix="atelier-killing-") as name:
        base = Path(name) / "base"
        base.mkdir()
        finish("prepare", base)
        for work in WORKS:
            report(f"{work}: {_kill_often(work, Path(name), base, times)}")


def _kill_often(work: str, place: Path, base: Path, times: int) -> str:
    folder = place / "one"
    before = finish("state", base)[0]
    shutil.copytree(base, folder)
    last, seconds = finish(work, folder)
    whole = last.removeprefix("done").strip()  # of an export: the fingerprint of its ZIP
    after = finish("state", folder)[0]
    counts: Counter[str] = Counter()
    for number in range(times):
        shutil.rmtree(folder)
        shutil.copytree(base, folder)
        counts["killed at work"] += kill(work, folder, seconds * number / times)
        state = finish("state", folder)[0]
        assert state in (before, after), f"{work} killed after {number}/{times}: the app is neither old nor new"
        counts["as before" if state == before else "as after"] += 1
        out = folder / "out.zip"
        if out.exists():
            assert fingerprint(out) == whole, f"export killed after {number}/{times}: half a ZIP"
            counts["with the whole ZIP"] += 1
    shutil.rmtree(folder)
    return ", ".join(f"{count} {what}" for what, count in sorted(counts.items()))


def fingerprint(path: Path) -> str:
    """The sha256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def child(work: str, folder: Path) -> None:
    """What a child does."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "editor.settings")
    import django

    django.setup()
    from django.core.management import call_command

    from editor.actions.changes import record
    from editor.actions.files import StoredFiles
    from editor.actions.history import undo
    from editor.actions.importing import import_archive
    from editor.actions.integrity import check_integrity
    from editor.archive import container
    from editor.models import App

    app = App.objects.first() if work != "prepare" else None
    archive = container.read_zip(folder / "big.zip") if work == "import" else None
    print("ready", flush=True)
    if work == "prepare":
        big = folder / "big.zip"
        options = ["--agents", "60", "--tools", "150", "--toolsets", "10", "--evaluations", "40"]
        subprocess.run([sys.executable, ROOT / "fixtures/make_big.py", *options, big], check=True, stdout=sys.stderr)
        call_command("migrate", verbosity=0)
        app = import_archive(container.read_zip(big), "big.zip", "me")
        record(app, _changes(app, b"# first\n"), "first", "me")
    elif work == "import":
        import_archive(archive, "again.zip", "me")
    elif work == "save":
        record(app, _changes(app, b"# second\n"), "second", "me")
    elif work in ("form", "create", "duplicate", "delete"):
        _change_resource(app, work)
    elif work == "undo":
        undo(app, "me")
    elif work == "export":
        call_command("export_archive", app.pk, folder / "out.zip", stdout=sys.stderr)
        print("done", fingerprint(folder / "out.zip"), flush=True)
        return
    elif work == "state":
        faults = list(check_integrity())
        assert not faults, faults
        state = [(a.pk, a.head, sorted(StoredFiles(a).stamps.items())) for a in App.objects.order_by("pk")]
        print(hashlib.sha256(repr(state).encode()).hexdigest(), flush=True)
        return
    print("done", flush=True)


def _change_resource(app, work: str) -> None:
    from editor.actions.creating import create_resource
    from editor.actions.duplicating import duplicate_resource
    from editor.actions.editing import ManifestEdit, save_texts
    from editor.actions.files import StoredFiles
    from editor.actions.removing import delete_resource
    from editor.archive.operations import Set

    agent = app.resources.filter(kind="agents").order_by("folder").first()
    if work == "form":
        folder = agent.manifest.rpartition("/")[0]
        paths = [f"{folder}/before_agent_callbacks/b_{number}/python_code.py" for number in range(PATHS)]
        change = Set(("beforeAgentCallbacks",), [{"pythonCode": path} for path in paths])
        files = dict.fromkeys(paths, "def before_agent_callback(context):\n    return None\n")
        edit = ManifestEdit(agent.manifest, StoredFiles(app).stamps[agent.manifest], [change], files)
        save_texts(app, [], lambda written: "form", "me", edit)
    elif work == "create":
        create_resource(app, "agents", "Brand new", "llmAgent", "me", used_by=agent.folder)
    elif work == "duplicate":
        duplicate_resource(app, "agents", agent.folder, "Brand new", "me")
    else:
        delete_resource(app, "agents", agent.folder, "me")


def _changes(app, line: bytes) -> dict[str, bytes]:
    from editor.actions.files import StoredFiles

    files = StoredFiles(app)
    paths = [path for path in files if path.endswith((".py", ".txt"))][:PATHS]
    files.fetch(paths)
    return {path: line + files[path] for path in paths}


if __name__ == "__main__":
    if sys.argv[1:2] == ["child"]:
        child(sys.argv[2], Path(sys.argv[3]))
    else:
        run(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
