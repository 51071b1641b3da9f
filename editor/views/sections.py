"""The texts of a resource in the order in which its page shows them. What differs between kinds is data."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from editor.actions.files import StoredFiles
from editor.archive import layout, limits, names
from editor.archive.entries import CodeField, ResourceEntry
from editor.archive.errors import Refusal
from editor.archive.operations import find
from editor.archive.texts import shown
from editor.archive.tree import AppTree
from editor.models import App
from editor.views.fields import TextField, file_field, too_long


@dataclass(frozen=True)
class Group:
    """The fields of one member of the manifest; `key` is its first step (for a guardrail's callback the second)."""

    key: str
    title: str = ""
    help: str = ""


@dataclass(frozen=True)
class Section:
    """One section of a page. `always`: shown without fields too."""

    id: str
    title: str
    groups: tuple[Group, ...]
    always: bool = False


BEFORE_AGENT = _("Runs before the agent. Content that it returns skips the agent.")
AFTER_AGENT = _("Runs after the agent. Content that it returns replaces the output.")
BEFORE_MODEL = _("Runs before the model is asked. A response that it returns skips the model.")
AFTER_MODEL = _("Runs on the model's response. A response that it returns replaces it.")
BEFORE_TOOL = _("Runs before a tool. A dict that it returns skips the tool.")
AFTER_TOOL = _("Runs on a tool's result. A dict that it returns replaces it.")
FAKE = Section("fake", _("Fake for tests"), (Group("toolFakeConfig", help=_("Answers in place of the real tool.")),))

SECTIONS: dict[str, tuple[Section, ...]] = {
    "app": (
        Section("instruction", _("Global instruction"), (Group("globalInstruction", help=_("Every agent reads it.")),)),
    ),
    "agents": (
        Section("instruction", _("Instruction"), (Group("instruction"),)),
        Section(
            "callbacks",
            _("Callbacks"),
            (
                Group("beforeAgentCallbacks", _("Before agent"), BEFORE_AGENT),
                Group("afterAgentCallbacks", _("After agent"), AFTER_AGENT),
                Group("beforeModelCallbacks", _("Before model"), BEFORE_MODEL),
                Group("afterModelCallbacks", _("After model"), AFTER_MODEL),
                Group("beforeToolCallbacks", _("Before tool"), BEFORE_TOOL),
                Group("afterToolCallbacks", _("After tool"), AFTER_TOOL),
            ),
            always=True,
        ),
        Section("rules", _("Handoff rules"), (Group("transferRules", help=_("Hands over when it returns true.")),)),
    ),
    "tools": (
        Section("code", _("Python code"), (Group("pythonFunction"), Group("widgetTool", _("Data mapping")))),
        Section("schema", _("OpenAPI schema"), (Group("openApiTool"),)),
        FAKE,
    ),
    "toolsets": (Section("schema", _("OpenAPI schema"), (Group("openApiToolset"),)), FAKE),
    "guardrails": (
        Section(
            "callbacks",
            _("Callbacks"),
            (
                Group("beforeAgentCallback", _("Before agent"), BEFORE_AGENT),
                Group("afterAgentCallback", _("After agent"), AFTER_AGENT),
                Group("beforeModelCallback", _("Before model"), BEFORE_MODEL),
                Group("afterModelCallback", _("After model"), AFTER_MODEL),
            ),
        ),
    ),
}


def sections_of(app: App, tree: AppTree, entry: ResourceEntry) -> list[dict]:
    """The sections of a resource's page with their code fields, callbacks in the order of their lists."""
    fields: dict[str, list[TextField]] = {}
    seen: set[str] = set()
    codes = [code for code in tree.code_fields(entry) if code.value]
    tree.files.fetch(code.resolved for code in codes if code.resolved)
    for code in codes:
        key = str(code.pointer[1] if code.pointer[0] == "codeCallback" else code.pointer[0])
        members = fields.setdefault(key, [])
        members.append(_field(app, tree, entry, code, len(members) + 1, seen))
    sections = []
    for section in SECTIONS.get(entry.kind, ()):
        groups = [
            {"title": group.title, "help": group.help, "fields": _labelled(section, group, fields.get(group.key, []))}
            for group in section.groups
            if section.always or group.key in fields
        ]
        if groups:
            count = sum(len(group["fields"]) for group in groups)
            sections.append({"id": section.id, "title": section.title, "count": count, "groups": groups})
    return sections


def _labelled(section: Section, group: Group, fields: list[TextField]) -> list[TextField]:
    """The fields, each with its own words: "Instruction", "Callbacks, Before model 2"."""
    words = f"{section.title}, {group.title}" if group.title else f"{section.title}"
    for field in fields:
        field.label = f"{words} {field.number}" if len(fields) > 1 else words
    return fields


def _field(app: App, tree: AppTree, entry: ResourceEntry, code: CodeField, number: int, seen: set[str]) -> TextField:
    language = "instruction" if code.language == layout.TEXT else code.language
    field = _inline(tree, entry, code, language) if code.inline else _in_file(app, tree.files, code, language)
    field.number = number
    if field.target in seen:
        field.readonly, field.why = True, gettext("The same file as above.")
    seen.add(field.target)
    if code.role == "callback":
        holder = find(tree.data(entry), code.pointer[:-1])
        field.description = shown(text) if isinstance(text := holder.get("description"), str) else ""
        field.disabled = holder.get("disabled") is True
    return field


def _inline(tree: AppTree, entry: ResourceEntry, code: CodeField, language: str) -> TextField:
    stamp = tree.files.stamps[entry.manifest]
    field = TextField(entry.manifest, "", language, code.value, stamp, code.pointer)
    if code.value != shown(code.value):
        field.text, field.readonly = "", True
        field.why = gettext("This text holds a character that no page can show. Edit it in Source.")
    elif len(code.value) > limits.SHOWN_TEXT_BYTES:
        field.text, field.readonly, field.why = "", True, too_long()
    return field


def _in_file(app: App, files: StoredFiles, code: CodeField, language: str) -> TextField:
    field = file_field(app, files, code.resolved or shown(layout.as_path(code.path)), "", language)
    if code.missing:
        try:
            names.check_new_path(layout.as_path(code.path), files)
        except Refusal as refusal:
            field.readonly, field.why = True, refusal.message
    return field
