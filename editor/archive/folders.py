"""Apps in folders, such as the work tree of a version control (docs/format.md, "Container").

No link is ever followed, and nothing is written or deleted outside the folder.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
import tempfile
from collections.abc import Collection, Mapping
from pathlib import Path

from editor.archive import layout, limits, names
from editor.archive.errors import Refusal

NAME_BYTES = 255  # of one file or folder; no usual disk takes longer ones


def path_of(written: str) -> Path:
    """The path that a person wrote. Raises Refusal cannot-read for an empty one, which Path takes for the current
    folder: a variable that is not set would name it unasked."""
    if not written:
        raise Refusal("cannot-read", "the path is empty; the current folder is “.”")
    return Path(written)


def walk(folder: Path, root: str) -> tuple[list[str], dict[str, str]]:
    """The files below a folder in alphabetical order, and what is left out, with the reason: the folders of a
    version control, and links outside the places of the format. `root` is the name of the folder in an archive.
    Raises Refusal: link-entry, unsafe-path, too-deep, too-many-files; OSError."""
    found: list[str] = []
    left_out: dict[str, str] = {}
    waiting, seen = [""], 0
    while waiting:
        inner = waiting.pop()
        with os.scandir(folder / inner) as entries:
            for entry in entries:
                path, seen = inner + entry.name, seen + 1
                if seen > limits.ENTRIES:
                    raise Refusal("too-many-files", f"more than {limits.ENTRIES:,} files are not allowed")
                if layout.in_version_control(entry.name):
                    left_out[path] = "it belongs to a version control: it was left out"
                elif entry.is_symlink():
                    _refuse_link_in_place(path)
                    left_out[path] = "a link, not followed: left out"
                elif entry.is_dir(follow_symlinks=False):
                    waiting.append(f"{path}/")
                else:
                    _refuse_no_file(entry, path)
                    names.safe_path(f"{root}/{path}")
                    found.append(path)
    return sorted(found, key=lambda path: path.split("/")), dict(sorted(left_out.items()))


def _refuse_link_in_place(path: str) -> None:
    """An app whose file or folder is a link would be read without it."""
    if layout.holds_format(layout.as_path(path)):
        shown = names.printable(path)
        raise Refusal("link-entry", f"{shown} is a symbolic link; put the file or folder itself in its place", shown)


def _refuse_no_file(entry: os.DirEntry[str], path: str) -> None:
    if not entry.is_file(follow_symlinks=False):
        shown = names.printable(path)
        raise Refusal("link-entry", f"{shown} is a device, a pipe or a socket, not a file", shown)


def read_files(folder: Path, paths: Mapping[str, str]) -> dict[str, bytes]:
    """The contents of files: `paths` maps the path inside the app to the one inside the folder. Raises Refusal
    too-large, counted as read; OSError."""
    files: dict[str, bytes] = {}
    room = limits.TOTAL_BYTES
    for path, inner in paths.items():
        with open(folder / inner, "rb", opener=_open_no_link) as file:
            content = file.read(limits.ENTRY_BYTES + 1)
        if len(content) > limits.ENTRY_BYTES:
            allowed = limits.ENTRY_BYTES // limits.MB
            raise Refusal("too-large", f"{path} is larger than the {allowed} MB allowed for one file", path)
        room -= len(content)
        if room < 0:
            allowed = limits.TOTAL_BYTES // limits.MB
            raise Refusal("too-large", f"all files together have more than the {allowed} MB allowed", path)
        files[path] = content
    return files


def _open_no_link(path: str, flags: int) -> int:
    """Open a file, but no link that was put in its place since it was looked at."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0))


