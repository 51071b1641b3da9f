"""Where an app names a resource."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from editor import schema
from editor.archive import container, layout
from editor.archive.operations import find, to_text
from editor.archive.tree import AppTree
from editor.mentions import FIELDS, LISTS, mentions

APPS = Path(__file__).resolve().parent.parent / "fixtures" / "apps"


def sample(name: str) -> AppTree:
    return AppTree(container.read_folder(APPS / name).files)


def tree_with(app: dict | None = None, **files: str) -> AppTree:
    """A tree of an app and of files, "__" in their names for "/" and a suffix of one letter each."""
    suffixes = {"j": "json", "t": "txt", "p": "py", "y": "yaml"}
    paths = {"app.json": json.dumps(app or {})}
    for name, text in files.items():
        path, _, suffix = name.replace("__", "/").rpartition("_")
        paths[f"{path}.{suffixes[suffix]}"] = text
    return AppTree({path: text.encode() for path, text in paths.items()})


def agent(**members) -> str:
    return json.dumps({"displayName": "A", **members})


def found(tree: AppTree, kind: str, name: str) -> list[tuple[str, str, str]]:
    return [(m.file, to_text(m.pointer), m.kind) for m in mentions(tree, kind, name)]


def test_every_field_is_one_of_the_schema():
    for message, member in FIELDS:
        field = schema.field(message, member)
        assert field is not None and field.type == "string", (message, member)
    assert LISTS.keys() <= FIELDS.keys()
    assert {*FIELDS.values()} <= {*layout.RESOURCE_KINDS}


@pytest.mark.parametrize(
    ("kind", "name", "expected"),
    [
        (
            "agents",
            "Kitchen line",
            [
                ("agents/Front_desk/Front_desk.json", 7, "childAgents", "list"),
                ("agents/Front_desk/instruction.txt", 28, "instruction", "instruction"),
                (
                    "agents/Front_desk/before_model_callbacks/before_model_callbacks_02/python_code.py",
                    12,
                    "callback",
                    "python",
                ),
                ("tools/ask_kitchen/ask_kitchen.json", 8, "agent", "member"),
                ("guardrails/No_medical_advice/No_medical_advice.json", 8, "agent", "member"),
            ],
        ),
        (
            "toolsets",
            "loyalty_ledger",
            [
                ("agents/Table_bookings/Table_bookings.json", 16, "toolsets", "list"),
                ("agents/Table_bookings/instruction.txt", 30, "instruction", "instruction"),
                ("tools/hold_table/python_function/python_code.py", 8, "function", "python"),
                ("evaluations/Golden_-_book_for_four/Golden_-_book_for_four.json", 138, "toolset", "member"),
                ("environment.json", 39, "toolsets", "environment"),
            ],
        ),
        (
            "guardrails",
            "Blocked words",
            [("app.json", 55, "guardrails", "list")],
        ),
        (
            "tools",
            "dish_carousel",
            [
                ("agents/Orders___Returns__EU_/Orders___Returns__EU_.json", 6, "tools", "list"),
                ("agents/Orders___Returns__EU_/instruction.txt", 18, "instruction", "instruction"),
            ],
        ),
    ],
)
def test_the_sample_names_its_resources(kind, name, expected):
    assert [(m.file, m.line, m.where, m.kind) for m in mentions(sample("Harbor_Bistro"), kind, name)] == expected


@pytest.mark.parametrize("app", ["Harbor_Bistro", "Clinica_del_Sol", "handmade-kiosk", "broken-refs"])
def test_every_edge_of_the_samples_is_found_and_its_element_removes_it(app):
    tree = sample(app)
    for kind in ("agents", "tools", "toolsets", "guardrails"):
        for entry in tree.of_kind(kind):
            for mention in mentions(tree, kind, entry.display_name):
                if mention.kind not in ("member", "list"):
                    continue
                data = tree.manifest_data(mention.file)
                assert find(data, mention.pointer) == entry.display_name
                assert bool(mention.element) == (mention.kind == "list")
                if mention.element:
                    assert isinstance(find(data, mention.element[:-1]), list)
    edges = [(parent, child) for parent, child in tree.edges if tree.named("agents", child)]
    names = {entry.folder: entry.display_name for entry in tree.of_kind("agents")}
    children = {child for _, child in edges}
    assert sorted(edges) == sorted(
        (names[m.owner[1]], child)
        for child in children
        for m in mentions(tree, "agents", child)
        if m.where == "childAgents"
    )


def test_names_are_whole_and_exact():
    tree = tree_with(agents__A__A_j=agent(tools=["look", "look_up", "Look"], childAgents=["look"]))
    assert found(tree, "tools", "look") == [("agents/A/A.json", "/tools/0", "list")]


def test_braces_tell_agents_from_tools():
    text = "{@AGENT: Desk} {@TOOL: Desk}\n{@WIDGET:Desk} { @TOOL: Desk} {@TOOL: Desk two} {Desk}"
    tree = tree_with(agents__A__A_j=agent(instruction="agents/A/i.txt"), agents__A__i_t=text)
    assert [m.line for m in mentions(tree, "agents", "Desk")] == [1]
    assert [m.line for m in mentions(tree, "tools", "Desk")] == [1, 2]
    assert mentions(tree, "toolsets", "Desk") == []


def test_a_text_in_the_manifest_is_at_its_pointer():
    tree = tree_with(agents__A__A_j='{\n"displayName": "A",\n"instruction": "Say hi.\\nThen {@TOOL: look}."}')
    (mention,) = mentions(tree, "tools", "look")
    assert (mention.file, mention.pointer, mention.line) == ("agents/A/A.json", ("instruction",), 3)


def test_python_names_tools_by_their_attribute_and_agents_by_a_transfer():
    code = (
        "def f():\n    tools.look({})\n    x = async_tools.look\n    other.look()\n    'tools.look'\n"
        '    Part.from_agent_transfer(agent="look")\n    from_agent_transfer("look")\n    look(agent="look")\n'
    )
    tree = tree_with(
        tools__t__t_j=json.dumps({"displayName": "t", "pythonFunction": {"pythonCode": "tools/t/c.py"}}),
        tools__t__c_p=code,
    )
    assert [m.line for m in mentions(tree, "tools", "look")] == [2, 3]
    assert [m.line for m in mentions(tree, "agents", "look")] == [6, 7]
    assert mentions(tree, "guardrails", "look") == []


def test_python_that_does_not_parse_is_passed_over():
    tree = tree_with(
        tools__t__t_j=json.dumps({"displayName": "t", "pythonFunction": {"pythonCode": "tools/t/c.py"}}),
        tools__t__c_p="def f(:\n    tools.look({})\n",
        agents__A__A_j=agent(tools=["look"]),
    )
    assert found(tree, "tools", "look") == [("agents/A/A.json", "/tools/0", "list")]


def test_operations_of_a_toolset_name_it():
    tree = tree_with(
        toolsets__desk__desk_j=json.dumps({"displayName": "desk", "mcpToolset": {"serverAddress": "https://x"}}),
        agents__A__A_j=agent(instruction="agents/A/i.txt", toolsets=[{"toolset": "desk", "toolIds": ["open"]}]),
        agents__A__i_t="{@TOOL: desk_open} {@TOOL: desk_shut} {@TOOL: desk}",
    )
    assert found(tree, "toolsets", "desk") == [
        ("agents/A/A.json", "/toolsets/0/toolset", "list"),
        ("agents/A/i.txt", "", "instruction"),
    ]
    assert mentions(tree, "toolsets", "desk")[0].element == ("toolsets", 0)


@pytest.mark.parametrize(
    ("suffix", "text"),
    [
        ("j", '{"displayName": "A", "tools": ["\\u006cook"]}'),
        ("j", '{"displayName": "A", "tools": ["loo\\u006B"]}'),
        ("y", 'displayName: A\ntools: ["l\\x6fok"]\n'),
        ("y", 'displayName: A\ntools: ["lo\\U0000006fk"]\n'),
        ("y", 'displayName: A\ntools:\n- "lo\\\n  ok"\n'),
    ],
)
def test_a_name_behind_escapes_is_found(suffix, text):
    tree = tree_with(**{f"agents__A__A_{suffix}": text})
    assert [m.pointer for m in mentions(tree, "tools", "look")] == [("tools", 0)]


def test_the_user_of_a_conversation_is_no_agent():
    example = {"displayName": "E", "entryAgent": "user", "messages": [{"role": "user"}, {"role": "A"}]}
    tree = tree_with(examples__E__E_j=json.dumps(example))
    assert found(tree, "agents", "user") == [("examples/E/E.json", "/entryAgent", "member")]
    assert found(tree, "agents", "A") == [("examples/E/E.json", "/messages/1/role", "member")]


def test_what_cannot_be_read_names_nothing():
    tree = tree_with(
        agents__A__A_j="{", environment_j="{", toolsets__desk__desk_j='{"displayName": "desk"}', agents__B__B_y="- a\n"
    )
    assert mentions(tree, "toolsets", "desk") == []
