"""The one line that stands for a card."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from editor import schema
from editor.archive import layout
from editor.archive.texts import shown
from editor.forms import scalars, words
from editor.forms.scalars import ABSENT

LONGEST = 200  # characters of a part of a summary
NOTHING = "—"

# For each message the ways to its title and to further columns.
SUMMARIES: dict[str, tuple[str, ...]] = {
    "Action": ("connectionActionId", "entityOperation/entityId"),
    "Agent.AgentToolset": ("toolset",),
    "AgentInterface": ("url", "protocolBinding"),
    "AgentSkill": ("name", "id"),
    "App.VariableDeclaration": ("name", "schema/type", "schema/default", "description"),
    "Callback": ("description",),
    "DataStoreSettings.Engine": ("name", "type"),
    "DataStoreTool.BoostSpec.ConditionBoostSpec": ("condition", "boost"),
    "DataStoreTool.DataStoreSource": ("dataStore/displayName", "dataStore/name"),
    "DataStoreTool.ModalityConfig": ("modalityType",),
    "EvaluationPersona": ("displayName", "name"),
    "Guardrail.ModelSafety.SafetySetting": ("category", "threshold"),
    "McpToolOverride": ("tool", "nameOverride"),
    "Schema": ("type", "description"),
    "TlsConfig.CaCert": ("displayName",),
    "TransferRule": ("childAgent", "direction"),
    "TriggerAction.Response": ("text",),
}


def summary(message: str, data: dict, posted: Callable[[str], str | None] = lambda way: None) -> list[str]:
    """The parts of the line for an object: the title first, "" where it has none. `posted` gives the text that a
    person typed for a way, if any."""
    parts = []
    for way in SUMMARIES.get(message, ()):
        typed = posted(way)
        parts.append(_value(message, data, way, typed))
    if message == "Callback" and not any(parts):
        parts = [_folder(data.get("pythonCode"))]
    while len(parts) > 1 and not parts[0]:
        parts.pop(0)  # what comes next names it as well
    return [*parts[:1], *(part or NOTHING for part in parts[1:-1]), *parts[1:][-1:]] or [""]


def _value(message: str, data: Any, way: str, typed: str | None) -> str:
    """The value at a way in words, or what was typed for it."""
    *groups, last = way.split("/")
    for key in groups:
        found = schema.field(message, key)
        data = data.get(key) if isinstance(data, dict) else None
        message = found.type if found else message
    value = data.get(last, ABSENT) if isinstance(data, dict) else ABSENT
    value = value if typed is None else typed
    found = schema.field(message, last)
    if found and found.is_enum and value in schema.enum(found.type):
        return str(words.enum_label(found.type, value))
    if found and found.type in scalars.FREE and value is not ABSENT and typed is None:
        return line(scalars.show(found, value, str(data.get("type", ""))) or "")
    return line(value)


def _folder(code: Any) -> str:
    """The folder of a callback's file: its own name is the same for all."""
    path = code if isinstance(code, str) and not layout.is_inline(layout.PYTHON, code) else ""
    return line(path.rpartition("/")[0].rpartition("/")[2] or path)


def line(value: Any) -> str:
    """A value on one line, "" where there is none."""
    if value is ABSENT:
        return ""
    text = value if isinstance(value, str) else scalars.as_json(value)
    return shown(" ".join(text.split()))[:LONGEST]
