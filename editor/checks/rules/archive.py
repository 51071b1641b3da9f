"""Rules of the archive itself: its container, its layout, and texts that cannot be read or are odd
(docs/format.md, "Container", "Layout", "JSON style" and "YAML style")."""

from __future__ import annotations

import codecs
from collections.abc import Iterator

from editor import schema
from editor.archive import layout, names, tree
from editor.archive.entries import ResourceEntry
from editor.archive.errors import ManifestError
from editor.archive.finding import ERROR, INFO, WARNING
from editor.checks.context import Context
from editor.checks.registry import Hit, rule

LEAVE_OUT = "leave it out of exports"
DROP_BOM = "remove the byte-order mark"


# ---- the container


def _noted(context: Context, rule_id: str) -> Iterator[Hit]:
    for note in context.noted(rule_id):
        yield Hit(note.file, _sentence(note.message), note.pointer, line=note.line, column=note.column)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."


@rule("no-root-folder", WARNING)
def no_root_folder(context: Context) -> Iterator[Hit]:
    """The files lie at the top of the archive."""
    return _noted(context, "no-root-folder")


@rule("backslash-names", WARNING)
def backslash_names(context: Context) -> Iterator[Hit]:
    """Names of entries with backslashes."""
    return _noted(context, "backslash-names")


@rule("name-encoding", WARNING)
def name_encoding(context: Context) -> Iterator[Hit]:
    """Names of entries whose encoding had to be guessed."""
    return _noted(context, "name-encoding")


@rule("case-collision", WARNING)
def case_collision(context: Context) -> Iterator[Hit]:
    """Paths that differ in upper and lower case only. The tree knows them, so no note is needed."""
    for path, other in names.case_collisions(context.tree.paths):
        part = "/".join(path.split("/")[: other.count("/") + 1])
        yield Hit(
            path,
            f"{part} differs from {other} in upper and lower case only: on the disks of most Macs and Windows "
            "machines one replaces the other. Rename one of them.",
        )


# ---- the layout


@rule("foreign-file", WARNING)
def foreign_file(context: Context) -> Iterator[Hit]:
    """Files that the format does not know, kept or passed over. A template in the place of a file of the
    format is told by the rule that misses the file."""
    in_place = {bare.template for bare in context.tree.bare_folders}
    in_place |= {context.tree.template_at(code.path) for code in context.code_fields if code.missing}
    for path, reason in context.tree.foreign.items():
        if reason == tree.SYSTEM:
            message = f"{path} was left there by a system or a program and is no part of the app."
            yield Hit(path, message, severity=INFO, fix=LEAVE_OUT)
        elif reason != tree.NESTED_APP and path not in in_place:
            what = "is a template" if reason == tree.TEMPLATE else "is no file of the format"
            yield Hit(path, f"{path} {what}. Leave it out when you export for the service.", fix=LEAVE_OUT)
    for note in context.noted("foreign-file"):
        if note.file not in context.tree.paths:
            yield Hit(note.file, _sentence(note.message), severity=note.severity)


@rule("nested-app", WARNING)
def nested_app(context: Context) -> Iterator[Hit]:
    """An app inside the app."""
    for folder in context.tree.nested_apps:
        yield Hit(
            folder,
            f"The folder {folder} holds an app of its own. It is kept but is no part of this app; delete it, or "
            "leave it out when you export.",
            fix=LEAVE_OUT,
        )


@rule("manifest-missing", ERROR)
def manifest_missing(context: Context) -> Iterator[Hit]:
    """Folders of a resource without a manifest."""
    for bare in context.tree.bare_folders:
        folder = f"{bare.kind}/{bare.folder}"
        if bare.template:
            message = f"A template, {bare.template}, stands in the place of the manifest. Fill it in first."
            yield Hit(folder, message, severity=WARNING)
        else:
            wanted = layout.manifest_path(bare.kind, bare.folder, context.tree.format.replace("mixed", "json"))
            yield Hit(folder, f"The folder {folder} has no manifest. Add {wanted}, or delete the folder.")


@rule("manifest-twice", ERROR)
def manifest_twice(context: Context) -> Iterator[Hit]:
    """Manifests beside the one that counts."""
    for entry in context.entries:
        for twin in entry.twins:
            yield Hit(
                twin, f"{entry.manifest} is the manifest that counts; this one is passed over. Delete one of them."
            )


