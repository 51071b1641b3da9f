"""Parsed manifests are kept, within bounds."""

from __future__ import annotations

import tracemalloc

import pytest

from editor.actions import files
from editor.actions.files import WeighedCache, load_cached, parse_cached
from editor.archive.errors import ManifestError
from editor.archive.tree import read_document


@pytest.fixture
def cache(monkeypatch) -> WeighedCache:
    """An empty cache of 400 kB in the place of the process's."""
    cache = WeighedCache(400_000)
    monkeypatch.setattr(files, "_PARSED", cache)
    return cache


def test_a_manifest_is_parsed_once(cache):
    first = parse_cached("agents/a/a.json", b'{"displayName": "a"}')
    assert parse_cached("agents/b/b.json", b'{"displayName": "a"}') is first
    assert parse_cached("agents/a/a.yaml", b'{"displayName": "a"}') is not first


@pytest.mark.parametrize("content", [b'{"openapi": "3.0.0"}', b"[1, 2]", b"null"])
def test_a_file_that_is_no_manifest_is_parsed_once(cache, monkeypatch, content):
    read = []
    monkeypatch.setattr(files, "read_document", lambda path, content: read.append(path) or read_document(path, content))
    assert load_cached("a.json", content) is load_cached("a.json", content)
    assert read == ["a.json"]


def test_a_file_that_holds_no_object_is_still_no_manifest(cache):
    assert load_cached("a.json", b"[1]") == [1]
    with pytest.raises(ManifestError, match="an object is required"):
        parse_cached("a.json", b"[1]")


def test_a_manifest_that_cannot_be_read_raises_a_new_error_each_time(cache):
    errors = []
    for _ in range(2):
        with pytest.raises(ManifestError) as caught:
            parse_cached("a.json", b'{"a": ')
        errors.append(caught.value)
    assert errors[0] is not errors[1]
    assert (errors[0].code, errors[0].line, errors[0].message) == (errors[1].code, errors[1].line, errors[1].message)


@pytest.mark.parametrize("form", ["a: &a [[], []]\nb: [{}]\nid: {}\n", '{{"b": [{}], "id": {}}}'])
def test_what_is_kept_takes_no_more_than_the_bound(cache, form):
    values = ", ".join(["*a" if form.startswith("a") else "[], {}"] * 60)
    tracemalloc.start()
    for number in range(200):
        parse_cached("x.yaml" if form.startswith("a") else "x.json", form.format(values, number).encode())
    kept = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert 0 < cache.weight <= cache.most
    assert kept < cache.most * 1.2


def test_what_was_used_last_stays():
    cache = WeighedCache(80)
    for name in "abcdefgh":
        cache.put(name, name.upper(), 10)
    assert cache.get("a") == "A"
    cache.put("i", "I", 10)
    assert (cache.get("a"), cache.get("b"), cache.get("i"), cache.weight) == ("A", None, "I", 80)
    cache.put("i", "other", 10)
    assert (cache.get("i"), cache.weight) == ("I", 80)


def test_a_value_that_would_push_out_many_others_is_not_kept():
    cache = WeighedCache(80)
    cache.put("large", "x", 21)
    assert (cache.get("large"), cache.weight) == (None, 0)
