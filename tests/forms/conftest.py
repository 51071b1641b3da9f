"""An app in the database, and the form of a manifest."""

from __future__ import annotations

import pytest

from editor.archive import manifest
from tests.actions.conftest import imported
from tests.forms.walking import Visit

__all__ = ["imported"]


@pytest.fixture
def form(client, db):
    """`form(kind, data or text, syntax)`: the form of a manifest with that content."""

    def make(kind: str, content: dict | str, syntax: str = "json") -> Visit:
        visit = Visit(client, kind, syntax)
        text = content if isinstance(content, str) else manifest.write(content, syntax)
        visit.write({visit.path: text.encode()})
        return visit

    return make
