"""What the names of entries mean and which of them are refused (docs/format.md, "Container").

A name may come from a hostile archive; every path that leaves this module is a plain relative one with "/".
Nothing here opens a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from editor.archive import layout, limits
from editor.archive.errors import Refusal

LONGEST_SHOWN = 200  # characters of a name in a message; a name may have 65,535
MACOSX = "__MACOSX/"
INNER_ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".7z", ".rar")
OTHER_PRODUCTS = {"flows": "Dialogflow CX", "intents": "Dialogflow ES"}  # by the folder beside agent.json

_CONTROL = re.compile(r"[\0-\x1f\x7f-\x9f\ud800-\udfff]")
_DRIVE = re.compile(r"[A-Za-z]:")


def printable(name: str) -> str:
    """A name as a message shows it: escapes for what cannot be shown, and not without end."""
    shown = _CONTROL.sub(lambda match: f"\\x{ord(match[0]):02x}", name[:LONGEST_SHOWN])
    return shown + "…" * (len(name) > LONGEST_SHOWN)


def safe_path(name: str) -> str:
    """The path of an entry name: backslashes are slashes; the slash at the end of a folder goes.

    Raises Refusal: unsafe-path (absolute, a drive, "..", ".", an empty part, a control character, NUL) and
    too-deep, each naming the entry.
    """
    shown = printable(name)
    if "\0" in name:
        raise Refusal("unsafe-path", f"the name {shown} holds a NUL character", shown)
    if _CONTROL.search(name):
        raise Refusal("unsafe-path", f"the name {shown} holds a character that cannot be shown", shown)
    path = name.replace("\\", "/").removesuffix("/")
    parts = path.split("/")
    if any(part in ("", ".", "..") or _DRIVE.match(part) for part in parts):
        raise Refusal("unsafe-path", f"the entry {shown} leads out of the archive or nowhere", shown)
    if len(parts) - 1 > limits.FOLDER_LEVELS:
        told = f"{len(parts) - 1} folder levels are more than allowed ({limits.FOLDER_LEVELS})"
        raise Refusal("too-deep", f"{told}: {shown}", shown)
    if len(path) > limits.PATH_CHARACTERS:
        told = f"a path of {len(path):,} characters is longer than allowed ({limits.PATH_CHARACTERS:,})"
        raise Refusal("too-deep", f"{told}: {shown}", shown)
    return path


def find_root(paths: Iterable[str]) -> tuple[str, list[str]]:
    """The root folder of the app, "" where its manifest lies at the top, and the files beside the root that
    are passed over (what macOS and other systems leave there).

    Raises Refusal: empty-archive, other-product, no-app, several-root-folders, two-app-manifests.
    """
    every = list(dict.fromkeys(paths))
    passed = [path for path in every if path.startswith(MACOSX)]
    kept = [path for path in every if not path.startswith(MACOSX)]
    if not kept:
        raise Refusal("empty-archive", "the archive holds no files")
    apps = _apps(kept)
    if "" in apps:
        root = ""
    else:
        beside = [path for path in kept if "/" not in path]
        machine = [path for path in beside if layout.is_system(path)]
        folders = list(dict.fromkeys(path.partition("/")[0] for path in kept if "/" in path))
        if not apps:
            _refuse_other_product(kept)
            raise Refusal("no-app", _why_no_app(kept, folders))
        _refuse_several(list(apps), folders + [path for path in beside if path not in machine])
        root, passed = folders[0], passed + machine
    if len(apps[root]) > 1:
        raise Refusal("two-app-manifests", "app.json and app.yaml are both there; keep one", "app.yaml")
    return root, passed


def _apps(paths: Iterable[str]) -> dict[str, list[str]]:
    """The manifests of apps at the top and in the folders at the top, by folder."""
    apps: dict[str, list[str]] = {}
    for path in paths:
        folder, _, name = path.rpartition("/")
        if name in layout.APP_MANIFESTS and "/" not in folder:
            apps.setdefault(folder, []).append(name)
    return apps


def _refuse_other_product(paths: Iterable[str]) -> None:
    """Dialogflow's exports have agent.json beside folders of their own, at the top or in one folder."""
    agent = next((path for path in paths if path.split("/")[-1] == "agent.json" and path.count("/") < 2), None)
    if agent is None:
        return
    base = agent.removesuffix("agent.json")
    for folder, product in OTHER_PRODUCTS.items():
        if any(path.startswith(f"{base}{folder}/") for path in paths):
            what = f"this is a {product} agent export (agent.json, {folder}), not a CX Agent Studio application"
            raise Refusal("other-product", what, agent)


