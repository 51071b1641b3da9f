"""The sample apps and the makers of broken archives, from fixtures/."""

from __future__ import annotations

import importlib.util
import json
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

FIXTURES = Path(__file__).resolve().parent.parent.parent / "fixtures"
APPS = sorted(path.name for path in (FIXTURES / "apps").iterdir() if path.is_dir())


@cache
def make_archives() -> ModuleType:
    """fixtures/make_archives.py as a module; leaves no compiled file behind."""
    spec = importlib.util.spec_from_file_location("make_archives", FIXTURES / "make_archives.py")
    module = importlib.util.module_from_spec(spec)
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        spec.loader.exec_module(module)
    finally:
        sys.dont_write_bytecode = before
    return module


def app_files(name: str) -> dict[str, bytes]:
    """The files of a sample app, in the order in which the service writes them."""
    return make_archives().app_files(name)


def expected(name: str) -> dict[str, Any]:
    """What is to be found in a sample app."""
    return json.loads((FIXTURES / "apps" / f"{name}.expected.json").read_text("utf-8"))


def findings(name: str, code: str) -> list[str]:
    """The files of the expected findings with one code, those that follow from another finding left out."""
    return [
        finding["file"]
        for finding in expected(name)["findings"]
        if finding["code"] == code and not finding.get("optional")
    ]
