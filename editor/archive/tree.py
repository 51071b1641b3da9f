"""The files of one app with typed look-ups (docs/format.md, "Layout", "Names" and "Fields").

Nothing is read before it is asked for, and every manifest is parsed once. What a look-up returns is shared:
callers do not change it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from typing import Any

from editor.archive import layout, manifest
from editor.archive.entries import BareFolder, CodeField, ResourceEntry
from editor.archive.errors import ManifestError
from editor.archive.openapi import Operation, operations
from editor.archive.operations import Pointer

FOREIGN, SYSTEM, TEMPLATE, NESTED_APP = "foreign", "system", "template", "nested-app"
_NESTED_MANIFESTS = tuple(f"/{name}" for name in layout.APP_MANIFESTS)


def read_document(path: str, content: bytes) -> Any:
    """The data of any JSON or YAML file. Raises ManifestError."""
    return manifest.load(manifest.decode(content), manifest.syntax_of(path))


def read_manifest(path: str, content: bytes) -> dict:
    """The data of a manifest. Raises ManifestError."""
    return manifest.load_object(manifest.decode(content), manifest.syntax_of(path))


class AppTree:
    """The files of one app.

    `files` maps paths inside the app to bytes, in the order of the archive; a mapping that has a method
    `fetch(paths)` is told before many of them are read. `root` is the name of the root folder. `parse` reads
    a manifest (path, bytes), `load` any other JSON or YAML file; both may answer from a cache.
    """

    def __init__(
        self,
        files: Mapping[str, bytes],
        root: str = "",
        parse: Callable[[str, bytes], dict] = read_manifest,
        load: Callable[[str, bytes], Any] = read_document,
    ) -> None:
        self.files, self.root, self._parse, self._load = files, root, parse, load
        self.paths: dict[str, None] = dict.fromkeys(files)
        self._read: dict[tuple[str, str], Any] = {}

    # ---- files

    def text(self, path: str) -> str:
        """The text of a file. Raises ManifestError "not-utf8", KeyError."""
        return manifest.decode(self.files[path])

    def document(self, path: str) -> Any:
        """The data of any JSON or YAML file, such as an OpenAPI schema. Raises ManifestError, KeyError."""
        return self._once(("document", path), lambda: self._load(path, self.files[path]))

    def resolve(self, value: str) -> str | None:
        """The file of the app that a path in a manifest means: the same name, or one that differs in its
        Unicode form or in the spelling of its slashes only. Upper and lower case are told apart."""
        if value in self.paths:
            return value
        path = layout.as_path(value)
        if layout.leaves_app(value):
            return None
        return path if path in self.paths else self._composed.get(layout.nfc(path))

    def case_match(self, value: str) -> str | None:
        """The file whose path differs from `value` in upper and lower case only, if any."""
        return self._folded.get(layout.nfc(layout.as_path(value)).casefold())

    def template_at(self, path: str) -> str | None:
        """The template that stands in the place of the file `path`, if any."""
        template = path + layout.TEMPLATE_SUFFIX
        return template if template in self.paths else None

    @cached_property
    def _composed(self) -> dict[str, str]:
        return {layout.nfc(path): path for path in reversed(self.paths)}

    @cached_property
    def _folded(self) -> dict[str, str]:
        return {layout.nfc(path).casefold(): path for path in reversed(self.paths)}

    def _once(self, key: tuple[str, str], read: Callable[[], Any]) -> Any:
        if key not in self._read:
            try:
                self._read[key] = read()
            except ManifestError as error:
                self._read[key] = error.with_traceback(None)
        if isinstance(self._read[key], ManifestError):
            raise self._read[key].with_traceback(None)
        return self._read[key]

    # ---- the app and its resources

    @cached_property
    def app_entry(self) -> ResourceEntry | None:
        """The app itself; None where no manifest of it is there."""
        return self._entry(layout.APP, "", [path for path in layout.APP_MANIFESTS if path in self.paths])

    @property
    def manifest_path(self) -> str:
        """The path of the app's manifest, "" where there is none."""
        return self.app_entry.manifest if self.app_entry else ""

    @property
    def app(self) -> dict:
        """The data of the app's manifest, {} where it is missing or cannot be read."""
        return self.data(self.app_entry) if self.app_entry and not self.app_entry.error else {}

    @cached_property
    def resources(self) -> list[ResourceEntry]:
        """All resources with a manifest, also those that cannot be read: by kind, then as the files stand."""
        self._announce(path for paths in self._manifests.values() for path in paths[:1])
        return [entry for place in self._manifests if (entry := self.entry_of(*place))]

    def entry_of(self, kind: str, folder: str) -> ResourceEntry | None:
        """One resource; None where its folder has no manifest. Reads nothing but that manifest."""
        return self._entry(kind, folder, self._manifests.get((kind, folder), []))

    def named(self, kind: str, display_name: str) -> list[ResourceEntry]:
        """The resources of a kind with this display name."""
        return self._by_name.get((kind, display_name), [])

    def of_kind(self, kind: str) -> list[ResourceEntry]:
        """The resources of a kind that can be read. Reads no manifest of another kind."""
        if "resources" in self.__dict__:  # all are read already
            return [entry for entry in self.resources if entry.kind == kind and not entry.error]
        folders = self.folders_of(kind)
        self.announce(kind, folders)
        return [entry for folder in folders if (entry := self.entry_of(kind, folder)) and not entry.error]

    def announce(self, kind: str, folders: Collection[str], code: bool = False) -> None:
        """Say that the manifests in these folders are about to be read, and the files of `code` that they name."""
        self._announce(self._manifests[kind, folder][0] for folder in folders)
        if code:
            entries = [entry for folder in folders if (entry := self.entry_of(kind, folder))]
            self._announce(field.resolved for entry in entries for field in self.code_fields(entry) if field.resolved)

    def folders_of(self, kind: str) -> list[str]:
        """The folders of a kind that have a manifest. Reads none."""
        return [folder for place, folder in self._manifests if place == kind]

    def data(self, entry: ResourceEntry) -> dict:
        """The data of a resource's manifest. Raises ManifestError where it cannot be read."""
        return self.manifest_data(entry.manifest)

    def manifest_data(self, path: str) -> dict:
        """The data of the manifest at `path`. Raises ManifestError, KeyError."""
        return self._once(("manifest", path), lambda: self._parse(path, self.files[path]))

    @cached_property
    def format(self) -> str:
        """The syntax of the manifests: "json", "yaml" or "mixed"."""
        paths = [self.manifest_path, *(entry.manifest for entry in self.resources)]
        found = {manifest.syntax_of(path) for path in paths if path}
        return found.pop() if len(found) == 1 else "mixed" if found else "json"

    @cached_property
    def bare_folders(self) -> list[BareFolder]:
        """Folders that hold code of a resource, or a template of its manifest, but no manifest."""
        bare = []
        for (kind, folder), paths in self.folder_files.items():
            if self._manifests.get((kind, folder)):
                continue
            wanted = [layout.manifest_path(kind, folder, syntax) for syntax in ("json", "yaml")]
            template = next(filter(None, map(self.template_at, wanted)), "")
            if template or any(map(layout.in_code_place, paths)):
                bare.append(BareFolder(kind, folder, template))
        return bare

    @cached_property
    def folder_files(self) -> dict[tuple[str, str], list[str]]:
        """All files in the folder of each resource, by kind and folder; those of a nested app excepted."""
        kinds: dict[str, dict[tuple[str, str], list[str]]] = {kind: {} for kind in layout.RESOURCE_KINDS}
        for path in self.paths:
            place = layout.resource_of(path)
            if place and not self._nested(path):
                kinds[place[0]].setdefault(place, []).append(path)
        return {place: paths for folders in kinds.values() for place, paths in folders.items()}

    @cached_property
    def nested_apps(self) -> list[str]:
        """Folders inside this app that are apps of their own: a manifest of an app beside agents."""
        found = dict.fromkeys(path.rpartition("/")[0] for path in self.paths if path.endswith(_NESTED_MANIFESTS))
        if not found:
            return []
        folders = {folder for path in self.paths for folder in layout.folders_of(path)}
        return [f for f in found if f not in layout.RESOURCE_KINDS and f"{f}/agents" in folders]

    def _nested(self, path: str) -> bool:
        return bool(self.nested_apps) and not self._nested_set.isdisjoint(layout.folders_of(path))

    @cached_property
    def _nested_set(self) -> set[str]:
        return set(self.nested_apps)

    @cached_property
    def _manifests(self) -> dict[tuple[str, str], list[str]]:
        """For each folder of a resource the manifests with equal right, the one that counts first. Those
        named like the folder take precedence; JSON stands before YAML."""
        found = {}
        for (kind, folder), paths in self.folder_files.items():
            stems = {path: stem for path in paths if (stem := layout.stem_of_manifest(path))}
            every = [path for path in stems if not layout.is_system(path)]
            named = [path for path in every if layout.nfc(stems[path]) == layout.nfc(folder)]
            chosen = sorted(named or every, key=lambda path: (not path.endswith(".json"), path))
            if chosen:
                found[kind, folder] = chosen
        return found

    @cached_property
    def _by_name(self) -> dict[tuple[str, str], list[ResourceEntry]]:
        names: dict[tuple[str, str], list[ResourceEntry]] = {}
        for entry in self.resources:
            if entry.display_name:
                names.setdefault((entry.kind, entry.display_name), []).append(entry)
        return names

    def _entry(self, kind: str, folder: str, manifests: list[str]) -> ResourceEntry | None:
        if not manifests:
            return None
        path, *twins = manifests
        try:
            name, error = self.manifest_data(path).get("displayName"), None
        except ManifestError as trouble:
            name, error = "", trouble
        return ResourceEntry(kind, folder, path, name if isinstance(name, str) else "", error, tuple(twins))

    def _announce(self, paths: Iterator[str]) -> None:
        fetch = getattr(self.files, "fetch", None)
        if fetch:
            fetch([path for path in paths if ("manifest", path) not in self._read])

    # ---- code and foreign files

    def code_fields(self, entry: ResourceEntry) -> list[CodeField]:
        """The members of a resource that name files or hold code, in the order of layout.KINDS and of the
        lists in the manifest. Values that are no text are left out. Empty where it cannot be read."""
        if entry.error:
            return []
        data = self.data(entry)
        return [
            self._code_field(rule, pointer, value)
            for rule in layout.KINDS[entry.kind].code
            for pointer, value in _expand(data, rule.pattern)
            if isinstance(value, str)
        ]

    def _code_field(self, rule: layout.CodeRule, pointer: Pointer, value: str) -> CodeField:
        inline = layout.is_inline(rule.language, value)
        path = None if inline or not value else value
        language = rule.language
        if language == layout.OPENAPI:
            language = "json" if value.endswith(".json") or value.lstrip().startswith("{") else "yaml"
        return CodeField(pointer, rule.role, language, value, path, self.resolve(path) if path else None)

    @cached_property
    def named_files(self) -> dict[str, list[ResourceEntry]]:
        """The files that manifests name, with the resources that name them. A path that differs in case, or
        is absolute, still names its file."""
        named: dict[str, list[ResourceEntry]] = {}
        for entry in filter(None, [self.app_entry, *self.resources]):
            for code in self.code_fields(entry):
                target = code.resolved or (code.path and self.case_match(code.path.lstrip("/\\")))
                if target:
                    named.setdefault(target, []).append(entry)
        return named

    @cached_property
    def foreign(self) -> dict[str, str]:
        """The files that the format does not know, each with the reason: FOREIGN, SYSTEM (left by a machine),
        TEMPLATE or NESTED_APP. In the folder of a manifest that cannot be read nothing is FOREIGN: it may
        name the file."""
        reasons = {path: reason for path in self.paths if (reason := self._reason(path))}
        return {path: reason for path, reason in reasons.items() if path not in self.named_files}

    @cached_property
    def orphans(self) -> list[str]:
        """Files in a place of code or text that no manifest names. Folders without a readable manifest have
        none: nobody can know."""
        return [
            path
            for path, place in self._places.items()
            if place.role == "code"
            and path not in self.named_files
            and not self._nested(path)
            and self._is_readable(place)
        ]

    @cached_property
    def _places(self) -> dict[str, layout.Place]:
        return {path: layout.classify(path) for path in self.paths}

    def _is_readable(self, place: layout.Place) -> bool:
        entry = self._entries.get((place.kind, place.folder)) if place.kind else self.app_entry
        return entry is not None and not entry.error

    @cached_property
    def _entries(self) -> dict[tuple[str, str], ResourceEntry]:
        return {(entry.kind, entry.folder): entry for entry in self.resources}

    def _reason(self, path: str) -> str:
        if self._nested(path):
            return NESTED_APP
        place = self._places[path]
        entry = self._entries.get((place.kind, place.folder))
        if place.role in (SYSTEM, TEMPLATE):
            return place.role
        if place.role == "manifest" and entry and path not in (entry.manifest, *entry.twins):
            return "" if entry.error else FOREIGN
        return FOREIGN if place.role == "foreign" and not (entry and entry.error) else ""

    # ---- facts

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many files; readable manifests of each kind; variables; callbacks of agents and how many of
        them are disabled."""
        callbacks = [callback for agent in self.of_kind("agents") for callback in self._callbacks(agent)]
        return {
            "files": len(self.paths),
            **{kind: len(self.of_kind(kind)) for kind in layout.RESOURCE_KINDS},
            "variables": len(self.variables),
            "callbacks": len(callbacks),
            "disabledCallbacks": sum(callback.get("disabled") is True for callback in callbacks),
        }

    @cached_property
    def variables(self) -> list[dict]:
        """The variables that the app declares, in order, those without a name or a schema included."""
        return _dicts(self.app.get("variableDeclarations"))

    @cached_property
    def edges(self) -> list[tuple[str, str]]:
        """Parent and child by name, for each text in a list of childAgents, in the order of the manifests."""
        return [
            (agent.display_name, child)
            for agent in self.of_kind("agents")
            for child in _list(self.data(agent).get("childAgents"))
            if isinstance(child, str)
        ]

    def choices(self, entry: ResourceEntry) -> list[str]:
        """The kind members that a manifest sets, such as "pythonFunction"; a sound one has one of them. A
        guardrail's action follows."""
        data = self.data(entry)
        chosen = [member for member in layout.KINDS[entry.kind].choices if member in data]
        action = data.get("action") if entry.kind == "guardrails" else None
        return chosen + [member for member in layout.GUARDRAIL_ACTIONS if isinstance(action, dict) and member in action]

    def operations(self, entry: ResourceEntry) -> list[str]:
        """The operationIds of a tool's or toolset's OpenAPI 3 schema, in order, repeated ones too; empty
        where there is no such schema or it cannot be read."""
        return [operation.id for operation in self.operation_rows(entry) if operation.id]

    def operation_rows(self, entry: ResourceEntry) -> list[Operation]:
        """The same with method, path and summary, those without an operationId too."""
        return operations(self.schema(entry))

    def schema(self, entry: ResourceEntry) -> dict | None:
        """The data of a tool's or toolset's OpenAPI 3 schema, None where there is none that can be read."""
        for code in self.code_fields(entry):
            if code.role == "schema":
                try:
                    data = manifest.load(code.value, code.language) if code.inline else self._schema_file(code)
                except ManifestError:
                    continue
                if isinstance(data, dict) and "openapi" in data:
                    return data
        return None

    def _schema_file(self, code: CodeField) -> Any:
        return self.document(code.resolved) if code.resolved else None

    def _callbacks(self, agent: ResourceEntry) -> Iterator[dict]:
        for rule in layout.KINDS["agents"].code:
            if rule.role == "callback":
                yield from _dicts(self.data(agent).get(rule.pattern[0]))


def _expand(data: Any, pattern: Pointer, pointer: Pointer = ()) -> Iterator[tuple[Pointer, Any]]:
    """Every place of `data` that a pattern leads to, with its value."""
    if not pattern:
        yield pointer, data
    elif pattern[0] == "*":
        for index, element in enumerate(_list(data)):
            yield from _expand(element, pattern[1:], (*pointer, index))
    elif isinstance(data, dict) and pattern[0] in data:
        yield from _expand(data[pattern[0]], pattern[1:], (*pointer, pattern[0]))


def _list(value: Any) -> list:
    return value if isinstance(value, list) else []


def _dict(value: Any) -> dict:
    return value if isinstance(value, dict) else {}


def _dicts(value: Any) -> list[dict]:
    return [element for element in _list(value) if isinstance(element, dict)]
