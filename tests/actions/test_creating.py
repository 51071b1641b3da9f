"""New resources and apps."""

from __future__ import annotations

import ast
import json

import pytest
from google.cloud import ces_v1beta

from editor import checks, schema
from editor.actions.changes import record
from editor.actions.creating import MEMBERS, create_app, create_resource, in_order
from editor.actions.files import tree_of
from editor.actions.history import undo
from editor.actions.integrity import check_integrity
from editor.actions.making import NAME_CHARACTERS, FieldRefusal
from editor.actions.starters import STARTERS, SYNTAXES, TEMPLATES
from editor.archive import layout, manifest
from editor.models import App, Blob
from tests.actions.conftest import contents

SAMPLES = {"json": "Harbor_Bistro", "yaml": "Clinica_del_Sol"}
EVERY = [(kind, starter.choice) for kind, starters in STARTERS.items() for starter in starters]
MESSAGES = {kind: getattr(ces_v1beta, layout.KINDS[kind].message) for kind in STARTERS}


def made(app: App, kind: str, folder: str) -> dict[str, bytes]:
    return {path: content for path, content in contents(app).items() if path.startswith(f"{kind}/{folder}/")}


def refused(app: App, kind: str, name: str, choice: str = "", **options) -> FieldRefusal:
    """The refusal of a new resource, after which nothing is there that was not before."""
    before, blobs, head = contents(app), Blob.objects.count(), App.objects.get(pk=app.pk).head
    with pytest.raises(FieldRefusal) as caught:
        create_resource(app, kind, name, choice or STARTERS[kind][0].choice, "me", **options)
    assert (contents(app), Blob.objects.count(), App.objects.get(pk=app.pk).head) == (before, blobs, head)
    return caught.value


def test_every_choice_of_the_kinds_has_a_starter():
    for kind, starters in STARTERS.items():
        message = schema.root(kind)
        (choice,) = message.choices.values()
        assert sorted(starter.choice for starter in starters) == sorted(choice)


@pytest.mark.parametrize("syntax", SAMPLES)
@pytest.mark.parametrize(("kind", "choice"), EVERY)
def test_a_new_resource_is_as_the_service_writes_it(kind, choice, syntax, imported):
    app = imported(SAMPLES[syntax])
    before = contents(app)
    result = create_resource(app, kind, "brand_new", choice, "me")
    assert result.folder == "brand_new"
    files = made(app, kind, "brand_new")
    path = f"{kind}/brand_new/brand_new.{syntax}"
    text = files[path].decode()
    data = manifest.load_object(text, syntax)
    assert manifest.write(data, syntax) == text
    message = schema.root(kind).name
    assert json.dumps(in_order(message, data)) == json.dumps(data)
    assert [field for _, field, _ in schema.walk(kind, data) if field is None] == []
    MESSAGES[kind].from_json(json.dumps(data))  # the public messages know every member and value
    tree = tree_of(app)
    entry = tree.entry_of(kind, "brand_new")
    assert tree.choices(entry)[:1] == ([choice] if choice != "llmAgent" else [])
    assert "name" not in data
    assert {code.resolved for code in tree.code_fields(entry)} == files.keys() - {path}
    assert {name: content for name, content in contents(app).items() if name not in files} == before


@pytest.mark.parametrize("syntax", SAMPLES)
def test_new_resources_bring_no_finding(syntax, imported):
    app = imported(SAMPLES[syntax])
    before = {(finding.rule, finding.file) for finding in checks.run(tree_of(app, whole=True))}
    for kind, choice in EVERY:
        create_resource(app, kind, f"new_{choice}", choice, "me")
    after = {(finding.rule, finding.file) for finding in checks.run(tree_of(app, whole=True))}
    assert after == before
    assert check_integrity() == []


