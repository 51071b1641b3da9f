"""What the rules look at: the tree of an app and what was said when it was read, each file read once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from hashlib import sha256
from typing import Any

from editor.archive import layout, manifest
from editor.archive.entries import CodeField, ResourceEntry
from editor.archive.errors import ManifestError
from editor.archive.finding import Finding
from editor.archive.json_tree import BRACKETS, Container, scan
from editor.archive.operations import Pointer
from editor.archive.places import Place, Remark
from editor.archive.tree import AppTree
from editor.checks.odd import may_have_remarks

# Texts without remarks, by their content: after a save only the saved one is searched anew. 100 bytes each.
CLEAN_TEXTS = 20_000
_CLEAN: set[tuple[bytes, str]] = set()

POSITIONED = (".json", ".yaml", ".yml")  # files in which a pointer leads somewhere


class Context:
    """Built once for a run; rules read it and change nothing. `notes` are what the container said."""

    def __init__(self, tree: AppTree, notes: tuple[Finding, ...] = ()) -> None:
        self.tree, self.notes = tree, notes
        self._remarks: dict[str, list[Remark]] = {}
        self._places: dict[str, tuple[str, Callable[[Pointer], dict[Pointer, Place]]] | None] = {}

    @cached_property
    def entries(self) -> list[ResourceEntry]:
        """The app, where it has a manifest, and all resources, also those that cannot be read."""
        return [entry for entry in [self.tree.app_entry, *self.tree.resources] if entry]

    @cached_property
    def readable(self) -> list[ResourceEntry]:
        """The entries whose manifest can be read."""
        return [entry for entry in self.entries if not entry.error]

    @cached_property
    def text_files(self) -> list[str]:
        """The files that must be text: manifests, environment.json, and what manifests name."""
        manifests = [entry.manifest for entry in self.entries]
        return list(dict.fromkeys([*manifests, *self.data_files, *self.tree.named_files]))

    @cached_property
    def data_files(self) -> list[str]:
        """The JSON files of the format that are no manifests."""
        return [path for path in (layout.ENVIRONMENT, layout.PYTHON_ENV_FILES) if path in self.tree.paths]

    @cached_property
    def data_errors(self) -> dict[str, ManifestError]:
        """Why a file of `data_files` cannot be read, or holds no object."""
        errors = {}
        for path in self.data_files:
            try:
                self.tree.manifest_data(path)
            except ManifestError as error:
                errors[path] = error
        return errors

    @cached_property
    def code_fields(self) -> list[CodeField]:
        """The members of all readable manifests that name files or hold code."""
        return [code for entry in self.readable for code in self.tree.code_fields(entry)]

    @cached_property
    def same_names(self) -> list[tuple[ResourceEntry, ResourceEntry]]:
        """Resources that have the display name of another of their kind, with that other: the one whose folder
        fits the name, else the first."""
        return list(_rivals(self.tree.resources, lambda entry: entry.display_name))

    @cached_property
    def same_folders(self) -> list[tuple[ResourceEntry, ResourceEntry]]:
        """Resources whose display name gives the folder of another name of their kind, with that other. Of
        each name only one resource."""
        of_each_name = {(entry.kind, entry.display_name): entry for entry in reversed(self.tree.resources)}
        first = [entry for entry in self.tree.resources if of_each_name[entry.kind, entry.display_name] is entry]
        return list(_rivals(first, lambda entry: layout.sanitise(entry.display_name)))

    def noted(self, rule: str) -> Iterator[Finding]:
        """What the container said under this rule."""
        return (note for note in self.notes if note.rule == rule)

    def remarks(self) -> Iterator[tuple[str, Remark]]:
        """What is odd in the texts of manifests and data files that can be read, with the file's path."""
        for path, data in self._parsed():
            if path not in self._remarks:
                self._remarks[path] = self._search(path, data)
            yield from ((path, remark) for remark in self._remarks[path])

    def _parsed(self) -> Iterator[tuple[str, Any]]:
        yield from ((entry.manifest, self.tree.data(entry)) for entry in self.readable)
        yield from ((path, self.tree.manifest_data(path)) for path in self.data_files if path not in self.data_errors)

    def _search(self, path: str, data: Any) -> list[Remark]:
        content, syntax = self.tree.files[path], manifest.syntax_of(path)
        digest = sha256(content).digest()
        if (digest, syntax) in _CLEAN:
            return []
        text = manifest.decode(content)
        found = manifest.remarks(text, syntax) if syntax == "json" or may_have_remarks(text, data) else []
        if not found:
            if len(_CLEAN) >= CLEAN_TEXTS:
                _CLEAN.clear()
            _CLEAN.add((digest, syntax))
        return found

    def position(self, path: str, pointer: Pointer, key: bool = False) -> tuple[int | None, int | None]:
        """Line and column of a pointer in a file, (None, None) for the whole file and where a file has no
        positions. Where the pointer leads nowhere, those of its nearest parent."""
        if not pointer:
            return None, None
        if path not in self._places:
            self._places[path] = self._scan(path)
        scanned = self._places[path]
        if not scanned:
            return None, None
        text, places_for = scanned
        return manifest.place_at(text, places_for(pointer), pointer, key)

    def _scan(self, path: str) -> tuple[str, Callable[[Pointer], dict[Pointer, Place]]] | None:
        if path not in self.tree.paths or not path.endswith(POSITIONED):
            return None
        try:
            text = self.tree.text(path)
            if manifest.syntax_of(path) == "json":
                return text, _JsonPlaces(text).along
            places = manifest.places(text, "yaml")
            return text, lambda pointer: places
        except ManifestError:
            return None


class _JsonPlaces:
    """Where values stand in a JSON text. Only what a pointer leads through is opened: the places of all values
    of a text take a hundred times its size. Raises ManifestError where the text cannot be read."""

    def __init__(self, text: str) -> None:
        manifest.load(text, "json")
        self._root = scan(text.removeprefix(manifest.BOM)).root

    def along(self, pointer: Pointer) -> dict[Pointer, Place]:
        """The places of the value at `pointer` and of its parents, as far as it leads somewhere."""
        entry, found = self._root, {(): self._root.place}
        start = entry.place.start
        for length, step in enumerate(pointer, 1):
            index = _index(entry.container, step) if entry.opening in BRACKETS else None
            if index is None:
                break
            entry = entry.container.entries[index]
            found[pointer[:length]] = place = _moved(entry.place, start)
            start = place.start
        return found


def _index(container: Container, step: str | int) -> int | None:
    """The index of the entry that a step means, of a duplicate key the last one; None where there is none."""
    if isinstance(step, int):
        return step if container.opening == "[" and 0 <= step < len(container.entries) else None
    return max(container.all(step), default=None)


def _moved(place: Place, by: int) -> Place:
    """A place in a container as one in the whole text."""
    key = (None, None) if place.key_start is None else (place.key_start + by, place.key_end + by)
    return Place(place.start + by, place.end + by, *key)


def _rivals(
    entries: Iterable[ResourceEntry], key: Callable[[ResourceEntry], str]
) -> Iterator[tuple[ResourceEntry, ResourceEntry]]:
    groups: dict[tuple[str, str], list[ResourceEntry]] = {}
    for entry in entries:
        if entry.display_name:
            groups.setdefault((entry.kind, key(entry)), []).append(entry)
    for group in groups.values():
        owner = next((entry for entry in group if entry.folder == layout.sanitise(entry.display_name)), group[0])
        yield from ((entry, owner) for entry in group if entry is not owner)
