"""A tool of each kind: made, filled in, saved, loaded anew and exported."""

from __future__ import annotations

from typing import Any

import pytest

from editor.actions.creating import create_app
from editor.actions.starters import STARTERS
from tests.browser.filling import Key, Written
from tests.browser.making import create, exported, fill_in, title, well_written

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CODE = '''def ring_bell(times: int) -> str:
    """Rings.

    Args:
        times: How often.
    """
    return "ring" * times
'''
FAKE = "def fake(tool, input, callback_context):\n    return {}\n"
API = "openapi: 3.0.3\ninfo: {title: Bells, version: '1'}\npaths:\n  /bells:\n    get: {operationId: listBells}\n"
KIND = title("tools", "kind")
LOOK = '{\n  "theme": "dark",\n  "columns": [\n    1.0,\n    2.5\n  ]\n}'
PROJECT = "projects/p/locations/eu"
SIZE = {
    "Type": "Object",
    "Properties": {Key("size"): {"Type": "Whole number", "Description": "How many guests."}},
    "Required": ["size"],
}
SIZE_DATA = {
    "type": "OBJECT",
    "properties": {"size": {"type": "INTEGER", "description": "How many guests."}},
    "required": ["size"],
}
SAID = {"Name": "ring_bell", "Description": "Rings: a bell."}
SAID_DATA = {"name": "ring_bell", "description": "Rings: a bell."}