def test_the_starter_texts_are_sound(imported):
    app = imported("Harbor_Bistro")
    for kind, choice in EVERY:
        create_resource(app, kind, f"new_{choice}", choice, "me")
    tree = tree_of(app)
    function = ast.parse(tree.text("tools/new_pythonFunction/python_function/python_code.py")).body[-1]
    assert (function.name, bool(ast.get_docstring(function))) == ("new_pythonFunction", True)
    assert tree.operations(tree.entry_of("toolsets", "new_openApiToolset")) == ["getItem"]
    assert tree.operations(tree.entry_of("tools", "new_openApiTool")) == ["getItem"]
    callback = ast.parse(tree.text("guardrails/new_codeCallback/code_callback/before_model_callback/python_code.py"))
    assert callback.body[0].name == "before_model_callback"
    assert "You are new_llmAgent." in tree.text("agents/new_llmAgent/instruction.txt")


def test_the_inner_name_of_a_tool_is_its_name(imported):
    app = imported("Clinica_del_Sol")
    for starter in STARTERS["tools"]:
        create_resource(app, "tools", f"x_{starter.choice}", starter.choice, "me")
        data = tree_of(app).data(tree_of(app).named("tools", f"x_{starter.choice}")[0])
        assert data[starter.choice]["name"] == data["displayName"] == f"x_{starter.choice}"


def test_a_folder_is_the_sanitised_name(imported):
    app = imported("Harbor_Bistro")
    result = create_resource(app, "agents", " Sürprise (EU) ", "llmAgent", "me")
    assert result.folder == "S_rprise__EU_"
    data = manifest.load(contents(app)["agents/S_rprise__EU_/S_rprise__EU_.json"].decode(), "json")
    assert data == {"displayName": "Sürprise (EU)", "instruction": "agents/S_rprise__EU_/instruction.txt"}


def test_a_mixed_app_gets_the_format_of_its_own_manifest(imported):
    app = imported("Clinica_del_Sol")
    record(app, {"agents/J/J.json": b'{"displayName": "J"}'}, "mixed", "me")
    create_resource(app, "agents", "New", "llmAgent", "me")
    assert "agents/New/New.yaml" in contents(app)


def test_one_creation_is_one_revision_and_can_be_undone(imported):
    app = imported("Harbor_Bistro")
    before = contents(app)
    result = create_resource(app, "tools", "brand_new", "pythonFunction", "me", used_by="Kitchen_line")
    assert (result.revision.number, result.revision.author) == (2, "me")
    assert app.resources.filter(kind="tools", folder="brand_new").exists()
    undo(app, "me")
    assert contents(app) == before
    assert not app.resources.filter(kind="tools", folder="brand_new").exists()


# ---- used by


@pytest.mark.parametrize("kind", MEMBERS)
@pytest.mark.parametrize("syntax", SAMPLES)
def test_an_agent_lists_what_was_made_for_it(kind, syntax, imported):
    app = imported(SAMPLES[syntax])
    tree = tree_of(app)
    for agent in tree.of_kind("agents"):
        before = tree_of(app).data(tree_of(app).entry_of("agents", agent.folder))
        name = f"for_{agent.folder}"
        create_resource(app, kind, name, STARTERS[kind][0].choice, "me", used_by=agent.folder)
        text = tree_of(app).text(agent.manifest)
        after = manifest.load_object(text, syntax)
        old, new = before.get(MEMBERS[kind], []), after[MEMBERS[kind]]
        member = {"toolset": name} if kind == "toolsets" else name
        assert [element for element in new if element not in old] == [member]
        assert [element for element in new if element in old] == old
        was_sorted = kind in ("agents", "tools") and old == sorted(old)
        assert new == (sorted(new) if was_sorted else [*old, member])
        if not text.startswith("#"):  # a file with comments is no file of the service
            assert manifest.write(after, syntax) == text
        numbers = [schema.field("Agent", key).number for key in after if schema.field("Agent", key).number]
        assert numbers == sorted(numbers)


def test_comments_of_the_agent_stay(imported):
    app = imported("Clinica_del_Sol")
    path = "agents/Urgencias/Urgencias.yaml"
    before = contents(app)[path].decode()
    create_resource(app, "tools", "avisar", "pythonFunction", "me", used_by="Urgencias")
    assert contents(app)[path].decode() == before.replace("- end_session\n", "- avisar\n- end_session\n")


