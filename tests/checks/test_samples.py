"""The sample apps: exactly the findings that they were made for."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from editor import checks
from editor.archive import container, layout, manifest
from editor.archive.errors import ManifestError
from editor.archive.finding import ERROR, Finding
from editor.archive.operations import to_text
from editor.archive.tree import AppTree
from editor.checks.registry import CRASHED, registered

APPS = Path(__file__).resolve().parent.parent.parent / "fixtures" / "apps"
SAMPLES = sorted(path.name for path in APPS.iterdir() if path.is_dir())
GROUPS = ("archive", "names")
SYNTAXES = ("json", "yaml")
SUFFIX = re.compile(r"\.(json|yaml)$")


def ids() -> set[str]:
    return {rule.id for rule in registered().values() if rule.group in GROUPS} | {CRASHED.id}


def expected(app: str) -> list[dict]:
    rows = json.loads((APPS / f"{app}.expected.json").read_text("utf-8"))["findings"]
    return [row for row in rows if row["code"] in ids() and not row.get("optional")]


def files_of(app: str) -> dict[str, bytes]:
    return container.read_folder(APPS / app).files


def run(files: dict[str, bytes], app: str) -> list[Finding]:
    return [finding for finding in checks.run(AppTree(files, app)) if finding.rule in ids()]


def converted(files: dict[str, bytes], syntax: str) -> dict[str, bytes]:
    """The app with all manifests that can be read in one syntax; twins that would meet are one file then."""
    out = {}
    for path, content in files.items():
        is_manifest = path in layout.APP_MANIFESTS or layout.stem_of_manifest(path)
        if is_manifest:
            try:
                data = manifest.load_object(manifest.decode(content), manifest.syntax_of(path))
            except ManifestError:
                data = None
            if data is not None:
                path, content = f"{path[:-5]}.{syntax}", manifest.encode(manifest.write(data, syntax))
        out.setdefault(path, content)
    return out


@pytest.mark.parametrize("app", SAMPLES)
def test_a_sample_has_the_findings_of_its_list_and_no_others(app):
    found = run(files_of(app), app)
    wanted = expected(app)
    assert sorted((finding.rule, finding.file, to_text(finding.pointer)) for finding in found) == sorted(
        (row["code"], row["file"], row.get("pointer", "")) for row in wanted
    )
    lines = {(finding.rule, finding.file): finding.line for finding in found}
    severities = {(finding.rule, finding.file): finding.severity for finding in found}
    for row in wanted:
        place = row["code"], row["file"]
        assert lines[place] == row.get("line", lines[place]), place
        assert severities[place] == row["severity"], place


@pytest.mark.parametrize("app", ["Harbor_Bistro", "Clinica_del_Sol"])
def test_what_the_service_wrote_has_no_error(app):
    found = checks.run(AppTree(files_of(app), app))
    assert [finding for finding in found if finding.severity == ERROR] == []


@pytest.mark.parametrize("app", SAMPLES)
def test_json_and_yaml_have_the_same_findings(app):
    """But for what depends on the writing: two manifests beside each other, and text without quotes."""
    both = []
    for syntax in SYNTAXES:
        found = run(converted(files_of(app), syntax), app)
        kept = [finding for finding in found if finding.rule not in ("manifest-twice", "yaml-plain-scalar")]
        both.append(sorted((f.rule, f.severity, SUFFIX.sub("", f.file), to_text(f.pointer)) for f in kept))
    assert both[0] == both[1]
    assert both[0] or not {row["code"] for row in expected(app)} - {"yaml-plain-scalar"}
