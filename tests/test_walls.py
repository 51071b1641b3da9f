"""The walls of the house: which room may use which (CONTRIBUTING.md)."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
EDITOR = ROOT / "editor"

# Rooms without Django, and the rooms each may use. Whoever knows only the format reads only these.
PURE = {
    "archive": {"archive"},
    "schema": {"archive", "schema"},
    "references": {"archive", "schema", "references"},
    "hierarchy": {"archive", "schema", "references", "hierarchy"},
    "checks": {"archive", "schema", "references", "hierarchy", "checks"},
}
PACKAGES = {"yaml", "networkx"}  # what the pure rooms may use beside the standard library
BUILDER = "editor/schema/build.py"  # runs in development only, with the package that it reads
WRITES = {"save", "create", "bulk_create", "bulk_update", "get_or_create", "update_or_create"}


def modules() -> list[Path]:
    return sorted(path for path in EDITOR.rglob("*.py") if "migrations" not in path.parts)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def room_of(path: Path) -> str:
    return path.relative_to(EDITOR).parts[0].removesuffix(".py")


def imports_of(path: Path) -> Iterator[str]:
    """Every module that a file imports, also inside of functions."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)} imports relatively"
            yield from ([f"editor.{alias.name}" for alias in node.names] if node.module == "editor" else [node.module])


def rooms_used(path: Path) -> set[str]:
    return {name.split(".")[1] for name in imports_of(path) if name.startswith("editor.")}


def calls_of(path: Path) -> Iterator[ast.Attribute]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node.func


@pytest.mark.parametrize("path", [path for path in modules() if room_of(path) in PURE], ids=name_of)
def test_the_pure_rooms_import_no_django(path):
    if name_of(path) == BUILDER:
        return
    roots = {name.split(".")[0] for name in imports_of(path)}
    assert roots - sys.stdlib_module_names - PACKAGES - {"editor"} == set()
    assert rooms_used(path) - PURE[room_of(path)] == set()


def test_the_pure_rooms_are_there():
    assert {"archive", "schema", "checks"} <= {room_of(path) for path in modules()}


def test_only_the_map_of_addresses_imports_views():
    assert {name_of(path) for path in modules() if "views" in rooms_used(path) and room_of(path) != "views"} == {
        "editor/urls.py"
    }


def test_only_the_builder_imports_the_public_messages():
    users = {name_of(path) for path in modules() if any(name.split(".")[0] == "google" for name in imports_of(path))}
    assert users <= {BUILDER}


@pytest.mark.parametrize("path", [path for path in modules() if room_of(path) in ("views", "management")], ids=name_of)
def test_whatever_changes_rows_goes_through_actions(path):
    assert [f"line {call.lineno}: {call.attr}" for call in calls_of(path) if call.attr in WRITES] == []
    managed = [
        call for call in calls_of(path) if call.attr in ("delete", "update") and "objects" in ast.dump(call.value)
    ]
    assert [f"line {call.lineno}: {call.attr}" for call in managed] == []


@pytest.mark.parametrize("path", [path for path in modules() if room_of(path) == "views"], ids=name_of)
def test_views_do_not_look_for_files_themselves(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr == "objects" and isinstance(node.value, ast.Name):
            assert node.value.id != "File", f"line {node.lineno}"
