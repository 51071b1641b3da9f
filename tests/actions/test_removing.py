"""A resource goes."""

from __future__ import annotations

import json

import pytest

from editor.actions.changes import record
from editor.actions.files import tree_of
from editor.actions.history import undo
from editor.actions.integrity import check_integrity
from editor.actions.making import FieldRefusal
from editor.actions.removing import delete_resource, files_of
from editor.archive import manifest
from editor.models import App
from tests.actions.conftest import contents

KINDS = ("agents", "tools", "toolsets", "guardrails")
LISTS = ("tools", "childAgents", "guardrails")


def lists(app: App) -> dict[str, list]:
    """Every name in a list of an agent or of the app, by file and list."""
    tree = tree_of(app)
    found = {}
    for entry in [tree.app_entry, *tree.of_kind("agents")]:
        data = tree.data(entry)
        for key in LISTS:
            found[entry.manifest, key] = data.get(key, [])
        found[entry.manifest, "toolsets"] = [element["toolset"] for element in data.get("toolsets", [])]
    return found


@pytest.mark.parametrize("sample", ["Harbor_Bistro", "Clinica_del_Sol"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_resource_goes_with_its_files_and_memberships(sample, kind, imported):
    app = imported(sample)
    before, whole = contents(app), lists(app)
    for entry in tree_of(app).of_kind(kind):
        delete_resource(app, kind, entry.folder, "me")
        after = contents(app)
        assert not [path for path in after if path.startswith(f"{kind}/{entry.folder}/")]
        key = {"agents": "childAgents"}.get(kind, kind)
        expected = {
            place: [name for name in names if place[1] != key or name != entry.display_name]
            for place, names in whole.items()
            if not place[0].startswith(f"{kind}/{entry.folder}/")
        }
        assert lists(app) == expected
        for path in after:
            if path.endswith(("json", "yaml")) and "schema" not in path and after[path] != before[path]:
                text = after[path].decode()
                data = manifest.load_object(text, manifest.syntax_of(path))
                assert [] not in data.values()
                if path.endswith(".json"):
                    assert manifest.write(data, "json") == text
        texts = {path for path in before if path.endswith((".txt", ".py"))}
        assert {path: after[path] for path in texts & after.keys()} == {
            path: before[path] for path in texts & after.keys()
        }
        undo(app, "me")
        assert contents(app) == before
    assert check_integrity() == []


def test_the_lists_may_keep_the_name(imported):
    app = imported("Harbor_Bistro")
    before = contents(app)
    delete_resource(app, "tools", "hold_table", "me", from_lists=False)
    gone = {path for path in before if path.startswith("tools/hold_table/")}
    assert contents(app) == {path: content for path, content in before.items() if path not in gone}


def test_rules_and_texts_keep_the_name(imported):
    app = imported("Harbor_Bistro")
    delete_resource(app, "agents", "Table_bookings", "me")
    data = json.loads(contents(app)["agents/Front_desk/Front_desk.json"])
    assert data["childAgents"] == ["Kitchen line", "Orders & Returns (EU)"]
    assert data["transferRules"][0]["childAgent"] == "Table bookings"
    assert b"{@AGENT: Table bookings}" in contents(app)["agents/Front_desk/instruction.txt"]


def test_values_of_the_environment_go_too(imported):
    app = imported("Harbor_Bistro")
    before = json.loads(contents(app)["environment.json"])
    delete_resource(app, "tools", "menu_knowledge", "me")
    after = contents(app)["environment.json"].decode()
    assert json.loads(after) == {key: value for key, value in before.items() if key != "tools"}
    record(app, {"environment.json": b'{"toolsets": {"loyalty_ledger": {"x": 1}, "other": 2}}'}, "edit", "me")
    delete_resource(app, "toolsets", "loyalty_ledger", "me")
    assert contents(app)["environment.json"] == b'{"toolsets": {"other": 2}}'


def test_an_environment_without_values_is_no_file(imported):
    app = imported("Harbor_Bistro")
    record(app, {"environment.json": b'{"toolsets": {"loyalty_ledger": {"x": 1}}}'}, "edit", "me")
    delete_resource(app, "toolsets", "loyalty_ledger", "me")
    assert "environment.json" not in contents(app)


def test_an_agent_takes_no_values_of_the_environment(imported):
    app = imported("Harbor_Bistro")
    record(app, {"agents/x/x.json": b'{"displayName": "menu_knowledge"}'}, "edit", "me")
    before = contents(app)["environment.json"]
    delete_resource(app, "agents", "x", "me")
    assert contents(app)["environment.json"] == before


@pytest.mark.parametrize("ticked", [True, False])
def test_foreign_files_stay_unless_ticked(ticked, imported):
    app = imported("Harbor_Bistro")
    notes = {"tools/hold_table/README.md": b"mine", "tools/hold_table/.DS_Store": b"\0"}
    record(app, notes, "notes", "me")
    delete_resource(app, "tools", "hold_table", "me", with_foreign=ticked)
    left = {path: content for path, content in contents(app).items() if path.startswith("tools/hold_table/")}
    assert left == ({} if ticked else notes)
    assert not app.resources.filter(kind="tools", folder="hold_table").exists()


def test_a_file_that_another_resource_names_stays(imported):
    app = imported("Harbor_Bistro")
    guest = {"displayName": "guest", "instruction": "agents/Kitchen_line/instruction.txt"}
    record(app, {"agents/guest/guest.json": json.dumps(guest).encode()}, "guest", "me")
    delete_resource(app, "agents", "Kitchen_line", "me", with_foreign=True)
    assert "agents/Kitchen_line/instruction.txt" in contents(app)
    assert "agents/Kitchen_line/Kitchen_line.json" not in contents(app)


def test_a_resource_that_cannot_be_read_goes_too(imported):
    app = imported("Harbor_Bistro")
    files = {"tools/bad/bad.json": b"{", "tools/bad/python_function/python_code.py": b"x", "tools/bad/README.md": b"y"}
    record(app, files, "bad", "me")
    tree = tree_of(app)
    own, foreign = files_of(tree, tree.entry_of("tools", "bad"))
    assert (sorted(own), foreign) == (sorted([*files][:2]), ["tools/bad/README.md"])
    delete_resource(app, "tools", "bad", "me")
    assert [path for path in contents(app) if path.startswith("tools/bad/")] == ["tools/bad/README.md"]


def test_a_twin_of_the_name_keeps_the_references(imported):
    app = imported("Harbor_Bistro")
    record(app, {"tools/twin/twin.json": b'{"displayName": "menu_knowledge"}'}, "twin", "me")
    before = contents(app)
    delete_resource(app, "tools", "twin", "me")
    assert contents(app) == {path: content for path, content in before.items() if path != "tools/twin/twin.json"}


def test_every_mention_in_a_list_goes_and_an_empty_list_with_it(imported):
    app = imported("Harbor_Bistro")
    agent = '{"displayName": "x", "tools": ["hold_table", "hold_table"], "childAgents": ["x"]}'
    record(app, {"agents/x/x.json": agent.encode()}, "edit", "me")
    delete_resource(app, "tools", "hold_table", "me")
    assert json.loads(contents(app)["agents/x/x.json"]) == {"displayName": "x", "childAgents": ["x"]}
    delete_resource(app, "agents", "x", "me")
    assert "agents/x/x.json" not in contents(app)


def test_what_is_gone_or_cannot_be_changed_is_refused(imported):
    app = imported("Harbor_Bistro")
    with pytest.raises(FieldRefusal, match="any more"):
        delete_resource(app, "tools", "nothing", "me")
    record(app, {"environment.json": b"{\n!"}, "edit", "me")
    before = contents(app)
    with pytest.raises(FieldRefusal, match=r"environment\.json cannot be read, line 2"):
        delete_resource(app, "tools", "hold_table", "me")
    assert contents(app) == before
    delete_resource(app, "agents", "Kitchen_line", "me")
