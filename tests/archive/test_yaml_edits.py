"""Edits of YAML texts, one tricky case after the other. The laws are in test_yaml_laws."""

from __future__ import annotations

import pytest

from editor.archive import manifest, yaml_edit, yaml_text
from editor.archive.errors import EditError, ManifestError
from editor.archive.operations import Insert, Move, Remove, RenameKey, Set
from editor.archive.yaml_edit import EditFault, edit_counted
from tests.archive.documents import fixture_texts


def edit(text: str, *operations) -> str:
    """The edited text; no case here needs more than the place itself."""
    new, wide = edit_counted(text, operations)
    assert wide == 0
    return new


def sample(end: str) -> str:
    return next(text for path, text in fixture_texts(".yaml").items() if path.endswith(end))


# Comments and blank lines


def test_a_changed_scalar_keeps_the_comment_behind_it():
    text = sample("Urgencias.yaml")
    new = edit(text, Set(("modelSettings", "model"), "gemini-3-flash"))
    assert new == text.replace("gemini-2.5-flash   #", "gemini-3-flash   #")


def test_the_comment_between_key_and_collection_stays():
    text = "rules:\n  # why\n  T1: off\n  T2: x\nnext: 1\n"
    assert edit(text, Set(("rules",), 5)) == "rules: 5\n  # why\nnext: 1\n"
    assert edit(text, Set(("rules",), ["a"])) == "rules:\n  # why\n- a\nnext: 1\n"
    assert edit(text, Set(("rules", "T1"), "on")) == text.replace("off", "'on'")
    assert edit(text, Remove(("rules", "T1"))) == "rules:\n  # why\n  T2: x\nnext: 1\n"


def test_removing_the_last_member_leaves_braces_and_the_comments_around():
    text = "rules:  # key\n  # why\n  T1: off  # value\n  # behind\nnext: 1\n"
    assert edit(text, Remove(("rules", "T1"))) == "rules: {}  # key\n  # why\n  # behind\nnext: 1\n"
    assert edit("a:\n- b\n# c\n", Remove(("a", 0))) == "a: []\n# c\n"
    assert edit("# h\na: 1  # c\n# t\n", Remove(("a",))) == "# h\n{}  # c\n# t\n"


def test_a_removed_member_takes_its_line_and_leaves_the_lines_above():
    text = "a: 1  # a\n\n# about b\nb: 2  # b\nc: 3\n"
    assert edit(text, Remove(("b",))) == "a: 1  # a\n\n# about b\nc: 3\n"
    assert edit(text, Remove(("a",))) == "\n# about b\nb: 2  # b\nc: 3\n"
    assert edit(text, Remove(("c",))) == "a: 1  # a\n\n# about b\nb: 2  # b\n"


def test_a_comment_does_not_become_a_part_of_the_block_above():
    text = "a:\n  x: |\n    text\n  y:\n    z: 1\n    # about y\nb: 2\n"
    assert edit(text, Remove(("a", "y"))) == "a:\n  x: |\n    text\n  # about y\nb: 2\n"
    text = "a:\n- |\n  text\n- b\n\n  # about b\n- c\n"
    assert edit(text, Remove(("a", 1))) == "a:\n- |\n  text\n\n# about b\n- c\n"
    text = "x: |\n  text\ny:\n  # deep\n  z: 1\n  # deeper\nb: 2\n"
    assert edit(text, Remove(("y",))) == "x: |\n  text\n# deeper\nb: 2\n"


def test_a_value_of_one_line_with_a_comment_becomes_no_block():
    assert edit("a: b  # c\n", Set(("a",), "x\ny")) == 'a: "x\\ny"  # c\n'
    assert edit("a:  # c\n", Set(("a",), "x\ny")) == 'a: "x\\ny"  # c\n'
    assert edit("a: b\n# c\n", Set(("a",), "x\ny")) == "a: |-\n  x\n  y\n# c\n"


def test_a_new_key_stands_directly_before_another():
    text = "# licence\n\na: 1\n# about b\nb: 2\n"
    assert edit(text, Set(("new",), 0, before="b")) == "# licence\n\na: 1\nnew: 0\n# about b\nb: 2\n"
    assert edit(text, Set(("new",), 0, before="a")) == "# licence\n\nnew: 0\na: 1\n# about b\nb: 2\n"
    assert edit(text, Set(("new",), 0, before="gone")) == text + "new: 0\n"


# Missing values, empty ones, the whole document