@rule("manifest-name", WARNING)
def manifest_name(context: Context) -> Iterator[Hit]:
    """Manifests that are not named like their folder."""
    for entry in context.tree.resources:
        stem = layout.stem_of_manifest(entry.manifest)
        if layout.nfc(stem) != layout.nfc(entry.folder):
            wanted = entry.folder + entry.manifest[entry.manifest.rindex(".") :]
            yield Hit(entry.manifest, f"The manifest is not named like its folder. Rename it to {wanted}.")


@rule("folder-name", INFO)
def folder_name(context: Context) -> Iterator[Hit]:
    """Folders that are not what the display name gives. Where two names are in each other's way, the rules
    for that say all."""
    told = {entry.manifest for entry, _ in [*context.same_names, *context.same_folders]}
    for entry in context.tree.resources:
        wanted = layout.sanitise(entry.display_name)
        if entry.display_name and wanted != entry.folder and entry.manifest not in told:
            yield Hit(
                entry.manifest,
                f"The folder is {entry.folder}; the display name “{entry.display_name}” gives {wanted}. An import "
                "renames the folder.",
                ("displayName",),
            )


# ---- texts


def _unreadable(context: Context, rule_id: str) -> Iterator[Hit]:
    errors = [(entry.manifest, entry.error) for entry in context.entries if entry.error]
    for path, error in [*errors, *context.data_errors.items()]:
        if error.code == rule_id:
            yield _hit(path, error)


def _hit(path: str, error: ManifestError) -> Hit:
    return Hit(path, f"{path}: {error.message}.", line=error.line, column=error.column)


@rule("manifest-unreadable", ERROR)
def manifest_unreadable(context: Context) -> Iterator[Hit]:
    """Manifests and environment.json that do not parse."""
    return _unreadable(context, "manifest-unreadable")


@rule("manifest-wrong-root", ERROR)
def manifest_wrong_root(context: Context) -> Iterator[Hit]:
    """Manifests and environment.json that hold no object."""
    return _unreadable(context, "manifest-wrong-root")


@rule("not-utf8", ERROR)
def not_utf8(context: Context) -> Iterator[Hit]:
    """Manifests, instructions, code and schemas in another encoding."""
    for path in context.text_files:
        try:
            context.tree.text(path)
        except ManifestError as error:
            yield _hit(path, error)


@rule("bom", WARNING)
def bom(context: Context) -> Iterator[Hit]:
    """Texts that start with a byte-order mark."""
    for path in context.text_files:
        if context.tree.files[path].startswith(codecs.BOM_UTF8):
            message = f"{path} starts with a byte-order mark, which strict readers refuse. Save it without."
            yield Hit(path, message, line=1, column=1, fix=DROP_BOM)


def _remarked(context: Context, rule_id: str, advice: str = "") -> Iterator[Hit]:
    for path, remark in context.remarks():
        if remark.rule == rule_id:
            where = f" (lines {', '.join(map(str, remark.lines))})" if remark.lines else ""
            message = f"{_sentence(remark.message + where)} {advice}".rstrip()
            yield Hit(path, message, remark.pointer, line=remark.line, column=remark.column)


@rule("duplicate-key", ERROR)
def duplicate_key(context: Context) -> Iterator[Hit]:
    """One key twice in an object."""
    return _remarked(context, "duplicate-key", "Delete the others.")


@rule("lone-surrogate", ERROR)
def lone_surrogate(context: Context) -> Iterator[Hit]:
    """Half a character."""
    return _remarked(context, "lone-surrogate", "Delete it or write the whole character.")


@rule("yaml-plain-scalar", INFO)
def yaml_plain_scalar(context: Context) -> Iterator[Hit]:
    """Plain YAML text that readers take for another type. A truth value in a field for one is meant so."""
    kinds = {entry.manifest: entry for entry in context.entries}
    for hit in _remarked(context, "yaml-plain-scalar"):
        if not _is_bool(kinds[hit.file], hit):
            yield hit


def _is_bool(entry: ResourceEntry, hit: Hit) -> bool:
    field = schema.field_at(entry.kind, hit.pointer)
    return field is not None and field.type == "bool"
