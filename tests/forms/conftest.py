"""An app in the database."""

from __future__ import annotations

from tests.actions.conftest import imported

__all__ = ["imported"]
