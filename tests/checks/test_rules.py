"""Every rule, at a small tree where it must speak and at one where it must not."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest

from editor import checks
from editor.archive.finding import ERROR, INFO, WARNING, Finding
from editor.archive.operations import to_text
from editor.archive.tree import AppTree
from editor.checks.registry import CRASHED, registered

GUIDE, LAMP = "agents/Guide/Guide.json", "tools/lamp/lamp.json"
CODE = "tools/lamp/python_function/python_code.py"
INSTRUCTION = "agents/Guide/instruction.txt"
BOM = b"\xef\xbb\xbf"


def dump(data: Any) -> bytes:
    return json.dumps(data, indent=2).encode()


def agent(name: Any = "Guide") -> bytes:
    return dump({"displayName": name})


def tool(name: Any = "lamp", inner: Any = None) -> bytes:
    """A tool whose code nobody misses: it names none."""
    return dump({"pythonFunction": {"name": inner or name}, "displayName": name})


def variables(*names: Any) -> bytes:
    declared = [{"name": name, "schema": {"type": "STRING"}} for name in names]
    return dump({"displayName": "Museum", "rootAgent": "Guide", "variableDeclarations": declared})


SOUND = {
    "app.json": dump({"displayName": "Museum", "rootAgent": "Guide"}),
    GUIDE: dump({"displayName": "Guide", "instruction": INSTRUCTION, "tools": ["lamp"]}),
    INSTRUCTION: b"You show the rooms.\n",
    LAMP: dump({"pythonFunction": {"name": "lamp", "pythonCode": CODE}, "displayName": "lamp"}),
    CODE: b'def lamp() -> dict:\n    """Switches the lamp."""\n    return {}\n',
}


class Case(NamedTuple):
    """`change` alters SOUND, None takes a file out. `places` are (file, pointer or line) of what the rule must
    say, none for nothing; `says` must be in each message."""

    rule: str
    change: dict[str, bytes | None]
    places: tuple[tuple[str, str | int], ...] = ()
    says: str = ""
    severity: str = ""
    notes: tuple[Finding, ...] = ()


def yaml(text: str) -> dict[str, bytes | None]:
    """The guide in YAML."""
    return {GUIDE: None, "agents/Guide/Guide.yaml": text.encode()}


def note(rule: str, file: str = "", severity: str = WARNING) -> tuple[Finding, ...]:
    return (Finding(rule, severity, file, "this was odd"),)


CUT = b'{\n  "displayName": "Guide",\n  "tools": ["la'
GUIDE_YAML = "agents/Guide/Guide.yaml"
ODD_FILES = {"README.md": b"a", "tools/lamp/notes.txt": b"b", "tests/test_lamp.py": b"c"}
SYSTEM_FILES = {".DS_Store": b"\0", "tools/lamp/__pycache__/lamp.cpython-311.pyc": b"\0", "agents/Thumbs.db": b"\0"}
TEMPLATE = {GUIDE: None, INSTRUCTION: None, "agents/Guide/Guide.json.tftpl": b"{}"}
INNER = {"inner/app.json": SOUND["app.json"], "inner/agents/A/A.json": agent("A")}
TWO_NAMES = {"agents/A_B/A_B.json": agent("A B"), "agents/A_B_2/A_B_2.json": agent("A_B")}
ENVIRONMENT = "environment.json"
LATIN = "displayName: Guide\ndescription: Führt\n"

CASES = [
    Case("manifest-unreadable", {GUIDE: CUT}, ((GUIDE, 3),), says="ends too early", severity=ERROR),
    Case("manifest-unreadable", {ENVIRONMENT: b'{"app": NaN}'}, ((ENVIRONMENT, 1),), says="NaN"),
    Case("manifest-unreadable", yaml("displayName: !!python/name:os.system ''\n"), ((GUIDE_YAML, 1),), says="tag"),
    Case("manifest-unreadable", {"tests/broken.json": CUT, "tests/broken.yaml": b"a: [\n", ENVIRONMENT: b"{\n}"}),
    Case("manifest-wrong-root", {GUIDE: b"[]"}, ((GUIDE, 1),), says="a list", severity=ERROR),
    Case("manifest-wrong-root", yaml(""), ((GUIDE_YAML, 1),), says="empty"),
    Case("manifest-wrong-root", {ENVIRONMENT: b'"a"'}, ((ENVIRONMENT, 1),), says="a text"),
    Case("manifest-wrong-root", {"tests/list.json": b"[]", "pythonEnvFiles/pythonEnvFiles.json": b"{\n}"}),
    Case("manifest-twice", {GUIDE_YAML: b"displayName: Guide\n"}, ((GUIDE_YAML, ""),), says=GUIDE, severity=ERROR),
    Case("manifest-twice", {"agents/Guide/notes.yaml": b"a: 1\n"}),
    Case("manifest-missing", {LAMP: None}, (("tools/lamp", ""),), says=LAMP, severity=ERROR),
    Case("manifest-missing", TEMPLATE, (("agents/Guide", ""),), says="Guide.json.tftpl", severity=WARNING),
    Case("manifest-missing", {"tools/README.md": b"a", "agents/notes/todo.md": b"b", "docs/x/python_code.py": b""}),
    Case("no-root-folder", {}, (("", ""),), says="This was odd.", severity=WARNING, notes=note("no-root-folder")),
    Case("no-root-folder", {}),
    Case("backslash-names", {}, (("", ""),), severity=WARNING, notes=note("backslash-names")),
    Case("backslash-names", {}),
    Case("name-encoding", {}, ((GUIDE, ""),), severity=WARNING, notes=note("name-encoding", GUIDE)),
    Case("name-encoding", {}),
    Case("manifest-name", {GUIDE: None, "agents/Guide/g.json": agent()}, (("agents/Guide/g.json", ""),), "Guide.json"),
    Case("manifest-name", {"agents/Gui\u0301a/Gu\u00eda.json": agent("Gu\u00eda")}),
    Case("folder-name", {GUIDE: agent("Guide (EU)")}, ((GUIDE, "/displayName"),), says="Guide__EU_", severity=INFO),
    Case("folder-name", {GUIDE: None, "agents/Guide__EU_/Guide__EU_.json": agent("Guide (EU)")}),
    Case("folder-name", TWO_NAMES),
    Case("folder-name", {"agents/Guide_2/Guide_2.json": agent()}),
    Case("foreign-file", ODD_FILES, tuple((path, "") for path in sorted(ODD_FILES)), "Leave it out", WARNING),
    Case("foreign-file", SYSTEM_FILES, tuple((path, "") for path in sorted(SYSTEM_FILES)), "by a system", INFO),
    Case("foreign-file", {"infra/app.tftpl": b""}, (("infra/app.tftpl", ""),), says="is a template", severity=WARNING),
    Case("foreign-file", {}, (("__MACOSX/._x", ""),), severity=INFO, notes=note("foreign-file", "__MACOSX/._x", INFO)),
    Case("foreign-file", {**TEMPLATE, **INNER, "global_instruction.txt": b"a", ENVIRONMENT: b"{\n}"}),
    Case("foreign-file", {INSTRUCTION: None, INSTRUCTION + ".tftpl": b"a"}),
    Case("foreign-file", {"tools/lamp/python_function/old.py": b"a", "pythonEnvFiles/pythonEnvFiles.json": b"{\n}"}),
    Case("nested-app", INNER, (("inner", ""),), says="an app of its own", severity=WARNING),
    Case("nested-app", {"inner/app.json": SOUND["app.json"], "inner/notes.txt": b"a"}),
    Case("not-utf8", yaml("") | {GUIDE_YAML: LATIN.encode("latin-1")}, ((GUIDE_YAML, 2),), "not UTF-8", ERROR),
    Case("not-utf8", {INSTRUCTION: b"Eins\nZwei \xfc\n"}, ((INSTRUCTION, 2),), says="not UTF-8", severity=ERROR),
    Case("not-utf8", yaml(LATIN) | {"notes.txt": b"\xff", "logo.png": b"\x89PNG\xff"}),
    Case("bom", {"app.json": BOM + SOUND["app.json"]}, (("app.json", 1),), says="byte-order mark", severity=WARNING),
    Case("bom", {CODE: BOM + SOUND[CODE], INSTRUCTION: BOM + b"a\n"}, ((INSTRUCTION, 1), (CODE, 1))),
    Case("bom", {"README.md": BOM + b"a", INSTRUCTION: "a \ufeff b".encode()}),
    Case(
        "duplicate-key", {GUIDE: b'{"displayName": "Guide",\n"a": 1,\n"a": 2}'}, ((GUIDE, "/a"),), "lines 2, 3", ERROR
    ),
    Case("duplicate-key", {ENVIRONMENT: b'{"app": {"a": {}, "a": {}}}'}, ((ENVIRONMENT, "/app/a"),)),
    Case("duplicate-key", yaml("displayName: Guide\na: 1\na: 2\n"), ((GUIDE_YAML, "/a"),), says="lines 2, 3"),
    Case("duplicate-key", {GUIDE: b'{"displayName": "Guide", "x": {"a": 1}, "y": {"a": 2}}'}),
    Case("lone-surrogate", {GUIDE: b'{"displayName": "Guide",\n"x": "\\ud83d"}'}, ((GUIDE, "/x"),), severity=ERROR),
    Case("lone-surrogate", {GUIDE: b'{"displayName": "Guide", "x": "\\ud83d\\ude00"}'}),
    Case(
        "case-collision",
        {"agents/guide/guide.json": agent("guide"), "agents/guide/notes.txt": b"a"},
        (("agents/guide/guide.json", ""),),
        says="agents/guide differs from agents/Guide in upper",
        severity=WARNING,
    ),
    Case("case-collision", {"readme.md": b"a", "README.md": b"a"}, (("readme.md", ""),), says="readme.md differs"),
    Case("case-collision", {"tools/Guide/Guide.json": tool("Guide")}),
    Case(
        "yaml-plain-scalar",
        yaml("displayName: Guide\ntools:\n- NO\n- 'on'\n- 1e3\n- two\n"),
        ((GUIDE_YAML, "/tools/0"), (GUIDE_YAML, "/tools/2")),
        says="in quotes",
        severity=INFO,
    ),
    Case(
        "yaml-plain-scalar",
        yaml("displayName: Guide\nbeforeAgentCallbacks:\n- disabled: yes\n"),
    ),
    Case("display-name-missing", {GUIDE: b"{}"}, ((GUIDE, ""),), says="agents/Guide", severity=ERROR),
    Case("display-name-missing", {GUIDE: agent(" ")}, ((GUIDE, "/displayName"),)),
    Case(
        "display-name-missing", {"app.json": dump({"rootAgent": "Guide"})}, (("app.json", ""),), says="The app has no"
    ),
    Case("display-name-missing", {GUIDE: agent(1), LAMP: b"["}),
    Case(
        "duplicate-display-name",
        {"agents/Aide/Aide.json": agent(), "agents/Help/Help.json": agent()},
        (("agents/Aide/Aide.json", "/displayName"), ("agents/Help/Help.json", "/displayName")),
        says=GUIDE,
        severity=ERROR,
    ),
    Case("duplicate-display-name", {"tools/Guide/Guide.json": tool("Guide"), "agents/g/g.json": agent("guide")}),
    Case(
        "name-collision",
        TWO_NAMES,
        (("agents/A_B_2/A_B_2.json", "/displayName"),),
        says="both make the folder A_B",
        severity=ERROR,
    ),
    Case(
        "name-collision", {"agents/G_2/G_2.json": agent(), "tools/G/G.json": tool("G"), "agents/g/g.json": agent("g")}
    ),
    Case(
        "reserved-tool-name",
        {"tools/end_session/end_session.json": tool("end_session")},
        (("tools/end_session/end_session.json", "/displayName"),),
        severity=ERROR,
    ),
    Case("reserved-tool-name", {"toolsets/end_session/end_session.json": agent("end_session")}),
    Case("tool-name", {LAMP: tool("lamp-2")}, ((LAMP, "/displayName"),), says="lamp-2", severity=WARNING),
    Case("tool-name", {LAMP: tool("class")}, ((LAMP, "/displayName"),)),
    Case("tool-name", {LAMP: tool("_lámpara2"), "toolsets/a-b/a-b.json": agent("a-b"), GUIDE: agent("a guide")}),
    Case("inner-name", {LAMP: tool(inner="light")}, ((LAMP, "/pythonFunction/name"),), says="light", severity=WARNING),
    Case("inner-name", {LAMP: dump({"pythonFunction": {}, "displayName": "lamp", "name": "an-id"})}),
    Case("inner-name", {LAMP: dump({"pythonFunction": "lamp", "clientFunction": {"name": 1}, "displayName": "lamp"})}),
    Case(
        "bad-variable-name",
        {"app.json": variables("2nd", "ok", "", None)},
        tuple(("app.json", f"/variableDeclarations/{place}") for place in ("0/name", "2", "3")),
        severity=ERROR,
    ),
    Case("bad-variable-name", {"app.json": variables("a", "_b", "één", "with-hyphen", 3)}),
    Case(
        "duplicate-variable",
        {"app.json": variables("a", "b", "a", "a")},
        (("app.json", "/variableDeclarations/2/name"), ("app.json", "/variableDeclarations/3/name")),
        says="number 1",
        severity=ERROR,
    ),
    Case("duplicate-variable", {"app.json": variables("a", "A", "", "", None)}),
    Case("duplicate-variable", {"app.json": dump({"displayName": "Museum", "variableDeclarations": {"a": 1}})}),
]


def findings(case: Case) -> list[Finding]:
    files = {path: content for path, content in (SOUND | case.change).items() if content is not None}
    found = checks.run(AppTree(files, "Museum"), case.notes)
    assert [finding.message for finding in found if finding.rule == CRASHED.id] == []
    return [finding for finding in found if finding.rule == case.rule]


def test_the_sound_tree_has_no_findings():
    assert [finding for finding in checks.run(AppTree(SOUND, "Museum")) if finding.severity != INFO] == []
    assert {finding.rule for finding in checks.run(AppTree(SOUND, "Museum"))} & {case.rule for case in CASES} == set()


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.rule}-{len(case.places)}")
def test_a_rule_speaks_where_it_must_and_nowhere_else(case):
    found = findings(case)
    places = [
        (finding.file, finding.line if isinstance(place, int) else to_text(finding.pointer))
        for finding, (_, place) in zip(found, case.places or [("", "")] * len(found), strict=False)
    ]
    assert sorted(places) == sorted(case.places)
    assert len(found) == len(case.places)
    for finding in found:
        assert case.says in finding.message
        assert finding.severity == (case.severity or registered()[case.rule].severity)


@pytest.mark.parametrize("group", ["archive", "names"])
def test_every_rule_has_a_case_where_it_speaks_and_one_where_it_does_not(group):
    rules = {rule.id for rule in registered().values() if rule.group == group}
    assert rules == {case.rule for case in CASES if case.places} & rules
    assert rules == {case.rule for case in CASES if not case.places} & rules


def test_a_pointer_has_the_line_and_column_of_its_value():
    case = Case("inner-name", {LAMP: tool(inner="light")})
    assert [(finding.line, finding.column) for finding in findings(case)] == [(3, 13)]
    case = Case("folder-name", yaml("# the guide\ndisplayName: A guide\n"))
    assert [(finding.line, finding.column) for finding in findings(case)] == [(2, 14)]


def test_what_has_a_fix_says_what_it_does():
    case = Case("bom", {"app.json": BOM + SOUND["app.json"], "README.md": b""})
    assert [finding.fix for finding in findings(case)] == ["remove the byte-order mark"]
    case = Case("foreign-file", {"README.md": b""})
    assert [finding.fix for finding in findings(case)] == ["leave it out of exports"]
    case = Case("folder-name", {GUIDE: agent("A guide")})
    assert [finding.fix for finding in findings(case)] == [None]
