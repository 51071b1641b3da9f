from __future__ import annotations

import pytest

from editor import schema
from editor.archive import layout
from editor.archive.layout import OPENAPI, PYTHON, TEXT
from tests.archive.samples import APPS, expected


def test_kinds_stand_in_the_order_of_the_format():
    assert list(layout.KINDS) == [
        "app",
        "agents",
        "tools",
        "toolsets",
        "guardrails",
        "examples",
        "evaluations",
        "evaluationDatasets",
        "evaluationExpectations",
    ]
    assert list(layout.RESOURCE_KINDS) == list(layout.KINDS)[1:]


# ---- names


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("Orders (EU)", "Orders__EU_"),
        ("Orders & Returns (EU)", "Orders___Returns__EU_"),
        ("Golden - cold soup, what now?", "Golden_-_cold_soup__what_now_"),
        ("hold_table", "hold_table"),
        ("Guía", "Gu_a"),
        ("Gui\u0301a", "Gui_a"),
        ("a/../b", "a____b"),
        ("line\nbreak", "line_break"),
        ("😀", "_"),
        ("", ""),
    ],
)
def test_a_folder_is_the_display_name_with_other_characters_replaced(name, folder):
    assert layout.sanitise(name) == folder


@pytest.mark.parametrize("app", [app for app in APPS if "folders" in expected(app)])
def test_the_folders_of_the_sample_apps(app):
    renamed = {"price_lookup_wrapper"}  # lies in a folder of another name on purpose
    for folders in expected(app)["folders"].values():
        assert {name: layout.sanitise(name) for name in folders if name not in renamed}.items() <= folders.items()


def test_a_new_manifest_is_named_like_its_folder():
    assert layout.manifest_path("tools", "x", "yaml") == "tools/x/x.yaml"
    assert layout.manifest_path("app", "", "json") == "app.json"


# ---- code members


def rule(kind: str, *pointer: str | int) -> layout.CodeRule:
    found = layout.code_rule(kind, pointer)
    assert found is not None
    return found


@pytest.mark.parametrize("kind", layout.KINDS.values(), ids=lambda kind: kind.key)
def test_every_code_member_is_a_text_of_the_public_messages(kind):
    for code in kind.code:
        field, message = None, kind.message
        for step in code.pattern:
            if step != "*":
                field = schema.field(message, step)
                assert field is not None, code.pattern
                message = field.type
        assert field.type == "string"


@pytest.mark.parametrize("kind", layout.KINDS.values(), ids=lambda kind: kind.key)
def test_every_new_file_goes_where_code_is_looked_for(kind):
    for code in kind.code:
        path = layout.code_path(code, "x")
        assert path == "" or layout.in_code_place(path)
        assert path == "" or layout.classify(path).role == "code"


def test_a_pointer_leads_to_its_rule():
    assert rule("agents", "beforeModelCallbacks", 2, "pythonCode").language == PYTHON
    assert rule("app", "globalInstruction").language == TEXT
    assert rule("toolsets", "openApiToolset", "openApiSchema").language == OPENAPI
    assert rule("guardrails", "codeCallback", "afterModelCallback", "pythonCode").role == "callback"
    assert layout.code_rule("agents", ("beforeModelCallbacks", "2", "pythonCode")) is None
    assert layout.code_rule("agents", ("beforeModelCallbacks", 2)) is None
    assert layout.code_rule("tools", ("displayName",)) is None


def test_a_new_callback_gets_the_highest_number_and_one():
    callback = rule("agents", "beforeToolCallbacks", 0, "pythonCode")
    place = "agents/A/before_tool_callbacks/before_tool_callbacks_{}/python_code.py"
    assert layout.code_path(callback, "A") == place.format("01")
    taken = [place.format("01"), place.format("07"), "agents/A/before_tool_callbacks/trim/python_code.py"]
    assert layout.code_path(callback, "A", taken) == place.format("08")
    assert layout.code_path(callback, "A", [place.format("99")]) == place.format("100")
    assert layout.code_path(callback, "B", taken) == place.format("01").replace("/A/", "/B/")
    flat = "agents/A/before_tool_callbacks/before_tool_callbacks_03.py"
    assert layout.code_path(callback, "A", [flat]) == place.format("04")


def test_a_folder_name_is_no_pattern():
    callback = rule("agents", "beforeToolCallbacks", 0, "pythonCode")
    taken = ["agents/AxB/before_tool_callbacks/before_tool_callbacks_07/python_code.py"]
    assert layout.code_path(callback, "A.B", taken).endswith("before_tool_callbacks_01/python_code.py")


# ---- paths


