"""The form of a manifest: shown, drawn again with what was posted, saved."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from editor import schema
from editor.actions.editing import ManifestEdit, Unsaved, text_of_stamp
from editor.archive import layout, manifest, names
from editor.archive.entries import ResourceEntry
from editor.archive.errors import ManifestError, Refusal
from editor.archive.operations import RenameKey
from editor.archive.texts import shown
from editor.archive.tree import AppTree
from editor.forms import words
from editor.forms.context import FormContext
from editor.forms.nodes import Node
from editor.forms.outline import outline
from editor.forms.pages import PageBuilder
from editor.forms.reading import Reading, read
from editor.forms.wire import Posted, fresh_id
from editor.models import App
from editor.views.fields import TextField, file_field
from editor.views.frame import resource_url

KINDS_OF_NAMES = {*layout.RESOURCE_KINDS, "variables"}
# What draws one element of a list.
ITEMS = {"cards": "cards_item", "summaries": "cards_item", "texts": "texts_item"}


class FormPage:
    """One form: of `entry` in `tree`, as a request asks for it."""

    def __init__(self, request: HttpRequest, app: App, tree: AppTree, entry: ResourceEntry) -> None:
        self.request, self.app, self.tree, self.entry = request, app, tree, entry
        self.url = resource_url(app, entry.kind, entry.folder)
        self.fields: list[TextField] = []
        self.data: dict = {} if entry.error else tree.data(entry)
        self.stamp = tree.files.stamps[entry.manifest]
        self.base = self.data
        self.posted = Posted(dict(request.POST.lists()))
        self.errors: dict[str, str] = {}
        self.reading = Reading()
        self.merged = False  # somebody else saved since the page was drawn
        self.way = request.GET.get("at", "")
        if self.way.endswith("/"):
            self.way += fresh_id()

    # ---- reading

    @property
    def stamp_name(self) -> str:
        """The name of the input that says which content of the manifest the page rendered."""
        return f"stamp:{self.entry.manifest}"

    def read(self) -> ManifestEdit:
        """What the post does to the manifest. Raises Unsaved where the page is not known; then, and where
        `errors` are found, nothing is to be saved."""
        self._take_base()
        self.reading = read(self.base, self.posted, self.context())
        self.errors = self.reading.errors
        return ManifestEdit(self.entry.manifest, self.stamp, self.reading.operations, self.reading.files)

    def _take_base(self) -> None:
        stamp = self.request.GET.get("of") or self.request.POST.get(self.stamp_name, self.stamp)
        if stamp == self.stamp:
            return
        text = text_of_stamp(self.app, stamp)
        try:
            self.base = manifest.load_object(text or "", manifest.syntax_of(self.entry.manifest))
        except ManifestError:
            told = _("This page does not know what it started from. Reload it.")
            raise Unsaved(self.entry.manifest, told) from None
        self.stamp, self.merged = stamp, True

    def redraw(self, order: str) -> str:
        """Do what a button says that changes the shape of the form and saves nothing. Returns the way of what is
        new, else ""."""
        self._take_base()
        return self.posted.act(order)

    def context(self) -> FormContext:
        """What the form has to know beyond its data."""
        return FormContext(
            self.tree,
            self.entry.kind,
            self.entry.folder,
            self.entry.display_name,
            self.url,
            self.entry.manifest,
            lambda entry: resource_url(self.app, entry.kind, entry.folder),
            self._text_field,
        )

    def redraws(self) -> bool:
        """Whether the page has to be drawn again after a save: what it shows of the manifest follows from it, and
        others may have saved what it does not show."""
        return self.merged or bool(self.reading.operations)

    def old_name(self) -> str:
        """The display name that the post changes, "" where it changes none."""
        changed = any(operation.pointer == ("displayName",) for operation in self.reading.operations)
        name = self.base.get("displayName")
        return name if changed and isinstance(name, str) and self.entry.kind != layout.APP else ""

    def label(self) -> str:
        """What the operations change, in words."""
        message = schema.root(self.entry.kind)
        keys = {
            operation.old if isinstance(operation, RenameKey) and not operation.pointer else str(operation.pointer[0])
            for operation in self.reading.operations
        }
        found = [message.fields.get(key) or schema.respelt(message.name, key) for key in sorted(keys)]
        if len(found) == 1 and found[0]:
            return str(words.label(found[0]))
        return ngettext("%d field", "%d fields", len(keys)) % len(keys)

    # ---- showing

    def nodes(self) -> dict[str, Any]:
        """The parts of the page: sections, the fields that are folded, the code fields among them."""
        codes = self.tree.code_fields(self.entry)
        self.tree.files.fetch(code.resolved for code in codes if code.resolved)
        builder = self._builder()
        if self.way:
            node = self._alone(builder)
            return {"sections": [_section_of(node)], "alone": node, "added": self._added()}
        sections, more = builder.sections()
        if node := self.outline():
            at = 1 + next(at for at, section in enumerate(sections) if section["id"] == "kind")
            sections.insert(at, {"id": "outline", "title": node.label, "nodes": [node]})
        more_set = sum(node.present and node.control != "remove" for node in more)
        return {"sections": sections, "more": more, "more_set": more_set}

    def item(self, way: str) -> dict[str, Any]:
        """The new element at a way, with its list; drawn by `template`."""
        builder = self._builder()
        node, listed = self._alone(builder, way), self._alone(builder, way.rpartition("/")[0])
        control = ITEMS.get(listed.control, "map_item")
        return {"node": node, "list": listed, "template": f"editor/controls/{control}.html"}

    def outline(self) -> Node | None:
        """What the model is told of a tool or toolset with code of its own, None for all else."""
        return None if self.entry.error else outline(self.tree, self.entry)

    def part(self, way: str) -> dict[str, Any]:
        """A value that the page left out: a new element of a list where the way ends in "/", what is in a folded
        card, or an object that is not set."""
        self._take_base()
        if way.endswith("/"):
            return self.item(way + fresh_id())
        self.posted = Posted({f"?{way}": ["1"]})
        node = self._alone(self._builder(), way)
        if node.control == "picks":
            return {"list": node, "template": "editor/controls/_pick_rest.html"}
        return {"node": node, "template": "editor/_part.html"}

    def names(self, kind: str) -> dict[str, Any]:
        """All names of a kind, for the list of an input."""
        if kind not in KINDS_OF_NAMES:
            raise Http404("there are no such names")
        return {"names": self.context().names.all(kind), "template": "editor/controls/_names.html"}

    def _builder(self) -> PageBuilder:
        self.fields.clear()
        return PageBuilder(self.base, self.context(), self.posted, self.errors)

    def _alone(self, builder: PageBuilder, way: str = "") -> Node:
        node = builder.at(way or self.way)
        if node is None:
            raise Http404("there is no such field")
        return node

    def _added(self) -> str:
        """The way of the list to which the card of this page is new, "" where it is not."""
        listed, _slash, one = self.way.rpartition("/")
        return listed if not one.isdecimal() else ""

    def here(self) -> str:
        """The address to post to."""
        return f"{self.url}?at={quote(self.way)}" if self.way else self.url

    def after(self) -> str:
        """The address to go on with after a save: a new card has its place in the list now."""
        return self.url if self.way and self._added() else self.here()

    def _text_field(self, value: str, label: str, language: str) -> TextField:
        """The code field of a file that the manifest names, with what was posted in it."""
        path = self.tree.resolve(value) or shown(layout.as_path(value))
        field = file_field(self.app, self.tree.files, path, label, language)
        if any(other.path == path for other in self.fields):
            field.readonly, field.why = True, _("The same file as above.")
            field.number = len(self.fields) + 1
        elif field.missing:
            try:
                names.check_new_path(path, self.tree.files)
            except Refusal as refusal:
                field.readonly, field.why = True, refusal.message
        self.fields.append(field)
        if not field.readonly and field.name in self.request.POST:
            field.text = self.request.POST[field.name]
            field.stamp = self.request.POST.get(field.stamp_name, field.stamp)
        return field


def _section_of(node: Node) -> dict[str, Any]:
    nodes = [*node.children, *node.more] if node.id_in_list and node.children else [node]
    return {"id": "card", "title": node.title or node.key or _("New"), "nodes": nodes}
