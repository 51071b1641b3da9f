"""One round of measures in a process of its own: `python -m tests.benchmark.measure ZIP [cpu]`. Prints JSON.

Times are in seconds, memory in bytes; "cpu" counts processor time instead of the time that passes. A floor is
what the same machine needs for the bare work: reading a ZIP with zipfile, parsing with the fastest parsers there
are, inserting the same rows with sqlite3, writing with zipfile.
"""

from __future__ import annotations

import io
import json
import resource
import sqlite3
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import django
import yaml

from editor.archive import layout

SAMPLE = Path(__file__).resolve().parents[2] / "fixtures" / "apps" / "Harbor_Bistro"
KINDS = set(layout.KINDS)
CLOCK = time.process_time if sys.argv[2:] == ["cpu"] else time.perf_counter


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds that `work` takes, and what it returns."""
    start = CLOCK()
    value = work()
    return CLOCK() - start, value


def peak() -> int:
    """The most memory that this process ever had, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def unzip(path: Path) -> dict[str, bytes]:
    """Floor: all entries, without the root folder."""
    with zipfile.ZipFile(path) as archive:
        return {name.partition("/")[2]: archive.read(name) for name in archive.namelist()}


def parse(files: dict[str, bytes]) -> int:
    """Floor: every manifest and environment.json. Returns how many."""
    count = 0
    for path, content in files.items():
        folder = path.split("/")
        if len(folder) == 1 or (len(folder) == 3 and folder[0] in KINDS and folder[2].startswith(folder[1] + ".")):
            if path.endswith(".json"):
                json.loads(content)
            elif path.endswith(".yaml"):
                yaml.load(content, yaml.CSafeLoader)
            count += path.endswith((".json", ".yaml"))
    return count


def insert(source: Path, target: Path) -> float:
    """Floor: the rows of one database into a new one with the same tables and indexes, in one transaction that
    is on the disk at its end."""
    old, new = sqlite3.connect(source), sqlite3.connect(target, isolation_level=None)
    new.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;")
    made = "SELECT name, type, sql FROM sqlite_master WHERE name LIKE 'editor_%' AND sql IS NOT NULL"
    rows = {}
    for name, kind, sql in old.execute(f"{made} ORDER BY type DESC").fetchall():
        new.execute(sql)
        if kind == "table":
            rows[name] = old.execute(f'SELECT * FROM "{name}"').fetchall()

    def fill() -> None:
        new.execute("BEGIN IMMEDIATE")
        for name, values in rows.items():
            if values:
                new.executemany(f'INSERT INTO "{name}" VALUES ({", ".join("?" * len(values[0]))})', values)
        new.execute("COMMIT")

    seconds, _ = timed(fill)
    old.close()
    new.close()
    return seconds


def write(files: dict[str, bytes]) -> None:
    """Floor: the same files as a ZIP."""
    with zipfile.ZipFile(io.BytesIO(), "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(path, content)


def main(path: Path) -> None:
    """All measures of one archive, after everything ran once with a small app."""
    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection

    from editor import checks
    from editor.actions.apps import delete_app
    from editor.actions.exporting import export_zip
    from editor.actions.files import tree_of
    from editor.actions.importing import import_archive
    from editor.archive import container

    call_command("migrate", verbosity=0)
    small = import_archive(container.read_folder(SAMPLE), SAMPLE.name, "benchmark")
    checks.run(tree_of(small, whole=True))
    export_zip(small, io.BytesIO())
    delete_app(small)

    bare = peak()
    seconds, app = timed(lambda: import_archive(container.read_zip(path), path.name, "benchmark"))
    result: dict[str, Any] = {"import": seconds, "memory": peak() - bare, "bare": bare}
    result["report"], _ = timed(lambda: checks.run(tree_of(app, whole=True)))
    result["export"], _ = timed(lambda: export_zip(app, io.BytesIO()))
    result["pages"] = pages(app)

    connection.close()
    database = Path(settings.DATABASES["default"]["NAME"])
    result["insert floor"] = insert(database, database.with_name("floor.sqlite3"))
    result["unzip floor"], files = timed(lambda: unzip(path))
    result["parse floor"], result["manifests"] = timed(lambda: parse(files))
    result["export floor"], _ = timed(lambda: write(files))
    result["files"], result["unpacked"] = len(files), sum(map(len, files.values()))
    print(json.dumps(result))


def pages(app: Any) -> dict[str, tuple[float, int]]:
    """Seconds and queries of the pages, by name, each the second time that it is asked for."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    # The form of each kind, the longest manifest of it
    manifests = dict(app.files.values_list("path", "blob__size"))
    forms = {}
    for kind in ("agents", "tools", "toolsets", "guardrails"):
        largest = max(app.resources.filter(kind=kind), key=lambda row: manifests[row.manifest])
        forms[kind.removesuffix("s")] = f"/apps/{app.pk}/{kind}/{largest.folder}/"
    addresses = {
        "start": "/",
        "app": f"/apps/{app.pk}/",
        **forms,
        "new tool": f"/apps/{app.pk}/new/tools/",
        "history": f"/apps/{app.pk}/history/",
        "export": f"/apps/{app.pk}/export/",
        "report": f"/apps/{app.pk}/report/",
    }
    client, measured = Client(SERVER_NAME="localhost"), {}
    for name, address in addresses.items():
        with CaptureQueriesContext(connection) as queries:
            if client.get(address).status_code != 200:
                raise SystemExit(f"{address} is not answered with 200")
        count = len(queries)  # now: the next request clears the list
        seconds, _ = timed(lambda address=address: client.get(address))
        measured[name] = seconds, count
    return measured


if __name__ == "__main__":
    main(Path(sys.argv[1]))
