"""Ways through the schema, and an app to walk them in.

A spot is a place of a manifest where an object of some message stands. `Visit` opens the form of a manifest and
posts it.
"""

from __future__ import annotations

import copy
from collections import deque
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.test import Client, RequestFactory
from google.cloud import ces_v1beta
from google.protobuf import json_format

from editor import schema
from editor.actions.changes import record
from editor.actions.files import StoredFiles, tree_of
from editor.actions.importing import import_archive
from editor.archive import layout, manifest
from editor.archive.container import Archive
from editor.archive.operations import Pointer, apply, find, same
from editor.models import App
from editor.views.forms import FormPage
from editor.views.frame import resource_url
from tests.forms.entries import Page

KINDS = ("app", "agents", "tools", "toolsets", "guardrails")
FOLDER = "Walk"
KEEP = "_keep"  # a key that no message has: it stays where it is
ABSENT = object()
CODED = "application/x-www-form-urlencoded"

OPENAPI = b"""openapi: 3.0.0
info: {title: Crane, version: '1'}
paths:
  /lift:
    get: {operationId: lift, responses: {'200': {description: up}}}
    post: {operationId: lower, responses: {'200': {description: down}}}
"""
# What there is to name. The manifest that is walked comes beside it.
FILES = {
    "app.json": b'{"displayName": "Walk", "variableDeclarations": [{"name": "one"}, {"name": "two"}]}',
    "agents/Ann/Ann.json": b'{"displayName": "Ann"}',
    "agents/Bob/Bob.json": b'{"displayName": "Bob"}',
    "tools/saw/saw.json": b'{"displayName": "saw", "pythonFunction": {}}',
    "toolsets/crane/crane.json": b'{"displayName": "crane", "openApiToolset": {"openApiSchema": "toolsets/crane/s"}}',
    "toolsets/crane/s": OPENAPI,
    "toolsets/winch/winch.json": b'{"displayName": "winch", "mcpToolset": {}}',
    "guardrails/fence/fence.json": b'{"displayName": "fence"}',
    "guardrails/gate/gate.json": b'{"displayName": "gate"}',
}  # fmt: skip
# What an object needs so that all its controls are there.
NEEDS = {"Agent.AgentToolset": {"toolset": "crane"}}


@dataclass(frozen=True)
class Spot:
    """Where an object of `message` stands: at `pointer` of a manifest of `kind`. On the way are the second of two
    elements of a list, and the row "b" of a map."""

    message: str
    kind: str
    pointer: Pointer

    @property
    def way(self) -> str:
        """Its way on the wire."""
        return "".join(f"/{1 if step == 'b' else step}" for step in self.pointer)

    @property
    def pattern(self) -> Pointer:
        """Its keys, with 0 for every position of a list."""
        return tuple(0 if isinstance(step, int) else step for step in self.pointer)

    @property
    def listed(self) -> bool:
        """Whether a list or map is on the way."""
        return any(step in (1, "b") for step in self.pointer)

    def data(self) -> dict:
        """The smallest manifest in which the object is there, with a key that must stay in every object."""
        data: Any = {KEEP: "stays"} | NEEDS.get(self.message, {})
        for step in reversed(self.pointer):
            beside = {KEEP: "beside"}
            data = (
                [beside, data]
                if step == 1
                else {"a": beside, "b": data}
                if step == "b"
                else {KEEP: "above", step: data}
            )
        return data


@cache
def spots() -> dict[str, list[Spot]]:
    """For every message its spots: the shortest way to it, and the shortest through a list where that is
    another one."""
    found: dict[tuple[str, bool], Spot] = {}
    waiting = deque(Spot(schema.ROOTS[kind], kind, ()) for kind in KINDS)
    while waiting:
        spot = waiting.popleft()
        if (spot.message, spot.listed) in found:
            continue
        found[spot.message, spot.listed] = spot
        for field in schema.message(spot.message).fields.values():
            if field.is_message and not field.read_only:
                step = (1,) if field.list else ("b",) if field.map else ()
                waiting.append(Spot(field.type, spot.kind, (*spot.pointer, field.name, *step)))
    by_message: dict[str, list[Spot]] = {}
    for (message, _listed), spot in found.items():
        by_message.setdefault(message, []).append(spot)
    return by_message


