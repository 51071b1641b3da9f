from __future__ import annotations

import json

import pytest

from editor.archive import layout
from editor.archive.errors import ManifestError
from editor.archive.tree import FOREIGN, NESTED_APP, SYSTEM, TEMPLATE, AppTree
from tests.archive.samples import APPS, app_files, expected, findings

every_app = pytest.mark.parametrize("app", APPS)
CLEAN = ["Harbor_Bistro", "Clinica_del_Sol", "handmade-kiosk"]
clean_app = pytest.mark.parametrize("app", CLEAN)


def tree_of(name: str) -> AppTree:
    return AppTree(app_files(name), name)


GUIDE = {"displayName": "Guide", "instruction": "agents/Guide/instruction.txt"}


def small(files: dict[str, object], guide: dict = GUIDE) -> AppTree:
    """A small app with more files: bytes, or data for a JSON manifest."""
    base = {
        "app.json": {"displayName": "Kiosk", "rootAgent": "Guide"},
        "agents/Guide/Guide.json": guide,
        "agents/Guide/instruction.txt": b"Be kind.\n",
    }
    every = base | files
    return AppTree(
        {path: data if isinstance(data, bytes) else json.dumps(data).encode() for path, data in every.items()}
    )


# ---- the sample apps


@every_app
def test_the_app_is_what_its_manifest_says(app):
    tree, wanted = tree_of(app), expected(app)["app"]
    assert tree.root == wanted["folder"]
    assert tree.manifest_path == wanted["manifest"]
    assert tree.format == wanted["format"]
    assert tree.app_entry.display_name == tree.app["displayName"] == wanted["displayName"]
    assert tree.app["rootAgent"] == wanted["rootAgent"]


@every_app
def test_counts(app):
    assert tree_of(app).counts == expected(app)["counts"]


@every_app
def test_display_names_by_kind(app):
    tree = tree_of(app)
    names = {
        kind: sorted(e.display_name for e in tree.of_kind(kind) if e.display_name) for kind in layout.RESOURCE_KINDS
    }
    assert {kind: found for kind, found in names.items() if found} == expected(app)["displayNames"]


@clean_app
def test_folders_that_differ_from_the_display_name(app):
    found: dict[str, dict[str, str]] = {}
    for entry in tree_of(app).resources:
        if entry.folder != entry.display_name:
            found.setdefault(entry.kind, {})[entry.display_name] = entry.folder
    assert found == expected(app)["folders"]


@clean_app
def test_what_each_resource_is(app):
    tree, wanted = tree_of(app), expected(app)["kinds"]
    for kind in ("tools", "toolsets", "guardrails", "evaluations"):
        found = {entry.display_name: tree.choices(entry) for entry in tree.of_kind(kind)}
        as_lists = {
            name: [chosen] if isinstance(chosen, str) else chosen for name, chosen in wanted.get(kind, {}).items()
        }
        assert found == as_lists
    others = {e.display_name: c[0] for e in tree.of_kind("agents") if (c := tree.choices(e)) and c != ["llmAgent"]}
    assert others == wanted.get("agents", {})


@every_app
def test_edges_in_the_order_of_the_manifests(app):
    assert [list(edge) for edge in tree_of(app).edges] == expected(app)["edges"]


@pytest.mark.parametrize("app", [*CLEAN, "broken-refs"])
def test_tools_and_toolsets_of_agents(app):
    tree = tree_of(app)
    data = {agent.display_name: tree.data(agent) for agent in tree.of_kind("agents")}
    assert {name: agent.get("tools", []) for name, agent in data.items()} == expected(app)["agentTools"]
    toolsets = {
        name: [use["toolset"] for use in agent["toolsets"]] for name, agent in data.items() if "toolsets" in agent
    }
    assert toolsets == expected(app)["agentToolsets"]


@pytest.mark.parametrize("app", ["Harbor_Bistro", "Clinica_del_Sol", "broken-refs"])
def test_operations_of_toolsets(app):
    tree = tree_of(app)
    found = {entry.display_name: tree.operations(entry) for entry in tree.of_kind("toolsets")}
    assert {name: operations for name, operations in found.items() if operations} == expected(app)["operations"]


@every_app
def test_foreign_files_with_their_reasons(app):
    tree = tree_of(app)
    foreign = {path: reason for path, reason in tree.foreign.items() if reason != NESTED_APP}
    assert sorted(foreign) == sorted(findings(app, "foreign-file"))
    machine = {f["file"] for f in expected(app)["findings"] if f["code"] == "foreign-file" and f["severity"] == "info"}
    assert {path for path, reason in foreign.items() if reason == SYSTEM} == machine