def write_folder(
    folder: Path, files: Mapping[str, bytes], deleted: Mapping[str, Collection[str]] | None = None
) -> list[str]:
    """Make a folder hold `files`, and return the paths that changed, in order.

    Only files with other content are written, each in one step. Of all else in the folder nothing is touched
    but the paths in `deleted` (what a person deleted in the editor, with the sha256 of each content that the app
    had there): they go if they still have such a content and are the app's own or in the folder of a resource,
    with the folders that become empty. Raises Refusal before the first change: unsafe-path (also what belongs to
    a version control), too-deep (a name too long for a disk), link-entry (a link, a folder or a file stands in
    the way), case-collision (on a disk that is blind to case); OSError.
    """
    gone = {path: stamps for path, stamps in sorted((deleted or {}).items()) if path not in files and _may_go(path)}
    for path in files:
        _refuse_unsafe(folder, path)
        _refuse_no_room(folder, path)
    for path in gone:
        _refuse_unsafe(folder, path)
    folder.mkdir(parents=True, exist_ok=True)
    _refuse_collisions(folder, files)
    changed = [path for path, content in files.items() if not _holds(folder / path, content)]
    for path in changed:
        _replace(folder / path, files[path])
    return changed + [path for path, stamps in gone.items() if _delete(folder, path, stamps)]


def _may_go(path: str) -> bool:
    """Whether an export may delete a file of this path at all."""
    return layout.is_known(path) and not layout.in_version_control(path) and _long_name(path) is None


def _long_name(path: str) -> str | None:
    """The first part of a path that is too long for a disk."""
    return next((part for part in path.split("/") if len(os.fsencode(part)) > NAME_BYTES), None)


def _refuse_unsafe(folder: Path, path: str) -> None:
    """No path may leave the folder, by its name or through a link on its way, nor change a version control."""
    if names.safe_path(path) != path:
        raise Refusal("unsafe-path", f"{path} is no plain path", path)
    if layout.in_version_control(path):
        what = "belongs to a version control and is never written into a folder; export without foreign files"
        raise Refusal("unsafe-path", f"{path} {what}", path)
    if long := _long_name(path):
        what = f"the name {names.printable(long)} has more than the {NAME_BYTES} bytes that a disk takes"
        raise Refusal("too-deep", f"{what}; export a ZIP, or give it a shorter one", path)
    place = folder
    for part in path.split("/"):
        place = place / part
        if place.is_symlink():
            raise Refusal("link-entry", f"{place} is a link; it would lead out of the folder", path)


def _refuse_no_room(folder: Path, path: str) -> None:
    """Found before the first file is written, so that no export stops halfway."""
    for above in layout.folders_of(path):
        place = folder / above
        if place.exists() and not place.is_dir():
            raise Refusal("link-entry", f"{place} is a file where a folder has to be for {path}", path)
    place = folder / path
    if place.exists() and not place.is_file():
        what = "a folder" if place.is_dir() else "a device, a pipe or a socket"
        raise Refusal("link-entry", f"{place} is {what} where a file has to be", path)


def _refuse_collisions(folder: Path, files: Mapping[str, bytes]) -> None:
    collisions = names.case_collisions(files)
    if collisions and _is_blind_to_case(folder):
        path, other = collisions[0]
        raise Refusal("case-collision", f"{path} and {other} are the same on this disk; one would be lost", path)


def _is_blind_to_case(folder: Path) -> bool:
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".Atelier-") as probe:
        return (folder / Path(probe.name).name.swapcase()).exists()


def _holds(path: Path, content: bytes) -> bool:
    return path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content


def _replace(path: Path, content: bytes) -> None:
    """Write a file in one step: whoever reads it finds the old or the new content. An old file's mode stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".atelier-{secrets.token_hex(8)}")
    try:
        new.write_bytes(content)
        if path.exists():
            shutil.copymode(path, new)
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def _delete(folder: Path, path: str, stamps: Collection[str]) -> bool:
    """Delete a file that still has a content of the app; what somebody else put in its place stays."""
    place = folder / path
    if not place.is_file() or _stamp(place) not in stamps:
        return False
    place.unlink()
    for parent in place.parents:
        if parent == folder or any(parent.iterdir()):
            break
        parent.rmdir()
    return True


def _stamp(path: Path) -> str:
    with open(path, "rb", opener=_open_no_link) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