def test_a_missing_value_is_put_before_the_comment():
    assert edit("a:   # c\nb: 1\n", Set(("a",), "x")) == "a: x   # c\nb: 1\n"
    assert edit("a:\n", Set(("a",), {"k": [1]})) == "a:\n  k:\n  - 1\n"
    assert edit("- \n- x\n", Set((0,), 5)) == "- 5\n- x\n"
    assert edit("{a: , b}\n", Set(("a",), 1), Set(("b",), 2)) == "{a: 1 , b: 2}\n"
    assert edit("{!!str , a: 1}\n", Set(("",), 2)) == "{!!str : 2 , a: 1}\n"
    assert edit("? a\n? b\n", Set(("a",), [1])) == "? a\n:\n- 1\n? b\n"


def test_a_value_below_its_key():
    text = "a:  # key\n  # own\n  long text  # value\nb: 1\n"
    assert edit(text, Set(("a",), "other")) == text.replace("long text", "other")
    assert edit(text, Set(("a",), "x\ny")) == text.replace("long text", '"x\\ny"')
    assert edit(text, Set(("a",), [1])) == "a:  # key\n  # own\n# value\n- 1\nb: 1\n"
    assert edit("a:  # key\n|-\n  text\nb: 1\n", Set(("a",), 5)) == "a: 5  # key\nb: 1\n"


def test_absent_null_empty_and_false_are_four_things():
    text = "# c\na:\nb: ''\nc: false\n"
    assert edit(text, Set(("a",), None)) == text
    assert edit(text, Set(("a",), "")) == "# c\na: ''\nb: ''\nc: false\n"
    assert edit(text, Set(("c",), None)) == "# c\na:\nb: ''\nc: null\n"
    assert edit(text, Remove(("b",))) == "# c\na:\nc: false\n"


def test_an_empty_collection_takes_members_in_the_style_of_its_place():
    assert edit("# c\na: {}\nb: []  # d\n", Set(("a", "k"), 1)) == "# c\na:\n  k: 1\nb: []  # d\n"
    assert edit("# c\na: {}\nb: []  # d\n", Insert(("b",), 0, "x")) == "# c\na: {}\nb:  # d\n- x\n"
    assert edit("a: {b: {}, c: []}\n", Set(("a", "b", "k"), 1)) == "a: {b: {k: 1}, c: []}\n"
    assert edit("a: [\n  # none\n]\n", Insert(("a",), 0, "x")) == "a: [x\n  # none\n]\n"


@pytest.mark.parametrize(
    ("text", "value", "new"),
    [
        ("", {"a": 1}, "a: 1\n"),
        ("# only\n", {"a": 1}, "# only\na: 1\n"),
        ("# only", {"a": 1}, "# only\na: 1\n"),
        ("---\n...\n", {"a": 1}, "---\na: 1\n...\n"),
        ("# h\n--- {a: 1} # c\n", ["x"], "# h\n--- # c\n- x\n"),
        ("--- |\n text\n", {"a": 1}, "---\na: 1\n"),
        ("# h\na: 1\n# t\n", [1, 2], "# h\n- 1\n- 2\n# t\n"),
        ("# h\n- 1\n", "text", "# h\ntext\n"),
        ("text  # c\n", {"a": 1}, "# c\na: 1\n"),
    ],
)
def test_the_whole_document_can_be_replaced(text, value, new):
    assert edit(text, Set((), value)) == new


def test_header_and_end_of_a_document_stay():
    text = "%YAML 1.1\n--- # h\na: 1\n...\n# t\n"
    assert edit(text, Set(("b",), 2)) == "%YAML 1.1\n--- # h\na: 1\nb: 2\n...\n# t\n"


# Quotes, numbers, tags


def test_quotes_stay_where_they_can():
    text = "a: \"x\"\nb: 'v w'\nc: 'NO'\nd: plain\n"
    changes = [Set(("a",), "it's"), Set(("b",), "z"), Set(("c",), "yes"), Set(("d",), "no")]
    assert edit(text, *changes) == "a: \"it's\"\nb: 'z'\nc: 'yes'\nd: 'no'\n"
    assert edit(text, Set(("c",), "word")) == text.replace("'NO'", "word")
    assert edit("a: 'it is'\n", Set(("a",), "a\tb")) == 'a: "a\\tb"\n'


def test_new_texts_have_the_quotes_of_their_neighbours():
    assert edit('{"a": 1, "b": "c"}\n', Set(("d",), "e")) == '{"a": 1, "b": "c", "d": "e"}\n'
    assert edit('- "a"\n- "b"\n', Insert((), 1, "c")) == '- "a"\n- "c"\n- "b"\n'
    text = 'responses:\n  "200": {description: Fine}\n'
    assert edit(text, Set(("responses", "404"), {"description": "no"})) == text + '  "404": {description: "no"}\n'


