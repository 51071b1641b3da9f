"""Members that name a file: the file comes with them, changes under its name and goes with them."""

from __future__ import annotations

from typing import Any

import pytest

from editor.archive import layout
from editor.archive.operations import Pointer, find
from tests.archive.documents import count_example
from tests.forms.walking import ABSENT, KEEP, KINDS, Visit, changed

RULES = [(kind, rule) for kind in KINDS for rule in layout.KINDS[kind].code]
CASES = [  # the syntaxes in turn: what a save does to a text is the same for all
    pytest.param(kind, rule, ("json", "yaml")[at % 2], id="/".join((kind, *rule.pattern)))
    for at, (kind, rule) in enumerate(RULES)
]
CODE = "def one():\n    return 1\n"


def owner(pattern: Pointer) -> tuple[dict, Pointer]:
    """The smallest manifest that has the member's owner, and the pointer of the member."""
    data: Any = {KEEP: "stays"}
    for step in reversed(pattern[:-1]):
        data = [{KEEP: "beside"}, data] if step == "*" else {step: data}
    return data, tuple(1 if step == "*" else step for step in pattern)


def way_of(pointer: Pointer) -> str:
    return "".join(f"/{step}" for step in pointer)


@pytest.mark.parametrize(("kind", "rule", "syntax"), CASES)
def test_a_file_comes_changes_and_goes_with_its_member(kind, rule, syntax, client, db):
    visit = Visit(client, kind, syntax)
    blank, pointer = owner(rule.pattern)
    way = way_of(pointer)
    visit.put(blank)
    start = visit.files()
    code = CODE if rule.language == layout.PYTHON else "openapi: 3.0.0\npaths: {}\n"

    page = visit.open()
    page.fill(f"new:{way}" if rule.place else way, code)
    visit.save(page)
    made = find(visit.data_now(), pointer)
    path = layout.code_path(rule, visit.folder, start) if rule.place else None
    assert made == (path or code)
    assert visit.data_now() == changed(blank, pointer, made)
    assert set(visit.files()) == set(start) | ({path} if path else set())
    count_example("steps through files of forms")
    if path is None:
        change_and_clear_inline(visit, blank, pointer, code)
    else:
        assert visit.files()[path] == code.encode()
        change_and_clear_file(visit, blank, pointer, path, code)


def change_and_clear_inline(visit: Visit, blank: dict, pointer: Pointer, code: str) -> None:
    way = way_of(pointer)
    page = visit.open()
    page.fill(way, code + "two = 2\n")
    visit.save(page)
    assert visit.data_now() == changed(blank, pointer, code + "two = 2\n")
    page = visit.open()
    page.fill(way, "")
    visit.save(page)
    assert visit.data_now() == changed(changed(blank, pointer, 1), pointer, ABSENT)
    count_example("steps through files of forms")
    count_example("steps through files of forms")


def change_and_clear_file(visit: Visit, blank: dict, pointer: Pointer, path: str, code: str) -> None:
    way = way_of(pointer)
    before = visit.files()
    page = visit.open()
    page.fill(f"text:{path}", code + "# two\n")
    visit.save(page)
    assert visit.files() == before | {path: (code + "# two\n").encode()}

    other = f"{visit.kind}/other.txt" if visit.kind != layout.APP else "other.txt"
    visit.write({other: b"import other\n"})
    page = visit.open()
    page.fill(way, other)
    visit.save(page)
    assert visit.data_now() == changed(blank, pointer, other)
    assert path not in visit.files() and visit.files()[other] == b"import other\n"
    page = visit.open()
    page.fill(f"text:{other}", "import sys\n")
    visit.save(page)
    assert visit.files()[other] == b"import sys\n"

    visit.write({path: code.encode()})
    page = visit.open()
    page.fill(way, path)
    visit.save(page)
    assert find(visit.data_now(), pointer) == path and visit.files()[path] == code.encode()
    page = visit.open()
    page.fill(way, "")
    visit.save(page)
    assert visit.data_now() == changed(changed(blank, pointer, 1), pointer, ABSENT)
    assert path not in visit.files() and other in visit.files()
    for _ in range(4):
        count_example("steps through files of forms")
