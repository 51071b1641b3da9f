"""A resource becomes two."""

from __future__ import annotations

import ast
import json

import pytest

from editor import checks, schema
from editor.actions.changes import record
from editor.actions.duplicating import UUID, duplicate_resource, rename_functions
from editor.actions.files import tree_of
from editor.actions.history import undo
from editor.actions.integrity import check_integrity
from editor.actions.making import FieldRefusal
from editor.archive import manifest
from editor.models import App
from tests.actions.conftest import contents

KINDS = ("agents", "tools", "toolsets", "guardrails")
SAMPLES = ("Harbor_Bistro", "Clinica_del_Sol", "handmade-kiosk")


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_copy_of_every_resource_differs_in_its_names_only(sample, imported):
    app = imported(sample)
    before, tree = contents(app), tree_of(app)
    entries = [entry for kind in KINDS for entry in tree.of_kind(kind) if entry.display_name]
    assert entries
    for number, entry in enumerate(entries):
        name = f"copy_{number}"
        result = duplicate_resource(app, entry.kind, entry.folder, name, "me")
        assert result.folder == name
        after = tree_of(app)
        copy = after.entry_of(entry.kind, name)
        assert copy.display_name == name
        assert copy.manifest == f"{entry.kind}/{name}/{name}{entry.manifest[entry.manifest.rindex('.') :]}"
        old, new = tree.data(entry), after.data(copy)
        assert [*new] == [key for key in old if key != "name" or not UUID.fullmatch(old["name"])]
        codes, copied = tree.code_fields(entry), after.code_fields(copy)
        assert [(code.pointer, code.missing) for code in codes] == [(code.pointer, code.missing) for code in copied]
        inside = f"{entry.kind}/{entry.folder}/"
        for code in copied:
            assert not (code.path or "").startswith(inside)
        count = len(tree.folder_files[entry.kind, entry.folder])
        assert len(after.folder_files[entry.kind, name]) == count
    assert {path: content for path, content in contents(app).items() if path in before} == before | {
        path: content for path, content in contents(app).items() if path == "environment.json"
    }
    assert check_integrity() == []


def test_a_tool_is_renamed_within_itself(imported):
    app = imported("Harbor_Bistro")
    duplicate_resource(app, "tools", "hold_table", "hold_seat", "me")
    files = contents(app)
    old = json.loads(files["tools/hold_table/hold_table.json"])
    text = files["tools/hold_seat/hold_seat.json"].decode()
    assert json.loads(text) == {
        "pythonFunction": {
            "name": "hold_seat",
            "pythonCode": "tools/hold_seat/python_function/python_code.py",
            "description": old["pythonFunction"]["description"],
        },
        "executionType": "SYNCHRONOUS",
        "displayName": "hold_seat",
        "toolFakeConfig": {
            "codeBlock": {"pythonCode": "tools/hold_seat/tool_fake_config/code_block/python_code.py"},
            "enableFakeMode": True,
        },
        "timeout": "12.500s",
    }
    assert manifest.write(json.loads(text), "json") == text
    code = files["tools/hold_table/python_function/python_code.py"].decode()
    copied = files["tools/hold_seat/python_function/python_code.py"].decode()
    assert copied == code.replace("def hold_table(", "def hold_seat(")
    fake = "tool_fake_config/code_block/python_code.py"
    assert files[f"tools/hold_seat/{fake}"] == files[f"tools/hold_table/{fake}"]


def test_values_of_the_environment_are_copied(imported):
    app = imported("Harbor_Bistro")
    duplicate_resource(app, "toolsets", "loyalty_ledger", "points", "me")
    duplicate_resource(app, "tools", "menu_knowledge", "a_menu", "me")
    text = contents(app)["environment.json"].decode()
    data = json.loads(text)
    assert data["toolsets"]["points"] == data["toolsets"]["loyalty_ledger"]
    assert [*data["tools"]] == ["a_menu", "menu_knowledge"]
    assert data["tools"]["a_menu"] == data["tools"]["menu_knowledge"]
    assert manifest.write(data, "json") == text
    duplicate_resource(app, "agents", "Front_desk", "menu_knowledge", "me")
    assert contents(app)["environment.json"].decode() == text


