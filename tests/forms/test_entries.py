"""The reader of pages posts what a browser would."""

from __future__ import annotations

import pytest

from tests.forms.entries import Page


def page(body: str) -> Page:
    before = "<input name=out><form id=other><input name=other></form>"
    return Page(f'{before}<form id="edit-form" action="/x/">{body}</form>')


def entries(body: str) -> dict[str, list[str]]:
    return page(body).entries


def test_inputs_send_what_they_hold():
    assert entries('<input name="a" value="x &amp; y"><input type="hidden" name="b">') == {"a": ["x & y"], "b": [""]}
    assert entries('<input name="a" value="1"/><input name="a" value="2"><input value="3">') == {"a": ["1", "2"]}
    assert entries('<input name="a" value="1\n2"><input type=hidden name=b value="1\n2">') == {
        "a": ["12"],
        "b": ["1\r\n2"],
    }


def test_boxes_and_radios_send_only_when_they_are_on():
    assert entries("<input type=checkbox name=c><input type=checkbox name=d checked>") == {"d": ["on"]}
    assert entries("<input type=checkbox name=e value=1 checked>") == {"e": ["1"]}
    assert entries('<input type=radio name=r value=""><input type=radio name=r value=1 checked>') == {"r": ["1"]}
    assert entries('<input type=radio name=r value=""><input type=radio name=r value=1>') == {}


def test_a_select_sends_the_chosen_option_or_the_first():
    first = '<option value="">-</option>'
    assert entries(f"<select name=s>{first}<option value=b>B</option></select>") == {"s": [""]}
    assert entries(f"<select name=s>{first}<option value=b selected>B</option></select>") == {"s": ["b"]}
    assert entries("<select name=s><option> A  b\n</option><option selected>c</option></select>") == {"s": ["c"]}
    assert entries("<select name=s><option> A  b\n<option>c</select>") == {"s": ["A b"]}
    assert entries("<select name=s></select>") == {}


def test_an_area_drops_one_newline_at_its_start_and_sends_crlf():
    assert entries("<textarea name=t>\n\na\nb &lt;i&gt;\n</textarea>") == {"t": ["\r\na\r\nb <i>\r\n"]}
    assert entries("<textarea name=t></textarea>") == {"t": [""]}
    assert entries("<textarea name=t>\n</textarea><textarea name=u>a\r\nb</textarea>") == {"t": [""], "u": ["a\r\nb"]}


def test_what_is_disabled_sends_nothing():
    inner = "<fieldset><input name=c></fieldset>"
    assert entries(f"<input name=a disabled><fieldset disabled><input name=b>{inner}</fieldset>") == {}
    assert entries("<fieldset disabled><textarea name=t>x</textarea><select name=s><option>1</select></fieldset>") == {}
    assert entries("<fieldset disabled></fieldset><fieldset><input name=a></fieldset>") == {"a": [""]}


def test_a_control_elsewhere_may_belong_to_the_form_and_one_inside_to_another():
    html = '<form id="edit-form"><input name="a"><input name="b" form="other"></form><input name="c" form="edit-form">'
    assert Page(html).entries == {"a": [""], "c": [""]}
    assert page("").found and page("").action == "/x/" and not Page("<form></form>").found


def test_buttons_send_nothing_by_themselves():
    form = page('<button name=do value="add /a">+</button><button type=button name=do value=no>x</button>')
    assert form.entries == {}
    assert form.orders == ["add /a"] and form.offers("add /a") and not form.offers("no")


def test_a_person_can_write_only_what_the_page_has():
    form = page(
        "<input name=a><select name=s><option value=1>x</option><option value=2>y</option></select>"
        "<input type=radio name=r value=1 checked><input type=radio name=r value=2>"
        "<input type=checkbox name=c value=1><input type=hidden name=h><textarea name=t></textarea>"
    )
    form.fill("a", "x")
    form.fill("s", "2")
    form.fill("r", "2")
    form.fill("t", "a\nb")
    form.tick("c")
    assert form.entries == {"a": ["x"], "s": ["2"], "r": ["2"], "c": ["1"], "h": [""], "t": ["a\r\nb"]}
    form.tick("c", on=False)
    assert "c" not in form.entries and form.text("r") == "2"
    for name, text in (("b", "x"), ("s", "3"), ("r", "3"), ("h", "x"), ("a", "a\nb")):
        with pytest.raises(AssertionError):
            form.fill(name, text)


def test_a_tag_inside_a_text_is_a_fault_of_the_page():
    with pytest.raises(AssertionError):
        page("<textarea name=t><b></textarea>")
