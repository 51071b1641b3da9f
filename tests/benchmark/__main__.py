"""How fast imports, exports and pages of a large app are, beside what the bare work costs on the same machine.

    .venv/bin/python -m tests.benchmark [--rounds 5] [--format json] [--cpu]

A script and no test: times depend on the machine and on what else runs there. Of several rounds the best counts.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SIZE = ["--agents", "200", "--tools", "500", "--toolsets", "50", "--evaluations", "400"]
TIMES_GOAL = 2  # times the floor
MEMORY_GOAL = 4  # times the unpacked size
CHECKS_GOAL, PAGE_GOAL = 0.5, 0.15  # seconds
QUERIES_GOAL = 20


def main() -> None:
    """Measure both formats and print a table of each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--format", choices=["json", "yaml"], action="append")
    parser.add_argument("--cpu", action="store_true", help="count processor time: for a machine that is busy elsewhere")
    options = parser.parse_args()
    for syntax in options.format or ["json", "yaml"]:
        with tempfile.TemporaryDirectory() as folder:
            archive = Path(folder) / "big.zip"
            make = [sys.executable, ROOT / "fixtures" / "make_big.py", *SIZE, "--format", syntax, archive]
            subprocess.run(make, check=True, stdout=subprocess.DEVNULL)
            rounds = [measure(archive, Path(folder) / str(number), options.cpu) for number in range(options.rounds)]
        print_table(syntax, rounds)


def measure(archive: Path, data: Path, cpu: bool) -> dict:
    """One round, in a process and with a database of its own."""
    environment = os.environ | {
        "ATELIER_DATA_DIR": str(data),
        "DATABASE_URL": "",
        "DJANGO_SETTINGS_MODULE": "editor.settings",
    }
    command = [sys.executable, "-m", "tests.benchmark.measure", archive, *(["cpu"] if cpu else [])]
    answer = subprocess.run(command, env=environment, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(answer.stdout)


def print_table(syntax: str, rounds: list[dict]) -> None:
    """Work, floor, ours, ratio and goal."""
    best = {name: min(each[name] for each in rounds) for name in rounds[0] if name != "pages"}
    floors = {name: best[f"{name} floor"] for name in ("unzip", "parse", "insert", "export")}
    size = f"{best['files']:,} files, {best['manifests']:,} manifests, {best['unpacked'] / 1e6:.1f} MB unpacked"
    parts = " + ".join(f"{name} {floors[name] * 1000:.0f} ms" for name in ("unzip", "parse", "insert"))
    print(f"\n{syntax}: {size}\nimport floor: {parts}")
    print(f"{'work':<18}{'floor':>10}{'ours':>10}{'ratio':>8}  goal")
    import_floor = floors["unzip"] + floors["parse"] + floors["insert"]
    times_row("import", import_floor, best["import"])
    times_row("export", floors["export"], best["export"])
    row(
        "peak memory",
        f"{best['unpacked'] / 1e6:.1f} MB",
        f"{best['memory'] / 1e6:.1f} MB",
        best["memory"] / best["unpacked"],
        MEMORY_GOAL,
    )
    plain_row("all checks", best["report"], CHECKS_GOAL)
    for name in rounds[0]["pages"]:
        queries = rounds[0]["pages"][name][1]
        seconds = min(each["pages"][name][0] for each in rounds)
        plain_row(f"page: {name}", seconds, PAGE_GOAL, f", {queries} queries of {QUERIES_GOAL}", queries > QUERIES_GOAL)


def times_row(work: str, floor: float, ours: float) -> None:
    """A row of two times."""
    row(work, f"{floor * 1000:.0f} ms", f"{ours * 1000:.0f} ms", ours / floor, TIMES_GOAL)


def row(work: str, floor: str, ours: str, ratio: float, goal: float) -> None:
    """A row with a ratio."""
    print(f"{work:<18}{floor:>10}{ours:>10}{ratio:>8.2f}  ≤ {goal} {'OVER' if ratio > goal else ''}".rstrip())


def plain_row(work: str, seconds: float, goal: float, more: str = "", over: bool = False) -> None:
    """A row of a time that has no floor."""
    verdict = " OVER" if over or seconds > goal else ""
    print(f"{work:<18}{'':>10}{f'{seconds * 1000:.0f} ms':>10}{'':>8}  ≤ {goal * 1000:.0f} ms{more}{verdict}")


if __name__ == "__main__":
    main()