def test_values_under_the_new_name_stay(imported):
    app = imported("Harbor_Bistro")
    data = json.loads(contents(app)["environment.json"])
    data["toolsets"]["points"] = {"kept": True}
    record(app, {"environment.json": json.dumps(data).encode()}, "edit", "me")
    duplicate_resource(app, "toolsets", "loyalty_ledger", "points", "me")
    assert json.loads(contents(app)["environment.json"]) == data


def test_comments_unknown_keys_and_foreign_files_come_along(imported):
    app = imported("Clinica_del_Sol")
    note = {"agents/Urgencias/notes/README.md": b"mine", "agents/Urgencias/.DS_Store": b"\0"}
    path = "agents/Urgencias/Urgencias.yaml"
    text = contents(app)[path].decode() + "mine:\n- 1  # one\n"
    record(app, {path: text.encode()} | note, "edit", "me")
    duplicate_resource(app, "agents", "Urgencias", "Urgencias (noche)", "me")
    files, folder = contents(app), "agents/Urgencias__noche_"
    copy = files[f"{folder}/Urgencias__noche_.yaml"].decode()
    assert copy == text.replace("displayName: Urgencias", "displayName: Urgencias (noche)").replace(
        "agents/Urgencias/instruction.txt", f"{folder}/instruction.txt"
    )
    assert files[f"{folder}/notes/README.md"] == b"mine" and files[f"{folder}/.DS_Store"] == b"\0"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Old one", "New one"),
        ("Old_one", "New_one"),
        ("something", "something"),
        (7, 7),
        ("A964E917-aad8-4c0a-8667-346bec4075a9", None),
    ],
)
def test_the_name_follows_the_display_name_and_a_uuid_is_not_shared(name, expected, imported):
    app = imported("Harbor_Bistro")
    old = {"name": name, "displayName": "Old one"}
    record(app, {"agents/Old_one/Old_one.json": json.dumps(old).encode()}, "edit", "me")
    duplicate_resource(app, "agents", "Old_one", "New one", "me")
    new = json.loads(contents(app)["agents/New_one/New_one.json"])
    assert new == ({"name": expected} if expected is not None else {}) | {"displayName": "New one"}
    assert json.loads(contents(app)["agents/Old_one/Old_one.json"]) == old


def test_a_manifest_of_another_name_and_odd_paths_are_straightened(imported):
    app = imported("Harbor_Bistro")
    data = {
        "displayName": "odd",
        "pythonFunction": {"pythonCode": ".\\tools\\odd\\code\\x.py"},
        "toolFakeConfig": {"codeBlock": {"pythonCode": "tools/odd/missing.py"}},
    }
    files = {"tools/odd/manifest.json": json.dumps(data).encode(), "tools/odd/code/x.py": b"def odd(): pass\n"}
    record(app, files, "edit", "me")
    duplicate_resource(app, "tools", "odd", "even", "me")
    after = contents(app)
    assert json.loads(after["tools/even/even.json"]) == {
        "displayName": "even",
        "pythonFunction": {"pythonCode": "tools/even/code/x.py"},
        "toolFakeConfig": {"codeBlock": {"pythonCode": "tools/even/missing.py"}},
    }
    assert after["tools/even/code/x.py"] == b"def even(): pass\n"


def test_a_path_to_the_files_of_another_stays(imported):
    app = imported("Harbor_Bistro")
    data = {"displayName": "guest", "instruction": "agents/Front_desk/instruction.txt"}
    record(app, {"agents/guest/guest.json": json.dumps(data).encode()}, "edit", "me")
    duplicate_resource(app, "agents", "guest", "other", "me")
    assert json.loads(contents(app)["agents/other/other.json"]) == data | {"displayName": "other"}


def test_code_in_the_manifest_is_renamed_too(imported):
    app = imported("Harbor_Bistro")
    data = {"displayName": "odd", "pythonFunction": {"name": "odd", "pythonCode": "def odd():\n    return odd"}}
    record(app, {"tools/odd/odd.json": json.dumps(data).encode()}, "edit", "me")
    duplicate_resource(app, "tools", "odd", "even", "me")
    code = json.loads(contents(app)["tools/even/even.json"])["pythonFunction"]
    assert code == {"name": "even", "pythonCode": "def even():\n    return even"}


