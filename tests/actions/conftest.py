"""An app in the database."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from editor.actions.files import StoredFiles
from editor.actions.importing import import_archive
from editor.archive import container
from editor.models import App
from tests.conftest import FIXTURES


@pytest.fixture
def imported(db: None) -> Callable[[str], App]:
    """`imported(name)`: the sample app, fresh from its folder."""
    return lambda name: import_archive(container.read_folder(FIXTURES / "apps" / name), name, "somebody")


def contents(app: App) -> dict[str, bytes]:
    """The files of an app as they are now, in order."""
    return dict(StoredFiles(app))
