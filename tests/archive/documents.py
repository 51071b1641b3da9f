"""Random documents and operations for the laws of editing, for both syntaxes.

Strategies (hypothesis):
- `texts()`, `keys()`, `scalars()`, `values()`, `objects()`, `lists()`: JSON data without NaN, infinity, lone
  surrogate and NUL, rich in texts that look like something else in one syntax or the other.
- `operations_for(data)`: a list of one to four operations that are valid in turn on `data`.
- `operation_for(data)`: one of them.
- `changes_of(data)`: other data that resembles `data`, for `patch`.

Plain functions:
- `nodes(data)`: every (pointer, value) in it, the document itself first.
- `every_operation(data, values)`: all kinds of operations at every place of `data`: set, add (first, middle,
  last), insert (first, middle, last), remove, move, rename.
- `fixture_texts(*suffixes)`: {path inside fixtures/apps: text without byte-order mark} of the sample apps.
- `count_example(law)`: call it once an example; the session prints the sums.

Compare data with `operations.same`: it tells 1, 1.0 and true apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from editor.archive.operations import Insert, Move, Operation, Pointer, Remove, RenameKey, Set, apply

APPS = Path(__file__).parents[2] / "fixtures" / "apps"
EXAMPLES: Counter[str] = Counter()

ODD_TEXTS = [
    *[
        "",
        " ",
        " lead",
        "trail ",
        "\n",
        "\n\n",
        "two\nlines",
        "two\nlines\n",
        "\nlead",
        "  deep\nflat\n",
        "a\n\n",
        "a\n b\n\n\nc",
    ],
    *[
        "\t",
        "\tlead",
        "a\tb",
        "a\r\nb\r\n",
        "a\rb",
        "a \nb",
        "a\n \nb",
        "\x7f",
        "\x1b",
        "\x01",
        "\x85",
        "a\x85b",
        "\xa0",
        "\ufeff",
    ],
    *[
        "a\u2028b",
        "a\u2029b",
        "\ufffe",
        "é",
        "e\u0301",
        "שלום",
        "😀",
        "日本",
        "null",
        "Null",
        "~",
        "true",
        "True",
        "FALSE",
        "yes",
    ],
    *[
        "no",
        "NO",
        "on",
        "off",
        "y",
        "n",
        "1",
        "-1",
        "0123",
        "0o17",
        "0x1f",
        "1_000",
        "12:30:00",
        "2026-01-02",
        "1.0",
        "1.",
        ".5",
    ],
    *[
        "1e3",
        "1E3",
        "-.inf",
        ".nan",
        "NaN",
        "Infinity",
        "-Infinity",
        "+1",
        "=",
        "<<",
        "<b>&amp;='x'</b>",
        "it's",
        'say "hi"',
    ],
    *[
        "a: b",
        "a:",
        ":a",
        "a #b",
        "a#b",
        "#a",
        "- a",
        "-",
        "--",
        "---",
        "...",
        "--- a",
        "? a",
        "?",
        "&a",
        "*a",
        "!a",
        "!!str a",
    ],
    *[
        "|",
        ">",
        "|-",
        "%a",
        "@a",
        "`a",
        "{a}",
        "[a]",
        "a, b",
        "a]",
        "a}",
        ",",
        "{",
        "}",
        "{@TOOL: x}",
        "$env_var",
        "\\",
        "\\n",
    ],
    *[
        "a\\",
        "/",
        "a/b~c",
        "</script>",
        '"',
        "'",
        "''",
        '"a"',
        "'a'",
        "word " * 30,
        "w" * 100,
        "line one " * 12 + "\nline two\n",
    ],
]
NUMBERS = [
    *[0, 1, -1, 3, 100, 2**31, -(2**63), 2**64, 10**30, 0.0, -0.0, 1.0, -1.5, 4.5, 133.0, 0.1, 0.001, 0.0009999, 1e-5],
    *[
        9999999.0,
        1e7,
        123456789.0,
        1e15,
        1e16,
        1e22,
        1.7976931348623157e308,
        5e-324,
        2.2250738585072014e-308,
        0.1 + 0.2,
    ],
]
KEYS = ["a", "b", "c", "name", "displayName", "_comment_1", "en-US", "a b", "x/y", "~", "0", "1", "-1"]


def count_example(law: str) -> None:
    """Count one example of a law; the terminal summary prints the sums."""
    EXAMPLES[law] += 1


def fixture_texts(*suffixes: str) -> dict[str, str]:
    """The texts of the sample apps' files that end in one of `suffixes` and are UTF-8, by path."""
    paths = sorted(path for path in APPS.rglob("*") if path.suffix in suffixes and path.is_file())
    texts = {}
    for path in paths:
        try:
            texts[path.relative_to(APPS).as_posix()] = path.read_bytes().decode("utf-8").removeprefix("\ufeff")
        except UnicodeDecodeError:
            continue  # the sample of a file that is not UTF-8 has no text
    return texts


