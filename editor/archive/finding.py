"""One thing that a check found (docs/format.md, "Findings")."""

from __future__ import annotations

from dataclasses import dataclass

from editor.archive.operations import Pointer

ERROR, WARNING, INFO = "error", "warning", "info"
SEVERITIES = (ERROR, WARNING, INFO)  # the worst first


@dataclass(frozen=True)
class Finding:
    """`rule` is its id, `severity` error, warning or info, `file` a path inside the app, `pointer` the place
    in a manifest; `line` and `column` count from 1 (None: the whole file). `message` names the thing and
    says what to do; `fix` says in a few words what the fix would do, None where there is none."""

    rule: str
    severity: str
    file: str
    message: str
    pointer: Pointer = ()
    line: int | None = None
    column: int | None = None
    fix: str | None = None
