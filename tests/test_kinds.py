"""What a kind of resource needs beside its entry in the layout (CONTRIBUTING.md, "The rooms")."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from editor import schema
from editor.archive import layout
from editor.views.frame import LOOKS
from editor.views.sections import SECTIONS

ICONS = Path(__file__).resolve().parent.parent / "templates/editor/_icons.svg"
WITH_CODE = [kind for kind in layout.KINDS.values() if kind.code]


def test_every_kind_has_its_words_in_the_same_order():
    assert list(LOOKS) == list(layout.KINDS)


def test_every_kind_has_an_icon():
    drawn = re.findall(r'<symbol id="i-([\w-]+)"', ICONS.read_text("utf-8"))
    assert [kind for kind, look in LOOKS.items() if look.icon not in drawn] == []


def test_the_kinds_with_texts_or_code_have_sections_and_no_others():
    assert list(SECTIONS) == [kind.key for kind in WITH_CODE]


@pytest.mark.parametrize("kind", WITH_CODE, ids=lambda kind: kind.key)
def test_every_text_of_a_kind_has_one_section(kind):
    shown = [group.key for section in SECTIONS[kind.key] for group in section.groups]
    members = [rule.pattern[rule.pattern[0] == "codeCallback"] for rule in kind.code]
    assert sorted(shown) == sorted(set(members))


@pytest.mark.parametrize("kind", layout.KINDS)
def test_every_kind_has_its_fields_in_the_table(kind):
    assert schema.field_at(kind, ("displayName",)) is not None