def test_other_numbers_keep_their_spelling():
    text = "# c\na: 1.50\nb: 1.5\nc: 2\n"
    assert edit(text, Set(("b",), 3.0), Set(("c",), -0.0)) == "# c\na: 1.50\nb: 3.0\nc: -0.0\n"
    assert edit(text, Set(("a",), 1.5)) == text


def test_a_tag_stays_as_long_as_it_is_right():
    assert edit("a: !!str 12  # c\n", Set(("a",), "13")) == "a: !!str '13'  # c\n"
    assert edit("a: !!int '3'\n", Set(("a",), "x")) == "a: x\n"
    assert edit("a: !!map {b: 1}\n", Set(("a", "c"), 2)) == "a: !!map {b: 1, c: 2}\n"


# Block scalars


def test_a_literal_block_keeps_header_indent_and_lines():
    text = "a: |  # code\n    one\n\n    two\n      three\nb: 1\n"
    assert edit(text, Set(("a",), "one\n\nTWO\n  three\n")) == text.replace("two", "TWO")
    assert edit(text, Set(("a",), "one")) == "a: |-  # code\n    one\nb: 1\n"
    assert edit(text, Set(("a",), "one\n\n\n")) == "a: |+  # code\n    one\n\n\nb: 1\n"
    assert edit(text, Set(("a",), 5)) == "a: 5  # code\nb: 1\n"
    assert edit(text, Set(("a",), {"k": 1})) == "a:  # code\n  k: 1\nb: 1\n"


def test_blank_lines_with_blanks_stay_in_a_literal_block():
    text = "a: |\n  one\n   \n  two\n \n  three\n"
    data = yaml_text.load(text)["a"]
    assert edit(text, Set(("a",), data.replace("three", "3"))) == text.replace("three", "3")


def test_a_text_that_starts_with_blanks_gets_an_indent_in_the_header():
    assert edit("a: b\n", Set(("a",), "  x\ny\n")) == "a: |2\n    x\n  y\n"
    assert edit("a: |-\n    x\n", Set(("a",), "\n  y")) == "a: |4-\n\n      y\n"
    assert edit("a: |2\n    x\n  y\n", Set(("a",), " z\n")) == "a: |2\n   z\n"
    assert edit("# c\na: |-\n  x\n", Set(("a",), "\tx")) == "# c\na: |2-\n  \tx\n"


def test_a_folded_block_keeps_the_lines_that_did_not_change():
    text = "a: >-\n  a long text\n  over some\n  lines\n\n  and another\n  paragraph\nb: 1\n"
    old = yaml_text.load(text)["a"]
    assert edit(text, Set(("a",), old.replace("over", "OVER"))) == text.replace("over", "OVER")
    assert edit(text, Set(("a",), old.replace("another", "one more"))) == text.replace("another", "one more")
    assert edit(text, Set(("a",), old + "\nthird")) == text.replace("paragraph\n", "paragraph\n\n  third\n")
    assert edit(text, Set(("a",), old + "\n")) == text.replace(">-", ">")
    kiosk = sample("Ticket_Helper.yaml")
    assert edit(kiosk, Set(("description",), "Sells night tickets and family tickets.\n")) == kiosk.replace(
        "day", "night"
    )


def test_a_text_that_no_block_can_hold_is_quoted():
    text = "# c\na: |\n  x\nb: >\n  y\n"
    for odd in ["bell \x07\n", "a\u2028b\n", "a\rb\n", "\n\n", ""]:
        assert yaml_text.load(edit(text, Set(("a",), odd), Set(("b",), odd))) == {"a": odd, "b": odd}


def test_a_kept_blank_line_is_not_taken_from_or_given_to_a_block():
    text = "a: |+\n  x\n\nb: 1\n\nc: 2\n"
    assert edit(text, Remove(("b",))) == "a: |+\n  x\n\nc: 2\n"
    assert edit("# c\na: 1\n\nb: 2\n", Set(("a",), "x\n\n")) == '# c\na: "x\\n\\n"\n\nb: 2\n'


