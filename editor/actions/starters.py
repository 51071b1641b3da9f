"""What new resources and apps start with, as data: a starter for each member of a kind's choice.

NAME in a text stands for the display name. A text under `files` becomes the file that its pointer names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy as _

from editor.archive.operations import Pointer
from editor.code.starters import FUNCTION, NAME

RESOURCE = "projects/PROJECT/locations/LOCATION"


@dataclass(frozen=True)
class Starter:
    """A resource to start from. `choice` is the member that makes its kind, `label` and `what` its words; `data`
    the manifest without its display name, `files` the texts of its code members."""

    choice: str
    label: str
    what: str
    data: Mapping[str, Any] = field(default_factory=dict)
    files: Mapping[Pointer, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Part:
    """One resource of a new app: `more` and `files` stand in the place of what the starter has there."""

    kind: str
    display_name: str
    choice: str
    more: Mapping[str, Any] = field(default_factory=dict)
    files: Mapping[Pointer, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Template:
    """A new app: `data` is its manifest without the display name."""

    label: str
    what: str
    data: Mapping[str, Any]
    parts: tuple[Part, ...]


INSTRUCTION = """<role>
    You are {name}.
</role>
<persona>
    <primary_goal>Say here what this agent is to achieve.</primary_goal>
    Friendly and brief.
</persona>
<constraints>
    1. Ask one question at a time.
    2. If you do not know something, say so.
</constraints>
<taskflow>
    <subtask name="Welcome">
        <step name="Greet">
            <trigger>The conversation starts.</trigger>
            <action>Greet the user and ask what they need.</action>
        </step>
    </subtask>
</taskflow>
"""
OPEN_API = """openapi: 3.0.3
info:
  title: Items
  version: 1.0.0
servers:
  - url: https://api.example.com
paths:
  /items/{id}:
    get:
      summary: Read one item
      operationId: getItem
      parameters:
        - name: id
          in: path
          required: true
          schema:
            type: string
      responses:
        '200':
          description: The item
          content:
            application/json:
              schema:
                type: object
                properties:
                  id:
                    type: string
                  title:
                    type: string
