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
    "checks": {"archive", "schema", "checks"},
    "mentions": {"archive", "schema", "mentions"},
    "code": {"archive", "code"},
}
PACKAGES = {"yaml", "re2"}  # what the pure rooms may use beside the standard library
BUILDER = "editor/schema/build.py"  # runs in development only, with the package that it reads
WRITES = {"save", "delete", "update", "create", "bulk_create", "bulk_update", "get_or_create", "update_or_create"}
WRITES |= {"raw", "cursor", "execute"}  # SQL of one's own
COMPARE_CONTENTS = {"editor/views/history.py", "editor/views/saving.py"}


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


def attributes_of(path: Path) -> Iterator[tuple[str, int]]:
    """Every name behind a dot, called or not, and its line."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Attribute):
            yield node.attr, node.lineno


def writes_of(path: Path) -> list[tuple[int, str]]:
    """Where a file may write rows. A dict's update counts too: no page and no command needs it (`|=` is there),
    so there is no list of exceptions."""
    return [(line, name) for name, line in attributes_of(path) if name.removeprefix("a") in WRITES]


@pytest.mark.parametrize("path", [path for path in modules() if room_of(path) in PURE], ids=name_of)
def test_the_pure_rooms_import_no_django(path):
    if name_of(path) == BUILDER:
        return
    roots = {name.split(".")[0] for name in imports_of(path)}
    assert roots - sys.stdlib_module_names - PACKAGES - {"editor"} == set()
    assert rooms_used(path) - PURE[room_of(path)] == set()


def test_the_pure_rooms_are_there():
    assert set(PURE) <= {room_of(path) for path in modules()}


def test_the_packages_of_the_pure_rooms_are_used():
    used = {name.split(".")[0] for path in modules() if room_of(path) in PURE for name in imports_of(path)}
    assert used >= PACKAGES


def test_only_the_map_of_addresses_imports_views():
    assert {name_of(path) for path in modules() if "views" in rooms_used(path) and room_of(path) != "views"} == {
        "editor/urls.py"
    }


def test_only_the_builder_imports_the_public_messages():
    users = {name_of(path) for path in modules() if any(name.split(".")[0] == "google" for name in imports_of(path))}
    assert users <= {BUILDER}


@pytest.mark.parametrize("path", [path for path in modules() if room_of(path) in ("views", "management")], ids=name_of)
def test_views_and_commands_write_no_rows(path):
    assert writes_of(path) == []


@pytest.mark.parametrize(
    "code", ["app.save()", "app.files.filter(x=1).update(x=2)", "App.objects.acreate", "map(App.save, x)"]
)
def test_a_write_is_seen_however_it_is_spelt(code, tmp_path):
    (tmp_path / "view.py").write_text(f"\n{code}\n")
    assert [line for line, _ in writes_of(tmp_path / "view.py")] == [2]


@pytest.mark.parametrize("path", [path for path in modules() if room_of(path) == "views"], ids=name_of)
def test_views_read_files_through_actions(path):
    """All that they read themselves is old contents, to show what a revision changed."""
    tree = ast.parse(path.read_text("utf-8"))
    models = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "editor.models"
        for alias in node.names
    }
    assert "File" not in models
    assert "Blob" not in models or name_of(path) in COMPARE_CONTENTS
    assert [line for name, line in attributes_of(path) if name == "blob"] == []
    assert "blob__content" not in {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
