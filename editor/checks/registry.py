"""The rules, and the engine that runs them (docs/format.md, "Findings").

A rule is a generator over one Context: it says what is wrong and where, in keys and positions; the engine finds
the line. One module of `rules` holds one group.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from editor.archive.finding import ERROR, SEVERITIES, Finding
from editor.archive.operations import Pointer
from editor.archive.tree import AppTree
from editor.checks import rules
from editor.checks.context import Context


@dataclass(frozen=True)
class Hit:
    """What a rule yields. Either `pointer` leads to the place, to its key where `key` is set, or `line` and
    `column` (from 1) name it; with none of them the whole file is meant. `severity` is given where the place
    decides it and not the rule."""

    file: str
    message: str
    pointer: Pointer = ()
    key: bool = False
    line: int | None = None
    column: int | None = None
    severity: str | None = None
    fix: str | None = None


Check = Callable[[Context], Iterator[Hit]]


@dataclass(frozen=True)
class Rule:
    """One registered rule; `severity` is what its hits have unless they say otherwise."""

    id: str
    severity: str
    group: str
    check: Check


# The engine's own: what became of a rule that raised.
CRASHED = Rule("rule-crashed", ERROR, "engine", lambda context: iter(()))

_RULES: dict[str, Rule] = {CRASHED.id: CRASHED}


def rule(rule_id: str, severity: str) -> Callable[[Check], Check]:
    """Registers a generator as the rule `rule_id`; its group is the name of its module. Raises ValueError
    where the id is taken or the severity is none."""

    def register(check: Check) -> Check:
        if rule_id in _RULES:
            raise ValueError(f"the rule {rule_id} is registered twice")
        if severity not in SEVERITIES:
            raise ValueError(f"the rule {rule_id} has the severity {severity!r}")
        _RULES[rule_id] = Rule(rule_id, severity, check.__module__.rpartition(".")[2], check)
        return check

    return register


@cache
def registered() -> dict[str, Rule]:
    """All rules by id, those of every module of `rules`."""
    for module in pkgutil.iter_modules(rules.__path__, rules.__name__ + "."):
        importlib.import_module(module.name)
    return _RULES


def run(tree: AppTree, notes: Iterable[Finding] = ()) -> list[Finding]:
    """Everything that is to be said about an app, by severity, file and line. `notes` are what the container
    said when it was read. A rule that raises becomes the finding `rule-crashed`; nothing else is lost."""
    context = Context(tree, tuple(notes))
    found = {_key(finding): finding for one in registered().values() for finding in _findings(one, context)}
    return sorted(found.values(), key=_order)


def counts(findings: Iterable[Finding]) -> dict[str, int]:
    """How many findings of each severity: {"error": 1, "warning": 0, "info": 2}."""
    counted = Counter(finding.severity for finding in findings)
    return {severity: counted[severity] for severity in SEVERITIES}


def _findings(one: Rule, context: Context) -> Iterator[Finding]:
    try:
        for hit in one.check(context):
            line, column = hit.line, hit.column
            if line is None:
                line, column = context.position(hit.file, hit.pointer, hit.key)
            yield Finding(
                one.id, hit.severity or one.severity, hit.file, hit.message, hit.pointer, line, column, hit.fix
            )
    except Exception as error:  # whatever a rule raises must become visible, and must not hide the others
        reason = f"{type(error).__name__}: {error}"
        yield Finding(CRASHED.id, CRASHED.severity, context.tree.manifest_path, f"The rule {one.id} stopped: {reason}.")


def _key(finding: Finding) -> tuple:
    return finding.rule, finding.file, finding.pointer, finding.line, finding.column, finding.message


def _order(finding: Finding) -> tuple:
    severity = SEVERITIES.index(finding.severity)
    return severity, finding.file, finding.line or 0, finding.column or 0, finding.rule, finding.message
