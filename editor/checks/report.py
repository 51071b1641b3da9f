"""Findings and refusals for the command line: as text and as JSON (docs/format.md, "Findings")."""

from __future__ import annotations

from collections.abc import Sequence

from editor.archive.errors import Refusal
from editor.archive.finding import SEVERITIES, Finding
from editor.archive.operations import to_text
from editor.archive.texts import one_line
from editor.checks.registry import counts


def as_data(findings: Sequence[Finding]) -> dict:
    """{"findings": [{"rule", "severity", "file", "pointer", "line", "column", "message", "fix"}], "counts":
    {"error", "warning", "info"}}. `pointer` is a JSON pointer, "" for the whole file; `line`, `column` and
    `fix` may be null."""
    rows = [
        {
            "rule": finding.rule,
            "severity": finding.severity,
            "file": finding.file,
            "pointer": to_text(finding.pointer),
            "line": finding.line,
            "column": finding.column,
            "message": finding.message,
            "fix": finding.fix,
        }
        for finding in findings
    ]
    return {"findings": rows, "counts": counts(findings)}


def refused_as_data(refusal: Refusal) -> dict:
    """{"refused": {"code", "message", "file", "line"}, "findings": []}; `file` and `line` may be null."""
    refused = {"code": refusal.code, "message": refusal.message, "file": refusal.file or None, "line": refusal.line}
    return {"refused": refused, "findings": []}


def as_lines(findings: Sequence[Finding]) -> list[str]:
    """One line a finding, `file:line:column: severity rule: message`, and a summary. What concerns a whole
    file, or the whole archive ("."), has 1:1."""
    lines = [
        f"{one_line(finding.file) or '.'}:{finding.line or 1}:{finding.column or 1}: "
        f"{finding.severity} {finding.rule}: {one_line(finding.message)}"
        for finding in findings
    ]
    counted = counts(findings)
    return [*lines, ", ".join(f"{counted[severity]} {_plural(severity, counted[severity])}" for severity in SEVERITIES)]


def refused_as_line(refusal: Refusal, source: str) -> str:
    """`file:line:column: refused code: message`; without a file, `source` is named."""
    place = ":".join(str(part) for part in (one_line(refusal.file) or source, refusal.line, refusal.column) if part)
    return f"{place}: refused {refusal.code}: {one_line(refusal.message)}"


def _plural(severity: str, count: int) -> str:
    return severity if count == 1 or severity == "info" else severity + "s"
