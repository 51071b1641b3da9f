"""Settings of the property tests."""

from __future__ import annotations

from hypothesis import settings

# The same examples in every run: a red test is a change of the code, never of luck.
settings.register_profile("atelier", derandomize=True, deadline=None, database=None)
settings.load_profile("atelier")
