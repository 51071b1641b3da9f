"""What archives hold beyond the public messages (docs/format.md, "Fields")."""

from __future__ import annotations

# Members that no public message has: owner → key → type. They have no field number.
ARCHIVE_ONLY: dict[str, dict[str, str]] = {
    "Agent": {"declarativeAgent": "Struct"},
    "App.VariableDeclaration": {"default": "Value"},  # the published layout draws it beside "schema"
    "DataStore": {"engineType": "string"},
}

# Output-only for the API, ordinary members of an archive: owner → keys. People may edit them.
ORDINARY: dict[str, frozenset[str]] = {
    "AgentTransfer": frozenset({"displayName"}),
    "DataStore": frozenset({"displayName", "documentProcessingMode", "type"}),
    "DataStoreSettings": frozenset({"engines"}),
    "DataStoreSettings.Engine": frozenset({"name", "type"}),
    "Evaluation": frozenset({"evaluationDatasets", "invalid"}),
    "PythonFunction": frozenset({"description"}),
    "Tool": frozenset({"displayName"}),
    "ToolCall": frozenset({"displayName"}),
    "ToolResponse": frozenset({"displayName"}),
}
