"""Saving texts: what was touched is written, what was not stays, and nothing is overwritten in silence."""

from __future__ import annotations

import difflib

import pytest

from editor.actions import editing
from editor.actions.changes import record, stamp_of
from editor.actions.editing import PostedText, Stale, Unsaved
from editor.actions.integrity import check_integrity
from tests.actions.conftest import contents

INSTRUCTION = "agents/Front_desk/instruction.txt"
MANIFEST = "agents/Front_desk/Front_desk.json"


def posted(app, path, text, stamp=None):
    """What a browser sends: CRLF, and the stamp of what it was shown."""
    old = contents(app).get(path)
    stamp = stamp if stamp is not None else stamp_of(old) if old is not None else ""
    return PostedText(path, text.replace("\r\n", "\n").replace("\n", "\r\n"), stamp)


def save_texts(app, posts, label, author):
    return editing.save_texts(app, posts, lambda written: label, author)


def shown(app, path):
    return contents(app)[path].decode()


def test_an_untouched_text_makes_no_revision(imported):
    app = imported("Harbor_Bistro")
    before = contents(app)
    posts = [posted(app, path, shown(app, path)) for path in before if path.endswith((".txt", ".py", ".json"))]
    assert save_texts(app, posts, "nothing", "me") is None
    assert contents(app) == before


@pytest.mark.parametrize("name", ["Harbor_Bistro", "Clinica_del_Sol"])
def test_a_touched_text_changes_its_line_and_nothing_else(name, imported):
    app = imported(name)
    before = contents(app)
    path = next(path for path in before if path.endswith("/instruction.txt"))
    text = before[path].decode()
    first = text.splitlines()[0]
    revision = save_texts(app, [posted(app, path, text.replace(first, first + " Be kind.", 1))], "Kinder", "me")
    after = contents(app)
    assert {p for p in after if after[p] != before[p]} == {path}
    old, new = before[path].decode().splitlines(True), after[path].decode().splitlines(True)
    delta = [line for line in difflib.ndiff(old, new) if line[0] in "+-"]
    assert len(delta) == 2
    assert (revision.number, revision.label, revision.author) == (2, "Kinder", "me")
    assert not list(check_integrity())


def test_line_ends_and_the_missing_final_newline_of_a_file_stay(imported):
    app = imported("Harbor_Bistro")
    record(app, {"notes.txt": b"one\r\ntwo\r\nthree"}, "add", "me")
    save_texts(app, [posted(app, "notes.txt", "one\n2\nthree")], "edit", "me")
    assert contents(app)["notes.txt"] == b"one\r\n2\r\nthree"


def test_two_texts_are_one_revision(imported):
    app = imported("Harbor_Bistro")
    paths = [path for path in contents(app) if path.endswith("python_code.py")][:2]
    revision = save_texts(app, [posted(app, path, "x = 1\n") for path in paths], "two", "me")
    assert {change.path for change in revision.changes.all()} == set(paths)


def test_a_save_over_a_newer_one_is_refused_with_both_texts(imported):
    app = imported("Harbor_Bistro")
    old = posted(app, INSTRUCTION, "mine")
    save_texts(app, [posted(app, INSTRUCTION, "theirs")], "theirs", "they")
    with pytest.raises(Stale) as caught:
        save_texts(app, [old], "mine", "me")
    (conflict,) = caught.value.conflicts
    assert (conflict.theirs, conflict.posted.text) == ("theirs", "mine")
    assert contents(app)[INSTRUCTION] == b"theirs"
    save_texts(app, [posted(app, INSTRUCTION, "mine", stamp=conflict.stamp)], "mine", "me")
    assert contents(app)[INSTRUCTION] == b"mine"


def test_an_untouched_text_that_somebody_else_changed_is_no_conflict(imported):
    app = imported("Harbor_Bistro")
    untouched = posted(app, INSTRUCTION, shown(app, INSTRUCTION))
    code = next(path for path in contents(app) if path.endswith("python_code.py"))
    save_texts(app, [posted(app, INSTRUCTION, "theirs")], "theirs", "they")
    save_texts(app, [untouched, posted(app, code, "x = 1\n")], "mine", "me")
    assert contents(app)[INSTRUCTION] == b"theirs"
    assert contents(app)[code] == b"x = 1\n"


def test_the_same_change_twice_is_no_conflict(imported):
    app = imported("Harbor_Bistro")
    post = posted(app, INSTRUCTION, "same")
    save_texts(app, [post], "first", "they")
    assert save_texts(app, [post], "second", "me") is None