@every_app
def test_apps_inside_the_app(app):
    tree = tree_of(app)
    assert tree.nested_apps == findings(app, "nested-app")
    inside = [path for path, reason in tree.foreign.items() if reason == NESTED_APP]
    assert inside == [
        path for path in tree.paths if path.startswith(tuple(f"{folder}/" for folder in tree.nested_apps))
    ]


@every_app
def test_orphans(app):
    assert tree_of(app).orphans == findings(app, "orphan-file")


@every_app
def test_manifests_that_are_missing_double_or_unreadable(app):
    tree = tree_of(app)
    assert [f"{bare.kind}/{bare.folder}" for bare in tree.bare_folders] == findings(app, "manifest-missing")
    assert [twin for entry in tree.resources for twin in entry.twins] == findings(app, "manifest-twice")
    assert [entry.manifest for entry in tree.resources if entry.error] == findings(app, "manifest-unreadable")


@every_app
def test_files_that_are_missing(app):
    tree = tree_of(app)
    missing = [
        (entry.manifest, code.value)
        for entry in [tree.app_entry, *tree.resources]
        for code in tree.code_fields(entry)
        if code.missing and not layout.leaves_app(code.path)
    ]
    wanted = [
        (finding["file"], finding["value"])
        for finding in expected(app)["findings"]
        if finding["code"] in ("file-missing", "path-case") and not finding.get("optional")
    ]
    assert sorted(missing) == sorted(wanted)


@every_app
def test_one_resource_alone_is_the_same_as_in_the_whole_tree(app):
    tree = tree_of(app)
    assert len(tree.resources) > 1
    for entry in tree.resources:
        paths = tree.folder_files[entry.kind, entry.folder]
        alone = AppTree({path: tree.files[path] for path in paths}).entry_of(entry.kind, entry.folder)
        assert alone == entry == tree_of(app).entry_of(entry.kind, entry.folder)
        assert (alone.error and vars(alone.error)) == (entry.error and vars(entry.error))


@every_app
def test_resources_stand_by_kind_and_then_as_the_files_do(app):
    tree = tree_of(app)
    order = list(layout.KINDS)
    paths = list(tree.paths)
    keys = [(order.index(e.kind), min(map(paths.index, tree.folder_files[e.kind, e.folder]))) for e in tree.resources]
    assert keys == sorted(keys)


# ---- manifests


def test_an_app_without_a_manifest_has_no_data():
    tree = AppTree({"README.md": b""})
    assert (tree.app_entry, tree.manifest_path, tree.app, tree.format) == (None, "", {}, "json")


def test_an_unreadable_app_manifest_has_an_error_and_no_data():
    tree = small({"app.json": b'{"displayName": '})
    assert tree.app == {}
    assert tree.app_entry.error.code == "manifest-unreadable"
    assert tree.app_entry.label == "app.json"


def test_an_unreadable_resource_keeps_its_folder_name_and_raises_on_data():
    tree = small({"tools/a_b/a_b.json": b"[1]"})
    (tool,) = [entry for entry in tree.resources if entry.kind == "tools"]
    assert (tool.label, tool.display_name, tool.error.code) == ("a_b", "", "manifest-wrong-root")
    assert tree.of_kind("tools") == []
    assert tree.code_fields(tool) == []
    with pytest.raises(ManifestError):
        tree.data(tool)


@pytest.mark.parametrize("name", [None, 7, ["a"]])
def test_a_display_name_that_is_no_text_is_none(name):
    tree = small({"tools/x/x.json": {"displayName": name}})
    assert tree.entry_of("tools", "x").display_name == ""
    assert tree.entry_of("tools", "x").label == "x"


def test_the_manifest_named_like_its_folder_counts():
    tree = small({"tools/x/a.json": {"displayName": "a"}, "tools/x/x.yaml": b"displayName: x\n"})
    entry = tree.entry_of("tools", "x")
    assert (entry.manifest, entry.twins) == ("tools/x/x.yaml", ())
    assert tree.foreign == {"tools/x/a.json": FOREIGN}
    assert tree.format == "mixed"


def test_json_counts_before_yaml():
    tree = small({"tools/x/x.yaml": b"displayName: y\n", "tools/x/x.json": {"displayName": "x"}})
    entry = tree.entry_of("tools", "x")
    assert (entry.manifest, entry.twins) == ("tools/x/x.json", ("tools/x/x.yaml",))
    assert tree.foreign == {}