def test_a_list_in_another_spelling_gets_the_member(imported):
    app = imported("Harbor_Bistro")
    path = "agents/Kitchen_line/Kitchen_line.json"
    record(app, {path: b'{"displayName": "Kitchen line", "child_agents": ["Z", "A"]}'}, "edit", "me")
    create_resource(app, "agents", "B", "llmAgent", "me", used_by="Kitchen_line")
    assert json.loads(contents(app)[path])["child_agents"] == ["Z", "A", "B"]


def test_the_app_lists_a_guardrail(imported):
    app = imported("Harbor_Bistro")
    before = tree_of(app).app["guardrails"]
    create_resource(app, "guardrails", "A rule", "llmPolicy", "me", used_by="/")
    assert tree_of(app).app["guardrails"] == [*before, "A rule"]


def test_the_first_agent_may_become_the_root(imported):
    app = imported("Harbor_Bistro")
    assert refused(app, "agents", "Second", used_by="/").field == "used_by"
    record(app, {"app.json": b'{"displayName": "Bare", "guardrails": []}'}, "edit", "me")
    create_resource(app, "agents", "First", "llmAgent", "me", used_by="/")
    assert contents(app)["app.json"] == b'{"displayName": "Bare", "rootAgent": "First", "guardrails": []}'


@pytest.mark.parametrize("used_by", ["Nobody", "", "/", "app"])
def test_a_user_that_cannot_list_it_is_refused(used_by, imported):
    app = imported("Harbor_Bistro")
    if used_by == "":
        path = "agents/Kitchen_line/Kitchen_line.json"
        record(app, {path: b'{"displayName": "Kitchen line", "tools": "ask"}'}, "edit", "me")
        used_by = "Kitchen_line"
    assert refused(app, "tools", "brand_new", used_by=used_by).field == "used_by"


# ---- refusals


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("agents", ""),
        ("agents", " \t "),
        ("agents", "\u200b\u200d"),
        ("agents", "Front desk"),
        ("agents", " Front desk "),
        ("agents", "Front_desk"),
        ("agents", "front_DESK"),
        ("agents", "Orders   Returns  EU_"),
        ("agents", "Orders + Returns +EU+"),
        ("agents", "a\0b"),
        ("agents", "a\nb"),
        ("agents", "a\x7fb"),
        ("agents", "a\ud800b"),
        ("agents", "a\u2028b"),
        ("agents", "a" * (NAME_CHARACTERS + 1)),
        ("guardrails", "blocked WORDS"),
        ("toolsets", "Dockside_MCP"),
        ("tools", "hold_table"),
        ("tools", "Hold_table"),
        ("tools", "end_session"),
        ("tools", "transfer_to_agent"),
        ("tools", "customize_response"),
        ("tools", "two words"),
        ("tools", "2nd"),
        ("tools", "a-b"),
        ("tools", "class"),
        ("tools", "ﬁnd"),
    ],
)
def test_a_name_that_does_not_fit_is_refused(kind, name, imported):
    refusal = refused(imported("Harbor_Bistro"), kind, name)
    assert refusal.field == "name"
    assert refusal.message


def test_names_are_compared_in_composed_form(imported):
    app = imported("Harbor_Bistro")
    create_resource(app, "agents", "Caf\u00e9", "llmAgent", "me")
    assert "is there already" in refused(app, "agents", "Cafe\u0301").message


def test_a_path_that_is_too_long_is_refused(imported, monkeypatch):
    app = imported("Harbor_Bistro")
    monkeypatch.setattr("editor.archive.limits.PATH_CHARACTERS", 60)
    assert "60" in refused(app, "tools", "a" * 30).message


def test_an_app_that_is_full_gets_no_more(imported, monkeypatch):
    app = imported("Harbor_Bistro")
    monkeypatch.setattr("editor.archive.limits.TOTAL_BYTES", 50_000)
    assert "50000" in refused(app, "tools", "brand_new").message
    monkeypatch.setattr("editor.archive.limits.ENTRIES", 10)
    assert refused(app, "tools", "brand_new").field == "name"