def test_the_end_of_a_file_without_a_newline():
    assert edit("a: 1\nb: 2", Remove(("b",))) == "a: 1"
    assert edit("# c\na: 1", Set(("b",), 2)) == "# c\na: 1\nb: 2"
    assert edit("# c\na: |\n  x", Set(("b",), 2)) == "# c\na: |-\n  x\nb: 2"
    assert edit("# c\na: |\n  x\nb: 2", Remove(("b",))) == "# c\na: |\n  x\n"
    assert edit("# c\na: 1", Set(("a",), "x\n")) == "# c\na: |\n  x\n"
    assert edit("# c\na: |-\n  x", Set(("a",), "x\n")) == "# c\na: |\n  x\n"


# Lists, and what stands on the line of a dash


def test_the_first_member_shares_the_line_of_the_dash():
    text = "- a: 1  # a\n  b: 2\n- c: 3\n"
    assert edit(text, Remove((0, "a"))) == "- b: 2\n- c: 3\n"
    assert edit(text, Set((0, "new"), 0, before="a")) == "- new: 0\n  a: 1  # a\n  b: 2\n- c: 3\n"
    assert edit(text, Set((1,), "x")) == "- a: 1  # a\n  b: 2\n- x\n"
    assert edit(text, Remove((1, "c"))) == "- a: 1  # a\n  b: 2\n- {}\n"
    commented = "- a: 1\n  # about b\n  b: 2\n"
    assert edit(commented, Remove((0, "a"))) == "-\n  # about b\n  b: 2\n"


def test_lists_in_lists():
    text = "- - a  # one\n  - b\n- - c\n"
    assert edit(text, Insert((0,), 0, "n")) == "- - 'n'\n  - a  # one\n  - b\n- - c\n"
    assert edit(text, Remove((0, 0))) == "- - b\n- - c\n"
    assert edit(text, Move((0,), 0, 1)) == "- - b\n  - a  # one\n- - c\n"
    assert edit(text, Insert((), 1, [["x"], "z"])) == "- - a  # one\n  - b\n- - - x\n  - z\n- - c\n"


def test_moving_takes_the_lines_and_the_comments_of_an_element():
    text = "tools:\n# about a\n- a  # one\n- 0123\n# about b\n- {b: 1.50}  # two\n\nend: 1\n"
    assert edit(text, Move(("tools",), 2, 0)) == (
        "tools:\n# about b\n- {b: 1.50}  # two\n# about a\n- a  # one\n- 0123\n\nend: 1\n"
    )
    assert edit(text, Move(("tools",), 0, 1)) == (
        "tools:\n- 0123\n# about a\n- a  # one\n# about b\n- {b: 1.50}  # two\n\nend: 1\n"
    )


def test_a_new_first_item_stands_above_the_comment_of_the_old_one():
    text = "l:\n# about a\n- a\n# about b\n- b\n"
    assert edit(text, Insert(("l",), 0, "c")) == "l:\n- c\n# about a\n- a\n# about b\n- b\n"
    assert edit("l:\n# all\n- a\n- b\n", Insert(("l",), 0, "c")) == "l:\n# all\n- c\n- a\n- b\n"


def test_a_comment_above_a_list_stays_there_where_no_element_has_one():
    text = "tools:\n# all tools\n- a\n- b\n"
    assert edit(text, Move(("tools",), 0, 1)) == "tools:\n# all tools\n- b\n- a\n"


def test_new_elements_have_the_dash_and_indent_of_the_file():
    openapi = sample("loyalty_ledger/open_api_toolset/open_api_schema.yaml")
    new = edit(openapi, Insert(("servers",), 1, {"url": "u", "variables": {"a": ["b"]}}))
    assert new == openapi.replace("paths:\n", "  - url: u\n    variables:\n      a: [b]\npaths:\n", 1)
    text = "app:\n    name: x\n    tools:\n    -   name: a\n        k: v\n"
    new = edit(text, Insert(("app", "tools"), 1, {"name": "b", "d": {"e": "f\ng"}}))
    assert new == text + "    -   name: b\n        d:\n            e: |-\n                f\n                g\n"


def test_explicit_keys():
    text = "? a\n: 1  # c\n? b\n: - x\n  - y\n"
    assert edit(text, Set(("a",), {"k": 1})) == "? a\n:  # c\n  k: 1\n? b\n: - x\n  - y\n"
    assert edit(text, Remove(("b", 0))) == "? a\n: 1  # c\n? b\n: - y\n"
    assert edit(text, RenameKey((), "a", "new")) == text.replace("? a", "? new")
    assert edit(text, Remove(("a",))) == "? b\n: - x\n  - y\n"
    assert edit("? a\n:b: 1\n", Set(("a",), 2), Remove((":b",))) == "? a\n: 2\n"


