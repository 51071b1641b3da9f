"""A form that nobody touched changes no byte, whatever its manifest holds."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from editor import schema
from editor.actions.changes import record
from editor.archive import manifest
from editor.archive.operations import RenameKey, Set
from editor.views.frame import resource_url
from tests.actions.conftest import contents
from tests.archive.documents import count_example, nodes
from tests.forms.walking import Visit, changed, manifests, open_form, post, spots

FIXTURE = settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
FORMS = ("Harbor_Bistro", "handmade-kiosk", "Clinica_del_Sol")
ODD_VALUES: list[Any] = [
    *(None, "", [], {}, 0, 1.0, -0.0, False, True, 12, 4.5, 10**20, 1e300),
    *("\nlead", "\n", "a\r\nb", "a\rb\n", "\u2028", "a\u2029b", "\x85", "\x0b", " ", "\t"),
    *("\ufeff", "<b>&amp;\"'", "$env_var"),
    *([None], ["", "a"], [[]], [{}], [{"a": None}], {"a": {}}, {"": ""}, {"a\nb": "c\r\nd"}, {"name": 1}, [1, "x", {}]),
]  # fmt: skip
# What only the escapes of JSON can say, by a text that stands for it.
ESCAPES = {"HALF": "\\ud800", "TWO HALVES": "\\udc00\\ud800", "NUL": "a\\u0000b", "ESCAPED": "\\u0041\\/\\u2028"}


@pytest.mark.parametrize("spelt", ["crlf", "bom", "snake", "dense"])
@pytest.mark.parametrize("name", ["Harbor_Bistro", "Clinica_del_Sol"])
def test_no_way_to_write_a_manifest_is_changed(name, spelt, client, imported):
    app = imported(name)
    before, some = contents(app), manifests(app)[::4]
    for kind, _folder, path in some:
        text = before[path].decode()
        if spelt == "crlf":
            new = text.replace("\r\n", "\n").replace("\n", "\r\n")
        elif spelt == "bom":
            new = "\ufeff" + text.removeprefix("\ufeff")
        else:
            data = manifest.load(text, manifest.syntax_of(path))
            new = text if spelt == "dense" else _snake(text, schema.ROOTS[kind], data, manifest.syntax_of(path))
            new = new.replace(": ", ":   ") if spelt == "dense" and path.endswith(".json") else new
        record(app, {path: new.encode()}, spelt, "test")
    before, revisions = contents(app), app.revisions.count()
    for kind, folder, _path in some:
        page = open_form(client, resource_url(app, kind, folder))
        assert page and post(client, page).status_code == 302
    assert contents(app) == before
    assert app.revisions.count() == revisions


def _snake(text: str, message: str, data: dict, syntax: str) -> str:
    """The text with the keys of its root in snake_case."""
    keys = {schema.CAPITAL.sub(lambda match: "_" + match[0].lower(), key): key for key in data}
    renames = [
        RenameKey((), key, snake) for snake, key in keys.items() if snake != key and schema.respelt(message, snake)
    ]
    assert renames
    return manifest.edit(text, renames, syntax)


@pytest.mark.parametrize("message", spots())
def test_a_value_of_the_wrong_shape_stays_in_every_field(message, client, db):
    (spot, *_others) = spots()[message]
    visit = Visit(client, spot.kind)
    data = spot.data()
    for at, found in enumerate(schema.message(message).fields.values()):
        odd = ODD_VALUES[(at * 7 + sum(map(ord, message))) % len(ODD_VALUES)]
        data = changed(data, (*spot.pointer, found.name), odd)
        count_example("wrong shapes in forms")
    visit.put(data)
    before = visit.files()
    visit.save(visit.open())
    assert visit.files() == before


@st.composite
def odd_manifests(draw: st.DrawFn, texts: dict[str, str]) -> tuple[str, str]:
    """A manifest of a sample with one odd value or key somewhere: its path and text."""
    path = draw(st.sampled_from(sorted(texts)))
    syntax, text = manifest.syntax_of(path), texts[path]
    data = manifest.load(text, syntax)
    pointer, value = draw(st.sampled_from([node for node in nodes(data) if node[0]]))
    kind = draw(st.sampled_from(["value", "value", "key", "escape"]))
    if kind == "escape" and syntax == "json":
        name = draw(st.sampled_from(sorted(ESCAPES)))
        text = manifest.edit(text, [Set(pointer, f"@{name}@")], syntax)
        return path, text.replace(f"@{name}@", ESCAPES[name])
    if kind == "key" and isinstance(value, dict):
        key = draw(st.sampled_from(["", " ", "a b", "ключ", "x/y~z", "*", "a\nb", "__proto__", "<b>", "_comment_1"]))
        assume(key not in value)
        return path, manifest.edit(text, [Set((*pointer, key), draw(st.sampled_from(ODD_VALUES)))], syntax)
    return path, manifest.edit(text, [Set(pointer, draw(st.sampled_from(ODD_VALUES)))], syntax)


@pytest.mark.parametrize("name", FORMS)
def test_an_odd_value_anywhere_stays_as_it_is(name, client, imported):
    app = imported(name)
    start = contents(app)
    places = {path: (kind, folder) for kind, folder, path in manifests(app)}
    texts = {path: start[path].decode() for path in places}

    @FIXTURE
    @given(odd_manifests(texts))
    def stays(odd: tuple[str, str]) -> None:
        path, text = odd
        record(app, {path: text.encode()}, "odd", "test")
        before, revisions = contents(app), app.revisions.count()
        try:
            page = open_form(client, resource_url(app, *places[path]))
            if page:
                assert post(client, page).status_code == 302
            assert contents(app) == before
            assert app.revisions.count() == revisions
        finally:
            record(app, {path: start[path]}, "back", "test")
        count_example("odd values in forms")

    stays()