@pytest.mark.parametrize(("kind", "choice"), [("agents", "x"), ("tools", "contentFilter"), ("toolsets", "")])
def test_a_choice_of_another_kind_is_refused(kind, choice, imported):
    app = imported("Harbor_Bistro")
    with pytest.raises(FieldRefusal) as caught:
        create_resource(app, kind, "brand_new", choice, "me")
    assert caught.value.field == "choice"


def test_a_tool_and_a_toolset_may_share_a_name(imported):
    app = imported("Harbor_Bistro")
    assert create_resource(app, "toolsets", "hold_table", "mcpToolset", "me").folder == "hold_table"


@pytest.mark.parametrize(
    "path", ["agents/New/notes.md", "agents/new/instruction.txt", "agents/New/New.json", "agents/New"]
)
def test_a_folder_that_is_no_readable_resource_is_left_alone(path, imported):
    app = imported("Harbor_Bistro")
    record(app, {path: b"{"}, "left over", "me")
    result = create_resource(app, "agents", "New", "llmAgent", "me")
    assert result.folder == "New_2"
    assert contents(app)[path] == b"{"
    assert b"agents/New_2/instruction.txt" in contents(app)["agents/New_2/New_2.json"]


def test_a_numbered_folder_does_not_take_the_place_of_another(imported):
    app = imported("Harbor_Bistro")
    record(app, {"agents/New/notes.md": b"x", "agents/NEW_2/NEW_2.json": b'{"displayName": "Other"}'}, "both", "me")
    assert create_resource(app, "agents", "New", "llmAgent", "me").folder == "New_3"


# ---- apps


@pytest.mark.parametrize("syntax", SYNTAXES)
@pytest.mark.parametrize("template", TEMPLATES)
def test_a_new_app_is_sound(template, syntax, db):
    app = create_app(" Night ferry (EU) ", template, "me", syntax)
    assert (app.display_name, app.root, app.format, app.head) == ("Night ferry (EU)", "Night_ferry__EU_", syntax, 1)
    tree = tree_of(app, whole=True)
    assert checks.run(tree) == []
    assert tree.named("agents", tree.app["rootAgent"])
    for entry in [tree.app_entry, *tree.resources]:
        text = tree.text(entry.manifest)
        assert manifest.write(tree.data(entry), syntax) == text
        getattr(ces_v1beta, layout.KINDS[entry.kind].message).from_json(json.dumps(tree.data(entry)))
        assert not [field for _, field, _ in schema.walk(entry.kind, tree.data(entry)) if field is None]
        assert not [code for code in tree.code_fields(entry) if code.missing]
        assert entry.folder == layout.sanitise(entry.display_name) or entry.kind == layout.APP
    assert tree.foreign == {} and tree.orphans == []
    assert check_integrity() == []
    assert app.revisions.get().author == "me"


def test_the_template_with_a_tool_names_only_what_is_there(db):
    tree = tree_of(create_app("Night ferry", "tool", "me"), whole=True)
    (agent,) = tree.of_kind("agents")
    assert tree.data(agent)["tools"] == ["end_session", "look_up"]
    assert [entry.display_name for entry in tree.of_kind("tools")] == ["look_up"]
    assert tree.app["guardrails"] == [entry.display_name for entry in tree.of_kind("guardrails")]
    text = tree.text("agents/Main_agent/instruction.txt")
    assert "{@TOOL: look_up}" in text and "{preferred_language}" in text
    assert [variable["name"] for variable in tree.variables] == ["preferred_language"]


@pytest.mark.parametrize(
    ("name", "template", "syntax", "field"),
    [
        ("", "blank", "json", "name"),
        ("a\0", "blank", "json", "name"),
        ("a" * 300, "blank", "json", "name"),
        ("App", "none", "json", "template"),
        ("App", "blank", "toml", "syntax"),
    ],
)
def test_an_app_that_does_not_fit_is_refused(name, template, syntax, field, db):
    with pytest.raises(FieldRefusal) as caught:
        create_app(name, template, "me", syntax)
    assert caught.value.field == field
    assert not App.objects.exists() and not Blob.objects.exists()