@pytest.mark.parametrize(
    "key", ["", " ", "a: b", "#", "- x", "k" * 1100, "two\nlines", "😀", "\u2028", "<<", "no", "1"]
)
def test_odd_keys_can_be_added_and_renamed(key):
    for text in ["# c\na:\n  b: 1\n", "# c\na: {b: 1}\n", "a:\n  b: 1\n", "# c\na:\n- b: 1\n  c: 2\n"]:
        pointer = ("a", 0) if "- b" in text else ("a",)
        added = manifest.edit(text, [Set((*pointer, key), {"x": ["y"]})], "yaml")
        renamed = manifest.edit(text, [RenameKey(pointer, "b", key)], "yaml")
        for new, value in ((added, {"x": ["y"]}), (renamed, 1)):
            data = yaml_text.load(new)["a"]
            assert (data[0] if isinstance(data, list) else data)[key] == value


# Flow style


def test_in_flow_style_texts_are_quoted_as_it_needs():
    text = "a: {x: 1}\n"
    assert edit(text, Set(("a", "y"), "m\nn")) == "a: {x: 1, 'y': \"m\\nn\"}\n"
    assert edit(text, Set(("a", "z"), "p, q")) == "a: {x: 1, z: 'p, q'}\n"
    assert edit(text, Set(("a", "x"), "[k]")) == "a: {x: '[k]'}\n"
    assert edit(text, Set(("a", "z"), {"l": [1, {}]})) == "a: {x: 1, z: {l: [1, {}]}}\n"


def test_a_renamed_key_stays_apart_from_its_value():
    assert edit("{'a: b':1}\n", RenameKey((), "a: b", "c")) == '{"c":1}\n'
    assert edit("{'a':1, c : 2}\n", RenameKey((), "a", "b"), RenameKey((), "c", "d, e")) == "{'b':1, 'd, e' : 2}\n"


def test_flow_lists_keep_their_commas_and_spaces():
    assert edit("a: [x, z,]\n", Insert(("a",), 1, "b"), Insert(("a",), 3, "c")) == "a: [x, b, z, c,]\n"
    assert edit("a: [ x, z ]\n", Remove(("a", 0))) == "a: [ z ]\n"
    assert edit("a: [ x, z ]\n", Remove(("a", 1))) == "a: [ x ]\n"
    assert edit("a: [x]  # c\n", Remove(("a", 0))) == "a: []  # c\n"
    assert edit("a: [x, {b: c}, z]\n", Move(("a",), 2, 0)) == "a: [z, x, {b: c}]\n"


def test_flow_lists_over_several_lines():
    text = "a: [\n  # head\n  x, # one\n  z # two\n]\n"
    assert edit(text, Insert(("a",), 2, "b")) == "a: [\n  # head\n  x, # one\n  z, # two\n  b\n]\n"
    assert edit(text, Insert(("a",), 0, "b")) == "a: [\n  # head\n  b,\n  x, # one\n  z # two\n]\n"
    assert edit(text, Remove(("a", 0))) == "a: [\n  # head\n  z # two\n]\n"
    assert edit(text, Remove(("a", 1))) == "a: [\n  # head\n  x # one\n]\n"
    assert edit(text, Remove(("a", 1)), Remove(("a", 0))) == "a: [\n  # head\n]\n"
    assert edit(text, Move(("a",), 1, 0)) == "a: [\n  z, # two\n  # head\n  x # one\n]\n"


def test_a_pair_without_braces_gets_some_where_it_needs_them():
    assert edit("a: [k: 1, j]\n", Set(("a", 0, "k"), 2)) == "a: [k: 2, j]\n"
    assert edit("a: [k: 1, j]\n", Set(("a", 0, "m"), 2)) == "a: [{k: 1, m: 2}, j]\n"
    assert edit("a: [k: 1, j]\n", Remove(("a", 0, "k"))) == "a: [{}, j]\n"


def test_new_values_are_in_flow_style_where_their_neighbours_are():
    text = sample("kitchen_display/open_api_toolset/open_api_schema.yaml")
    at = ("paths", "/tickets/{id}", "get", "parameters")
    new = edit(text, Insert(at, 1, {"name": "x", "schema": {"type": "string"}}))
    line = "        - {name: id, in: path, required: true, schema: {type: string}}\n"
    assert new == text.replace(line, line + "        - {name: x, schema: {type: string}}\n", 1)


# Line ends, byte-order mark, style of the service