@pytest.mark.parametrize("code", [b"def odd(:\n", b"\xff\xfe def odd", b"def odd\0(): pass"])
def test_code_that_does_not_parse_is_copied_as_it_is(code, imported):
    app = imported("Harbor_Bistro")
    data = {"displayName": "odd", "pythonFunction": {"pythonCode": "tools/odd/x.py"}}
    record(app, {"tools/odd/odd.json": json.dumps(data).encode(), "tools/odd/x.py": code}, "edit", "me")
    duplicate_resource(app, "tools", "odd", "even", "me")
    assert contents(app)["tools/even/x.py"] == code


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def old(a):\n    return old(a - 1)\n", "def newer(a):\n    return newer(a - 1)\n"),
        ("async  def old(): pass", "async  def newer(): pass"),
        ("@old\r\ndef old(): pass\r\nx = [old, old]\r\n", "@newer\r\ndef newer(): pass\r\nx = [newer, newer]\r\n"),
        ("é = 1; x = 'é'\ndef old(): 'old old'  # old\n", "é = 1; x = 'é'\ndef newer(): 'old old'  # old\n"),
        ("def old():\n    'é'; return ('é', old)", "def newer():\n    'é'; return ('é', newer)"),
        ("x = 1\rdef old(): pass\r", "x = 1\rdef newer(): pass\r"),
        ("def old(): pass\ndef f(old): return old\n", "def newer(): pass\ndef f(old): return old\n"),
        ("class A:\n    def old(self): return old\n", None),
        ("def fake_old(): pass\n", "def fake_newer(): pass\n"),
        ("old = 1\ndef older(): return self.old\n", None),
        ("def \\\nold(): pass\n", None),
        ("", None),
    ],
)
def test_functions_are_renamed_with_their_uses(before, after):
    done = rename_functions(before, {"old": "newer", "fake_old": "fake_newer"})
    assert done == (before if after is None else after)
    ast.parse(done)


def test_a_copy_is_one_revision_and_can_be_undone(imported):
    app = imported("Harbor_Bistro")
    before = contents(app)
    result = duplicate_resource(app, "toolsets", "loyalty_ledger", "points", "me")
    assert result.revision.number == 2
    undo(app, "me")
    assert contents(app) == before


def test_a_copy_brings_no_finding(imported):
    app = imported("Harbor_Bistro")
    before = {(finding.rule, finding.file) for finding in checks.run(tree_of(app, whole=True))}
    for number, entry in enumerate(tree_of(app).resources):
        if entry.kind in KINDS:
            duplicate_resource(app, entry.kind, entry.folder, f"copy_{number}", "me")
    assert {(finding.rule, finding.file) for finding in checks.run(tree_of(app, whole=True))} == before


@pytest.mark.parametrize(
    ("kind", "folder", "name", "field"),
    [
        ("tools", "hold_table", "hold_table", "name"),
        ("tools", "hold_table", "quote_refund", "name"),
        ("tools", "hold_table", "hold table", "name"),
        ("tools", "hold_table", "end_session", "name"),
        ("agents", "Front_desk", "", "name"),
        ("agents", "Front_desk", "Kitchen_line", "name"),
        ("agents", "Nobody", "Somebody", ""),
        ("agents", "Broken", "Whole", ""),
        ("toolsets", "loyalty_ledger", "points", ""),
    ],
)
def test_what_cannot_be_copied_is_refused(kind, folder, name, field, imported):
    app = imported("Harbor_Bistro")
    if not field:
        record(app, {"agents/Broken/Broken.json": b"{", "environment.json": b"{"}, "broken", "me")
    before = contents(app)
    with pytest.raises(FieldRefusal) as caught:
        duplicate_resource(app, kind, folder, name, "me")
    assert caught.value.field == field
    assert contents(app) == before and App.objects.get(pk=app.pk).head == 1 + (not field)


def test_a_missing_display_name_is_put_in_its_place(imported):
    app = imported("Harbor_Bistro")
    record(app, {"agents/Bare/Bare.json": b'{"tools": ["end_session"]}'}, "edit", "me")
    duplicate_resource(app, "agents", "Bare", "Dressed", "me")
    data = json.loads(contents(app)["agents/Dressed/Dressed.json"])
    assert [*data] == ["displayName", "tools"]
    assert schema.field("Agent", "displayName").number < schema.field("Agent", "tools").number