"""
CHECK = '''def before_model_callback(callback_context, llm_request):
    """Triggers on a word that must not reach the model."""
    text = str(callback_context.get_last_user_input()).lower()
    if "forbidden phrase" in text:
        return {"decision": "TRIGGER", "reason": "a forbidden phrase"}
    return {"decision": "OK", "reason": ""}
'''
REFUSE = {
    "respondImmediately": {"responses": [{"text": "Sorry, I cannot help with that. What else can I do for you?"}]}
}
QUERY = {
    "type": "OBJECT",
    "properties": {"query": {"type": "STRING", "description": "What the user wants to know."}},
    "required": ["query"],
}
HARMS = ("HATE_SPEECH", "DANGEROUS_CONTENT", "SEXUALLY_EXPLICIT", "HARASSMENT")
DESCRIPTION = "Says what the tool does and when to call it."
NAMED = {"name": NAME, "description": DESCRIPTION}
SYNCHRONOUS = {"executionType": "SYNCHRONOUS"}

STARTERS: dict[str, tuple[Starter, ...]] = {
    "agents": (
        Starter(
            "llmAgent",
            _("Language model"),
            _("A model follows your instruction, with tools and other agents."),
            files={("instruction",): INSTRUCTION},
        ),
        Starter(
            "remoteDialogflowAgent",
            _("Flow"),
            _("An agent of Dialogflow CX takes over with its flows."),
            {"remoteDialogflowAgent": {"agent": f"{RESOURCE}/agents/AGENT"}},
        ),
    ),
    "tools": (
        Starter(
            "pythonFunction",
            _("Python"),
            _("A function that you write here."),
            SYNCHRONOUS | {"pythonFunction": {"name": NAME}},
            {("pythonFunction", "pythonCode"): FUNCTION},
        ),
        Starter(
            "openApiTool",
            _("OpenAPI"),
            _("One operation of a web service, by its schema."),
            {"openApiTool": NAMED},
            {("openApiTool", "openApiSchema"): OPEN_API},
        ),
        Starter(
            "dataStoreTool",
            _("Data store"),
            _("Answers from documents and websites in a data store."),
            SYNCHRONOUS
            | {"dataStoreTool": NAMED | {"dataStoreSource": {"dataStore": {"name": f"{RESOURCE}/dataStores/STORE"}}}},
        ),
        Starter(
            "fileSearchTool",
            _("File search"),
            _("Answers from files that you uploaded."),
            {"fileSearchTool": NAMED | {"corpusType": "FULLY_MANAGED"}},
        ),
        Starter(
            "googleSearchTool",
            _("Google search"),
            _("Looks things up on the web."),
            {"googleSearchTool": NAMED},
        ),
        Starter(
            "agentTool",
            _("Agent"),
            _("Asks another agent of this app and comes back with its answer."),
            SYNCHRONOUS | {"agentTool": NAMED},
        ),
        Starter(
            "remoteAgentTool",
            _("Remote agent"),
            _("Asks an agent elsewhere, by its agent card."),
            {
                "remoteAgentTool": NAMED
                | {
                    "agentCard": {
                        "name": NAME,
                        "description": DESCRIPTION,
                        "supportedInterfaces": [
                            {
                                "url": "https://agent.example.com",
                                "protocolBinding": "JSONRPC",
                                "protocolVersion": "1.0",
                            }
                        ],
                        "version": "1.0.0",
                        "skills": [
                            {"id": "answer", "name": "Answer", "description": "Answers questions.", "tags": ["answer"]}
                        ],
                    }
                }
            },
        ),
        Starter(
            "clientFunction",
            _("Client function"),
            _("The program in which the user sits does it."),
            {"clientFunction": NAMED | {"parameters": QUERY}},
        ),
        Starter(
            "widgetTool",
            _("Widget"),
            _("Shows cards, choices or a form to the user."),
            {"widgetTool": NAMED | {"widgetType": "QUICK_ACTIONS"}},
        ),
        Starter(
            "mcpTool",
            _("MCP"),
            _("One tool of a Model Context Protocol server."),
            {"mcpTool": NAMED | {"inputSchema": QUERY, "serverAddress": "https://mcp.example.com/mcp/"}},
        ),
        Starter(
            "connectorTool",
            _("Connector"),
            _("One action of an integration connection."),
            {
                "connectorTool": NAMED
                | {"connection": f"{RESOURCE}/connections/CONNECTION", "action": {"connectionActionId": "ACTION"}}
            },
        ),
        Starter(
            "systemTool",
            _("System"),
            _("A tool that the service brings along."),
            {"systemTool": {"name": NAME}},
        ),
    ),
    "toolsets": (
        Starter(
            "openApiToolset",
            _("OpenAPI"),
            _("The operations of a web service, by its schema."),
            SYNCHRONOUS,
            {("openApiToolset", "openApiSchema"): OPEN_API},
        ),
        Starter(
            "mcpToolset",
            _("MCP"),
            _("The tools of a Model Context Protocol server."),
            SYNCHRONOUS | {"mcpToolset": {"serverAddress": "https://mcp.example.com/mcp/"}},
        ),
        Starter(
            "connectorToolset",
            _("Connector"),
            _("The actions of an integration connection."),
            SYNCHRONOUS
            | {
                "connectorToolset": {
                    "connection": f"{RESOURCE}/connections/CONNECTION",
                    "connectorActions": [{"connectionActionId": "ACTION"}],
                }
            },
        ),
    ),
    "guardrails": (
        Starter(
            "contentFilter",
            _("Content filter"),
            _("Looks for words and phrases that you list."),
            {
                "enabled": True,
                "action": REFUSE,
                "contentFilter": {
                    "bannedContents": ["forbidden phrase"],
                    "matchType": "WORD_BOUNDARY_STRING_MATCH",
                },
            },
        ),
        Starter(
            "llmPromptSecurity",
            _("Prompt security"),
            _("A model recognises attempts to make the agent disobey."),
            {
                "enabled": True,
                "action": {"generativeAnswer": {"prompt": "Decline in one friendly sentence."}},
                "llmPromptSecurity": {"defaultSettings": {}},
            },
        ),
        Starter(
            "llmPolicy",
            _("Policy"),
            _("A model judges the conversation by a rule in your words."),
            {
                "enabled": True,
                "action": REFUSE,
                "llmPolicy": {
                    "maxConversationMessages": 6,
                    "prompt": "Trigger when somebody asks for, or gives, medical advice.",
                    "policyScope": "USER_QUERY_AND_AGENT_RESPONSE",
                },
            },
        ),
        Starter(
            "modelSafety",
            _("Safety"),
            _("Thresholds for hate, danger, harassment and sexual content."),
            {
                "enabled": True,
                "action": {"generativeAnswer": {}},
                "modelSafety": {
                    "safetySettings": [
                        {"category": f"HARM_CATEGORY_{harm}", "threshold": "BLOCK_MEDIUM_AND_ABOVE"} for harm in HARMS
                    ]
                },
            },
        ),
        Starter(
            "codeCallback",
            _("Python"),
            _("A function that you write here decides."),
            {"enabled": True, "action": REFUSE},
            {("codeCallback", "beforeModelCallback", "pythonCode"): CHECK},
        ),
    ),
}

ROOT = "Main agent"
GREET = INSTRUCTION.replace(NAME, "the assistant of this app")
LOOK_UP = "            <action>Greet the user and ask what they need.</action>"
USE_TOOL = (
    LOOK_UP
    + """
        </step>
        <step name="Look it up">
            <trigger>The user asks a question.</trigger>
            <action>Call {@TOOL: look_up} and answer with its result. Reply in {preferred_language}.</action>"""
)
TEMPLATES: dict[str, Template] = {
    "blank": Template(
        _("Blank"),
        _("An agent with an instruction to start from."),
        {"rootAgent": ROOT},
        (Part("agents", ROOT, "llmAgent", files={("instruction",): GREET}),),
    ),
    "tool": Template(
        _("With one tool"),
        _("An agent, a tool, a guardrail and a variable."),
        {
            "rootAgent": ROOT,
            "guardrails": ["Prompt security"],
            "variableDeclarations": [
                {
                    "name": "preferred_language",
                    "description": "The language in which the agent replies.",
                    "schema": {"type": "STRING", "default": "English"},
                }
            ],
        },
        (
            Part(
                "agents",
                ROOT,
                "llmAgent",
                {"tools": ["end_session", "look_up"]},
                {("instruction",): GREET.replace(LOOK_UP, USE_TOOL)},
            ),
            Part("tools", "look_up", "pythonFunction"),
            Part("guardrails", "Prompt security", "llmPromptSecurity"),
        ),
    ),
}
SYNTAXES = {"json": _("JSON, as the service writes it"), "yaml": _("YAML")}
MADE_KINDS = tuple(STARTERS)


def starter(kind: str, choice: str) -> Starter | None:
    """The starter of a kind for a member of its choice; None where there is none."""
    return next((starter for starter in STARTERS.get(kind, ()) if starter.choice == choice), None)
