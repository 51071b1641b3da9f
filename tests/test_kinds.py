"""What a kind of resource needs beside its entry in the layout (CONTRIBUTING.md, "The rooms")."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from editor import schema
from editor.archive import layout
from editor.forms.fieldsets import FORMS
from editor.views.frame import LOOKS

ICONS = Path(__file__).resolve().parent.parent / "templates/editor/_icons.svg"
WITH_CODE = [kind for kind in layout.KINDS.values() if kind.code]


def test_every_kind_has_its_words_in_the_same_order():
    assert list(LOOKS) == list(layout.KINDS)


def test_every_kind_has_an_icon():
    drawn = re.findall(r'<symbol id="i-([\w-]+)"', ICONS.read_text("utf-8"))
    assert [kind for kind, look in LOOKS.items() if look.icon not in drawn] == []


def test_the_kinds_with_texts_or_code_have_forms_and_no_others():
    assert list(FORMS) == [kind.key for kind in WITH_CODE]


@pytest.mark.parametrize("kind", FORMS)
def test_every_field_of_a_form_stands_in_one_section_at_most(kind):
    message = schema.root(kind)
    placed = [name for section in FORMS[kind] for name in section.fields]
    known = {*message.fields, *(f"!{choice}" for choice in message.choices)}
    assert sorted(placed) == sorted(set(placed) & known)


@pytest.mark.parametrize("kind", layout.KINDS)
def test_every_kind_has_its_fields_in_the_table(kind):
    assert schema.field_at(kind, ("displayName",)) is not None
