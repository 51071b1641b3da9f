"""Findings, notes and unreadable manifests as rows of a page."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Lock

from django.db.models import Sum

from editor import checks
from editor.actions.files import tree_of
from editor.archive import layout
from editor.archive.finding import Finding
from editor.archive.texts import shown
from editor.models import App
from editor.views.frame import FOREIGN_ROWS, file_url, resource_url

# The findings of the apps that were checked last, by the names and contents of all their files.
KEPT = 4
_kept: dict[tuple, list[Finding]] = {}
_lock = Lock()


def findings_of(app: App) -> list[Finding]:
    """What the checks find in an app; they run again only when a file changed."""
    tree = tree_of(app)
    key = tuple(tree.files.stamps.items())
    with _lock:
        if key not in _kept:
            tree.files.fetch(tree.files)
            _kept[key] = checks.run(tree)
            while len(_kept) > KEPT:
                del _kept[next(iter(_kept))]
        return _kept[key]


def foreign_rows(app: App) -> list[dict]:
    """The first files that the format does not know, with their pages."""
    paths = app.files.exclude(foreign="").values_list("path", flat=True)[:FOREIGN_ROWS]
    return [{"path": path, "url": file_url(app, path)} for path in paths]


def unpacked_size(app: App) -> int:
    """Bytes of all files."""
    return app.files.aggregate(size=Sum("blob__size"))["size"] or 0


def finding_rows(app: App, findings: Iterable[Finding]) -> list[dict]:
    """Findings with the page where each can be mended."""
    paths = set(app.files.values_list("path", flat=True))
    manifests = {resource.manifest: resource for resource in app.resources.all()}
    rows = []
    for finding in findings:
        resource = manifests.get(finding.file)
        url = file_url(app, finding.file) if finding.file in paths else ""
        if resource:
            url = resource_url(app, resource.kind, resource.folder, source=True)
        elif finding.file in layout.APP_MANIFESTS:
            url = resource_url(app, "app", source=True)
        if url and finding.line:
            url += f"#L{finding.line}"
        row = {key: getattr(finding, key) for key in ("severity", "rule", "file", "line", "column")}
        rows.append(row | {"message": shown(finding.message), "url": url})
    return rows


def notes_of(app: App) -> list[dict]:
    """What was odd about the archive when it was read."""
    notes = app.notes.order_by("pk").values("severity", "rule", "message", "file")
    return [note | {"line": None, "column": None, "url": ""} for note in notes]


def unreadable_rows(app: App) -> list[dict]:
    """The resources whose manifest does not parse, with the place of the fault and the page to mend it."""
    return [
        {
            "name": resource.folder,
            "file": resource.manifest,
            "line": resource.error_line,
            "column": resource.error_column,
            "message": resource.error,
            "url": resource_url(app, resource.kind, resource.folder, source=True),
        }
        for resource in app.resources.exclude(error="")
    ]
