"""The benchmark measures; here only that it can still be run."""

from __future__ import annotations

from tests.benchmark.__main__ import measure, print_table


def test_a_round_measures_everything_that_the_table_shows(sample_zip, tmp_path, capsys):
    archive = tmp_path / "small.zip"
    archive.write_bytes(sample_zip("Harbor_Bistro"))
    print_table("json", [measure(archive, tmp_path / "data", cpu=True)])
    table = capsys.readouterr().out
    assert "json: 56 files, 35 manifests" in table
    pages = ("start", "app", "agent", "tool", "toolset", "guardrail", "new tool", "history", "export", "report")
    assert [line.split("  ")[0] for line in table.splitlines()[4:]] == (
        ["import", "export", "peak memory", "all checks"] + [f"page: {name}" for name in pages]
    )
