"""Deleting an app, and what holds for all apps together."""

from __future__ import annotations

import pytest

from editor.actions.apps import delete_app
from editor.actions.changes import record
from editor.actions.index import reindex
from editor.actions.integrity import check_integrity
from editor.models import App, Blob, File, FileChange, Resource, Revision
from tests.actions.conftest import contents


def test_deleting_an_app_leaves_nothing_of_it(imported):
    app = imported("Harbor_Bistro")
    record(app, {"a.txt": b"once"}, "add", "me")
    delete_app(app)
    for model in (App, Blob, File, FileChange, Resource, Revision):
        assert not model.objects.exists(), model


def test_deleting_an_app_keeps_what_another_one_shares(imported):
    first, second = imported("Harbor_Bistro"), imported("Harbor_Bistro")
    before = contents(second)
    record(first, {"a.txt": b"once"}, "add", "me")
    delete_app(first)
    assert contents(second) == before
    assert not Blob.objects.filter(content=b"once").exists()
    assert not list(check_integrity())


def test_a_rebuilt_index_is_the_same(imported):
    app = imported("broken-refs")
    before = list(Resource.objects.order_by("kind", "folder").values_list("kind", "folder", "display_name", "error"))
    reindex(app)
    assert (
        list(Resource.objects.order_by("kind", "folder").values_list("kind", "folder", "display_name", "error"))
        == before
    )
    assert not list(check_integrity())


@pytest.mark.parametrize(
    ("break_it", "says"),
    [
        (lambda app: Resource.objects.first().delete(), "the index lacks"),
        (lambda app: Resource.objects.update(display_name="x"), "the index has"),
        (lambda app: App.objects.update(display_name="x"), "display_name"),
        (lambda app: File.objects.filter(path="app.json").delete(), "the files are not what the history adds up to"),
        (lambda app: Blob.objects.update(content=b"x"), "its content is not what its name says"),
        (lambda app: App.objects.update(head=7), "the newest should be 7"),
        (lambda app: File.objects.update(foreign="foreign"), "foreign files"),
    ],
)
def test_every_damage_is_found(break_it, says, imported):
    app = imported("Harbor_Bistro")
    assert not list(check_integrity())
    break_it(app)
    assert any(says in fault for fault in check_integrity())
