"""Python code: where it breaks, and what its functions take."""

from __future__ import annotations

import sys
import threading
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from editor.code.python import Parameter, described, signature, syntax_error

AVAILABILITY = '''
from typing import Any

async def helper(): ...

def check_table(day: str, clock: "str", guests: int = 2, *rest, late: bool = False, **more) -> dict[str, Any]:
    """Finds free tables
    near a time.

    It asks nobody.

    Args:
        day: The day as YYYY-MM-DD,
            never another way: 1999 is out.
        clock (str, optional): The time as HH:MM.
        guests:
            How many people will sit.
        **more: Whatever else.

    Returns:
        late: not a parameter, what comes back.
    """
    return {}
'''


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("def f(:\n    pass\n", 1, 7, "invalid syntax: Python cannot read on from here"),
        ("x = (1,\n", 1, 5, "'(' was never closed"),
        ("if x:\npass\n", 2, 1, "expected an indented block after 'if' statement on line 1"),
        ("a = 1\r\n  b = 2\r\n", 2, 2, "unexpected indent: this line stands further in than the one above it"),
        ("ñandú = 'é' é\n", 1, 13, "invalid syntax: Python cannot read on from here"),
        ("return 1", 1, 1, "'return' outside function"),
        ("def f(a, a): pass", 1, 10, "duplicate argument 'a' in function definition"),
        ("\ufeffx = = 1", 1, 6, "invalid syntax: Python cannot read on from here"),
        ("a = 1\nb\0 = 2", 2, 2, "a NUL character stands here, which no Python source can hold"),
        ("a = 1\n'é\ud800'", 2, 3, "half a surrogate pair stands here, which no Python source can hold"),
    ],
)
def test_the_first_fault_has_its_line_and_its_column_in_characters(text, line, column, message):
    assert syntax_error(text) == (line, column, message)


@pytest.mark.parametrize(
    "text", ["", "\n\n", "\ufeffx = 1", "# coding: latin-1\nx = 'é'", "x = 'a\\d'\nx is 'a'", AVAILABILITY]
)
def test_sound_code_has_no_fault(text):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert syntax_error(text) is None


def test_nothing_is_run():
    assert syntax_error("import sys\nsys.was_run = True\n1 / 0") is None
    assert not hasattr(sys, "was_run")


@pytest.mark.parametrize(
    "unit", ["not ", "-", "a if a else ", "lambda: ", "a**", "(", "[", "{", "f(**", "a.b(", "{'a': ("]
)
def test_deep_nesting_is_a_fault_and_no_crash(unit):
    assert syntax_error(unit * 100_000).line == 1
    assert signature(unit * 100_000, "f") is None


@pytest.mark.parametrize("text", ["a" + "+a" * 50_000, "a" + ".a" * 50_000, "if a: pass\n" + "elif a: pass\n" * 20_000])
def test_long_chains_are_a_fault_and_no_crash(text):
    assert syntax_error(text) == (1, 1, "this is nested too deeply to be read")
    assert signature(text, "f") is None


def test_a_megabyte_is_read():
    text = "def f(a, b=1):\n    return [a, b, {'key': f'{a} and {b}'}]\n\n" * 18_000
    assert len(text) > 1_000_000
    assert syntax_error(text) is None
    assert syntax_error(text + "def")[:2] == (54_001, 4)


@given(st.text(st.characters(), max_size=80) | st.text("()[]{}:'\"\\\n\r\t =+,.#fdeé\0\ud800\ufeff", max_size=80))
@settings(deadline=None)
def test_no_text_raises_and_every_fault_lies_inside_of_the_text(text):
    fault = syntax_error(text)
    signature(text, "f")
    if fault:
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        assert 1 <= fault.line <= len(lines)
        assert 1 <= fault.column <= len(lines[fault.line - 1]) + 1
        fault.message.encode()


def test_threads_leave_the_filters_of_warnings_as_they_were():
    before = list(warnings.filters)
    threads = [threading.Thread(target=lambda: [syntax_error("x is 'a'") for _ in range(50)]) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert warnings.filters == before


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="this Python reads what the service reads")
@pytest.mark.parametrize("text", ["type Pair = tuple", "def first[T](a: T): pass", "class A[T]: pass", "f'{x['a']}'"])
def test_syntax_of_a_newer_python_is_told_apart(text):
    assert "the service runs 3.12" in syntax_error(text).message


def test_a_signature_has_what_the_model_reads():
    found = signature(AVAILABILITY, "check_table")
    assert (found.name, found.summary, found.line) == ("check_table", "Finds free tables near a time.", 6)
    assert found.returns == "dict[str, Any]"
    assert found.parameters == [
        Parameter("day", "str", "", "The day as YYYY-MM-DD, never another way: 1999 is out.", True),
        Parameter("clock", "'str'", "", "The time as HH:MM.", True),
        Parameter("guests", "int", "2", "How many people will sit.", False),
        Parameter("*rest", required=False),
        Parameter("late", "bool", "False", "", False),
        Parameter("**more", "", "", "Whatever else.", False),
    ]


def test_a_signature_of_a_coroutine_and_the_last_of_two():
    text = "def f(a): pass\nasync def f(b, /, c=None): pass\nclass C:\n    def g(self): pass\n"
    assert [parameter.name for parameter in signature(text, "f").parameters] == ["b", "c"]
    assert signature(text, "f").summary == ""
    assert signature(text, "g") is signature(text, "h") is signature("def f(:", "f") is None


def test_what_a_page_cannot_hold_comes_escaped():
    found = signature('def f(a="\\ud800"):\n    """Half \\ud800.\n\n    Args:\n        a: A \\ud800.\n    """', "f")
    assert found.summary == "Half \\ud800."
    assert found.parameters[0].description == "A \\ud800."
    found.parameters[0].default.encode()


@pytest.mark.parametrize(
    ("docstring", "told"),
    [
        ("", {}),
        ("Args:", {}),
        ("Args:\n  no colon here\n", {}),
        ("Does.\n\nArguments:\n    a: One.\n\n    b: Two.\nRaises:\n    c: Three.", {"a": "One.", "b": "Two."}),
        ("Args:\n    a (list(int), optional): One.\n      note: more of it.", {"a": "One. note: more of it."}),
        ("Args:\n  a: One.\n  a: Again.", {"a": "One. Again."}),
    ],
)
def test_a_docstring_tells_of_its_parameters(docstring, told):
    assert described(docstring) == told
