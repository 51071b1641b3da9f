"""The engine, and the pages of the rules."""

from __future__ import annotations

import re
import tracemalloc
from pathlib import Path

import pytest

from editor import checks
from editor.archive import manifest
from editor.archive.finding import ERROR, INFO, WARNING, Finding
from editor.archive.tree import AppTree
from editor.checks.context import Context
from editor.checks.registry import Hit, Rule, registered, rule

PAGES = Path(__file__).resolve().parent.parent.parent / "docs" / "checks"
APP = {"app.json": b'{\n  "displayName": "Museum",\n  "rootAgent": "Guide"\n}'}

SEVERITY = {
    "archive": {
        ERROR: "manifest-unreadable manifest-wrong-root manifest-twice manifest-missing not-utf8 duplicate-key "
        "lone-surrogate",
        WARNING: "no-root-folder backslash-names manifest-name foreign-file nested-app bom case-collision "
        "name-encoding",
        INFO: "folder-name yaml-plain-scalar",
    },
    "names": {
        ERROR: "display-name-missing duplicate-display-name name-collision reserved-tool-name bad-variable-name "
        "duplicate-variable",
        WARNING: "tool-name inner-name",
    },
}


@pytest.fixture
def add(monkeypatch):
    """`add(id, check)` registers a rule for this test alone; without another rule, if `alone`."""

    def register(rule_id, check, severity=WARNING):
        monkeypatch.setitem(registered(), rule_id, Rule(rule_id, severity, "test", check))

    return register


def mine(files, *ids, notes=()):
    return [finding for finding in checks.run(AppTree(files), notes) if finding.rule in ids]


@pytest.mark.parametrize("group", SEVERITY)
def test_the_group_has_these_rules_and_severities(group):
    wanted = {rule_id: severity for severity, ids in SEVERITY[group].items() for rule_id in ids.split()}
    assert {rule.id: rule.severity for rule in registered().values() if rule.group == group} == wanted


def test_an_id_cannot_be_registered_twice():
    before = registered()["bom"]
    with pytest.raises(ValueError, match="bom is registered twice"):
        rule("bom", ERROR)(lambda context: iter(()))
    assert registered()["bom"] is before


def test_a_severity_must_be_one():
    with pytest.raises(ValueError, match="'fatal'"):
        rule("some-rule", "fatal")(lambda context: iter(()))
    assert "some-rule" not in registered()


def test_a_rule_that_raises_becomes_a_finding_that_names_it(add):
    def crash(context):
        yield Hit("app.json", "before the crash")
        raise KeyError("nothing here")

    add("crashing", crash)
    add("quiet", lambda context: iter([Hit("app.json", "all is well")]))
    found = mine(APP, "crashing", "quiet", "rule-crashed")
    assert [(finding.rule, finding.severity) for finding in found] == [
        ("rule-crashed", ERROR),
        ("crashing", WARNING),
        ("quiet", WARNING),
    ]
    assert found[0].file == "app.json"
    assert "crashing" in found[0].message and "KeyError: 'nothing here'" in found[0].message


def test_the_engine_finds_line_and_column_of_pointers(add):
    root = ("rootAgent",)
    hits = [
        Hit("app.json", "value", root),
        Hit("app.json", "key", root, key=True),
        Hit("app.json", "gone", (*root, "x")),
        Hit("app.json", "file"),
        Hit("app.json", "line", line=7, column=2),
        Hit("no/such/file.json", "elsewhere", root),
    ]
    add("pointing", lambda context: iter(hits))
    found = {finding.message: (finding.line, finding.column) for finding in mine(APP, "pointing")}
    assert found == {
        "value": (3, 16),
        "key": (3, 3),
        "gone": (3, 16),
        "file": (None, None),
        "line": (7, 2),
        "elsewhere": (None, None),
    }


def test_a_byte_order_mark_does_not_move_the_line(add):
    add("pointing", lambda context: iter([Hit("app.json", "value", ("rootAgent",))]))
    assert [finding.line for finding in mine({"app.json": b"\xef\xbb\xbf" + APP["app.json"]}, "pointing")] == [3]


def test_positions_of_json_are_those_of_the_whole_text():
    text = '\ufeff {"a" : [1, {"b": "x", "b" :\n {"c": [ true,\n[]]}}],\r\n "\\u0064":{"e":null}, "f": {}}\n'
    context = Context(AppTree({"app.json": text.encode()}))
    pointers = list(manifest.places(text, "json"))
    assert ("a", 1, "b", "c", 1) in pointers
    for pointer in [*pointers[1:], ("a", 2), ("a", -1), ("a", "b"), ("f", "g"), ("d", 0), ("a", 0, 0), ("no", "such")]:
        for key in (False, True):
            assert context.position("app.json", pointer, key) == manifest.locate(text, "json", pointer, key)


def test_one_position_in_a_large_manifest_takes_little_memory():
    text = '{"metadata": {"all": [' + ", ".join(["[[], {}]"] * 50_000) + ']},\n "rootAgent": 5}'
    context = Context(AppTree({"app.json": text.encode()}))
    tracemalloc.start()
    assert context.position("app.json", ("rootAgent",)) == (2, 15)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 50_000_000  # the data itself has 13 MB, the places of all values have 85 MB


def test_findings_stand_by_severity_then_file_then_line(add):
    hits = [
        Hit("b", "1", line=1, severity=INFO),
        Hit("b", "2", line=20),
        Hit("b", "3", line=3),
        Hit("a", "4", line=9),
        Hit("c", "5", severity=ERROR),
    ]
    add("sorting", lambda context: iter(hits))
    assert [finding.message for finding in mine(APP, "sorting")] == ["5", "4", "3", "2", "1"]


def test_the_same_finding_is_told_once(add):
    add("repeating", lambda context: iter([Hit("a", "same", line=1), Hit("a", "same", line=1), Hit("a", "x", line=1)]))
    assert len(mine(APP, "repeating")) == 2


def test_counts_has_every_severity():
    found = [Finding("a", ERROR, "f", "m"), Finding("b", ERROR, "f", "m"), Finding("c", INFO, "f", "m")]
    assert checks.counts(found) == {"error": 2, "warning": 0, "info": 1}


@pytest.mark.parametrize("rule_id", sorted(registered()))
def test_every_rule_has_a_page(rule_id):
    page = (PAGES / f"{rule_id}.md").read_text("utf-8")
    one = registered()[rule_id]
    assert page.startswith(f"# {rule_id}\n\nSeverity: {one.severity}")
    assert re.search(rf"^Severity: .*Group: {one.group}\.$", page, re.MULTILINE)
    assert re.findall(r"^## (.*)$", page, re.MULTILINE) == ["Why", "Wrong", "Right", "How to fix"]
    assert page.count("\n```\n") == 2
    assert re.search(r"^## How to fix\n\n\w.{40}", page, re.MULTILINE)


def test_no_page_lacks_a_rule():
    assert {path.stem for path in PAGES.glob("*.md")} <= registered().keys()