def test_another_name_counts_where_none_fits():
    tree = small({"tools/x/b.json": {}, "tools/x/a.yaml": b"{}", "tools/x/._x.json": b"junk"})
    entry = tree.entry_of("tools", "x")
    assert (entry.manifest, entry.twins) == ("tools/x/b.json", ("tools/x/a.yaml",))


def test_a_composed_and_a_decomposed_name_are_the_same():
    composed, decomposed = "Gu\u00eda", "Gui\u0301a"
    tree = small({f"agents/{decomposed}/{composed}.json": {"displayName": composed}})
    assert tree.entry_of("agents", decomposed).manifest == f"agents/{decomposed}/{composed}.json"
    assert tree.resolve(f"agents/{composed}/{decomposed}.json") == f"agents/{decomposed}/{composed}.json"


def test_an_agent_called_app_or_agents_is_no_app_inside_the_app():
    tree = small(
        {"agents/app/app.json": {"displayName": "app"}, "agents/agents/agents.json": {"displayName": "agents"}}
    )
    assert tree.nested_apps == []
    assert [entry.folder for entry in tree.of_kind("agents")] == ["Guide", "app", "agents"]


def test_an_app_in_the_folder_of_examples_is_no_example():
    inner = {"examples/demo/app.json": {"displayName": "d"}, "examples/demo/agents/G/G.json": {"displayName": "G"}}
    tree = small(inner)
    assert tree.nested_apps == ["examples/demo"]
    assert tree.of_kind("examples") == []
    assert tree.foreign == dict.fromkeys(inner, NESTED_APP)


def test_an_app_json_alone_is_no_app_inside_the_app():
    tree = small({"web/app.json": {"expo": {}}})
    assert tree.nested_apps == []
    assert tree.foreign == {"web/app.json": FOREIGN}


def test_a_template_in_the_place_of_a_manifest():
    tree = small({"tools/x/x.json.tftpl": b"${x}", "tools/y/README.md": b"no resource"})
    (bare,) = tree.bare_folders
    assert (bare.kind, bare.folder, bare.template) == ("tools", "x", "tools/x/x.json.tftpl")
    assert tree.entry_of("tools", "x") is None
    assert tree.foreign == {"tools/x/x.json.tftpl": TEMPLATE, "tools/y/README.md": FOREIGN}


def test_resources_are_found_by_display_name():
    tree = small({"tools/x/x.json": {"displayName": "same"}, "tools/y/y.json": {"displayName": "same"}})
    assert [entry.folder for entry in tree.named("tools", "same")] == ["x", "y"]
    assert tree.named("agents", "same") == []


# ---- code


def code_of(guide: dict, files: dict[str, object] | None = None) -> list[tuple]:
    tree = small(files or {}, {"displayName": "Guide", **guide})
    return [
        (code.pointer, code.role, code.language, code.inline, code.missing, code.resolved)
        for code in tree.code_fields(tree.entry_of("agents", "Guide"))
    ]


def test_code_fields_in_list_order():
    first, second = "agents/Guide/before_tool_callbacks/a.py", "agents/Guide/gone.py"
    guide = {
        "beforeToolCallbacks": [{"pythonCode": first}, {"disabled": True}, {"pythonCode": second}],
        "instruction": "Be kind.",
        "transferRules": [{"deterministicTransfer": {"pythonCodeCondition": {"pythonCode": "def f():\n  pass\n"}}}],
    }
    condition = ("transferRules", 0, "deterministicTransfer", "pythonCodeCondition", "pythonCode")
    assert code_of(guide, {first: b""}) == [
        (("instruction",), "instruction", "text", True, False, None),
        (("beforeToolCallbacks", 0, "pythonCode"), "callback", "python", False, False, first),
        (("beforeToolCallbacks", 2, "pythonCode"), "callback", "python", False, True, None),
        (condition, "condition", "python", True, False, None),
    ]


@pytest.mark.parametrize("value", [None, 3, ["agents/Guide/instruction.txt"], {"a": "b"}])
def test_a_code_field_that_is_no_text_is_passed_over(value):
    assert code_of({"instruction": value, "beforeToolCallbacks": value}) == []


def test_an_empty_code_field_is_neither_text_nor_missing():
    assert code_of({"instruction": ""}) == [(("instruction",), "instruction", "text", False, False, None)]


