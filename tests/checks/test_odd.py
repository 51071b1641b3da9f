"""The quick look may call for a search in vain, but never say "nothing odd" where there is something."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from editor.archive import manifest
from editor.archive.errors import ManifestError
from editor.checks.odd import may_have_remarks

LEADS = ["", "  ", "- ", "? "]
KEYS = ["a", "b", "'a'", '"a"', "no", "a b", "<<"]
SCALARS = [
    "",
    "1",
    "no",
    "'no'",
    "1_0",
    "'x: y'",
    '"x: y"',
    '"x:\\n y"',
    '"x:\\ty"',
    "|\n      x: y\n      z:",
    "x # y: z",
]
COLLECTIONS = ["[a: 1]", "[? a]", "{a: 1, a}", "{}", "&x {b: 1}", "&x\n      b: 1", "*x"]


@st.composite
def mappings(draw: st.DrawFn) -> str:
    """Lines of keys and values, often the same ones, some of them nested or in a list."""
    line = st.tuples(*map(st.sampled_from, (LEADS, KEYS, SCALARS + COLLECTIONS)))
    lines = draw(st.lists(line, min_size=1, max_size=6))
    return "".join(f"{lead}{key}: {value}\n" for lead, key, value in lines)


@settings(max_examples=300, deadline=None)
@given(mappings())
def test_it_never_misses_a_remark(text):
    try:
        data, found = manifest.load(text, "yaml"), manifest.remarks(text, "yaml")
    except ManifestError:
        return
    assert not found or may_have_remarks(text, data), (text, found)


def test_it_spares_usual_texts():
    for text in (
        "displayName: Guide\ntools:\n- end_session\n- lamp\n",
        "# a comment\ndescription: 'Note: one colon'\nmodelSettings: {}\nname: ''\n",
        "description: |\n  First: this.\n  Then: that.\n",
    ):
        assert not may_have_remarks(text, manifest.load(text, "yaml")), text


def test_it_calls_for_a_search_where_something_is_odd():
    for text in ("a: 1\na: 2\n", "a: no\n", "a: {b: 1, b: 2}\n", "a: &x 1_0\n", "- a: 1\n  a: 2\n"):
        assert manifest.remarks(text, "yaml")
        assert may_have_remarks(text, manifest.load(text, "yaml")), text
