"""Rows → tree: the files of an app, read from the database when asked for."""

from __future__ import annotations

from collections import ChainMap, OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from threading import Lock
from typing import Any

from editor.archive import layout, manifest
from editor.archive.errors import ManifestError
from editor.archive.tree import AppTree, read_document, read_manifest
from editor.models import App, Blob, File

# Blobs are fetched in batches, below the 999 variables that old SQLite builds take in one statement.
BATCH = 500
# Parsed manifests are kept by their content, so that a save or a page parses only what it never saw. What is kept
# is bounded by what it takes, since aliases and empty lists take many times their source: 64 MB are three apps of
# 2,000 manifests with 2 kB and 50 values each.
CACHED_BYTES = 64 * 1024 * 1024
VALUE_BYTES = 150  # a short list or mapping; the characters of texts are counted with the source


class StoredFiles(Mapping[str, bytes]):
    """The head tree of an app as {path: bytes}, in the order of the archive. One query for the paths; the
    contents come when they are read."""

    def __init__(self, app: App) -> None:
        rows = File.objects.filter(app=app).order_by("position").values_list("path", "blob_id")
        self.stamps: dict[str, str] = dict(rows)
        self._contents: dict[str, bytes] = {}

    def __getitem__(self, path: str) -> bytes:
        stamp = self.stamps[path]
        if stamp not in self._contents:
            self.fetch([path])
        return self._contents[stamp]

    def __iter__(self) -> Iterator[str]:
        return iter(self.stamps)

    def __len__(self) -> int:
        return len(self.stamps)

    def fetch(self, paths: Iterable[str]) -> None:
        """Read the contents of these paths in as few queries as possible."""
        wanted = list({self.stamps[path] for path in paths} - self._contents.keys())
        for start in range(0, len(wanted), BATCH):
            rows = Blob.objects.filter(pk__in=wanted[start : start + BATCH]).values_list("pk", "content")
            self._contents.update((pk, bytes(content)) for pk, content in rows)


def tree_of(app: App, whole: bool = False) -> AppTree:
    """The head tree of an app; `whole` reads every content at once, else each when it is asked for."""
    files = StoredFiles(app)
    if whole:
        files.fetch(files)
    return AppTree(files, app.root, parse_cached, load_cached)


def parse_cached(path: str, content: bytes) -> dict:
    """The data of a manifest, shared by all who ask: nobody changes it. Raises ManifestError."""
    return _cached(read_manifest, path, content)


def load_cached(path: str, content: bytes) -> Any:
    """The same for any other JSON or YAML file, such as an OpenAPI schema: a large one takes half a second."""
    return _cached(read_document, path, content)


def _cached(read: Callable[[str, bytes], Any], path: str, content: bytes) -> Any:
    key = read, manifest.syntax_of(path), content
    kept = _PARSED.get(key)
    if kept is None:
        kept = (_parse(read, path, content),)  # in a tuple, since a file may hold nothing
        _PARSED.put(key, kept, 2 * len(content) + VALUE_BYTES * _values(kept[0]))
    (parsed,) = kept
    if isinstance(parsed, ManifestError):
        # A new one each time: a raised exception holds on to everything in its traceback
        raise ManifestError(parsed.code, parsed.message, parsed.line, parsed.column)
    return parsed


def _parse(read: Callable[[str, bytes], Any], path: str, content: bytes) -> Any:
    try:
        return read(path, content)
    except ManifestError as error:
        return error.with_traceback(None)


def _values(data: Any) -> int:
    """How many values data has, those that aliases stand for included."""
    if not isinstance(data, dict | list):
        return 1
    return 1 + sum(map(_values, data.values() if isinstance(data, dict) else data))


class WeighedCache:
    """Keeps what was used last, up to `most` bytes by the weights it is told; usable by several threads."""

    def __init__(self, most: int) -> None:
        self.most, self.weight = most, 0
        self._kept: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> Any:
        """What is kept under `key`, None where there is nothing."""
        with self._lock:
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            return self._kept[key][0]

    def put(self, key: Hashable, value: Any, weight: int) -> None:
        """Keep a value of `weight` bytes; one above a quarter of all would push out too many others."""
        with self._lock:
            if key in self._kept or weight > self.most // 4:
                return
            self._kept[key] = value, weight
            self.weight += weight
            while self.weight > self.most:
                self.weight -= self._kept.popitem(last=False)[1][1]


_PARSED = WeighedCache(CACHED_BYTES)


def unnamed_files(files: StoredFiles, contents: Mapping[str, bytes], path: str) -> list[str]:
    """Files of code in the folder of the manifest at `path` that it named before, and that nobody names once
    `contents` are written. They go with what named them."""
    before = AppTree(files, parse=parse_cached)
    after = AppTree(ChainMap(dict(contents), files), parse=parse_cached)
    gone = _named_by(before, path) - _named_by(after, path) - set(contents)
    gone = {one for one in gone if layout.in_code_place(one) and layout.resource_of(one) == layout.resource_of(path)}
    return sorted(gone - set(after.named_files)) if gone else []


def _named_by(tree: AppTree, path: str) -> set[str]:
    place = layout.resource_of(path)
    entry = tree.entry_of(*place) if place else tree.app_entry
    return {code.resolved for code in tree.code_fields(entry) if code.resolved} if entry else set()
