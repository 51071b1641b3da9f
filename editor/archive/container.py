"""ZIP or folder ⇄ the files of an app (docs/format.md, "Container").

What can be understood is taken, and `notes` say what was odd; all else is refused before anything of it is
kept, with a code and the name of the entry.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from editor.archive import layout, limits, manifest, names
from editor.archive.errors import ManifestError, Refusal
from editor.archive.finding import INFO, WARNING, Finding
from editor.archive.folders import read_files, walk, write_folder
from editor.archive.zip_reader import Entry, check_readable, read_entries, unpack
from editor.archive.zip_writer import write_zip

__all__ = ["Archive", "read", "read_folder", "read_zip", "write_folder", "write_zip"]

UNIX_TYPE, UNIX_FILE, UNIX_FOLDER = 0o170000, 0o100000, 0o040000
UNIX_TYPES = {0o120000: "a symbolic link", 0o010000: "a pipe", 0o140000: "a socket"}


@dataclass
class Archive:
    """An app as it came. `root` is the name of its root folder, "" if there was none; `files` are its files by
    their path inside the app, in the order of the archive; `notes` tell what was odd while reading."""

    root: str
    files: dict[str, bytes]
    notes: list[Finding] = field(default_factory=list)


def read(path: Path) -> Archive:
    """The app in a ZIP or a folder. Raises Refusal, with the code "cannot-read" for what the system refuses."""
    try:
        if path.is_dir():
            return read_folder(path)
        if path.exists() and not path.is_file():  # opening a pipe would wait for ever
            raise Refusal("cannot-read", f"{path} is neither a file nor a folder")
        return read_zip(path)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Refusal("cannot-read", f"{path} cannot be read: {reason}") from error


def read_zip(source: BinaryIO | Path) -> Archive:
    """The app in a ZIP. `source` is a path or a stream that can be moved in.

    Raises Refusal: not-a-zip, empty-archive, damaged-archive, unsupported-compression, encrypted, no-app,
    several-root-folders, unsafe-path, link-entry, duplicate-entry, too-deep, too-large, too-many-files,
    two-app-manifests, other-product, and for the manifest of the app itself not-utf8, manifest-unreadable,
    manifest-wrong-root. OSError where the file cannot be read.
    """
    if isinstance(source, Path):
        with source.open("rb") as stream:
            return _read_zip(stream)
    return _read_zip(source)


def _read_zip(stream: BinaryIO) -> Archive:
    entries = read_entries(stream)
    paths = {entry: names.safe_path(entry.name) for entry in entries}
    files = {entry: path for entry, path in paths.items() if not _is_folder(entry)}
    root, passed = names.find_root(list(files.values()))
    _refuse_clashes(files, [path for entry, path in paths.items() if _is_folder(entry)], root)
    for entry, path in paths.items():
        shown = _inside(root, path)
        _refuse_links(entry, shown)
        check_readable(entry, shown)
    beside = set(passed)
    kept = {_inside(root, path): entry for entry, path in files.items() if path not in beside}
    notes = _notes(root, kept, passed, [entry.name for entry in files]) + _encoding_notes(entries, paths, root)
    archive = Archive(root, {}, notes)
    room = limits.TOTAL_BYTES
    for path, entry in kept.items():
        archive.files[path] = unpack(stream, entry, path, room)
        room -= len(archive.files[path])
    _check_manifest(archive)
    return archive


def read_folder(path: Path) -> Archive:
    """The app in a folder, its files in alphabetical order. No link is followed: one in a place of the format
    is refused, any other is left out with a note, as the folders of a version control are.

    Raises Refusal: empty-archive, no-app, unsafe-path, link-entry, duplicate-entry, too-deep, too-large,
    too-many-files, two-app-manifests, other-product, and for the manifest of the app itself not-utf8,
    manifest-unreadable, manifest-wrong-root. OSError where the folder is none or a file cannot be read.
    """
    name = path.resolve().name or layout.APP
    root = name.replace("\\", "_")  # the slash of an archive's names
    found, left_out = walk(path, root)
    spelt = [names.safe_path(inner) for inner in found]
    names.find_root([f"{root}/{inner}" for inner in spelt])
    if clash := names.clash(spelt, []):
        raise Refusal("duplicate-entry", f"{clash[0]} and {clash[1]} have the same name", clash[0])
    notes = _notes(root, spelt, [], found)
    if root != name:
        notes.append(Finding("backslash-names", WARNING, "", f"the folder is called {name}; an export calls it {root}"))
    notes += [Finding("foreign-file", INFO, names.printable(inner), why) for inner, why in left_out.items()]
    archive = Archive(root, read_files(path, dict(zip(spelt, found, strict=True))), notes)
    _check_manifest(archive)
    return archive


def _inside(root: str, path: str) -> str:
    """The path inside the app; a path beside the root folder stays as it is."""
    return path.removeprefix(f"{root}/") if root else path


def _is_folder(entry: Entry) -> bool:
    return entry.name.endswith(("/", "\\"))


def _refuse_clashes(files: dict[Entry, str], folders: Iterable[str], root: str) -> None:
    clash = names.clash(list(files.values()), folders)
    if clash is None:
        return
    path, other = (_inside(root, part) for part in clash)
    twins = [entry for entry, spelt in files.items() if layout.nfc(spelt) == layout.nfc(clash[0])]
    if len(twins) > 1:
        same = len({(entry.crc, entry.size) for entry in twins}) == 1
        what = f"{path} is there twice, with {'the same' if same else 'different'} content"
    else:
        what = f"{path} is a file and a folder as well: {other}"
    raise Refusal("duplicate-entry", what, path)


def _refuse_links(entry: Entry, shown: str) -> None:
    """Links, devices and the like are refused whatever system the entry says it comes from."""
    kind = entry.mode & UNIX_TYPE
    if kind not in (0, UNIX_FILE, UNIX_FOLDER):
        raise Refusal("link-entry", f"{shown} is {UNIX_TYPES.get(kind, 'a device')}, not a file", shown)
    if _is_folder(entry) != (kind == UNIX_FOLDER) and kind:
        raise Refusal("damaged-archive", f"{shown} is said to be a file and a folder", shown)
    if _is_folder(entry) and entry.size:
        raise Refusal("damaged-archive", f"{shown} is a folder and has content", shown)


def _notes(root: str, paths: Iterable[str], passed: Iterable[str], spelt: Iterable[str]) -> list[Finding]:
    """What was odd: `paths` are those of the app, `passed` those beside the root, `spelt` the names as they
    were written."""
    notes = []
    if not root:
        what = "the archive has no root folder; an export gets one, named after the app"
        notes.append(Finding("no-root-folder", WARNING, "", what))
    backslashes = [name for name in spelt if "\\" in name]
    if backslashes:
        what = (
            f"{len(backslashes)} names are written with backslashes, such as {backslashes[0]}; they are read as slashes"
        )
        notes.append(Finding("backslash-names", WARNING, "", what))
    for path in passed:
        what = "left beside the app by an operating system: it was passed over and is not kept"
        notes.append(Finding("foreign-file", INFO, path, what))
    for path, other in names.case_collisions(paths):
        what = f"differs from {other} in upper and lower case only: on many disks one would replace the other"
        notes.append(Finding("case-collision", WARNING, path, what))
    return notes


def _encoding_notes(entries: Iterable[Entry], paths: dict[Entry, str], root: str) -> list[Finding]:
    guessed = [entry for entry in entries if entry.guessed]
    if not guessed:
        return []
    first = _inside(root, paths[guessed[0]])
    what = f"the archive does not say how {len(guessed)} names are encoded, such as {first}; an export says UTF-8"
    return [Finding("name-encoding", WARNING, first, what)]


def _check_manifest(archive: Archive) -> None:
    """The manifest of the app must hold an object: without it there is nothing to open."""
    path = next(name for name in layout.APP_MANIFESTS if name in archive.files)
    try:
        manifest.load_object(manifest.decode(archive.files[path]), manifest.syntax_of(path))
    except ManifestError as error:
        raise Refusal(error.code, f"{path}: {error.message}", path, error.line, error.column) from None
