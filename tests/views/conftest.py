"""An app in the database, and pages that never answer 500."""

from __future__ import annotations

from tests.actions.conftest import imported

__all__ = ["imported"]
