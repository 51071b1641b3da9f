"""What the look-ups of a tree answer with (docs/format.md, "Layout" and "Fields")."""

from __future__ import annotations

from dataclasses import dataclass, field

from editor.archive.errors import ManifestError
from editor.archive.operations import Pointer
from editor.archive.texts import shown


@dataclass(frozen=True)
class ResourceEntry:
    """A resource, or the app itself (kind "app", folder "").

    `manifest` is the path of the manifest that counts, `twins` are others that stand beside it with the same
    right. `display_name` is "" where the manifest has none or cannot be read; then `error` says why.
    """

    kind: str
    folder: str
    manifest: str
    display_name: str = ""
    error: ManifestError | None = field(default=None, compare=False)
    twins: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """What to call it: the display name, else the folder."""
        return shown(self.display_name) or self.folder or self.manifest


@dataclass(frozen=True)
class BareFolder:
    """The folder of a resource without a manifest. `template` is the path of a template in its place, or ""."""

    kind: str
    folder: str
    template: str = ""


@dataclass(frozen=True)
class CodeField:
    """A member that names a file of code or text, or holds the text itself.

    `role` as in layout.CodeRule; `language` is "text", "python", "yaml" or "json"; `value` is what the
    manifest says; `path` is that as a path, None where the value is the text (`inline`) or empty; `resolved`
    is the file of the app that it means, None where there is none (`missing`).
    """

    pointer: Pointer
    role: str
    language: str
    value: str
    path: str | None = None
    resolved: str | None = None

    @property
    def inline(self) -> bool:
        """Whether the value is the text itself."""
        return self.path is None and self.value != ""

    @property
    def missing(self) -> bool:
        """Whether the value is a path without a file."""
        return self.path is not None and self.resolved is None
