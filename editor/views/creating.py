"""Pages that make, copy and delete resources, and the one that makes an app."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from editor.actions.creating import WHOLE_APP, create_app, create_resource
from editor.actions.duplicating import duplicate_resource
from editor.actions.files import tree_of
from editor.actions.making import FieldRefusal
from editor.actions.removing import delete_resource, files_of, mentions_of
from editor.actions.starters import STARTERS, SYNTAXES, TEMPLATES
from editor.archive import layout
from editor.archive.tree import AppTree, ResourceEntry
from editor.mentions import ENVIRONMENT, LIST, Mention
from editor.models import App
from editor.views.frame import AUTHOR, LOOKS, file_url, find_app, frame, resource_url

DEFAULTS = {"template": next(iter(TEMPLATES)), "syntax": next(iter(SYNTAXES))}  # of a new app
ROWS = 100  # mentions and files that a page lists
NAME_HELP = {
    "tools": gettext_lazy("Letters, digits and _. Code and instructions call the tool by it."),
    "toolsets": gettext_lazy("Agents refer to it by this name. Code calls its operations by it: name_operation."),
}
USED_BY = {
    "agents": gettext_lazy("Child of"),
    "tools": gettext_lazy("Used by"),
    "toolsets": gettext_lazy("Used by"),
    "guardrails": gettext_lazy("Guards"),
}


@require_http_methods(["GET", "POST"])
def create(request: HttpRequest, app_id: int, kind: str) -> HttpResponse:
    """A new resource: its name, what it is, who lists it."""
    app = find_app(app_id)
    typed, refusal = _typed(request, "name", "choice", "used_by"), None
    if request.method == "POST":
        try:
            made = create_resource(app, kind, typed["name"], typed["choice"], AUTHOR, typed["used_by"])
        except FieldRefusal as error:
            refusal = error
        else:
            told = _("%(name)s created as revision %(number)d.")
            messages.success(request, told % {"name": typed["name"].strip(), "number": made.revision.number})
            return redirect(resource_url(app, kind, made.folder))
    users = _users(app, kind)
    if request.method == "GET" and kind == "agents" and not app.root_agent:
        typed["used_by"] = typed["used_by"] or WHOLE_APP
    context = frame(request, app) | {
        "look": LOOKS[kind],
        "kind": kind,
        "typed": typed | {"choice": typed["choice"] or STARTERS[kind][0].choice},
        "error": refusal,
        "starters": STARTERS[kind],
        "users": users,
        "used_by": USED_BY[kind],
        "name_help": NAME_HELP.get(kind, _("References use it, and the folder is called after it.")),
    }
    return render(request, "editor/create.html", context, status=422 if refusal else 200)


def _typed(request: HttpRequest, *names: str) -> dict[str, str]:
    values = request.POST if request.method == "POST" else request.GET
    return {name: values.get(name, "") for name in names}


def _users(app: App, kind: str) -> list[tuple[str, str]]:
    """Who can list a new resource: the value and the words of each option."""
    agents = app.resources.filter(kind="agents", error="").values_list("folder", "display_name")
    whole = []
    if kind == "guardrails":
        whole = [(WHOLE_APP, _("The whole app"))]
    elif kind == "agents" and not app.root_agent:
        whole = [(WHOLE_APP, _("Nobody: it is the root agent"))]
    return [("", _("Nobody yet")), *whole, *agents]


@require_http_methods(["GET", "POST"])
def duplicate(request: HttpRequest, app_id: int, kind: str, folder: str) -> HttpResponse:
    """A copy under another name."""
    app = find_app(app_id)
    tree = tree_of(app)
    entry = _entry(tree, kind, folder)
    typed, refusal = _typed(request, "name"), None
    if request.method == "POST":
        try:
            made = duplicate_resource(app, kind, folder, typed["name"], AUTHOR)
        except FieldRefusal as error:
            refusal = error
        else:
            told = _("%(name)s copied to %(copy)s as revision %(number)d.")
            words = {"name": entry.label, "copy": typed["name"].strip(), "number": made.revision.number}
            messages.success(request, told % words)
            return redirect(resource_url(app, kind, made.folder))
    context = frame(request, app) | {
        "look": LOOKS[kind],
        "kind": kind,
        "name": entry.label,
        "url": resource_url(app, kind, folder),
        "typed": typed if request.method == "POST" else {"name": _free_name(app, entry)},
        "error": refusal,
        "count": len(tree.folder_files[kind, folder]),
    }
    return render(request, "editor/duplicate.html", context, status=422 if refusal else 200)


def _free_name(app: App, entry: ResourceEntry) -> str:
    """A name to start from: the old one with a number."""
    taken = set(app.resources.filter(kind=entry.kind).values_list("display_name", flat=True))
    gap = "_" if entry.kind == "tools" else " "
    names = (f"{entry.label}{gap}{number}" for number in range(2, len(taken) + 3))
    return next(name for name in names if name not in taken)


@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest, app_id: int, kind: str, folder: str) -> HttpResponse:
    """Delete a resource, after a look at what names it."""
    app = find_app(app_id)
    tree = tree_of(app)
    entry = _entry(tree, kind, folder)
    ticked = {name: name in request.POST for name in ("with_foreign", "from_lists")}
    refusal = None
    if request.method == "POST":
        try:
            made = delete_resource(app, kind, folder, AUTHOR, **ticked)
        except FieldRefusal as error:
            refusal = error
        else:
            told = _("%(name)s deleted as revision %(number)d. Undo brings it back.")
            messages.success(request, told % {"name": entry.label, "number": made.revision.number})
            return redirect(resource_url(app, "app"))
    own, foreign = files_of(tree, entry)
    found = mentions_of(tree, entry)
    context = frame(request, app) | {
        "look": LOOKS[kind],
        "kind": kind,
        "name": entry.label,
        "url": resource_url(app, kind, folder, source=bool(entry.error)),
        "error": refusal,
        "ticked": ticked if request.method == "POST" else {"with_foreign": False, "from_lists": True},
        "count": len(own),
        "foreign": _some([{"path": path, "url": file_url(app, path)} for path in foreign]),
        "lists": _some(_rows(app, tree, [mention for mention in found if mention.kind == LIST])),
        "others": _some(_rows(app, tree, [mention for mention in found if mention.kind not in (LIST, ENVIRONMENT)])),
        "values": any(mention.kind == ENVIRONMENT for mention in found),
    }
    return render(request, "editor/remove.html", context, status=422 if refusal else 200)


def _entry(tree: AppTree, kind: str, folder: str) -> ResourceEntry:
    entry = tree.entry_of(kind, folder)
    if entry is None:
        raise Http404(f"there is no {folder} in {kind}")
    return entry


def _some(rows: list[dict]) -> dict:
    """The first rows, how many there are, and how many more."""
    return {"rows": rows[:ROWS], "count": len(rows), "more": max(len(rows) - ROWS, 0)}


def _rows(app: App, tree: AppTree, found: Iterable[Mention]) -> list[dict]:
    """Mentions with who says it, where, and the page that shows the line."""
    rows = []
    for mention in found:
        kind, folder = mention.owner
        owner = tree.app_entry if kind == layout.APP else tree.entry_of(kind, folder)
        in_manifest = mention.file == owner.manifest
        url = resource_url(app, kind, folder, source=True) if in_manifest else file_url(app, mention.file)
        row = {"name": owner.label, "icon": LOOKS[kind].icon, "where": mention.where, "line": mention.line}
        rows.append(row | {"url": f"{url}#L{mention.line}"})
    return rows


@require_http_methods(["GET", "POST"])
def new_app(request: HttpRequest) -> HttpResponse:
    """A new app from a template."""
    typed, refusal = _typed(request, "name", "template", "syntax"), None
    if request.method == "POST":
        try:
            app = create_app(typed["name"], typed["template"], AUTHOR, typed["syntax"])
        except FieldRefusal as error:
            refusal = error
        else:
            messages.success(request, _("%(name)s created.") % {"name": app.display_name})
            return redirect("app", app.pk)
    context = {
        "typed": {key: value or DEFAULTS.get(key, "") for key, value in typed.items()},
        "error": refusal,
        "templates": TEMPLATES.items(),
        "syntaxes": SYNTAXES.items(),
    }
    return render(request, "editor/new_app.html", context, status=422 if refusal else 200)
