"""New resources and new apps (docs/format.md, "Layout", "Names" and "Editing"). They are written as the service
would write them; a `name`, which the service gives, is never made up."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from editor import schema
from editor.actions import starters
from editor.actions.changes import lock
from editor.actions.files import tree_of
from editor.actions.importing import import_archive
from editor.actions.making import (
    FieldRefusal,
    Made,
    check_name,
    check_new_files,
    check_resource_name,
    edited,
    free_folder,
    syntax_of,
    write,
)
from editor.actions.starters import Starter
from editor.archive import layout, manifest
from editor.archive.container import Archive
from editor.archive.entries import ResourceEntry
from editor.archive.operations import Insert, Operation, Pointer, Set
from editor.archive.tree import AppTree
from editor.models import App
from editor.schema.additions import sorted_by

WHOLE_APP = "/"  # the app as the user of a new resource: no folder is called so
# Where an agent, or the app itself, lists resources of a kind.
MEMBERS = {"agents": "childAgents", "tools": "tools", "toolsets": "toolsets", "guardrails": "guardrails"}


@transaction.atomic
def create_resource(app: App, kind: str, display_name: str, choice: str, author: str, used_by: str = "") -> Made:
    """A new resource from the starter of `choice`. `used_by` is the folder of the agent that is to list it,
    WHOLE_APP for the app (its guardrails, or its root agent while it has none), "" for nobody.

    Raises FieldRefusal "name", "choice" or "used_by"; nothing is written then.
    """
    app = lock(app)
    tree = tree_of(app)
    chosen = starters.starter(kind, choice)
    if chosen is None:
        raise FieldRefusal("choice", _("Choose what it is to be."))
    name = check_resource_name(tree, kind, display_name)
    folder = free_folder(tree, kind, name)
    contents = resource_files(kind, name, chosen, folder, syntax_of(tree))
    if used_by:
        contents |= _used(tree, kind, name, used_by)
    return Made(folder, write(app, tree, contents, _("%(name)s created") % {"name": name}, author))


def create_app(display_name: str, template: str, author: str, syntax: str = "json") -> App:
    """A new app from a template, kept like an imported archive. `syntax` is "json" or "yaml".

    Raises FieldRefusal "name", "template" or "syntax".
    """
    name = check_name(display_name)
    if template not in starters.TEMPLATES:
        raise FieldRefusal("template", _("Choose a template."))
    if syntax not in starters.SYNTAXES:
        raise FieldRefusal("syntax", _("Choose a format."))
    chosen = starters.TEMPLATES[template]
    data = in_order("App", {"displayName": name} | chosen.data)
    files = {layout.manifest_path(layout.APP, "", syntax): manifest.encode(manifest.write(data, syntax))}
    for part in chosen.parts:
        start = starters.starter(part.kind, part.choice)
        start = Starter(start.choice, "", "", {**start.data, **part.more}, {**start.files, **part.files})
        folder = layout.sanitise(part.display_name)
        files |= resource_files(part.kind, part.display_name, start, folder, syntax)
    root = layout.sanitise(name)
    check_new_files(files, [], root)
    return import_archive(Archive(root, files), _("the template %(name)s") % {"name": chosen.label}, author)


def resource_files(kind: str, name: str, chosen: Starter, folder: str, syntax: str) -> dict[str, bytes]:
    """The files of a new resource, the manifest first."""
    data = {"displayName": name} | _named(chosen.data, name)
    texts = {}
    for pointer, text in chosen.files.items():
        path = layout.code_path(layout.code_rule(kind, pointer), folder)
        _put(data, pointer, path)
        texts[path] = manifest.encode(text.replace(starters.NAME, name))
    text = manifest.write(in_order(layout.KINDS[kind].message, data), syntax)
    return {layout.manifest_path(kind, folder, syntax): manifest.encode(text)} | texts


def in_order(message: str, data: Mapping[str, Any]) -> dict:
    """Data of a message with its keys as the service writes them: by field number, those of maps sorted."""
    fields = schema.message(message).fields
    return {key: _value_in_order(fields[key], data[key]) for key in sorted(data, key=lambda key: fields[key].number)}


def _value_in_order(field: schema.Field, value: Any) -> Any:
    if field.map:
        return {key: in_order(field.type, value[key]) if field.is_message else value[key] for key in sorted(value)}
    if field.is_message:
        return [in_order(field.type, one) for one in value] if field.list else in_order(field.type, value)
    return value


def _named(value: Any, name: str) -> Any:
    """A copy of a starter's data with the display name in its places."""
    if isinstance(value, Mapping):
        return {key: _named(inner, name) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_named(inner, name) for inner in value]
    return value.replace(starters.NAME, name) if isinstance(value, str) else value


def _put(data: dict, pointer: Pointer, value: str) -> None:
    for step in pointer[:-1]:
        data = data.setdefault(step, {})
    data[pointer[-1]] = value


def _used(tree: AppTree, kind: str, name: str, used_by: str) -> dict[str, bytes]:
    """The manifest of the user of a new resource, which now lists it."""
    owner = tree.app_entry if used_by == WHOLE_APP else tree.entry_of("agents", used_by)
    if owner is None or owner.error:
        raise FieldRefusal("used_by", _("There is no such agent any more. Choose another one."))
    data = tree.data(owner)
    if owner.kind == layout.APP and kind == "agents":
        if data.get("rootAgent"):
            raise FieldRefusal("used_by", _("The app has a root agent already."))
        change: Operation = Set(("rootAgent",), name, schema.before("App", "rootAgent", data))
    elif owner.kind == layout.APP and kind != "guardrails":
        raise FieldRefusal("used_by", _("Choose an agent."))
    else:
        # Of a toolset all operations: those that it starts with will be others soon
        member: Any = {"toolset": name} if kind == "toolsets" else name
        change = _append(owner, data, MEMBERS[kind], member)
    return {owner.manifest: edited(tree, owner.manifest, [change], "used_by")}


def _append(owner: ResourceEntry, data: dict, key: str, member: Any) -> Operation:
    """A list of a manifest gets one more element: at its end, or in its place where all is in order now."""
    message = layout.KINDS[owner.kind].message
    spelt = next((known for known in data if (field := schema.respelt(message, known)) and field.name == key), key)
    elements = data.get(spelt)
    if elements is None:
        return Set((spelt,), [member], schema.before(message, key, data))
    if not isinstance(elements, list):
        told = _("%(key)s of %(name)s is no list. Mend it in Source first.")
        raise FieldRefusal("used_by", told % {"key": spelt, "name": owner.label})
    texts = all(isinstance(element, str) for element in elements)
    is_sorted = sorted_by(schema.field(message, key)) is not None and texts and elements == sorted(elements)
    return Insert((spelt,), bisect(elements, member) if is_sorted else len(elements), member)