def reachable() -> set[tuple[str, str]]:
    """Owner and name of every field that a manifest of the five kinds can hold."""
    waiting, pairs = [schema.ROOTS[kind] for kind in KINDS], set()
    for name in waiting:
        for found in schema.message(name).fields.values():
            pairs.add((name, found.name))
            if found.is_message and not found.read_only and found.type not in waiting:
                waiting.append(found.type)
    return pairs


class Visit:
    """The form of one manifest in an app made for it, and its pages."""

    def __init__(self, client: Client, kind: str, syntax: str = "json") -> None:
        self.client, self.kind, self.syntax = client, kind, syntax
        self.folder = "" if kind == layout.APP else FOLDER
        self.path = layout.manifest_path(kind, self.folder, syntax)
        files = {path: content for path, content in FILES.items() if kind != layout.APP or path != "app.json"}
        self.app: App = import_archive(Archive("", files | {self.path: manifest.write({}, syntax).encode()}), "a", "b")
        self.url = resource_url(self.app, kind, self.folder)
        self.data: dict = {}
        self.saves = 0

    def files(self) -> dict[str, bytes]:
        """The files of the app now."""
        return dict(StoredFiles(self.app))

    def text_now(self) -> str:
        """The text of the manifest now."""
        return self.files()[self.path].decode()

    def data_now(self) -> dict:
        """The data of the manifest now."""
        return manifest.load(self.text_now(), self.syntax)

    def write(self, contents: dict[str, bytes | None]) -> None:
        """Put files into the app, or take them out."""
        record(self.app, contents, "write", "test")

    def put(self, data: dict) -> None:
        """Make `data` the content of the manifest."""
        self.data = data
        text = manifest.write(data, self.syntax)
        self.write({self.path: text.encode()})

    def open(self, at: str = "") -> Page:
        """The page of the form."""
        response = self.client.get(self.url, {"at": at} if at else {})
        assert response.status_code == 200
        return self._page(response.content.decode())

    def press(self, page: Page, order: str) -> Page:
        """Press a button that draws the page again."""
        assert page.offers(order), f"the page has no button for {order}"
        response = self._post(page, order)
        assert response.status_code == 200, response.status_code
        return self._page(response.content.decode())

    def bring(self, page: Page, order: str) -> Page:
        """Let the script press a button that adds an element: only the element comes."""
        assert page.offers(order), f"the page has no button for {order}"
        response = self._post(page, order, headers={"HX-Request": "true"})
        assert response.status_code == 200 and b"<html" not in response.content, response.status_code
        return self._with(page, response.content.decode())

    def part(self, page: Page, way: str) -> Page:
        """Let the script fetch a blank value."""
        response = self.client.get(f"{self.url}part/", {"at": way})
        assert response.status_code == 200
        return self._with(page, response.content.decode())

    def _post(self, page: Page, order: str = "", **options: Any) -> HttpResponse:
        return post(self.client, page, order, **options)

    def _page(self, html: str) -> Page:
        page = Page(html)
        assert page.found
        return page

    def _with(self, page: Page, fragment: str) -> Page:
        piece = Page(f'<form id="edit-form">{fragment}</form>')
        assert piece.controls
        page.controls += piece.controls
        page.orders += piece.orders
        return page

    def save(self, page: Page, status: int = 302) -> str:
        """Post the page; returns the text of the manifest then."""
        response = self._post(page)
        assert response.status_code == status, (
            response.status_code,
            response.context and response.context.get("errors"),
        )
        self.saves += 1
        return self.text_now()

    def read(self, page: Page) -> FormPage:
        """What the view reads of a post of the page, not saved."""
        request = RequestFactory().post(page.action, urlencode(page.entries, doseq=True), CODED)
        tree = tree_of(self.app)
        entry = tree.app_entry if self.kind == layout.APP else tree.entry_of(self.kind, self.folder)
        form = FormPage(request, self.app, tree, entry)
        form.read()
        return form