@cache
def texts() -> st.SearchStrategy[str]:
    """Texts: odd ones, short random ones, and pieces of odd ones put together."""
    odd = st.sampled_from(ODD_TEXTS)
    random_text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8)
    return odd | random_text | st.lists(odd, min_size=2, max_size=3).map("".join)


@cache
def keys() -> st.SearchStrategy[str]:
    """Keys: mostly plain ones, so that two documents share some."""
    return st.sampled_from(KEYS) | st.sampled_from(KEYS) | texts()


@cache
def scalars() -> st.SearchStrategy[Any]:
    """null, truth values, integers and doubles that are finite, texts."""
    numbers = st.sampled_from(NUMBERS) | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    return st.sampled_from([None, True, False]) | numbers | texts()


@cache
def values(leaves: int = 8) -> st.SearchStrategy[Any]:
    """Any JSON data, with about `leaves` scalars at most."""
    return st.recursive(
        scalars(),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys(), inner, max_size=4),
        max_leaves=leaves,
    )


@cache
def objects(leaves: int = 6) -> st.SearchStrategy[dict]:
    """Mappings, as a manifest has them at its root."""
    return st.dictionaries(keys(), values(leaves), max_size=5)


@cache
def lists(leaves: int = 6) -> st.SearchStrategy[list]:
    """Lists."""
    return st.lists(values(leaves), max_size=5)


def nodes(data: Any, pointer: Pointer = ()) -> Iterator[tuple[Pointer, Any]]:
    """Every (pointer, value) of `data`, parents before children."""
    yield pointer, data
    if isinstance(data, dict):
        for key, value in data.items():
            yield from nodes(value, (*pointer, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from nodes(value, (*pointer, index))


@st.composite
def operation_for(draw: st.DrawFn, data: Any) -> Operation:
    """One operation that is valid on `data`."""
    pointer, value = draw(st.sampled_from(list(nodes(data))))
    kinds = ["set"]
    if pointer:
        kinds += ["remove"]
    if isinstance(value, dict):
        kinds += ["add", "add", "rename"] if value else ["add", "add"]
    if isinstance(value, list):
        kinds += ["insert", "insert", "move"] if value else ["insert", "insert"]
    match draw(st.sampled_from(kinds)):
        case "remove":
            return Remove(pointer)
        case "add":
            key = draw(keys().filter(lambda key: key not in value))
            return Set((*pointer, key), draw(values()), draw(st.none() | st.sampled_from([*value, "absent"])))
        case "rename":
            new = draw(keys().filter(lambda key: key not in value))
            return RenameKey(pointer, draw(st.sampled_from(list(value))), new)
        case "insert":
            return Insert(pointer, draw(st.integers(0, len(value))), draw(values()))
        case "move":
            place = st.integers(0, len(value) - 1)
            return Move(pointer, draw(place), draw(place))
    return Set(pointer, draw(values()))


@st.composite
def operations_for(draw: st.DrawFn, data: Any, most: int = 4) -> list[Operation]:
    """One to `most` operations; each is valid on what the ones before leave."""
    operations: list[Operation] = []
    for _ in range(draw(st.integers(1, most))):
        operations.append(draw(operation_for(data)))
        data = apply(data, operations[-1:])
    return operations


@st.composite
def changes_of(draw: st.DrawFn, data: Any) -> Any:
    """Data like `data` with some changes, or quite other data."""
    return draw(values()) if draw(st.integers(0, 9)) == 0 else apply(data, draw(operations_for(data, 6)))


def every_operation(data: Any, values: list[Any]) -> Iterator[Operation]:
    """All kinds of operations at every place of `data`, the new values taken from `values` in turn."""
    given = 0

    def value() -> Any:
        nonlocal given
        given += 1
        return values[given % len(values)]

    for pointer, node in nodes(data):
        yield Set(pointer, value())
        if pointer:
            yield Remove(pointer)
        if isinstance(node, dict):
            names = list(node)
            for before in dict.fromkeys([None, *names[:1], *names[len(names) // 2 :][:1], *names[-1:]]):
                yield Set((*pointer, "a new key"), value(), before)
            for name in names:
                yield RenameKey(pointer, name, "another name")
        elif isinstance(node, list):
            last = len(node) - 1
            for index in dict.fromkeys([0, len(node) // 2, last + 1]):
                yield Insert(pointer, index, value())
            for source, target in dict.fromkeys([(0, last), (last, 0), (0, min(1, last)), (last // 2, last)]):
                if node:
                    yield Move(pointer, source, target)
