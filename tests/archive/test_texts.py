"""Texts that went through a browser."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor.archive.texts import count_lines, diff_rows, guess_text, normalise, one_line, restore_line_ends, same_text

LINES = st.lists(st.tuples(st.text("ab ", max_size=3), st.sampled_from(["\n", "\r\n", "\r"])), max_size=8)
TEXTS = LINES.map(lambda lines: "".join(line + end for line, end in lines).replace("\r\n\n", "\r\n"))


def through_a_browser(text: str) -> str:
    return normalise(text).replace("\n", "\r\n")


@given(TEXTS)
def test_an_untouched_text_comes_back_as_it_was(text):
    assert same_text(text, through_a_browser(text))
    assert restore_line_ends(text, through_a_browser(text)) == text


@given(TEXTS, TEXTS)
def test_a_changed_text_says_what_was_posted(old, new):
    assert normalise(restore_line_ends(old, through_a_browser(new))) == normalise(new)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_new_lines_end_like_the_others(end):
    assert restore_line_ends(f"a{end}b{end}", "a\r\nnew\r\nb\r\n") == f"a{end}new{end}b{end}"


def test_unchanged_lines_keep_their_own_ends_where_they_differ():
    assert restore_line_ends("a\r\nb\nc\n", "a\r\nnew\r\nb\r\nc\r\n") == "a\r\nnew\nb\nc\n"


def test_a_text_without_a_line_end_gets_plain_ones():
    assert restore_line_ends("a", "a\r\nb\r\n") == "a\nb\n"


@given(st.text(alphabet=st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
def test_utf_8_is_taken_for_what_it_is(text):
    assert guess_text(text.encode()) == (text, "UTF-8")


def test_other_encodings_are_named_and_binary_content_is_no_text():
    assert guess_text("Führt".encode("latin-1")) == ("Führt", "Latin-1")
    assert guess_text("Führt".encode("utf-16")) == ("Führt", "UTF-16")
    assert guess_text(b"\x00\x01Bud1") is None
    assert guess_text(b"") == ("", "UTF-8")


def test_a_difference_shows_the_changed_lines_with_their_neighbours():
    old = "".join(f"line {n}\n" for n in range(1, 21))
    rows = diff_rows(old, old.replace("line 10\n", "line ten\n"))
    assert [(row.sign, row.old, row.new) for row in rows][:5] == [
        ("@", None, None),
        (" ", 7, 7),
        (" ", 8, 8),
        (" ", 9, 9),
        ("-", 10, None),
    ]
    assert count_lines(rows) == (1, 1)
    assert diff_rows(old, old) == []


def test_far_edits_in_a_long_text_leave_all_ends_between_them_alone():
    old = "first\n" + "- a\r\n- a\n- b\r\n- b\n" * 1_500 + "last\n"
    posted = through_a_browser(old.replace("first", "1st").replace("last", "end"))
    assert restore_line_ends(old, posted) == old.replace("first", "1st").replace("last", "end")


def test_what_could_steer_a_terminal_is_escaped():
    assert one_line("t\x1b[2J\nfake \x9b ü \ud83d") == "t\\x1b[2J\\x0afake \\x9b ü \\ud83d"