def manifests(app: App) -> list[tuple[str, str, str]]:
    """Kind, folder and path of every manifest that has a form."""
    rows = [(row.kind, row.folder, row.manifest) for row in app.resources.all() if row.kind in KINDS]
    return [("app", "", next(path for path in StoredFiles(app) if path in layout.APP_MANIFESTS)), *rows]


def open_form(client: Client, url: str) -> Page | None:
    """The form of a page; None where the manifest has none, since it cannot be read."""
    response = client.get(url)
    if response.status_code == 302:
        return None
    assert response.status_code == 200
    page = Page(response.content.decode())
    assert page.found
    return page


def post(client: Client, page: Page, order: str = "", **options: Any) -> HttpResponse:
    """Post a page as a browser does; `order` is the button that was pressed, if it is not the one that saves."""
    entries = page.entries | ({"do": [order]} if order else {})
    return client.post(page.action, urlencode(entries, doseq=True), CODED, **options)


def unchanged(visit: Visit, page: Page) -> bool:
    """Whether a post of the page changes no file and makes no revision."""
    before, revisions = visit.files(), visit.app.revisions.count()
    visit.save(page)
    return visit.files() == before and visit.app.revisions.count() == revisions


def changed(data: dict, pointer: Pointer, value: Any) -> dict:
    """A copy of `data` with one member set, or removed where the value is ABSENT."""
    made = copy.deepcopy(data)
    parent = find(made, pointer[:-1])
    if value is ABSENT:
        del parent[pointer[-1]]
    else:
        parent[pointer[-1]] = value
    return made


def check_texts(old: dict, new: dict, operations: list, pointer: Pointer) -> dict:
    """In both syntaxes the operations make `new` of `old` and change no line but those of the member. Returns the
    data with its keys in order."""
    made = apply(old, operations)
    assert same(made, new), made
    for syntax in ("json", "yaml"):
        before = manifest.write(old, syntax)
        after = manifest.edit(before, operations, syntax)
        assert same(manifest.load(after, syntax), new)
        kept, left = other_lines(before, syntax, pointer), other_lines(after, syntax, pointer)
        assert len(kept) == len(left), after
        odd = [pair for pair in zip(kept, left, strict=True) if pair[0] != pair[1]]
        assert not odd or syntax == "json", odd
        assert len(odd) < 2 and all(a.rstrip(",") == b.rstrip(",") for a, b in odd), odd  # the neighbour's comma
    return made


def other_lines(text: str, syntax: str, pointer: Pointer) -> list[str]:
    """The lines of a text without those of the member at `pointer`."""
    lines = text.split("\n")
    place = manifest.places(text, syntax).get(pointer)
    if place is None:
        return lines
    first = text.count("\n", 0, place.start if place.key_start is None else place.key_start)
    end = text.rstrip("\n") if place.end >= len(text.rstrip("\n")) else text[: place.end].rstrip("\n")
    return lines[:first] + lines[end.count("\n") + 1 :]


def check_order(data: dict, spot: Spot) -> None:
    """The keys of the object stand in the order of their numbers."""
    fields = schema.message(spot.message).fields
    numbers = [fields[key].number for key in find(data, spot.pointer) if key in fields]
    numbers = [number for number in numbers if number is not None]
    assert numbers == sorted(numbers)


def check_message(kind: str, data: dict) -> None:
    """The public message of the kind reads the data."""
    message = getattr(ces_v1beta, schema.ROOTS[kind])
    json_format.ParseDict(_public(schema.ROOTS[kind], data), message.pb(message()))


def _public(name: str, data: dict) -> dict:
    """The data without what no public message has."""
    made = {}
    for key, value in data.items():
        found = schema.field(name, key)
        if found is None or found.archive_only:
            assert key == KEEP or found is not None, key
            continue
        if found.is_message and found.list:
            value = [_public(found.type, one) for one in value]
        elif found.is_message and found.map:
            value = {row: _public(found.type, one) for row, one in value.items()}
        elif found.is_message:
            value = _public(found.type, value)
        made[key] = value
    return made
