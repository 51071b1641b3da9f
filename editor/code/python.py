"""Python code of an archive: where its syntax breaks, and what a function takes. It is compiled or parsed, never
run (docs/format.md, "Fields")."""

from __future__ import annotations

import ast
import inspect
import re
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from symtable import symtable
from threading import Lock
from typing import Any, NamedTuple

from editor.archive.texts import LINE_END, shown

FILE = "<code>"
# Compiling finds a little more than reading, such as a return outside of a function, but takes the square of the
# number of functions; the longest code seen has 60 kB.
COMPILED_CHARACTERS = 100_000
SERVICE_PYTHON = (3, 12)
Function = ast.FunctionDef | ast.AsyncFunctionDef

# Where Python's own words say too little
_MORE = {
    "invalid syntax": "invalid syntax: Python cannot read on from here",
    "unexpected indent": "unexpected indent: this line stands further in than the one above it",
    "unexpected EOF while parsing": "unexpected end: something above is not finished",
    "invalid decimal literal": "invalid decimal literal: a name cannot begin with a digit",
}
_DEEP = "this is nested too deeply to be read"
# Syntax that came with 3.12: nested quotes in f-strings, `type X = …`, `def f[T]()`
_LATER = re.compile(r"\s*(?:type\s+\w+\s*[=\[]|(?:(?:async\s+)?def|class)\s+\w+\s*\[)")
_LOCK = Lock()  # the filters of warnings belong to the whole process, and requests come in several threads


class SyntaxFault(NamedTuple):
    """The first place that Python cannot read. `line` and `column` count from 1, columns in characters."""

    line: int
    column: int
    message: str


@dataclass(frozen=True)
class Parameter:
    """One parameter. `name` has the stars of `*args` and `**kwargs`; `annotation` and `default` are Python text,
    "" where there is none (a default of `""` is the two quotes); `description` comes from the docstring."""

    name: str
    annotation: str = ""
    default: str = ""
    description: str = ""
    required: bool = True


@dataclass(frozen=True)
class Signature:
    """What a function takes and says of itself. `summary` is the first paragraph of its docstring as one line,
    `returns` the annotation of its result, `line` where it begins, from 1."""

    name: str
    summary: str = ""
    parameters: list[Parameter] = field(default_factory=list)
    returns: str = ""
    line: int = 1


def syntax_error(text: str) -> SyntaxFault | None:
    """The first place that Python cannot read, None where it can read all. Any text may come, of any size; a
    megabyte takes about a second."""
    try:
        _quietly(lambda: _read(_body(text)))
    except SyntaxError as error:
        return _fault(text, error)
    except (RecursionError, MemoryError):
        return SyntaxFault(1, 1, _DEEP)
    except ValueError as error:  # a NUL, half a surrogate pair: what no file in UTF-8 or no source can hold
        return _bad_character(text) or SyntaxFault(1, 1, str(error))
    return None


def signature(text: str, name: str) -> Signature | None:
    """The function `name` of the outermost level, the last one where there are several. None where there is none or
    the text cannot be read."""
    try:
        module = _quietly(lambda: ast.parse(_body(text)))
        found = [node for node in module.body if isinstance(node, Function) and node.name == name]
        return _signature(found[-1]) if found else None
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _read(text: str) -> None:
    if len(text) <= COMPILED_CHARACTERS:
        compile(text, FILE, "exec", dont_inherit=True)
    else:
        symtable(text, FILE, "exec")


def _body(text: str) -> str:
    """Python passes over one byte-order mark of a file, and trips over that of a text."""
    return text.removeprefix("\ufeff")


def _quietly(work: Callable[[], Any]) -> Any:
    """Warnings of the code of others are no affair of this process."""
    with _LOCK, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return work()


# ---- faults


def _fault(text: str, error: SyntaxError) -> SyntaxFault:
    if "null bytes" in error.msg and (bad := _bad_character(text)):
        return bad
    lines = LINE_END.split(_body(text))
    line = min(max(error.lineno or 1, 1), len(lines))
    at = lines[line - 1]
    column = min(max(error.offset or 1, 1), len(at) + 1)
    if line == 1:
        column += len(text) - len(_body(text))
    message = _MORE.get(error.msg, error.msg)
    if sys.version_info < SERVICE_PYTHON and (_LATER.match(at) or message.startswith("f-string")):
        ours = ".".join(map(str, sys.version_info[:2]))
        message += f" (this editor reads Python {ours}; the service runs 3.12, which may take it)"
    return SyntaxFault(line, column, shown(message))


def _bad_character(text: str) -> SyntaxFault | None:
    """The first character that no Python source can hold."""
    found = re.search("[\0\ud800-\udfff]", text)
    if not found:
        return None
    before = LINE_END.split(text[: found.start()])
    what = "a NUL character" if found[0] == "\0" else "half a surrogate pair"
    return SyntaxFault(len(before), len(before[-1]) + 1, f"{what} stands here, which no Python source can hold")


# ---- signatures


def _signature(node: Function) -> Signature:
    docstring = ast.get_docstring(node) or ""
    summary = " ".join(docstring.partition("\n\n")[0].split())
    told = described(docstring)
    parameters = [
        Parameter(stars + arg.arg, _source(arg.annotation), default, told.get(arg.arg, ""), not (default or stars))
        for stars, arg, default in _arguments(node.args)
    ]
    return Signature(node.name, shown(summary), parameters, _source(node.returns), node.lineno)


def _arguments(args: ast.arguments) -> list[tuple[str, ast.arg, str]]:
    """Stars, parameter and default in the order of the signature."""
    plain = [*args.posonlyargs, *args.args]
    defaults = [None] * (len(plain) - len(args.defaults)) + args.defaults
    rows = [("", arg, _source(default)) for arg, default in zip(plain, defaults, strict=True)]
    if args.vararg:
        rows.append(("*", args.vararg, ""))
    rows += [("", arg, _source(default)) for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True)]
    if args.kwarg:
        rows.append(("**", args.kwarg, ""))
    return rows


def _source(node: ast.expr | None) -> str:
    return shown(ast.unparse(node)) if node else ""


_SECTION = re.compile(r"(?:Args|Arguments|Parameters|Params):\s*")
_ENTRY = re.compile(r"\*{0,2}(\w+)\s*(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?\s*:(?:\s+|$)(.*)")


def described(docstring: str) -> dict[str, str]:
    """What a docstring in Google's style says of each parameter under "Args:", each as one line."""
    lines = inspect.cleandoc(docstring).split("\n")
    start = next((at for at, line in enumerate(lines, 1) if _SECTION.fullmatch(line)), len(lines))
    indents = [len(line) - len(line.lstrip()) if line.strip() else None for line in lines]
    # Where the section is all there is, cleaning has taken its indent away
    outside = -1 if start == 1 and 0 in indents[1:2] else 0
    told: dict[str, list[str]] = {}
    words: list[str] = []
    level = 0
    for line, indent in zip(lines[start:], indents[start:], strict=True):
        if indent is None:
            continue
        if indent <= outside:
            break  # the next section
        entry = _ENTRY.fullmatch(line.strip())
        if entry and (not told or indent <= level):
            level = indent
            words = told.setdefault(entry[1], [])
            line = entry[2]
        words += line.split()
    return {name: shown(" ".join(words)) for name, words in told.items()}
