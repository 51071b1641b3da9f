"""Agents and the app itself: made, filled in, saved, loaded anew and exported."""

from __future__ import annotations

from typing import Any

import pytest

from editor.actions.creating import create_app
from tests.browser.filling import Key, Sorted, Ticks, Written
from tests.browser.making import create, exported, fill_in, well_written

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FOLDER = "agents/Night_porter"
BEFORE = "def before_model_callback(callback_context, llm_request):\n    return None\n"
AFTER = "def after_tool_callback(tool, tool_input, callback_context, tool_response):\n    return {}\n"
RULE = "def should_trigger_transfer_callback(callback_context):\n    return False\n"
PORTER: dict[str, Any] = {
    "Description": "Opens the door: at night.",
    "Model": "gemini-2.5-flash",
    "Temperature": "0.5",
    "Instruction": "<role>\nYou are the night porter.\n</role>\n",
    "Tools": Ticks("end_session", "look_up"),
    "Before model": [{"Code": BEFORE, "Description": "Looks."}],
    "After tool": [{"Code": AFTER, "State": "Off"}, {"Code": AFTER + "# again\n"}],
    "Guardrails": Ticks("Prompt security"),
    "Handoff rules": [
        {
            "Child": "Main agent",
            "Direction": "Child to parent",
            "Rule": (
                "Transfer",
                {"Condition": ("Expression", {"When": "guests > 8"})},
            ),
        },
        {
            "Child": "Main agent",
            "Direction": "Parent to child",
            "Rule": ("Transfer", {"Condition": ("Python code", {"Code": RULE})}),
        },
    ],
}
PORTER_DATA = {
    "displayName": "Night porter",
    "description": "Opens the door: at night.",
    "modelSettings": {"model": "gemini-2.5-flash", "temperature": 0.5},
    "instruction": f"{FOLDER}/instruction.txt",
    "tools": ["end_session", "look_up"],
    "guardrails": ["Prompt security"],
    "beforeModelCallbacks": [
        {
            "pythonCode": f"{FOLDER}/before_model_callbacks/before_model_callbacks_01/python_code.py",
            "description": "Looks.",
        }
    ],
    "afterToolCallbacks": [
        {
            "pythonCode": f"{FOLDER}/after_tool_callbacks/after_tool_callbacks_01/python_code.py",
            "disabled": True,
        },
        {"pythonCode": f"{FOLDER}/after_tool_callbacks/after_tool_callbacks_02/python_code.py"},
    ],
    "transferRules": [
        {
            "childAgent": "Main agent",
            "direction": "CHILD_TO_PARENT",
            "deterministicTransfer": {"expressionCondition": {"expression": "guests > 8"}},
        },
        {
            "childAgent": "Main agent",
            "direction": "PARENT_TO_CHILD",
            "deterministicTransfer": {"pythonCodeCondition": {"pythonCode": RULE}},
        },
    ],
}
FLOW = "projects/p/locations/eu/agents/4"
APP: dict[str, Any] = {
    "Display name": "Night shift",
    "Description": "Who works at night.",
    "Root agent": "Main agent",
    "Model": "gemini-2.5-flash",
    "Temperature": "1",
    "Tools run": "One by one",
    "Global instruction": "Be quiet.\n",
    "Variables": Sorted(
        [
            {
                "Name": "guest",
                "Description": "Who: rings.",
                "Type and default": {"Type": "Text", "Default": Written("nobody", '"nobody"')},
            },
            {"Name": "guests", "Type and default": {"Type": "Whole number", "Default": "2"}},
            {"Name": "tip", "Type and default": {"Type": "Number", "Default": "1.5"}},
            {"Name": "awake", "Type and default": {"Type": "Yes or no", "Default": "true"}},
            {
                "Name": "rooms",
                "Type and default": {
                    "Type": "List",
                    "Elements": {"Type": "Whole number"},
                    "Default": Written("[1, 2]", "[1.0, 2.0]"),
                },
            },
            {
                "Name": "card",
                "Type and default": {
                    "Type": "Object",
                    "Properties": {Key("no"): {"Type": "Text"}},
                    "Default": Written('{"no": "7"}', '{\n  "no": "7"\n}'),
                },
            },
        ]
    ),
    "Default language": "en-US",
    "Further languages": ["de-DE", "he-IL"],
    "Multilingual": "On",
    "Time zone": "Europe/Paris",
    "Voices": {
        Key("de-DE"): {"Voice": "de-DE-Chirp3-HD-Kore", "Rate": "1.25"},
        Key("en-US"): {"Voice": "en-US-Chirp3-HD-Puck"},
    },
    "Silence": Written("8", "8s"),
    "Guardrails for every agent": Ticks("Prompt security"),
    "Recordings": {"Bucket": "gs://night"},
    "BigQuery export": {"Export": "On", "Project": "p", "Dataset": "nights"},
    "Cloud Logging": {"Cloud logging": "On"},
    "Conversation history": {"Conversation history": "Kept", "Keep conversations": Written("86400", "86400s")},
    "Strategy": "Say a fallback message",
    "Fallback messages": {
        "Messages": {Key("de-DE"): "Moment bitte.", Key("en-US"): "One moment."},
        "Attempts": "2",
    },
}
APP_DATA = {
    "displayName": "Night shift",
    "description": "Who works at night.",
    "rootAgent": "Main agent",
    "languageSettings": {
        "defaultLanguageCode": "en-US",
        "supportedLanguageCodes": ["de-DE", "he-IL"],
        "enableMultilingualSupport": True,
    },
    "audioProcessingConfig": {
        "synthesizeSpeechConfigs": {
            "de-DE": {"voice": "de-DE-Chirp3-HD-Kore", "speakingRate": 1.25},
            "en-US": {"voice": "en-US-Chirp3-HD-Puck"},
        },
        "inactivityTimeout": "8s",
    },
    "loggingSettings": {
        "audioRecordingConfig": {"gcsBucket": "gs://night"},
        "bigqueryExportSettings": {"enabled": True, "project": "p", "dataset": "nights"},
        "cloudLoggingSettings": {"enableCloudLogging": True},
        "conversationLoggingSettings": {"disableConversationLogging": False, "retentionWindow": "86400s"},
    },
    "guardrails": ["Prompt security"],
    "modelSettings": {"model": "gemini-2.5-flash", "temperature": 1.0},
    "variableDeclarations": [
        {"name": "awake", "schema": {"type": "BOOLEAN", "default": True}},
        {
            "name": "card",
            "schema": {"type": "OBJECT", "properties": {"no": {"type": "STRING"}}, "default": {"no": "7"}},
        },
        {"name": "guest", "description": "Who: rings.", "schema": {"type": "STRING", "default": "nobody"}},
        {"name": "guests", "schema": {"type": "INTEGER", "default": 2.0}},
        {"name": "rooms", "schema": {"type": "ARRAY", "items": {"type": "INTEGER"}, "default": [1.0, 2.0]}},
        {"name": "tip", "schema": {"type": "NUMBER", "default": 1.5}},
    ],
    "globalInstruction": "global_instruction.txt",
    "timeZoneSettings": {"timeZone": "Europe/Paris"},
    "toolExecutionMode": "SEQUENTIAL",
    "errorHandlingSettings": {
        "errorHandlingStrategy": "FALLBACK_RESPONSE",
        "fallbackResponseConfig": {
            "customFallbackMessages": {"de-DE": "Moment bitte.", "en-US": "One moment."},
            "maxFallbackAttempts": 2,
        },
    },
}


