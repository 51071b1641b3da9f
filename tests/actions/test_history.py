"""Undo and redo."""

from __future__ import annotations

import pytest

from editor.actions.changes import record
from editor.actions.history import redo, redoable, undo, undoable
from editor.actions.integrity import check_integrity
from tests.actions.conftest import contents

PATH = "agents/Front_desk/instruction.txt"


@pytest.fixture
def app(imported):
    return imported("Harbor_Bistro")


def edit(app, text, path=PATH):
    record(app, {path: text and text.encode()}, f"write {text}", "me")


def text(app):
    return contents(app)[PATH].decode()


def test_an_import_cannot_be_undone(app):
    assert undoable(app) is None
    assert undo(app, "me") is None
    assert redo(app, "me") is None


def test_undo_and_redo_walk_back_and_forth(app):
    original = text(app)
    for word in ("one", "two", "three"):
        edit(app, word)
    seen = [undo(app, "me") and text(app) for _ in range(3)]
    assert seen == ["two", "one", original]
    assert undo(app, "me") is None
    assert [redo(app, "me") and text(app) for _ in range(3)] == ["one", "two", "three"]
    assert redo(app, "me") is None
    assert [undo(app, "me") and text(app) for _ in range(3)] == ["two", "one", original]
    assert app.revisions.count() == 1 + 3 + 9
    assert not list(check_integrity())


def test_undo_after_redo_takes_the_redone_edit_back(app):
    edit(app, "one")
    edit(app, "two")
    undo(app, "me")
    undo(app, "me")
    redo(app, "me")
    assert text(app) == "one"
    assert undoable(app).label == "write one"
    assert redoable(app).target.label == "write two"


def test_a_new_edit_ends_what_could_be_redone(app):
    edit(app, "one")
    undo(app, "me")
    edit(app, "two")
    assert redoable(app) is None
    original_is_next = undo(app, "me") and undoable(app)
    assert original_is_next is None


def test_undo_is_a_revision_that_says_what_it_took_back(app):
    edit(app, "one")
    made = undo(app, "me")
    assert (made.number, made.label, made.kind) == (3, "write one", "undo")


def test_a_removed_file_comes_back_in_its_place(app):
    before = list(contents(app).items())
    edit(app, None)
    assert PATH not in contents(app)
    undo(app, "me")
    assert list(contents(app).items()) == before
    redo(app, "me")
    assert PATH not in contents(app)
    assert not list(check_integrity())


def test_a_new_file_goes_and_the_index_follows(app):
    manifest = "tools/fresh/fresh.json"
    edit(app, '{"displayName": "fresh"}', manifest)
    assert app.resources.filter(folder="fresh").exists()
    undo(app, "me")
    assert not app.resources.filter(folder="fresh").exists()
    assert manifest not in contents(app)
    assert not list(check_integrity())


def test_another_revision_than_the_page_showed_is_not_undone(app):
    edit(app, "one")
    edit(app, "two")
    assert undo(app, "me", number=2) is None
    assert text(app) == "two"
    assert undo(app, "me", number=3) is not None
    assert redo(app, "me", number=2) is None
    assert redo(app, "me", number=3) is not None
    assert text(app) == "two"