@pytest.mark.parametrize(
    ("value", "language", "inline"),
    [
        ("toolsets/t/s.yaml", "yaml", False),
        ("toolsets/t/s.json", "json", False),
        ('{"openapi": "3.0.0"}', "json", True),
        ("openapi: 3.0.0\npaths: {}\n", "yaml", True),
    ],
)
def test_the_language_of_a_schema(value, language, inline):
    tree = small({"toolsets/t/t.json": {"openApiToolset": {"openApiSchema": value}}})
    (code,) = tree.code_fields(tree.entry_of("toolsets", "t"))
    assert (code.role, code.language, code.inline, code.missing) == ("schema", language, inline, not inline)


def test_operations_of_a_schema_in_the_manifest_itself():
    schema = json.dumps(
        {"openapi": "3.0.0", "paths": {"/a": {"get": {"operationId": "getA"}, "parameters": []}, "/b": 1}}
    )
    tree = small({"tools/t/t.json": {"openApiTool": {"openApiSchema": schema}}})
    assert tree.operations(tree.entry_of("tools", "t")) == ["getA"]


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("agents/Guide/instruction.txt", True),
        ("./agents//Guide/instruction.txt", True),
        ("agents\\Guide\\instruction.txt", True),
        ("agents/Other/../Guide/instruction.txt", True),
        ("agents/Guide/Instruction.txt", False),
        ("/agents/Guide/instruction.txt", False),
        ("../agents/Guide/instruction.txt", False),
        ("C:/agents/Guide/instruction.txt", False),
        ("", False),
    ],
)
def test_resolving_a_path(value, found):
    assert small({}).resolve(value) == ("agents/Guide/instruction.txt" if found else None)


def test_a_path_that_differs_in_case_is_found_only_when_asked_for():
    assert small({}).case_match("agents/guide/INSTRUCTION.txt") == "agents/Guide/instruction.txt"
    assert small({}).case_match("agents/guide/other.txt") is None


def test_a_file_that_a_manifest_names_is_never_foreign():
    guide = {"displayName": "Guide", "instruction": "texts/rules.md"}
    tree = small({"texts/rules.md": b"", "texts/other.md": b""}, guide)
    assert tree.foreign == {"texts/other.md": FOREIGN}
    assert tree.orphans == ["agents/Guide/instruction.txt"]
    assert [entry.folder for entry in tree.named_files["texts/rules.md"]] == ["Guide"]


def test_beside_an_unreadable_manifest_nothing_is_foreign_but_what_machines_left():
    tree = small({"tools/x/x.json": b"{", "tools/x/code.py": b"", "tools/x/.DS_Store": b"", "tools/x/other.json": b""})
    assert tree.foreign == {"tools/x/.DS_Store": SYSTEM}
    assert tree.orphans == []


# ---- reading


class Counted(dict):
    """Files that note what is read of them."""

    def __init__(self, files: dict[str, bytes]) -> None:
        super().__init__(files)
        self.read, self.fetched = [], []

    def __getitem__(self, path: str) -> bytes:
        self.read.append(path)
        return super().__getitem__(path)

    def fetch(self, paths: list[str]) -> None:
        self.fetched += paths


def test_every_manifest_is_read_once_and_other_files_never():
    files = Counted(app_files("Harbor_Bistro"))
    tree = AppTree(files)
    for _ in range(2):
        assert tree.counts["agents"] == 6
        assert tree.format == "json"
        assert tree.foreign == {}
        assert tree.edges
    manifests = [entry.manifest for entry in tree.resources]
    assert files.fetched == manifests
    assert sorted(files.read) == sorted([*manifests, "app.json"])


def test_one_resource_reads_one_manifest():
    files = Counted(app_files("Harbor_Bistro"))
    assert AppTree(files).entry_of("tools", "hold_table").display_name == "hold_table"
    assert files.read == ["tools/hold_table/hold_table.json"]


def test_an_error_is_raised_anew_each_time():
    tree = small({"tools/x/x.json": b"{"})
    errors = []
    for _ in range(2):
        with pytest.raises(ManifestError) as caught:
            tree.manifest_data("tools/x/x.json")
        errors.append(len(caught.traceback))
    assert errors[0] == errors[1]


def test_a_parser_of_the_caller_is_used():
    tree = AppTree({"app.json": b"anything"}, parse=lambda path, content: {"displayName": f"{path} {content!r}"})
    assert tree.app_entry.display_name == "app.json b'anything'"
