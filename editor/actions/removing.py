"""A resource goes (docs/format.md, "Layout", "References" and "Environment")."""

from __future__ import annotations

from collections import defaultdict

from django.db import transaction
from django.utils.translation import gettext as _

from editor.actions.changes import lock
from editor.actions.files import tree_of
from editor.actions.making import Made, edited, entry_at, environment, write
from editor.archive import layout
from editor.archive.entries import ResourceEntry
from editor.archive.operations import Operation, Pointer, Remove, find
from editor.archive.tree import AppTree
from editor.mentions import IN_ENVIRONMENT, LIST, Mention, mentions
from editor.models import App


@transaction.atomic
def delete_resource(
    app: App, kind: str, folder: str, author: str, with_foreign: bool = False, from_lists: bool = True
) -> Made:
    """Take a resource out: its files, and its values in environment.json. Files of its folder that the format
    does not know stay unless `with_foreign`, and always those that another resource names. `from_lists` takes
    it out of the lists of agents and the app; whatever else names it stays as it is: texts, code, rules.

    Raises FieldRefusal "" where the resource is gone or a file cannot be changed.
    """
    app = lock(app)
    tree = tree_of(app)
    entry = entry_at(tree, kind, folder)
    own, foreign = files_of(tree, entry)
    contents: dict[str, bytes | None] = dict.fromkeys(own + foreign * with_foreign)
    contents |= _without_values(tree, entry)
    if from_lists:
        contents = _without_memberships(tree, entry) | contents
    return Made(folder, write(app, tree, contents, _("%(name)s deleted") % {"name": entry.label}, author))


def files_of(tree: AppTree, entry: ResourceEntry) -> tuple[list[str], list[str]]:
    """The files that go with a resource, and those in its folder that the format does not know: the places tell
    them apart where the manifest cannot be read. What another resource names is in neither, but for manifests:
    with one of them the resource would still be there."""
    own, foreign = [], []
    for path in tree.folder_files[entry.kind, entry.folder]:
        if path in (entry.manifest, *entry.twins):
            own.append(path)
        elif all(other == entry for other in tree.named_files.get(path, [])):
            named = path in tree.named_files or layout.classify(path).role == "code"
            (own if named else foreign).append(path)
    return own, foreign


def mentions_of(tree: AppTree, entry: ResourceEntry) -> list[Mention]:
    """The places outside of a resource that name it, and nothing else of the same name: a second resource of
    its kind and name keeps them."""
    if not entry.display_name or len(tree.named(entry.kind, entry.display_name)) > 1:
        return []
    found = mentions(tree, entry.kind, entry.display_name)
    return [mention for mention in found if mention.owner != (entry.kind, entry.folder)]


def _without_memberships(tree: AppTree, entry: ResourceEntry) -> dict[str, bytes]:
    elements: dict[str, list[Pointer]] = defaultdict(list)
    for mention in mentions_of(tree, entry):
        if mention.kind == LIST:
            elements[mention.file].append(mention.element)
    return {
        path: edited(tree, path, _removals(tree.manifest_data(path), pointers)) for path, pointers in elements.items()
    }


def _removals(data: dict, pointers: list[Pointer]) -> list[Operation]:
    """Take elements out of lists; a list without any is left out, as the service does."""
    gone: dict[Pointer, set[Pointer]] = defaultdict(set)
    for pointer in pointers:
        gone[pointer[:-1]].add(pointer)
    operations: list[Operation] = []
    for parent, places in gone.items():
        whole = len(places) == len(find(data, parent))
        operations += [Remove(parent)] if whole else [Remove(place) for place in sorted(places, reverse=True)]
    return operations


def _without_values(tree: AppTree, entry: ResourceEntry) -> dict[str, bytes | None]:
    """environment.json without the values of a tool or toolset; None, so no file, where nothing stays."""
    name = entry.display_name
    if entry.kind not in IN_ENVIRONMENT or not name or len(tree.named(entry.kind, name)) > 1:
        return {}
    data = environment(tree)
    group = data.get(entry.kind)
    if not isinstance(group, dict) or name not in group:
        return {}
    if len(group) > 1:
        return {layout.ENVIRONMENT: edited(tree, layout.ENVIRONMENT, [Remove((entry.kind, name))])}
    if len(data) > 1:
        return {layout.ENVIRONMENT: edited(tree, layout.ENVIRONMENT, [Remove((entry.kind,))])}
    return {layout.ENVIRONMENT: None}
