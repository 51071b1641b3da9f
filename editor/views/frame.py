"""What the pages of one app share: finding it, the tree at the side, undo and redo."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.encoding import escape_uri_path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from editor.actions.history import redoable, undoable
from editor.actions.starters import MADE_KINDS
from editor.archive import layout
from editor.models import App

AUTHOR = "you"  # there are no accounts: whoever reaches the loopback address is the one person


@dataclass(frozen=True)
class KindLook:
    """How a kind of resource is named and drawn. `add` and `new` are the words for making one, "" where no
    page makes any."""

    one: str
    many: str
    icon: str
    open: bool = False
    add: str = ""
    new: str = ""


LOOKS = {
    "app": KindLook(gettext_lazy("App"), gettext_lazy("App settings"), "settings"),
    "agents": KindLook(
        gettext_lazy("Agent"),
        gettext_lazy("Agents"),
        "agent",
        open=True,
        add=gettext_lazy("Add an agent"),
        new=gettext_lazy("New agent"),
    ),
    "tools": KindLook(
        gettext_lazy("Tool"),
        gettext_lazy("Tools"),
        "tool",
        open=True,
        add=gettext_lazy("Add a tool"),
        new=gettext_lazy("New tool"),
    ),
    "toolsets": KindLook(
        gettext_lazy("Toolset"),
        gettext_lazy("Toolsets"),
        "toolset",
        open=True,
        add=gettext_lazy("Add a toolset"),
        new=gettext_lazy("New toolset"),
    ),
    "guardrails": KindLook(
        gettext_lazy("Guardrail"),
        gettext_lazy("Guardrails"),
        "guardrail",
        open=True,
        add=gettext_lazy("Add a guardrail"),
        new=gettext_lazy("New guardrail"),
    ),
    "examples": KindLook(gettext_lazy("Example"), gettext_lazy("Examples"), "example"),
    "evaluations": KindLook(gettext_lazy("Evaluation"), gettext_lazy("Evaluations"), "evaluation"),
    "evaluationDatasets": KindLook(gettext_lazy("Dataset"), gettext_lazy("Datasets"), "dataset"),
    "evaluationExpectations": KindLook(gettext_lazy("Expectation"), gettext_lazy("Expectations"), "expectation"),
}
FOREIGN_ROWS = 200  # in the tree and on pages; the list of files has all
FORMATS = {"json": "JSON", "yaml": "YAML", "mixed": gettext_lazy("JSON and YAML")}


def find_app(app_id: int) -> App:
    """The app of an address, or 404."""
    return get_object_or_404(App, pk=app_id)


def resource_url(app: App, kind: str, folder: str = "", source: bool = False) -> str:
    """The address of a resource's form or source page."""
    if kind == "app":
        return reverse("app_source" if source else "app", args=[app.pk])
    return reverse("source" if source else "resource", args=[app.pk, kind, folder])


def file_url(app: App, path: str) -> str:
    """The address of a file's page."""
    return f"{resource_url(app, 'app')}files/{escape_uri_path(path)}"


def frame(request: HttpRequest, app: App, nav: str = "") -> dict:
    """The context that every page of an app needs. `nav` names the current link of the top bar."""
    undo, redo = undoable(app), redoable(app)
    return {
        "app": app,
        "format": FORMATS[app.format],
        "total_files": app.files.count(),
        "sidebar": sidebar(request, app),
        "undo": undo and {"label": undo.label, "number": undo.number},
        "redo": redo and {"label": redo.target.label, "number": redo.target.number},
        "nav": nav,
        "here": here(request),
        "made_kinds": MADE_KINDS,
    }


def here(request: HttpRequest) -> str:
    """The address of this page without its query, quoted: paths of files hold any character."""
    return escape_uri_path(request.path)


def sidebar(request: HttpRequest, app: App) -> list[dict]:
    """The tree of resources by kind, then the files that the format does not know."""
    current = here(request)
    rows: dict[str, list[dict]] = {kind: [] for kind in LOOKS}
    rows["app"].append(_row(current, _("App settings"), resource_url(app, "app"), "settings"))
    if app.files.filter(path=layout.ENVIRONMENT).exists():
        rows["app"].append(_row(current, _("Environment"), file_url(app, layout.ENVIRONMENT), "key"))
    base = resource_url(app, "app")
    for kind, folder, name, error in app.resources.values_list("kind", "folder", "display_name", "error"):
        # A thousand times reverse() would take a third of the page's time
        row = _row(current, name, f"{base}{kind}/{escape_uri_path(folder)}/", LOOKS[kind].icon)
        row["unreadable"] = bool(error)
        row["root"] = kind == "agents" and name == app.root_agent
        rows[kind].append(row)
    groups = [
        _group(kind, look.many, rows[kind], look.open) | _add(app, kind, look)
        for kind, look in LOOKS.items()
        if rows[kind] or look.add
    ]
    paths = app.files.exclude(foreign="").values_list("path", flat=True)
    foreign = [_row(current, path, file_url(app, path), "file") for path in paths[:FOREIGN_ROWS]]
    if not foreign:
        return groups
    count = len(foreign) if len(foreign) < FOREIGN_ROWS else paths.count()
    if count > len(foreign):
        foreign.append(_row(current, _("All files…"), reverse("files", args=[app.pk]), "more"))
    return [*groups, _group("foreign", _("Other files"), foreign, False) | {"count": count}]


def _row(current: str, label: str, url: str, icon: str) -> dict:
    is_current = current in (url, url + "source/")
    return {"label": label, "url": url, "icon": icon, "current": is_current, "root": False, "unreadable": False}


def _add(app: App, kind: str, look: KindLook) -> dict:
    """The link beside a group that makes one more."""
    return {"add": look.add, "add_url": reverse("create", args=[app.pk, kind]) if look.add else ""}


def _group(key: str, label: str, rows: list[dict], is_open: bool) -> dict:
    is_open = bool(rows) and (is_open or any(row["current"] for row in rows))
    return {"key": key, "label": label, "count": len(rows), "open": is_open, "rows": rows}