def _why_no_app(paths: Iterable[str], folders: Sequence[str]) -> str:
    """What is missing, and where an app is instead or what else is there."""
    where = f"the root folder {folders[0]}" if len(folders) == 1 else "a folder at the top"
    missing = f"there is no app.json or app.yaml in {where}"
    for path in paths:
        folder, _, name = path.rpartition("/")
        if name in layout.APP_MANIFESTS:
            return f"{missing}, but one in {folder}; pack that folder alone"
        if name.removesuffix(layout.TEMPLATE_SUFFIX) in layout.APP_MANIFESTS:
            return f"{missing}, only a template: {path}; fill it in first"
        if name.lower().endswith(INNER_ARCHIVES):
            return f"there is no app in it, only another archive: {path}; unpack it first"
    return missing


def _refuse_several(apps: Sequence[str], beside: Sequence[str]) -> None:
    """Refuse more than one thing at the top, by name."""
    if len(beside) == 1:
        return
    if len(apps) > 1:
        told = f"there are {_listed(apps)}; pack one of them"
    else:
        others = [name for name in beside if name != apps[0]]
        told = f"beside the app in {apps[0]} there is {_listed(others)}; pack the folder {apps[0]} alone"
    raise Refusal("several-root-folders", f"an archive holds one app in one folder, but {told}")


def _listed(names: Sequence[str]) -> str:
    shown = list(names[:5]) + ([f"{len(names) - 5} more"] if len(names) > 5 else [])
    return " and ".join(filter(None, [", ".join(shown[:-1]), shown[-1]]))


def clash(files: Sequence[str], folders: Iterable[str]) -> tuple[str, str] | None:
    """The first file that stands in the way of another: the same path twice, also in another Unicode form, or
    a file that is a folder too. None where every path is free for its file."""
    seen: dict[str, str] = {}
    for path in files:
        if (composed := layout.nfc(path)) in seen:
            return path, seen[composed]
        seen[composed] = path
    for path in [*files, *(f"{folder}/" for folder in folders)]:
        for above in layout.folders_of(path):
            if layout.nfc(above) in seen:
                return above, path
    return None


def check_new_path(path: str, existing: Iterable[str], root: str = layout.APP) -> None:
    """Whether an app with the files `existing` may get one more at `path` and still be exported, to a ZIP under
    the folder `root` or to a folder, and read again.

    Raises Refusal: unsafe-path, too-deep, too-many-files, duplicate-entry, two-app-manifests.
    """
    shown = printable(path)
    if safe_path(path) != path:
        raise Refusal("unsafe-path", f"{shown} is no plain path: folders are separated by “/” alone", shown)
    if layout.in_version_control(path):
        raise Refusal("unsafe-path", f"{shown} belongs to a version control", shown)
    safe_path(f"{root}/{path}")
    paths = [*existing, path]
    if len(paths) > limits.ENTRIES:
        raise Refusal("too-many-files", f"an app has no more than {limits.ENTRIES:,} files", shown)
    if found := clash(paths, []):
        other = found[found[0] == path]
        raise Refusal("duplicate-entry", f"{shown} cannot stand beside {other}", shown)
    find_root(f"{root}/{inner}" for inner in paths)


def case_collisions(paths: Iterable[str]) -> list[tuple[str, str]]:
    """Files that a disk which is blind to upper and lower case would merge with another file or folder, and
    the other spelling; for a folder only its first file, in alphabetical order."""
    spelt: dict[str, str] = {}
    collisions, reported = [], set()
    for path in sorted(paths):
        for part in [*layout.folders_of(path), path]:
            other = spelt.setdefault(layout.nfc(part).casefold(), part)
            if layout.nfc(other) != layout.nfc(part):
                if part not in reported:
                    collisions.append((path, other))
                    reported.add(part)
                break
    return collisions
