"""A killed process leaves the app as before or as after (`python -m tests.killing` does it far more often)."""

from __future__ import annotations

from tests import killing


def test_a_killed_import_change_undo_or_export_leaves_the_app_whole():
    killing.run(times=3)
