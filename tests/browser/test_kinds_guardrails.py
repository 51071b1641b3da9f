"""A guardrail of each kind, with each action: made, filled in, saved, loaded anew and exported."""

from __future__ import annotations

from typing import Any

import pytest

from editor.actions.creating import create_app
from editor.actions.starters import STARTERS
from tests.browser.making import create, exported, fill_in, title, well_written

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CODE = '''def before_model_callback(callback_context, llm_request):
    """Never triggers."""
    return {"decision": "OK", "reason": ""}
'''
AFTER = CODE.replace("before_model_callback(callback_context, llm_request)", "after_agent_callback(callback_context)")
WHEN, THEN = title("guardrails", "when"), title("guardrails", "then")
FOLDER = "guardrails/Night_rules"

# Each action: what is chosen and filled in, and what the manifest then holds.
ACTIONS: dict[str, tuple[tuple[str, dict[str, Any]], dict[str, Any]]] = {
    "answer": (
        (
            "Answer at once with a fixed text",
            {"Answers": [{"Answer": "Not at night.\nSorry."}, {"Answer": "No.", "State": "Off"}]},
        ),
        {"respondImmediately": {"responses": [{"text": "Not at night.\nSorry."}, {"text": "No.", "disabled": True}]}},
    ),
    "transfer": (("Transfer to an agent", {"Agent": "Main agent"}), {"transferAgent": {"agent": "Main agent"}}),
    "decline": (
        ("Let the model decline", {"Prompt": "Decline: kindly."}),
        {"generativeAnswer": {"prompt": "Decline: kindly."}},
    ),
}
# Starter, member, what is filled in at the member, the manifest then.
GUARDRAILS: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "Content filter": (
        "Content filter: words and patterns",
        {
            "In both directions": ["gold", "# silver"],
            "From the user": ["password: x"],
            "From the agent": ["(?i)secret"],
            "Match": "Regular expression",
            "Accents": "Disregard",
        },
        {
            "contentFilter": {
                "bannedContents": ["gold", "# silver"],
                "bannedContentsInUserInput": ["password: x"],
                "bannedContentsInAgentResponse": ["(?i)secret"],
                "matchType": "REGEXP_MATCH",
                "disregardDiacritics": True,
            }
        },
    ),
    "Prompt security": (
        "Prompt security",
        {
            "Policy": (
                "Your own policy",
                {"Policy": "Trigger on tricks.", "Judges": "The user", "If the check fails": "Let it pass"},
            )
        },
        {
            "llmPromptSecurity": {
                "customPolicy": {"prompt": "Trigger on tricks.", "policyScope": "USER_QUERY", "failOpen": True}
            }
        },
    ),
    "Policy": (
        "Policy: a model judges",
        {
            "Policy": "Trigger on medical advice.\n\nAlways.",
            "Judges": "The agent",
            "If the check fails": "Trigger",
            "Messages looked at": "4",
            "Short messages": "Judge them too",
            "Model": {"Model": "gemini-2.5-flash", "Temperature": "0"},
        },
        {
            "llmPolicy": {
                "maxConversationMessages": 4,
                "modelSettings": {"model": "gemini-2.5-flash", "temperature": 0.0},
                "prompt": "Trigger on medical advice.\n\nAlways.",
                "policyScope": "AGENT_RESPONSE",
                "failOpen": False,
                "allowShortUtterance": True,
            }
        },
    ),
    "Safety": (
        "Model safety",
        {
            "Categories": [
                {"Harm": "Harassment", "Blocks": "Low and above: most"},
                {"Harm": "Hate speech", "Blocks": "Filter off"},
            ]
        },
        {
            "modelSafety": {
                "safetySettings": [
                    {"category": "HARM_CATEGORY_HARASSMENT", "threshold": "BLOCK_LOW_AND_ABOVE"},
                    {"category": "HARM_CATEGORY_HATE_SPEECH", "threshold": "OFF"},
                ]
            }
        },
    ),
    "Python": (
        "Own Python code",
        {
            "Before model": {"Code": CODE, "Description": "Looks: at words."},
            "After agent": {"Code": AFTER, "State": "Off"},
        },
        {
            "codeCallback": {
                "afterAgentCallback": {
                    "pythonCode": f"{FOLDER}/code_callback/after_agent_callback/python_code.py",
                    "disabled": True,
                },
                "beforeModelCallback": {
                    "pythonCode": f"{FOLDER}/code_callback/before_model_callback/python_code.py",
                    "description": "Looks: at words.",
                },
            }
        },
    ),
}
TURNS = ["answer", "transfer", "decline", "answer", "transfer"]
CASES = [(starter, action, "json") for starter, action in zip(GUARDRAILS, TURNS, strict=True)]
CASES += [("Content filter", "answer", "yaml"), ("Python", "decline", "yaml")]


@pytest.mark.parametrize(("starter", "action", "syntax"), CASES)
def test_a_guardrail_of_each_kind_is_made_filled_in_and_exported(starter, action, syntax, page):
    member, inner, expected = GUARDRAILS[starter]
    app = create_app("Night shift", "tool", "somebody", syntax)
    create(page, app, "guardrails", starter, "Night rules")
    tree = {"Description": "At night.", "Enabled": "Off", WHEN: (member, inner), THEN: ACTIONS[action][0]}
    fill_in(page, tree)
    files = exported(page, app)
    path = f"{FOLDER}/Night_rules.{syntax}"
    assert well_written("guardrails", path, files[path]) == {
        "displayName": "Night rules",
        "description": "At night.",
        "enabled": False,
        "action": ACTIONS[action][1],
        **expected,
    }
    if starter == "Python":
        assert files[expected["codeCallback"]["beforeModelCallback"]["pythonCode"]] == CODE.encode()
        assert files[expected["codeCallback"]["afterAgentCallback"]["pythonCode"]] == AFTER.encode()


def test_every_action_takes_the_place_of_the_one_before(page):
    app = create_app("Night shift", "tool", "somebody")
    create(page, app, "guardrails", "Policy", "Night rules")
    path = f"{FOLDER}/Night_rules.json"
    for chosen, expected in ACTIONS.values():
        fill_in(page, {THEN: chosen})
        assert well_written("guardrails", path, exported(page, app)[path])["action"] == expected


def test_every_kind_of_guardrail_is_among_them():
    assert [starter.label for starter in STARTERS["guardrails"]] == [*GUARDRAILS]
