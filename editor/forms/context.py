"""What a form has to know beyond its manifest: the files of the app, and what its names mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import quote

from editor import schema
from editor.archive import layout, manifest
from editor.archive.entries import ResourceEntry
from editor.archive.errors import EditError, ManifestError
from editor.archive.operations import Pointer, find
from editor.archive.texts import guess_text, normalise, shown
from editor.archive.tree import AppTree
from editor.forms.names import Names, Option, operations

INHERITED = ("/modelSettings/model", "/modelSettings/temperature")


@dataclass
class FormContext:
    """The manifest at `path` of the resource `kind`, `folder` in `tree`.

    `name` is its display name, `url` the address of its form. `url_of` gives the page of a resource, `text_field`
    the code field of a file: of a path in a manifest, a label and a language.
    """

    tree: AppTree
    kind: str
    folder: str
    name: str = ""
    url: str = ""
    path: str = ""
    url_of: Callable[[ResourceEntry], str] = lambda entry: ""
    text_field: Callable[[str, str, str], Any] = lambda value, label, language: None
    _new_paths: list[str] = field(default_factory=list)

    @cached_property
    def service_style(self) -> bool:
        """Whether the manifest is written as the service writes it: then what is new in it should be too."""
        try:
            data, syntax = self.tree.manifest_data(self.path), manifest.syntax_of(self.path)
            return manifest.write(data, syntax).rstrip() == self.tree.text(self.path).rstrip()
        except (ManifestError, KeyError):
            return False

    def code_rule(self, way: Pointer) -> layout.CodeRule | None:
        """The rule of a member that names a file; `way` has 0 for each position in a list."""
        return layout.code_rule(self.kind, way)

    def new_path(self, rule: layout.CodeRule) -> str:
        """The path of a new file, each time another one where the rule numbers them."""
        path = layout.code_path(rule, self.folder, [*self.tree.paths, *self._new_paths])
        self._new_paths.append(path)
        return path

    def names_file(self, value: str) -> bool:
        """Whether a path in a manifest leads to a file of the app, or to the template of one."""
        return self.tree.resolve(value) is not None or self.tree.template_at(layout.as_path(value)) is not None

    def file_text(self, path: str) -> str:
        """The text of a file that is to be copied, "" where it is none."""
        found = guess_text(self.tree.files[path])
        return normalise(found[0]) if found else ""

    def part_url(self, way: str) -> str:
        """The address of the fragment with a blank value for `way`; for a list it ends in "/"."""
        return f"{self.url}part/?at={quote(way)}"

    def card_url(self, way: str) -> str:
        """The address of the page of one card."""
        return f"{self.url}?at={quote(way)}"

    def names_url(self, kind: str) -> str:
        """The address of all names of a kind, as options of a list."""
        return f"{self.url}part/?names={kind}"

    @cached_property
    def names(self) -> Names:
        """What a field that names resources may hold."""
        return Names(self.tree, self.url_of)

    def operations(self, toolset: Any) -> list[Option]:
        """The operations of a toolset, by its display name."""
        return operations(self.tree, toolset) if isinstance(toolset, str) else []

    def inherited(self, way: str) -> str:
        """What an agent takes from the app where it sets no value itself."""
        if self.kind != "agents" or way not in INHERITED:
            return ""
        settings = self.tree.app.get("modelSettings")
        value = settings.get(way.rpartition("/")[2]) if isinstance(settings, dict) else None
        return shown(str(value)) if isinstance(value, str | int | float) else ""

    def environment(self, pointer: Pointer) -> str:
        """What environment.json holds for a place of this manifest; "" where it has nothing."""
        base: Pointer = (self.kind,) if self.kind == layout.APP else (self.kind, self.name)
        try:
            value = find(self.tree.document(layout.ENVIRONMENT), (*base, *pointer))
        except (KeyError, ManifestError, EditError):
            return ""
        return shown(value) if isinstance(value, str) else ""


def declared_type(found: schema.Field, parent: dict) -> str:
    """The type that the schema beside a default names, "" where there is none."""
    if found.owner == "App.VariableDeclaration":
        parent = parent.get("schema", {})
    is_default = found.name == "default" and found.owner in ("Schema", "App.VariableDeclaration")
    named = parent.get("type") if is_default and isinstance(parent, dict) else None
    return named if isinstance(named, str) else ""


def spelling(message: schema.Message, data: dict) -> dict[str, str]:
    """For each known field that `data` holds the key that it has there: its name, or its snake_case spelling
    where the name is not there too."""
    keys: dict[str, str] = {}
    for key in data:
        known = message.fields.get(key)
        other = None if known else schema.respelt(message.name, key)
        if known:
            keys[key] = key
        elif other and other.name not in data:
            keys.setdefault(other.name, key)
    return keys


def unknown_keys(message: schema.Message, data: dict) -> dict:
    """The members that no control of this message stands for, in their order."""
    known = set(spelling(message, data).values())
    return {key: value for key, value in data.items() if key not in known}


def present_member(names: Iterable[str], keys: dict[str, str]) -> str:
    """The member of a choice that is set, "" where none is; of several the first."""
    return next((name for name in names if name in keys), "")
