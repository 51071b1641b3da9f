"""Words of tools. Data stores have a module of their own; toolsets share much with tools, see shared.py."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from editor.forms.words.shared import (
    AUTHENTICATION,
    CERTIFICATES,
    CONNECTION,
    HEADERS,
    IDENTIFIER,
    MCP_SERVER,
    PRIVATE_NETWORK,
    SERVER_URL,
    TIME_LIMIT,
    UNKNOWN_FIELDS,
    USER_SIGN_IN,
    VERSION_TAG,
)
from editor.forms.words.word import Word

NAME = Word(_("Name"), _("What agents call the tool by."))
DESCRIPTION = Word(_("Description"), _("The model reads it when it decides whether to call the tool."))

FIELDS: dict[str, dict[str, Word]] = {
    "AgentCard": {
        "name": Word(_("Name"), _("What the remote agent calls itself.")),
        "description": Word(_("Description"), _("What the remote agent is good for.")),
        "supportedInterfaces": Word(
            _("Interfaces"), _("Where it can be reached. The first one is preferred."), add=_("Add an interface")
        ),
        "version": Word(_("Version"), _("The version of the remote agent.")),
        "skills": Word(_("Skills"), _("What the remote agent can do, one by one."), add=_("Add a skill")),
    },
    "AgentInterface": {
        "url": Word(_("Address"), _("A full https:// address.")),
        "protocolBinding": Word(_("Protocol"), _("What is spoken there.")),
        "tenant": Word(_("Tenant"), _("Sent along with each call, if the remote agent serves several.")),
        "protocolVersion": Word(_("Protocol version"), _("The version of A2A that it speaks.")),
    },
    "AgentSkill": {
        "id": Word(_("Id"), _("Tells this skill from the others.")),
        "name": Word(_("Name"), _("For people.")),
        "description": Word(_("Description"), _("What the skill does, in full.")),
        "tags": Word(_("Keywords"), _("Words that describe the skill."), add=_("Add a keyword")),
        "examples": Word(_("Examples"), _("Requests that this skill can serve."), add=_("Add an example")),
        "inputModes": Word(_("Takes"), _("Media types, in place of the agent's own."), add=_("Add a media type")),
        "outputModes": Word(_("Returns"), _("Media types, in place of the agent's own."), add=_("Add a media type")),
    },
    "AgentTool": {
        "name": NAME,
        "description": DESCRIPTION,
        "agent": Word(_("Agent"), _("Answers the call and comes back with the result.")),
    },
    "ClientFunction": {
        "name": Word(_("Name"), _("The client runs the function of this name.")),
        "description": DESCRIPTION,
        "parameters": Word(_("Parameters"), _("What the model fills in when it calls the function.")),
        "response": Word(_("Result"), _("What the client sends back.")),
    },
    "CodeBlock": {
        "pythonCode": Word(
            _("Code"), _("Python that answers in place of the tool. None as its result calls the real one.")
        ),
    },
    "ConnectorTool": {
        "connection": CONNECTION,
        "action": Word(_("Action"), _("What the tool does over the connection.")),
        "authConfig": USER_SIGN_IN,
        "name": NAME,
        "description": DESCRIPTION,
    },
    "FileSearchTool": {
        "corpusType": Word(_("Corpus"), _("Whose collection of files it is. Not set means that of the service.")),
        "name": NAME,
        "description": DESCRIPTION,
        "fileCorpus": Word(_("Resource name"), _("The collection that is searched.")),
    },
    "GoogleSearchTool": {
        "name": NAME,
        "description": DESCRIPTION,
        "contextUrls": Word(
            _("Pages to read"), _("Read directly, beside the search. At most 20."), add=_("Add a page")
        ),
        "excludeDomains": Word(_("Excluded sites"), _("Their pages are left out. At most 2,000."), add=_("Add a site")),
        "promptConfig": Word(_("Use of the results"), _("Tells the model what to make of what was found.")),
        "preferredDomains": Word(
            _("Only these sites"), _("Keeps the search to them. At most 20."), add=_("Add a site")
        ),
    },
    "GoogleSearchTool.PromptConfig": {
        "textPrompt": Word(_("In chats"), _("Not set: the service's own prompt.")),
        "voicePrompt": Word(_("In calls"), _("Not set: the service's own prompt.")),
    },
    "McpTool": {
        "name": Word(_("Name"), _("As the MCP server calls the tool.")),
        "description": DESCRIPTION,
        "inputSchema": Word(_("Parameters"), _("What the model fills in when it calls the tool.")),
        "outputSchema": Word(_("Result"), _("What the server sends back.")),
        "serverAddress": MCP_SERVER,
        "apiAuthentication": AUTHENTICATION,
        "tlsConfig": CERTIFICATES,
        "serviceDirectoryConfig": PRIVATE_NETWORK,
        "customHeaders": HEADERS,
        "nameOverride": Word(_("Other name"), _("In place of the server's. It comes from the toolset.")),
    },
    "OpenApiTool": {
        "openApiSchema": Word(_("OpenAPI schema"), _("Describes the call, as YAML or JSON.")),
        "name": NAME,
        "description": Word(_("Description"), _("The model reads it. Not set: that of the operation.")),
        "apiAuthentication": AUTHENTICATION,
        "tlsConfig": CERTIFICATES,
        "serviceDirectoryConfig": PRIVATE_NETWORK,
        "ignoreUnknownFields": UNKNOWN_FIELDS,
        "url": SERVER_URL,
    },
    "PythonFunction": {
        "name": Word(_("Function"), _("The function in the code that is called.")),
        "pythonCode": Word(_("Code"), _("The docstring and the parameters are what the model reads.")),
        "description": Word(_("Description"), _("At import the service replaces it by the docstring.")),
        "serviceDirectoryConfig": PRIVATE_NETWORK,
    },
    "RemoteAgentTool": {
        "name": NAME,
        "description": DESCRIPTION,
        "agentCard": Word(_("Agent card"), _("Where the remote agent is and what it can do.")),
    },
    "SystemTool": {
        "name": Word(_("System tool"), _("One that the service brings along.")),
    },
    "Tool": {
        "name": IDENTIFIER,
        "clientFunction": Word(_("Client function"), _("Runs in the client, on the user's side.")),
        "openApiTool": Word(_("OpenAPI call"), _("Calls one operation of a web service.")),
        "googleSearchTool": Word(_("Web search"), _("Searches the web with Google.")),
        "connectorTool": Word(_("Connector"), _("Acts over a connection of Integration Connectors.")),
        "dataStoreTool": Word(_("Data store"), _("Answers from documents in data stores.")),
        "pythonFunction": Word(_("Python function"), _("Runs Python code in the service.")),
        "executionType": Word(_("Runs"), _("Whether the conversation stops for it. Not set: the agent waits.")),
        "displayName": Word(_("Display name"), _("Agents and code refer to the tool by this name.")),
        "etag": VERSION_TAG,
        "mcpTool": Word(_("MCP tool"), _("Comes from an MCP server. Toolsets look after such tools.")),
        "fileSearchTool": Word(_("File search"), _("Answers from a collection of files.")),
        "systemTool": Word(_("System tool"), _("Does what the service itself can do.")),
        "toolFakeConfig": Word(_("Fake for tests"), _("Answers in place of the real tool.")),
        "timeout": TIME_LIMIT,
        "agentTool": Word(_("Agent as a tool"), _("Asks another agent and comes back with its answer.")),
        "widgetTool": Word(_("Widget"), _("Shows something on the user's screen.")),
        "remoteAgentTool": Word(_("Remote agent"), _("Asks an agent elsewhere that speaks A2A.")),
    },
    "WidgetTool": {
        "name": NAME,
        "description": DESCRIPTION,
        "widgetType": Word(_("Widget"), _("What is shown. Not set means one of your own.")),
        "parameters": Word(_("Parameters"), _("What the model fills in when it shows the widget.")),
        "uiConfig": Word(_("Look"), _("Free settings for whatever draws the widget.")),
        "dataMapping": Word(_("Data"), _("Fills the widget from the result of another tool.")),
        "textResponseConfig": Word(_("Words beside it"), _("What the agent says along with the widget.")),
    },
    "WidgetTool.DataMapping": {
        "sourceToolName": Word(_("Source"), _("The tool whose result fills the widget.")),
        "fieldMappings": Word(
            _("Fields"),
            _("Which field of the result fills which parameter."),
            key=_("Parameter of the widget"),
            add=_("Add a field"),
        ),
        "pythonScript": Word(_("Script (older)"), _("Python as text. A Python function has replaced it.")),
        "mode": Word(_("Filled by"), _("Field by field, or with code.")),
        "pythonFunction": Word(_("Python function"), _("Turns the result into the widget's parameters.")),
    },
    "WidgetTool.TextResponseConfig": {
        "type": Word(_("Words come from"), _("Whether and how the agent speaks along with the widget.")),
        "staticText": Word(_("Fixed text"), _("Said when the words are fixed.")),
        "textResponseInstruction": Word(_("Instruction"), _("Tells the model what to say when it writes the words.")),
    },
}

ENUMS: dict[str, dict[str, str]] = {
    "FileSearchTool.CorpusType": {"USER_OWNED": _("Your own"), "FULLY_MANAGED": _("Made by the service")},
    "WidgetTool.DataMapping.Mode": {"FIELD_MAPPING": _("Field by field"), "PYTHON_SCRIPT": _("Python code")},
    "WidgetTool.TextResponseConfig.Type": {
        "NONE": _("The model, if it likes"),
        "LLM_GENERATED": _("The model, always"),
        "STATIC": _("A fixed text"),
    },
    "WidgetTool.WidgetType": {
        "CUSTOM": _("Your own"),
        "PRODUCT_CAROUSEL": _("Product carousel"),
        "PRODUCT_DETAILS": _("Product details"),
        "QUICK_ACTIONS": _("Quick actions"),
        "PRODUCT_COMPARISON": _("Product comparison"),
        "ADVANCED_PRODUCT_DETAILS": _("Product details, advanced"),
        "SHORT_FORM": _("Short form"),
        "OVERALL_SATISFACTION": _("Overall satisfaction"),
        "ORDER_SUMMARY": _("Order summary"),
        "APPOINTMENT_DETAILS": _("Appointment details"),
        "APPOINTMENT_SCHEDULER": _("Appointment scheduler"),
        "CONTACT_FORM": _("Contact form"),
    },
}

CHOICES: dict[str, dict[str, Word]] = {
    "Tool": {"tool_type": Word(_("Kind"), _("What a call does. A tool is of exactly one kind."))},
    "ToolFakeConfig": {"tool_response": Word(_("Answered by"), _("Fakes are written in Python."))},
    "WidgetTool": {"input": Word(_("Input"), _("What the widget takes."))},
}