@pytest.mark.parametrize("syntax", ["json", "yaml"])
def test_an_agent_is_made_filled_in_and_exported(syntax, page):
    app = create_app("Night shift", "tool", "somebody", syntax)
    create(page, app, "agents", "Language model", "Night porter")
    fill_in(page, PORTER)
    files = exported(page, app)
    path = f"{FOLDER}/Night_porter.{syntax}"
    assert well_written("agents", path, files[path]) == PORTER_DATA
    texts = {name: text.decode() for name, text in files.items() if name.startswith(FOLDER) and name != path}
    first, second = (row["pythonCode"] for row in PORTER_DATA["afterToolCallbacks"])
    assert texts == {
        PORTER_DATA["instruction"]: PORTER["Instruction"],
        PORTER_DATA["beforeModelCallbacks"][0]["pythonCode"]: BEFORE,
        first: AFTER,
        second: AFTER + "# again\n",
    }


def test_an_agent_of_flows_is_made_filled_in_and_exported(page):
    app = create_app("Night shift", "tool", "somebody")
    create(page, app, "agents", "Flow", "Night porter")
    tree = {
        "Dialogflow agent": FLOW,
        "Flow": "00000000-0000-0000-0000-000000000000",
        "Environment": "night",
        "Variables sent": {Key("preferred_language"): "lang"},
        "Variables returned": {Key("lang"): "preferred_language"},
        "Interruptions": "As each message says",
        "Language variable": "preferred_language",
    }
    fill_in(page, {"Kind": ("Dialogflow agent", tree)})
    path = f"{FOLDER}/Night_porter.json"
    assert well_written("agents", path, exported(page, app)[path]) == {
        "displayName": "Night porter",
        "remoteDialogflowAgent": {
            "agent": FLOW,
            "flowId": "00000000-0000-0000-0000-000000000000",
            "environmentId": "night",
            "inputVariableMapping": {"preferred_language": "lang"},
            "outputVariableMapping": {"lang": "preferred_language"},
            "respectResponseInterruptionSettings": True,
            "languageCodeVariable": "preferred_language",
        },
    }


@pytest.mark.parametrize("syntax", ["json", "yaml"])
def test_the_app_is_filled_in_and_exported(syntax, page):
    app = create_app("Night", "tool", "somebody", syntax)
    page.goto(f"/apps/{app.pk}/")
    fill_in(page, APP)
    files = exported(page, app)
    assert well_written("app", f"app.{syntax}", files[f"app.{syntax}"]) == APP_DATA
    assert files["global_instruction.txt"] == b"Be quiet.\n"
