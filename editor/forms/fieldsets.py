"""Which fields stand where: what people use first, and the rest under "More fields". What differs between kinds is
data here.

A name that starts with "!" is a choice (a oneof) with its members.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Section:
    """One section of a form page. `flat`: fields whose members stand directly in the section; `plain`: it has no
    heading, since it comes first."""

    id: str
    title: Any  # lazy text
    fields: tuple[str, ...]
    flat: tuple[str, ...] = ()
    help: Any = ""
    plain: bool = False


CALLBACKS = (
    "beforeAgentCallbacks",
    "afterAgentCallbacks",
    "beforeModelCallbacks",
    "afterModelCallbacks",
    "beforeToolCallbacks",
    "afterToolCallbacks",
)
FAKE = Section(
    "fake", _("Fake for tests"), ("toolFakeConfig",), ("toolFakeConfig",), _("Answers in place of the real tool.")
)

FORMS: dict[str, tuple[Section, ...]] = {
    "app": (
        Section(
            "general",
            _("General"),
            ("displayName", "description", "rootAgent", "modelSettings", "toolExecutionMode"),
            ("modelSettings",),
            plain=True,
        ),
        Section("instruction", _("Global instruction"), ("globalInstruction",), help=_("Every agent reads it.")),
        Section(
            "variables",
            _("Variables"),
            ("variableDeclarations",),
            help=_("What agents, tools and callbacks remember during a conversation."),
        ),
        Section(
            "languages",
            _("Languages and voices"),
            ("languageSettings", "timeZoneSettings", "audioProcessingConfig"),
            ("languageSettings", "timeZoneSettings", "audioProcessingConfig"),
        ),
        Section("guardrails", _("Guardrails"), ("guardrails",), help=_("They watch over every agent.")),
        Section("logging", _("Logging"), ("loggingSettings",), ("loggingSettings",)),
        Section("errors", _("When something fails"), ("errorHandlingSettings",), ("errorHandlingSettings",)),
        Section(
            "evaluation",
            _("Evaluation"),
            ("evaluationSettings", "evaluationMetricsThresholds", "evaluationPersonas"),
            ("evaluationSettings",),
        ),
    ),
    "agents": (
        Section(
            "identity",
            _("Identity"),
            ("displayName", "description", "modelSettings", "!agent_type"),
            ("modelSettings",),
            plain=True,
        ),
        Section("instruction", _("Instruction"), ("instruction",)),
        Section("tools", _("Tools"), ("tools",)),
        Section("toolsets", _("Toolsets"), ("toolsets",)),
        Section(
            "children",
            _("Children"),
            ("childAgents",),
            help=_("Agents this one may transfer to. An agent has one parent, unless it is a shared utility."),
        ),
        Section("callbacks", _("Callbacks"), CALLBACKS),
        Section("guardrails", _("Guardrails"), ("guardrails",), help=_("Beside those of the app.")),
        Section("rules", _("Handoff rules"), ("transferRules",)),
    ),
    "tools": (
        Section("identity", _("Identity"), ("displayName",), plain=True),
        Section("kind", _("What it does"), ("!tool_type",)),
        Section("running", _("How it runs"), ("executionType", "timeout")),
        FAKE,
    ),
    "toolsets": (
        Section("identity", _("Identity"), ("displayName", "description"), plain=True),
        Section("kind", _("Origin"), ("!toolset_type",)),
        Section("running", _("How it runs"), ("executionType", "timeout")),
        FAKE,
    ),
    "guardrails": (
        Section("identity", _("Identity"), ("displayName", "description", "enabled"), plain=True),
        Section("when", _("When"), ("!guardrail_type",)),
        Section("then", _("Then"), ("action",), ("action",)),
    ),
}

# Of messages with many members those that stand first; the others are folded. All members of the rest stand open.
FIRST: dict[str, tuple[str, ...]] = {
    "AgentCard": ("name", "description", "supportedInterfaces", "skills"),
    "AgentSkill": ("id", "name", "description", "tags", "examples"),
    "App.VariableDeclaration": ("name", "description", "schema"),
    "Callback": ("pythonCode", "description", "disabled"),
    "ChannelProfile": ("channelType", "personaProperty", "disableBargeInControl", "disableDtmf"),
    "ClientFunction": ("name", "description", "parameters", "response"),
    "ConnectorTool": ("name", "description", "connection", "action"),
    "DataStore": ("name", "displayName", "type"),
    "DataStoreTool": ("name", "description", "!search_source"),
    "DataStoreTool.EngineSource": ("engine", "dataStoreSources", "filter"),
    "GoogleSearchTool": ("name", "description", "preferredDomains", "excludeDomains"),
    "Guardrail.ContentFilter": (
        "bannedContents",
        "bannedContentsInUserInput",
        "bannedContentsInAgentResponse",
        "matchType",
        "disregardDiacritics",
    ),
    "Guardrail.LlmPolicy": ("prompt", "policyScope", "failOpen"),
    "McpTool": ("name", "description", "serverAddress", "apiAuthentication", "inputSchema"),
    "McpToolset": ("serverAddress", "apiAuthentication", "customHeaders", "toolOverrides"),
    "OpenApiTool": ("name", "description", "openApiSchema", "apiAuthentication", "url"),
    "OpenApiToolset": ("openApiSchema", "apiAuthentication", "url"),
    "PythonFunction": ("pythonCode", "name", "description"),
    "Schema": ("type", "description", "enum", "default", "items", "properties", "required"),
    "SynthesizeSpeechConfig": ("voice", "speakingRate"),
    "WidgetTool": ("name", "description", "widgetType", "parameters", "dataMapping"),
}
