"""What new Python code starts from: the right name and arguments, and a result that changes nothing (docs/format.md,
"Fields"). The classes in the annotations are globals of the service; they are never imported."""

from __future__ import annotations

import keyword

_CONTEXT = "callback_context: CallbackContext"
_TOOL_CALL = f"""
    tool: Tool, input: dict[str, Any], {_CONTEXT}
"""
_TOOL_RESULT = f"""
    tool: Tool, input: dict[str, Any], {_CONTEXT}, tool_response: dict
"""


def _hook(moment: str, arguments: str, result: str, says: str, imports: str = "Optional") -> str:
    return f'''from typing import {imports}


def {moment}_callback({arguments}) -> Optional[{result}]:
    """{says}"""
    return None
'''


def _guard(moment: str, arguments: str, says: str) -> str:
    return f'''from typing import Any


def {moment}_callback({arguments}) -> dict[str, Any]:
    """{says} Triggers with {{"decision": "TRIGGER", "reason": "..."}}."""
    return {{"decision": "OK", "reason": ""}}
'''


_REQUEST = f"{_CONTEXT}, llm_request: LlmRequest"
_RESPONSE = f"{_CONTEXT}, llm_response: LlmResponse"

# A tool in Python; NAME stands for that of the function.
NAME = "{name}"
FUNCTION = '''from typing import Any


def {name}(query: str) -> dict[str, Any]:
    """Says in one sentence what the tool does and when to call it.

    Args:
        query: What the user wants to know.

    Returns:
        A dictionary with the result.
    """
    return {"result": query}
'''

# By role and first member of the code's rule (layout.KINDS)
_STARTERS = {
    ("callback", "beforeAgentCallbacks"): _hook(
        "before_agent", _CONTEXT, "Content", "Runs before the agent; Content that it returns skips the agent."
    ),
    ("callback", "afterAgentCallbacks"): _hook(
        "after_agent", _CONTEXT, "Content", "Runs after the agent; Content that it returns replaces the output."
    ),
    ("callback", "beforeModelCallbacks"): _hook(
        "before_model", _REQUEST, "LlmResponse", "Runs before the model; a response that it returns skips the model."
    ),
    ("callback", "afterModelCallbacks"): _hook(
        "after_model", _RESPONSE, "LlmResponse", "Runs after the model; a response that it returns replaces its own."
    ),
    ("callback", "beforeToolCallbacks"): _hook(
        "before_tool",
        _TOOL_CALL,
        "dict[str, Any]",
        "Runs before a tool; a dict that it returns skips the tool.",
        "Any, Optional",
    ),
    ("callback", "afterToolCallbacks"): _hook(
        "after_tool",
        _TOOL_RESULT,
        "dict[str, Any]",
        "Runs after a tool; a dict that it returns replaces the result.",
        "Any, Optional",
    ),
    ("callback", "beforeAgentCallback"): _guard("before_agent", _CONTEXT, "Judges a turn before the agent."),
    ("callback", "afterAgentCallback"): _guard("after_agent", _CONTEXT, "Judges a turn after the agent."),
    ("callback", "beforeModelCallback"): _guard("before_model", _REQUEST, "Judges what the model will read."),
    ("callback", "afterModelCallback"): _guard("after_model", _RESPONSE, "Judges what the model said."),
    ("fake", "toolFakeConfig"): f'''from typing import Any, Optional


def fake_tool_call({_TOOL_CALL}) -> Optional[dict[str, Any]]:
    """Answers in place of the tool; None calls the real one."""
    return None
''',
    ("condition", "transferRules"): f'''def should_trigger_transfer_callback({_CONTEXT}) -> bool:
    """Whether the conversation is handed over now."""
    return False
''',
    ("function", "pythonFunction"): FUNCTION,
    ("function", "widgetTool"): '''from typing import Any


def {name}(data: dict[str, Any]) -> dict[str, Any]:
    """Makes the data of the widget from the result of the source tool."""
    return data
''',
}


def starter(role: str, member: str, name: str = "") -> str:
    """The code to start from. `role` and `member` are those of the code's rule: its role and the first step of its
    pattern, or the second where the first is "codeCallback". `name` is the display name of the tool that a function
    belongs to. Raises KeyError for a member that holds no code."""
    return _STARTERS[role, member].replace(NAME, function_name(name))


def function_name(display_name: str) -> str:
    """The nearest name that Python takes: "Find table" → "Find_table"."""
    name = "".join(char if f"_{char}".isidentifier() else "_" for char in display_name) or "tool"
    if not name.isidentifier():
        name = f"_{name}"
    return f"{name}_" if keyword.iskeyword(name) else name