def test_a_stamp_that_nobody_ever_saw_is_a_conflict(imported):
    app = imported("Harbor_Bistro")
    with pytest.raises(Stale):
        save_texts(app, [posted(app, INSTRUCTION, "mine", stamp="0" * 64)], "mine", "me")


def test_a_missing_file_is_made_by_its_first_text_only(imported):
    app = imported("broken-refs")
    path = "agents/Pages/instruction.txt"
    assert save_texts(app, [posted(app, path, "")], "nothing", "me") is None
    save_texts(app, [posted(app, path, "Count pages.\n")], "made", "me")
    assert contents(app)[path] == b"Count pages.\n"


def test_a_field_that_is_gone_hands_a_touched_text_back(imported):
    app = imported("Harbor_Bistro")
    stamp = stamp_of(contents(app)[INSTRUCTION])
    record(app, {INSTRUCTION: None}, "removed", "they")
    with pytest.raises(Stale) as caught:
        save_texts(app, [PostedText(INSTRUCTION, "mine", stamp, gone=True)], "mine", "me")
    (conflict,) = caught.value.conflicts
    save_texts(app, [PostedText(INSTRUCTION, "mine", conflict.stamp, gone=True)], "mine", "me")
    assert contents(app)[INSTRUCTION] == b"mine"


def test_a_field_that_never_was_makes_no_file(imported):
    app = imported("Harbor_Bistro")
    with pytest.raises(Stale):
        save_texts(app, [PostedText("../../evil.txt", "mine", "", gone=True)], "mine", "me")
    assert app.revisions.count() == 1


def test_a_save_never_breaks_a_readable_manifest(imported):
    app = imported("Harbor_Bistro")
    before = contents(app)
    with pytest.raises(Unsaved) as caught:
        save_texts(app, [posted(app, MANIFEST, '{\n  "displayName": "Front desk",,\n}')], "break", "me")
    assert caught.value.line == 2
    with pytest.raises(Unsaved):
        save_texts(app, [posted(app, "app.json", "[]")], "break", "me")
    assert contents(app) == before


def test_an_unreadable_manifest_can_be_mended_step_by_step(imported):
    app = imported("broken-refs")
    path = "evaluations/Cut_off/Cut_off.json"
    save_texts(app, [posted(app, path, '{"displayName": "Cut off"')], "not yet", "me")
    assert app.resources.get(folder="Cut_off").error
    save_texts(app, [posted(app, path, '{"displayName": "Cut off"}')], "mended", "me")
    row = app.resources.get(folder="Cut_off")
    assert (row.error, row.display_name) == ("", "Cut off")
    assert not list(check_integrity())


def test_a_new_display_name_is_in_the_index_at_once(imported):
    app = imported("Harbor_Bistro")
    save_texts(app, [posted(app, MANIFEST, shown(app, MANIFEST).replace('"Front desk"', '"Host"'))], "rename", "me")
    assert app.resources.get(kind="agents", folder="Front_desk").display_name == "Host"
    assert not list(check_integrity())


def test_the_label_is_made_of_what_was_written(imported):
    app = imported("Harbor_Bistro")
    code = next(path for path in contents(app) if path.endswith("python_code.py"))
    posts = [posted(app, INSTRUCTION, shown(app, INSTRUCTION)), posted(app, code, "x = 1\n")]
    revision = editing.save_texts(app, posts, lambda written: ", ".join(text.path for text in written), "me")
    assert revision.label == code


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (INSTRUCTION, "x" * 10_485_761),
        (INSTRUCTION, "half\0way"),
        ("agents/../../evil.txt", "text"),
        ("agents/Front_desk/instruction.txt/below.txt", "text"),
        ("a/" * 40 + "deep.txt", "text"),
        ("tools/t/tab\tname.py", "text"),
    ],
)
def test_what_could_not_be_imported_again_is_not_saved(path, text, imported):
    app = imported("Harbor_Bistro")
    with pytest.raises(Unsaved):
        save_texts(app, [posted(app, path, text)], "no", "me")
    assert app.revisions.count() == 1


def test_a_code_field_that_names_a_manifest_cannot_break_it(imported):
    app = imported("Harbor_Bistro")
    with pytest.raises(Unsaved):
        save_texts(app, [posted(app, "app.json", "print(1)")], "no", "me")


def test_two_new_files_that_exclude_each_other_are_not_saved(imported):
    app = imported("Harbor_Bistro")
    with pytest.raises(Unsaved):
        save_texts(app, [posted(app, "agents/a/q.py", "x"), posted(app, "agents/a/q.py/z.py", "y")], "no", "me")
    assert app.revisions.count() == 1
