"""What new code starts from."""

from __future__ import annotations

import ast

import pytest

from editor.archive import layout
from editor.code.python import signature, syntax_error
from editor.code.starters import function_name, starter

CONTEXT = ["callback_context"]
CALL = ["tool", "input", "callback_context"]
SIGNATURES = {
    ("callback", "beforeAgentCallbacks"): ("before_agent_callback", CONTEXT),
    ("callback", "afterAgentCallbacks"): ("after_agent_callback", CONTEXT),
    ("callback", "beforeModelCallbacks"): ("before_model_callback", [*CONTEXT, "llm_request"]),
    ("callback", "afterModelCallbacks"): ("after_model_callback", [*CONTEXT, "llm_response"]),
    ("callback", "beforeToolCallbacks"): ("before_tool_callback", CALL),
    ("callback", "afterToolCallbacks"): ("after_tool_callback", [*CALL, "tool_response"]),
    ("callback", "beforeAgentCallback"): ("before_agent_callback", CONTEXT),
    ("callback", "afterAgentCallback"): ("after_agent_callback", CONTEXT),
    ("callback", "beforeModelCallback"): ("before_model_callback", [*CONTEXT, "llm_request"]),
    ("callback", "afterModelCallback"): ("after_model_callback", [*CONTEXT, "llm_response"]),
    ("fake", "toolFakeConfig"): ("fake_tool_call", CALL),
    ("condition", "transferRules"): ("should_trigger_transfer_callback", CONTEXT),
    ("function", "pythonFunction"): ("find_table", ["query"]),
    ("function", "widgetTool"): ("find_table", ["data"]),
}
PUBLIC = {"Content", "LlmResponse", "LlmRequest", "CallbackContext", "Tool"}  # globals of the service


def member_of(rule):
    return rule.pattern[1] if rule.pattern[0] == "codeCallback" else rule.pattern[0]


def run(text):
    """The names that the code defines, with stand-ins for the service's own classes."""
    names = {name: type(name, (), {}) for name in PUBLIC}
    exec(compile(text, "<starter>", "exec"), names)
    return names


def test_every_place_of_python_code_has_a_starter():
    rules = [rule for kind in layout.KINDS.values() for rule in kind.code if rule.language == layout.PYTHON]
    assert {(rule.role, member_of(rule)) for rule in rules} == set(SIGNATURES)


@pytest.mark.parametrize("place", SIGNATURES, ids="-".join)
def test_a_starter_has_the_arguments_that_the_service_passes(place):
    text = starter(*place, "find_table")
    name, arguments = SIGNATURES[place]
    assert syntax_error(text) is None
    assert max(map(len, text.splitlines())) <= 120
    found = signature(text, name)
    assert [parameter.name for parameter in found.parameters] == arguments
    assert all(parameter.required and parameter.annotation for parameter in found.parameters)
    assert found.summary
    assert [node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)] == [name]


GUARDS = [place for place in SIGNATURES if place[1].endswith("Callback")]
SERVES = {  # what lets everything go on as it would
    **dict.fromkeys(SIGNATURES),
    **{place: {"decision": "OK", "reason": ""} for place in GUARDS},
    ("condition", "transferRules"): False,
    ("function", "pythonFunction"): {"result": 1},
    ("function", "widgetTool"): 1,
}


@pytest.mark.parametrize(("place", "result"), SERVES.items(), ids=map("-".join, SERVES))
def test_a_starter_changes_nothing_when_it_runs(place, result):
    name, arguments = SIGNATURES[place]
    assert run(starter(*place, "find_table"))[name](*[1 for _ in arguments]) == result


def test_the_function_of_a_tool_tells_of_its_parameter():
    assert signature(starter("function", "pythonFunction", "f"), "f").parameters[0].description


@pytest.mark.parametrize(
    ("display_name", "name"),
    [
        ("find_table", "find_table"),
        ("Find table (EU)", "Find_table__EU_"),
        ("2go", "_2go"),
        ("class", "class_"),
        ("", "tool"),
        ("buscar_café", "buscar_café"),
        ("a\ud800\0{x}", "a___x_"),
        ("²x", "_x"),
    ],
)
def test_a_name_that_python_does_not_take_becomes_one(display_name, name):
    assert function_name(display_name) == name
    assert syntax_error(starter("function", "pythonFunction", display_name)) is None


def test_there_is_no_starter_for_what_holds_no_code():
    with pytest.raises(KeyError):
        starter("callback", "tools")