@pytest.mark.parametrize(
    ("path", "role", "kind", "folder"),
    [
        ("app.json", "app", "", ""),
        ("app.yaml", "app", "", ""),
        ("app.yml", "foreign", "", ""),
        ("environment.json", "environment", "", ""),
        ("global_instruction.txt", "code", "", ""),
        ("pythonEnvFiles/pythonEnvFiles.json", "known", "", ""),
        ("pythonEnvFiles/other.json", "foreign", "", ""),
        ("README.md", "foreign", "", ""),
        ("tests/test_prices.py", "foreign", "", ""),
        ("agents/Guide/Guide.json", "manifest", "agents", "Guide"),
        ("agents/Guide/other.yaml", "manifest", "agents", "Guide"),
        ("agents/Guide/instruction.txt", "code", "agents", "Guide"),
        ("agents/Guide/instruction.md", "foreign", "agents", "Guide"),
        ("agents/Guide/before_tool_callbacks/a.py", "code", "agents", "Guide"),
        ("agents/Guide/before_tool_callbacks/a/b/c.py", "code", "agents", "Guide"),
        ("agents/Guide/before_tool_callbacks/notes.txt", "foreign", "agents", "Guide"),
        ("agents/Guide/test_callbacks.py", "foreign", "agents", "Guide"),
        ("agents/Guide/python_function/python_code.py", "foreign", "agents", "Guide"),
        ("agents/README.md", "foreign", "", ""),
        ("tools/x/python_function/python_code.py", "code", "tools", "x"),
        ("tools/x/tool_fake_config/code_block/python_code.py", "code", "tools", "x"),
        ("toolsets/x/tool_fake_config/code_block/python_code.py", "code", "toolsets", "x"),
        ("toolsets/x/open_api_toolset/open_api_schema.yaml", "code", "toolsets", "x"),
        ("toolsets/x/open_api_toolset/v2/schema.json", "code", "toolsets", "x"),
        ("guardrails/x/code_callback/before_model_callback/python_code.py", "code", "guardrails", "x"),
        ("examples/x/code.py", "foreign", "examples", "x"),
        ("tools/x/python_function/__pycache__/python_code.cpython-311.pyc", "system", "tools", "x"),
        (".DS_Store", "system", "", ""),
        ("agents/.DS_Store", "system", "", ""),
        ("agents/Guide/._Guide.json", "system", "agents", "Guide"),
        ("app.json.tftpl", "template", "", ""),
        ("agents/Guide/Guide.json.tftpl", "template", "agents", "Guide"),
        (".git/config", "system", "", ""),
        (".gitignore", "foreign", "", ""),
    ],
)
def test_what_a_path_means(path, role, kind, folder):
    assert layout.classify(path) == layout.Place(role, kind, folder)


def test_the_resource_of_a_path():
    assert layout.resource_of("tools/x/python_function/python_code.py") == ("tools", "x")
    assert layout.resource_of("tools/x/README.md") == ("tools", "x")
    for outside in ("tools/x", "tools/x/", "tools", "app.json", "other/x/y", "app/x/y.json"):
        assert layout.resource_of(outside) is None


# ---- values


@pytest.mark.parametrize(
    "value",
    [
        "agents/Guide/instruction.txt",
        "agents\\Guide\\instruction.txt",
        "../secrets/instruction.txt",
        "/etc/passwd",
        "agents/My guide/instruction.txt",
        "my instruction.txt",
        "agents/Guide/rules.j2",
        "agents/Guide/instruction",
        "instruction.md",
        "agents/Guía/instrucción.txt",
    ],
)
def test_an_instruction_that_is_a_path(value):
    assert not layout.is_inline(TEXT, value)


@pytest.mark.parametrize(
    "value",
    [
        "You help visitors who lost something. Ask what it is, where it was last seen and for a phone number.",
        "Be kind",
        "Hello",
        "Be kind.",
        "agents/Guide/instruction.txt\n",
        "Say yes/no only",
        "Ask at support/help.com",
        "<role>guide</role>",
        "{@TOOL: end_session}",
        "agents/" + "x" * 2000 + ".txt",
        "Wer fragt, gewinnt.",
    ],
)
def test_an_instruction_that_is_the_text_itself(value):
    assert layout.is_inline(TEXT, value)


@pytest.mark.parametrize(
    ("value", "inline"),
    [
        ("tools/x/python_function/python_code.py", False),
        ("../secrets/python_code.py", False),
        ("importers/x/python_code.py", False),
        ("from_agents/x.py", False),
        ("default.py", False),
        ("def f(): return 1", True),
        ("async def f(): return 1", True),
        ("import os", True),
        ("from a import b", True),
        ("# nothing", True),
        ("  # nothing", True),
        ("x = 1\ny = 2", True),
        ("x = 1\ry = 2", True),
        ("", False),
    ],
)
def test_python_code_that_is_the_code_itself(value, inline):
    assert layout.is_inline(PYTHON, value) is inline


@pytest.mark.parametrize(
    ("value", "inline"),
    [("toolsets/x/s.yaml", False), ('{"openapi": "3.0.3"}', True), ("openapi: 3.0.3\npaths: {}", True), ("", False)],
)
def test_a_schema_that_is_the_schema_itself(value, inline):
    assert layout.is_inline(OPENAPI, value) is inline


@pytest.mark.parametrize(
    ("value", "path", "outside"),
    [
        ("a/b.txt", "a/b.txt", False),
        ("a\\b.txt", "a/b.txt", False),
        ("./a//b.txt", "a/b.txt", False),
        ("a/../b.txt", "b.txt", False),
        ("a/../../b.txt", "../b.txt", True),
        ("../b.txt", "../b.txt", True),
        ("..\\b.txt", "../b.txt", True),
        ("/a/b.txt", "/a/b.txt", True),
        ("\\\\host\\a", "/host/a", True),
        ("C:\\a.txt", "C:/a.txt", True),
        ("..a/b", "..a/b", False),
        ("", "", False),
    ],
)
def test_what_path_a_value_means_and_whether_it_leaves_the_app(value, path, outside):
    assert layout.as_path(value) == path
    assert layout.leaves_app(value) is outside
