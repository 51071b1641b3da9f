from __future__ import annotations

import os
import subprocess
import sys

import pytest

from editor.archive import limits


@pytest.mark.parametrize("limit", limits.LIMITS.values(), ids=lambda limit: limit.name)
def test_every_limit_says_what_it_counts_and_why(limit):
    assert limit.value > 0
    assert len(limit.unit.split()) > 1
    assert limit.reason.endswith(".")
    assert len(limit.reason.split()) > 8


def test_every_number_of_the_module_is_a_registered_limit():
    numbers = {name: value for name, value in vars(limits).items() if name.isupper() and isinstance(value, int)}
    del numbers["MB"]
    assert numbers == {name: limit.value for name, limit in limits.LIMITS.items()}


def read_in_a_new_process(**environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from editor.archive import limits; print(limits.FOLDER_LEVELS)"],
        env=os.environ | environment,
        capture_output=True,
        text=True,
    )


def test_the_environment_sets_another_value():
    assert read_in_a_new_process(ATELIER_FOLDER_LEVELS="7").stdout == "7\n"


@pytest.mark.parametrize("bad", ["", "0", "-3", "7.5", "ten", "1_000", "²"])
def test_a_bad_value_stops_the_start_and_names_the_variable(bad):
    answer = read_in_a_new_process(ATELIER_FOLDER_LEVELS=bad)
    assert answer.returncode == 1
    assert f"ATELIER_FOLDER_LEVELS is {bad!r}" in answer.stderr