def test_crlf_stays():
    text = "# c\r\na: 1\r\nb:\r\n- x\r\n"
    new = edit(text, Set(("a",), "t\nu"), Insert(("b",), 1, {"q": 1, "r": 2}), Set(("c",), 3))
    assert new == "# c\r\na: |-\r\n  t\r\n  u\r\nb:\r\n- x\r\n- q: 1\r\n  r: 2\r\nc: 3\r\n"
    service = "a: 1\nb:\n- |-\n  x\n  y\n".replace("\n", "\r\n")
    assert edit(service, Set(("a",), [])) == service.replace("1", "[]")


def test_a_byte_order_mark_stays():
    assert manifest.edit("\ufeffa: 1 # c\n", [Set(("a",), 2)], "yaml") == "\ufeffa: 2 # c\n"


def test_the_style_of_the_service_folds_long_texts():
    text = sample("agents/Recepcion/Recepcion.yaml")
    long_text = "Si alguien describe una urgencia, " * 4 + "fin."
    new = edit(text, Set(("description",), long_text))
    assert new == yaml_text.write({**yaml_text.load(text), "description": long_text})
    assert max(map(len, new.splitlines())) < 110


def test_long_texts_are_folded_only_where_the_file_does_so():
    long_text = "some words that go on and on " * 5 + "end"
    unfolded = f"# c\na: {long_text}\nb: x\n"
    assert edit(unfolded, Set(("b",), long_text)) == f"# c\na: {long_text}\nb: {long_text}\n"
    assert edit("# c\nb: x\n", Set(("b",), long_text)).count("\n") == 3


def test_many_scalars_are_changed_at_once():
    text = "# c\n" + "".join(f"k{number}: {number}.50  # c{number}\n" for number in range(300))
    changes = [Set((f"k{number}",), f"new {number}") for number in range(0, 300, 2)]
    new = edit(text, *changes, Set(("k1",), "two\nlines"), Set(("k1",), 1))
    assert new.count(".50  # c") == 149
    assert new.count(": new ") == 150
    assert "\nk1: 1  # c1\n" in new


def test_a_mapping_in_the_place_of_another_keeps_what_is_the_same():
    text = "a:\n  x: 1.50  # one\n  # own\n  z: [1]\n"
    assert edit(text, Set(("a",), {"x": 1.5, "y": 2, "z": [1, 3]})) == (
        "a:\n  x: 1.50  # one\n  'y': 2\n  # own\n  z: [1, 3]\n"
    )


# What cannot be done


def test_operations_that_do_not_fit_are_refused():
    for operation in [
        Remove(("x",)),
        Set(("a", "b"), 1),
        Insert(("a",), 0, 1),
        Move(("l",), 0, 2),
        RenameKey((), "a", "l"),
    ]:
        with pytest.raises(EditError):
            yaml_text.edit("a: 1  # c\nl: [1, 2]\n", [operation])


def test_values_that_yaml_cannot_hold_are_refused():
    for value in [float("nan"), "\ud800", {1: 2}, (1,)]:
        with pytest.raises(EditError):
            yaml_text.edit("a: 1\n", [Set(("a",), value)])


def test_a_text_that_cannot_be_read_cannot_be_edited():
    with pytest.raises(ManifestError):
        yaml_text.edit("a: [\n", [Set(("a",), 1)])


def test_where_a_narrow_change_fails_the_parent_is_written_anew(monkeypatch):
    ways = yaml_edit._ways
    monkeypatch.setattr(yaml_edit, "_ways", lambda d, o, s: iter([]) if isinstance(o, RenameKey) else ways(d, o, s))
    text = "# head\na:\n  # lost\n  b: 0x\nc: 1.50  # kept\n"
    assert edit_counted(text, [RenameKey(("a",), "b", "n")]) == (
        "# head\na:\n  # lost\n  'n': 0x\nc: 1.50  # kept\n",
        1,
    )


def test_a_change_that_cannot_be_written_is_our_fault_and_named(monkeypatch):
    monkeypatch.setattr(yaml_edit, "_ways", lambda *_: iter(["a: [", "a: 3 # c"]))
    with pytest.raises(EditFault, match=r"Set\(pointer=\('a',\), value=2"):
        yaml_text.edit("a: 1 # c\n", [Set(("a",), 2)])


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_a_final_line_break_is_that_of_the_file(newline):
    text = f"# x{newline}- x"
    assert edit(text, Insert((), 1, "a\nb\n")) == newline.join(["# x", "- x", "- |", "  a", "  b", ""])