# Starter, member, what is filled in at the member, what is filled in beside it, the manifest then.
TOOLS: dict[str, tuple[str, dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "Python": (
        "Python function",
        {"Code": CODE, "Private network": {"Service": "projects/p/services/s"}},
        {
            "Runs": "In the background",
            "Time limit": Written("90", "90s"),
            "Fake mode": "On",
            "Python code": {"Code": FAKE},
        },
        {
            "pythonFunction": {
                "name": "ring_bell",
                "pythonCode": "tools/ring_bell/python_function/python_code.py",
                "serviceDirectoryConfig": {"service": "projects/p/services/s"},
            },
            "executionType": "ASYNCHRONOUS",
            "toolFakeConfig": {
                "codeBlock": {"pythonCode": "tools/ring_bell/tool_fake_config/code_block/python_code.py"},
                "enableFakeMode": True,
            },
            "timeout": "90s",
        },
    ),
    "OpenAPI": (
        "OpenAPI call",
        {
            "OpenAPI schema": API,
            **SAID,
            "Unknown fields": "Ignore",
            "Server address": "https://bells.example.com",
            "Certificates": {"Certificates": [{"Name": "Bell", "Certificate": "AAEC"}]},
        },
        {"Time limit": Written("1.5", "1.5s")},
        {
            "openApiTool": {
                "openApiSchema": "tools/ring_bell/open_api_tool/open_api_schema.yaml",
                **SAID_DATA,
                "tlsConfig": {"caCerts": [{"displayName": "Bell", "cert": "AAEC"}]},
                "ignoreUnknownFields": True,
                "url": "https://bells.example.com",
            },
            "timeout": "1.5s",
        },
    ),
    "Data store": (
        "Data store",
        {
            **SAID,
            "Source": (
                "Engine",
                {
                    "Engine": f"{PROJECT}/engines/e",
                    "Data stores": [
                        {"Filter": 'lang: ANY("de")', "Data store": {"Resource name": f"{PROJECT}/dataStores/d"}}
                    ],
                },
            ),
            "Answers": [{"For": "Calls", "Summary": {"Prompt": "Be brief.\nVery.", "Summary": "On"}}],
            "Filter by the model": "Never",
        },
        {},
        {
            "dataStoreTool": {
                **SAID_DATA,
                "engineSource": {
                    "engine": f"{PROJECT}/engines/e",
                    "dataStoreSources": [
                        {"filter": 'lang: ANY("de")', "dataStore": {"name": f"{PROJECT}/dataStores/d"}}
                    ],
                },
                "modalityConfigs": [
                    {
                        "modalityType": "AUDIO",
                        "summarizationConfig": {"prompt": "Be brief.\nVery.", "disabled": False},
                    }
                ],
                "filterParameterBehavior": "NEVER_INCLUDE",
            },
            "executionType": "SYNCHRONOUS",
        },
    ),
    "File search": (
        "File search",
        {**SAID, "Corpus": "Your own", "Resource name": f"{PROJECT}/ragCorpora/1"},
        {},
        {"fileSearchTool": {"corpusType": "USER_OWNED", **SAID_DATA, "fileCorpus": f"{PROJECT}/ragCorpora/1"}},
    ),
    "Google search": (
        "Web search",
        {
            **SAID,
            "Only these sites": ["bells.example.com"],
            "Excluded sites": ["a.example.com", "b.example.com"],
            "Pages to read": ["https://bells.example.com/hours"],
            "Use of the results": {"In chats": "Name the page.", "In calls": "Be brief."},
        },
        {},
        {
            "googleSearchTool": {
                **SAID_DATA,
                "contextUrls": ["https://bells.example.com/hours"],
                "excludeDomains": ["a.example.com", "b.example.com"],
                "promptConfig": {"textPrompt": "Name the page.", "voicePrompt": "Be brief."},
                "preferredDomains": ["bells.example.com"],
            }
        },
    ),
    "Agent": (
        "Agent as a tool",
        {**SAID, "Agent": "Main agent"},
        {"Runs": "Not set"},
        {"agentTool": {**SAID_DATA, "agent": "Main agent"}},
    ),
    "Remote agent": (
        "Remote agent",
        {
            **SAID,
            "Agent card": {
                "Name": "Bell ringer",
                "Description": "Rings bells.",
                "Version": "2",
                "Interfaces": [
                    {"Address": "https://bell.example.com/a2a", "Protocol": "GRPC", "Protocol version": "1.0"}
                ],
                "Skills": [
                    {"Id": "ring", "Name": "Ring", "Description": "Rings.", "Keywords": ["bell"], "Examples": ["Ring!"]}
                ],
            },
        },
        {},
        {
            "remoteAgentTool": {
                **SAID_DATA,
                "agentCard": {
                    "name": "Bell ringer",
                    "description": "Rings bells.",
                    "supportedInterfaces": [
                        {"url": "https://bell.example.com/a2a", "protocolBinding": "GRPC", "protocolVersion": "1.0"}
                    ],
                    "version": "2",
                    "skills": [
                        {
                            "id": "ring",
                            "name": "Ring",
                            "description": "Rings.",
                            "tags": ["bell"],
                            "examples": ["Ring!"],
                        }
                    ],
                },
            }
        },
    ),
    "Client function": (
        "Client function",
        {**SAID, "Parameters": SIZE, "Result": {"Type": "Yes or no", "Default": "false"}},
        {},
        {
            "clientFunction": {
                **SAID_DATA,
                "parameters": SIZE_DATA,
                "response": {"type": "BOOLEAN", "default": False},
            }
        },
    ),
    "Widget": (
        "Widget",
        {
            **SAID,
            "Widget": "Contact form",
            "Parameters": SIZE,
            "Look": Written('{"theme": "dark", "columns": [1, 2.5]}', LOOK),
            "Data": {
                "Source": "look_up",
                "Fields": {Key("guests"): "result.size", Key("at"): "result.time"},
                "Filled by": "Field by field",
            },
            "Words beside it": {"Words come from": "A fixed text", "Fixed text": "Here you are."},
        },
        {},
        {
            "widgetTool": {
                **SAID_DATA,
                "widgetType": "CONTACT_FORM",
                "parameters": SIZE_DATA,
                "uiConfig": {"theme": "dark", "columns": [1.0, 2.5]},
                "dataMapping": {
                    "sourceToolName": "look_up",
                    "fieldMappings": {"at": "result.time", "guests": "result.size"},
                    "mode": "FIELD_MAPPING",
                },
                "textResponseConfig": {"type": "STATIC", "staticText": "Here you are."},
            }
        },
    ),
    "MCP": (
        "MCP tool",
        {
            **SAID,
            "Server": "https://bells.example.com/mcp/",
            "Headers": {Key("X-Guest"): "$context.variables.guest"},
            "Parameters": SIZE,
            "Result": {"Type": "List", "Elements": {"Type": "Text"}},
            "Other name": "ring",
        },
        {},
        {
            "mcpTool": {
                **SAID_DATA,
                "inputSchema": SIZE_DATA,
                "outputSchema": {"type": "ARRAY", "items": {"type": "STRING"}},
                "serverAddress": "https://bells.example.com/mcp/",
                "customHeaders": {"X-Guest": "$context.variables.guest"},
                "nameOverride": "ring",
            }
        },
    ),
    "Connector": (
        "Connector",
        {
            **SAID,
            "Connection": f"{PROJECT}/connections/c",
            "Action": {
                "Does": ("Operation on an entity", {"Entity": "Bells", "Operation": "Change"}),
                "Fields to send": ["id", "name"],
                "Fields to return": ["id"],
            },
            "Sign-in of the user": {
                "Sign-in": (
                    "JWT bearer",
                    {
                        "Issuer": "$context.variables.i",
                        "Subject": "$context.variables.s",
                        "Client key": "$context.variables.k",
                    },
                )
            },
        },
        {},
        {
            "connectorTool": {
                "connection": f"{PROJECT}/connections/c",
                "action": {
                    "entityOperation": {"entityId": "Bells", "operation": "UPDATE"},
                    "inputFields": ["id", "name"],
                    "outputFields": ["id"],
                },
                "authConfig": {
                    "oauth2JwtBearerConfig": {
                        "issuer": "$context.variables.i",
                        "subject": "$context.variables.s",
                        "clientKey": "$context.variables.k",
                    }
                },
                **SAID_DATA,
            }
        },
    ),
    "System": (
        "System tool",
        {"System tool": "end_session"},
        {},
        {"systemTool": {"name": "end_session"}},
    ),
}
IN_YAML = ("Python", "Client function", "Widget")
FILES = {
    "Python": {
        "tools/ring_bell/python_function/python_code.py": CODE,
        "tools/ring_bell/tool_fake_config/code_block/python_code.py": FAKE,
    },
    "OpenAPI": {"tools/ring_bell/open_api_tool/open_api_schema.yaml": API},
}
CASES = [(starter, "json") for starter in TOOLS] + [(starter, "yaml") for starter in IN_YAML]


@pytest.mark.parametrize(("starter", "syntax"), CASES)
def test_a_tool_of_each_kind_is_made_filled_in_and_exported(starter, syntax, page):
    member, inner, beside, expected = TOOLS[starter]
    app = create_app("Night shift", "tool", "somebody", syntax)
    create(page, app, "tools", starter, "ring_bell")
    fill_in(page, {KIND: (member, inner), **beside})
    files = exported(page, app)
    path = f"tools/ring_bell/ring_bell.{syntax}"
    assert well_written("tools", path, files[path]) == {"displayName": "ring_bell", **expected}
    texts = {name: text.decode() for name, text in files.items() if name.startswith("tools/ring_bell/")}
    assert texts == {path: texts[path], **FILES.get(starter, {})}


def test_every_kind_of_tool_is_among_them():
    assert [starter.label for starter in STARTERS["tools"]] == [*TOOLS]
