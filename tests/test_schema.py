"""The field table and its look-ups."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from editor import schema
from editor.archive import manifest
from editor.archive.errors import ManifestError
from editor.archive.operations import to_text
from editor.schema import build

APPS = Path(__file__).resolve().parent.parent / "fixtures" / "apps"
SAMPLES = sorted(path.name for path in APPS.iterdir() if path.is_dir())


def manifests(app: str) -> Iterator[tuple[str, str, dict]]:
    """Path, kind and data of every manifest of a sample that can be read."""
    for path in sorted((APPS / app).glob("**/*.*")):
        parts = path.relative_to(APPS / app).parts
        kind = "app" if len(parts) == 1 and path.stem == "app" else parts[0]
        if path.suffix not in (".json", ".yaml") or (kind != "app" and (len(parts) != 3 or kind not in schema.ROOTS)):
            continue
        try:
            data = manifest.load_object(manifest.decode(path.read_bytes()), manifest.syntax_of(path.name))
        except ManifestError:
            continue
        yield "/".join(parts), kind, data


def test_committed_table_equals_a_fresh_build():
    assert schema.TABLE.read_text("utf-8") == build.text(build.table())


def test_text_of_the_table_is_json_of_it():
    table = build.table()
    assert json.loads(build.text(table)) == table


def test_build_schema_writes_and_compares(tmp_path, monkeypatch):
    monkeypatch.setattr("editor.management.commands.build_schema.TABLE", tmp_path / "fields.json")
    with pytest.raises(CommandError, match="differs"):
        call_command("build_schema", "--check")
    out = io.StringIO()
    call_command("build_schema", stdout=out)
    assert (tmp_path / "fields.json").read_bytes() == schema.TABLE.read_bytes()
    call_command("build_schema", "--check", stdout=out)
    assert out.getvalue().count("178 messages, 47 enums") == 2


def test_build_schema_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "editor.schema.build", None)
    monkeypatch.delattr(schema, "build")
    with pytest.raises(CommandError, match=r"google-cloud-ces is not installed.*requirements-dev\.txt"):
        call_command("build_schema")


def test_look_ups_import_neither_google_nor_django():
    code = "import sys; from editor import schema; schema.root('app'); print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "editor.schema" in modules
    assert not [name for name in modules if name.split(".")[0] in ("google", "proto", "django")]


@pytest.mark.parametrize("kind", schema.ROOTS)
def test_every_type_is_in_the_table(kind):
    known = {"string", "bool", "int32", "int64", "double", "float", "bytes", "Duration", "Timestamp", "Struct", "Value"}
    waiting, seen = [schema.root(kind).name], set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        for field in schema.message(name).fields.values():
            if field.is_message:
                waiting.append(field.type)
            elif field.is_enum:
                assert len(schema.enum(field.type)) > 1
            else:
                assert field.type in known, field
    assert len(seen) > 1 or kind == "evaluationDatasets"


def test_facts_of_the_fields():
    assert [*schema.root("app").fields][:5] == ["name", "displayName", "description", "rootAgent", "createTime"]
    tool = schema.message("Tool")
    assert tool.choices["tool_type"][:3] == ("clientFunction", "openApiTool", "googleSearchTool")
    assert len(tool.choices["tool_type"]) == 12
    assert [tool.fields[key].number for key in ("pythonFunction", "displayName", "widgetTool")] == [11, 13, 24]
    assert tool.fields["timeout"].type == "Duration"
    children = schema.field("Agent", "childAgents")
    assert (children.type, children.list, children.map, children.optional) == ("string", True, None, True)
    voices = schema.field("AudioProcessingConfig", "synthesizeSpeechConfigs")
    assert (voices.type, voices.list, voices.map) == ("SynthesizeSpeechConfig", False, "string")
    assert schema.field("Schema", "default").type == "Value"
    assert schema.field("Schema", "minItems").type == "int64"
    assert schema.field("Callback", "pythonCode").choice == "callback"
    assert schema.message("App.VariableDeclaration").choices == {}
    assert schema.field("App", "name").identifier
    assert schema.field("App", "displayName").required
    assert schema.field("WidgetTool.DataMapping", "pythonScript").deprecated
    assert schema.field("Agent", "child_agents") is None
    assert schema.field("Agent", "nothing") is None
    assert schema.enum("Schema.Type") == (
        "TYPE_UNSPECIFIED", "STRING", "INTEGER", "NUMBER", "BOOLEAN", "OBJECT", "ARRAY",
    )  # fmt: skip


def test_unknown_names_raise():
    for look_up, name in ((schema.message, "Nothing"), (schema.root, "flows"), (schema.enum, "Tool")):
        with pytest.raises(KeyError):
            look_up(name)


def test_output_only_fields_that_archives_hold_are_not_read_only():
    for owner, keys in schema.ORDINARY.items():
        for key in keys:
            field = schema.field(owner, key)
            assert field.output_only and not field.read_only, (owner, key)
    assert schema.field("Tool", "createTime").read_only
    assert schema.field("Agent", "generatedSummary").read_only
    assert not schema.field("Tool", "executionType").output_only


def test_archive_only_members_are_no_public_fields():
    table = json.loads(schema.TABLE.read_text("utf-8"))["messages"]
    for owner, members in schema.ARCHIVE_ONLY.items():
        for key in members:
            assert key not in table[owner]
            assert schema.field(owner, key).archive_only


def test_snake_case_names_its_field():
    assert schema.respelt("Agent", "child_agents") is schema.field("Agent", "childAgents")
    assert schema.respelt("EndUserAuthConfig", "oauth2_auth_code_config").name == "oauth2AuthCodeConfig"
    assert schema.respelt("Agent", "childAgents") is None
    assert schema.respelt("Agent", "instruction") is None


def test_walk_gives_every_member_in_the_order_of_the_file():
    data = {
        "displayName": "a",
        "toolsets": [{"toolset": "t", "odd": 1}, "no object"],
        "before_agent_callbacks": [{"pythonCode": "p"}],
        "mine": {"displayName": 1},
        "afterAgentCallbacks": {"pythonCode": "no list"},
    }
    found = [(to_text(pointer), field and field.name) for pointer, field, _ in schema.walk("agents", data)]
    assert found == [
        ("/displayName", "displayName"),
        ("/toolsets", "toolsets"),
        ("/toolsets/0/toolset", "toolset"),
        ("/toolsets/0/odd", None),
        ("/before_agent_callbacks", None),
        ("/before_agent_callbacks/0/pythonCode", "pythonCode"),
        ("/mine", None),
        ("/afterAgentCallbacks", "afterAgentCallbacks"),
    ]


def test_walk_enters_maps_and_stays_out_of_free_json():
    data = {"scenario": {"variableOverrides": {"displayName": {"a": 1}}}, "golden": None}
    assert [to_text(pointer) for pointer, _, _ in schema.walk("evaluations", data)] == [
        "/scenario",
        "/scenario/variableOverrides",
        "/golden",
    ]
    voice = {"audioProcessingConfig": {"synthesizeSpeechConfigs": {"en-US": {"voice": "x"}}}}
    pointer, field, value = [*schema.walk("app", voice)][-1]
    assert to_text(pointer) == "/audioProcessingConfig/synthesizeSpeechConfigs/en-US/voice"
    assert (field.owner, field.name, value) == ("SynthesizeSpeechConfig", "voice", "x")


def test_message_at_follows_a_pointer():
    assert schema.message_at("agents", ()) == "Agent"
    assert schema.message_at("agents", ("toolsets", 0)) == "Agent.AgentToolset"
    assert schema.message_at("agents", ("toolsets",)) is None
    assert schema.message_at("agents", ("displayName",)) is None
    expectation = ("scenario", "scenario_expectations", 0)
    assert schema.message_at("evaluations", expectation) == "Evaluation.ScenarioExpectation"
    assert schema.message_at("tools", ("clientFunction", "parameters", "properties", "a", "items")) == "Schema"


def test_a_new_key_goes_before_the_next_number():
    assert schema.before("Tool", "displayName", ["name", "pythonFunction", "widgetTool", "timeout"]) == "timeout"
    assert schema.before("Tool", "displayName", ["widgetTool", "name"]) == "widgetTool"
    assert schema.before("Tool", "widgetTool", ["name", "mine"]) is None
    assert schema.before("Tool", "name", ["mine", "display_name"]) == "display_name"
    assert schema.before("Tool", "mine", ["name"]) is None
    assert schema.before("App.VariableDeclaration", "default", ["name", "schema"]) is None


@pytest.mark.parametrize("app", SAMPLES)
def test_unknown_keys_of_the_samples_are_the_expected_ones(app):
    expected = json.loads((APPS / f"{app}.expected.json").read_text("utf-8"))
    unknown, beyond = set(), set()
    for path, kind, data in manifests(app):
        for pointer, field, _ in schema.walk(kind, data):
            if field is None:
                unknown.add((path, to_text(pointer)))
            elif field.archive_only and field.owner != "App.VariableDeclaration":
                beyond.add((path, to_text(pointer)))
    wanted = {(row["file"], row["pointer"]) for row in expected.get("unknownKeys", ())}
    wanted |= {(row["file"], row["pointer"]) for row in expected["findings"] if row["code"] == "unknown-key"}
    assert unknown | beyond == wanted
    assert bool(beyond) == (app == "Harbor_Bistro")


def test_keys_of_a_service_written_app_stand_in_the_order_of_their_numbers():
    for path, kind, data in manifests("Harbor_Bistro"):
        fields = [field for _, field, _ in schema.walk(kind, data) if field and field.owner == schema.ROOTS[kind]]
        numbers = [field.number for field in fields if not field.archive_only]
        assert numbers == sorted(numbers), path
