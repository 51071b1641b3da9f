"""Words of toolsets."""

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

FIELDS: dict[str, dict[str, Word]] = {
    "ConnectorToolset": {
        "connection": CONNECTION,
        "authConfig": USER_SIGN_IN,
        "connectorActions": Word(_("Actions"), _("Each becomes a tool."), add=_("Add an action")),
    },
    "McpToolOverride": {
        "tool": Word(_("Tool"), _("As the MCP server calls it.")),
        "nameOverride": Word(_("Other name"), _("Agents see it in place of the server's name.")),
        "descriptionOverride": Word(_("Other description"), _("The model reads it in place of the server's.")),
    },
    "McpToolset": {
        "serverAddress": MCP_SERVER,
        "apiAuthentication": Word(
            _("Authentication"),
            _("How the service identifies itself. A bearer token is not sent when tools are listed."),
        ),
        "serviceDirectoryConfig": PRIVATE_NETWORK,
        "tlsConfig": CERTIFICATES,
        "customHeaders": HEADERS,
        "toolOverrides": Word(
            _("Changed tools"), _("Other names and descriptions for tools of the server."), add=_("Change a tool")
        ),
    },
    "OpenApiToolset": {
        "openApiSchema": Word(
            _("OpenAPI schema"), _("Describes the operations, as YAML or JSON. Each becomes a tool.")
        ),
        "apiAuthentication": AUTHENTICATION,
        "tlsConfig": CERTIFICATES,
        "serviceDirectoryConfig": PRIVATE_NETWORK,
        "ignoreUnknownFields": UNKNOWN_FIELDS,
        "url": SERVER_URL,
    },
    "Toolset": {
        "name": IDENTIFIER,
        "displayName": Word(_("Display name"), _("Agents and code refer to the toolset by this name.")),
        "etag": VERSION_TAG,
        "mcpToolset": Word(_("MCP server"), _("The tools that an MCP server offers.")),
        "openApiToolset": Word(_("OpenAPI"), _("The operations of a web service.")),
        "connectorToolset": Word(_("Connector"), _("Actions over a connection of Integration Connectors.")),
        "executionType": Word(_("Run"), _("Whether the conversation stops for its tools. Not set: the agent waits.")),
        "description": Word(_("Description"), _("What the toolset is for.")),
        "toolFakeConfig": Word(_("Fake for tests"), _("Answers in place of the real tools.")),
        "timeout": TIME_LIMIT,
    },
}

ENUMS: dict[str, dict[str, str]] = {}

CHOICES: dict[str, dict[str, Word]] = {
    "Toolset": {"toolset_type": Word(_("Kind"), _("Where its tools come from. A toolset is of exactly one kind."))},
}
