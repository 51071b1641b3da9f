"""What is wrong or odd in an app (docs/format.md, "Findings")."""

from __future__ import annotations

from editor.checks.registry import counts, run

__all__ = ["counts", "run"]
