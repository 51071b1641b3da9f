"""Rows → tree: the files of an app, read from the database when asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from editor.archive.errors import ManifestError
from editor.archive.tree import AppTree, read_manifest
from editor.models import App, Blob, File

# Blobs are fetched in batches, below the 999 variables that old SQLite builds take in one statement.
BATCH = 500
# Parsed manifests are kept by their content, so that a save or a page parses only what it never saw. 4,096
# manifests of at most 64 kB are three of the largest apps.
CACHED_MANIFESTS = 4_096
CACHED_BYTES = 64 * 1024


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
    return AppTree(files, app.root, parse_cached)


def parse_cached(path: str, content: bytes) -> dict:
    """The data of a manifest, shared by all who ask: nobody changes it. Raises ManifestError."""
    if len(content) > CACHED_BYTES:
        return read_manifest(path, content)
    parsed = _parse(path.rpartition(".")[2], content)
    if isinstance(parsed, ManifestError):
        # A new one each time: a raised exception holds on to everything in its traceback
        raise ManifestError(parsed.code, parsed.message, parsed.line, parsed.column)
    return parsed


@lru_cache(CACHED_MANIFESTS)
def _parse(suffix: str, content: bytes) -> dict | ManifestError:
    try:
        return read_manifest(f"manifest.{suffix}", content)
    except ManifestError as error:
        return error.with_traceback(None)
