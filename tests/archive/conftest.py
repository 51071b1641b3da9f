"""Settings of the property tests, and the sums of their examples at the end of a run."""

from __future__ import annotations

from hypothesis import settings

from tests.archive.documents import EXAMPLES

# The same examples in every run: a red test is a change of the code, never of luck.
settings.register_profile("atelier", derandomize=True, deadline=None, database=None)
settings.load_profile("atelier")


def pytest_terminal_summary(terminalreporter):
    """Say how many examples stood behind each law."""
    if EXAMPLES:
        terminalreporter.section("laws of editing")
    for law, count in sorted(EXAMPLES.items()):
        terminalreporter.write_line(f"{law}: {count:,} examples")
