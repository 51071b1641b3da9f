"""Trying things out beside a form."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.urls import reverse

from editor.actions.changes import record
from editor.archive import limits
from editor.models import Revision
from editor.views.trying import parts, result, then
from tests.actions.conftest import contents

MANIFEST = "guardrails/Blocked_words/Blocked_words.json"
CHECK = "/check/python/"
FILTER = "/contentFilter"


@pytest.fixture
def bistro(imported):
    return imported("Harbor_Bistro")


@pytest.fixture
def url(bistro):
    return reverse("try_filter", args=[bistro.pk, "Blocked_words"])


def said(sentence, side="user", **more):
    return {"try:sentence": sentence, "try:side": side} | more


def form_of(phrases, match_type="", accents=""):
    """The controls of the filter as its form would post them, with these phrases from the user."""
    listed = f"{FILTER}/bannedContentsInUserInput"
    names = {f"{listed}/n{at}": phrase for at, phrase in enumerate(phrases)}
    return {
        f"@{listed}": ["", *(f"n{at}" for at in range(len(phrases)))],
        f"{FILTER}/matchType": match_type,
        f"{FILTER}/disregardDiacritics": accents,
        **names,
    }


# Python


def test_it_says_where_python_breaks(client, db):
    answer = client.post(CHECK, {"text": "x = 1\ndef f(:\n"})
    assert answer.json() == {
        "line": 2,
        "column": 7,
        "message": "Invalid syntax: Python cannot read on from here",
    }


@pytest.mark.parametrize("text", ["", "x = 1", "# only a remark"])
def test_it_says_nothing_of_sound_python(client, text):
    answer = client.post(CHECK, {"text": text})
    assert (answer.status_code, answer.json()) == (200, {})


def test_it_reads_no_text_above_the_limit(client, monkeypatch):
    monkeypatch.setattr(limits, "CHECKED_CODE_BYTES", 8)
    assert client.post(CHECK, {"text": "éé = ("}).json()["line"] == 1
    answer = client.post(CHECK, {"text": "ééé = ("})
    assert (answer.status_code, answer.json()) == (413, {})


def test_it_answers_only_to_posts_with_a_token(client, url):
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(CHECK, {"text": "("}).status_code == 403
    assert strict.post(url, said("rat")).status_code == 403
    assert client.get(CHECK).status_code == client.get(url).status_code == 405


# Guardrails


def test_it_tries_the_filter_that_is_saved(client, bistro, url):
    answer = client.post(url, said("Ahoy, you old Scallywag, you bilge rat & co!"), headers={"HX-Request": "true"})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "<!doctype" not in page
    assert "Ahoy, you old <mark>Scallywag</mark>, you <mark>bilge rat</mark> &amp; co!" in page
    assert "2 matches" in page
    assert "From the user" in page
    assert "In both directions" in page
    assert "Whole words; case does not count; accents do not count" in page
    assert "Then the user hears: “Let&#x27;s keep a calm sea" in page


def test_it_tries_what_the_form_holds_and_saves_nothing(client, bistro, url):
    before = contents(bistro)
    post = said("The old pirate") | form_of(["rat"], "SIMPLE_STRING_MATCH", "false")
    answer = client.post(url, post, headers={"HX-Request": "true"})
    assert "The old pi<mark>rat</mark>e" in answer.content.decode()
    post = said("Ahoy scallywag") | form_of([])
    assert "Not blocked" in client.post(url, post, headers={"HX-Request": "true"}).content.decode()
    assert contents(bistro) == before
    assert Revision.objects.filter(app=bistro).count() == 1


def test_it_tries_the_side_that_speaks(client, url):
    sentence = "We are the cheapest in town."
    page = client.post(url, said(sentence, "agent"), headers={"HX-Request": "true"}).content.decode()
    assert "<mark>cheapest in town</mark>" in page
    assert "From the agent" in page
    page = client.post(url, said(sentence, "user"), headers={"HX-Request": "true"}).content.decode()
    assert "None of 3 phrases was found." in page
    assert "“cheapest in town” is banned for the other side only." in page


def test_without_scripts_it_answers_a_page_that_keeps_what_was_posted(client, bistro, url):
    post = said("a rat") | form_of(["rat"], "WORD_BOUNDARY_STRING_MATCH") | {"/description": 'two\nlines & "more"'}
    answer = client.post(url, post)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "a <mark>rat</mark>" in page
    assert page.count('<input type="hidden" name="@/contentFilter/bannedContentsInUserInput"') == 2
    assert '<input type="hidden" name="/description" value="two\nlines &amp; &quot;more&quot;">' in page
    assert ">\na rat</textarea>" in page
    assert f'action="{reverse("resource", args=[bistro.pk, "guardrails", "Blocked_words"])}"' in page
    assert page.count('name="try:sentence"') == 1


def test_a_pattern_that_is_none_is_named(client, url):
    post = said("a rat") | form_of(["(<b>", "r.t"], "REGEXP_MATCH")
    page = client.post(url, post, headers={"HX-Request": "true"}).content.decode()
    assert "“(&lt;b&gt;” cannot be tried: missing ): (&lt;b&gt;" in page
    assert "a <mark>rat</mark>" in page


@pytest.mark.parametrize(
    ("sentence", "error"), [(" \n", "Write a sentence first."), ("x" * 21, "At most 20 characters.")]
)
def test_a_sentence_has_to_be_there_and_not_too_long(client, url, monkeypatch, sentence, error):
    monkeypatch.setattr(limits, "TRIED_CHARACTERS", 20)
    for headers, status in (({"HX-Request": "true"}, 200), ({}, 422)):
        answer = client.post(url, said(sentence), headers=headers)
        assert answer.status_code == status
        assert error in answer.content.decode()
        assert "<mark>" not in answer.content.decode()
    assert client.post(url, said("é\r\n" * 10)).status_code == 200  # a line end counts once


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"contentFilter": []},
        {"contentFilter": {"bannedContents": "a", "matchType": 3}},
        {"contentFilter": {"bannedContents": [None, "", "\ud800("], "matchType": "REGEXP_MATCH"}, "action": []},
        {"contentFilter": None, "action": {"respondImmediately": {"responses": [1, {"text": 2}]}}},
    ],
)
def test_no_manifest_breaks_it(client, bistro, url, data):
    record(bistro, {MANIFEST: json.dumps(data).encode()}, "odd", "somebody")
    for headers in ({"HX-Request": "true"}, {}):
        answer = client.post(url, said("a \x00 b"), headers=headers)
        assert answer.status_code == 200
        assert "Not blocked" in answer.content.decode()


def test_what_is_not_there_or_cannot_be_read_is_not_found(client, bistro, url):
    assert client.post(reverse("try_filter", args=[bistro.pk, "Nothing"]), said("a")).status_code == 404
    assert client.post(reverse("try_filter", args=[bistro.pk + 1, "Blocked_words"]), said("a")).status_code == 404
    record(bistro, {MANIFEST: b"{"}, "torn", "somebody")
    assert client.post(url, said("a")).status_code == 404


@pytest.mark.parametrize(
    ("spans", "cut"),
    [
        ([], [("abcdef", False)]),
        ([(0, 6)], [("abcdef", True)]),
        ([(1, 2), (4, 6)], [("a", False), ("b", True), ("cd", False), ("ef", True)]),
        ([(1, 4), (2, 3), (3, 5)], [("a", False), ("bcde", True), ("f", False)]),
        ([(2, 3), (2, 5)], [("ab", False), ("cde", True), ("f", False)]),
    ],
)
def test_overlapping_finds_are_marked_once(spans, cut):
    assert parts("abcdef", spans) == cut


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ({"respondImmediately": {"responses": [{"text": "no", "disabled": True}, {"text": "yes"}]}}, "“yes”"),
        ({"respondImmediately": {"responses": [{"text": "no", "disabled": True}]}}, ""),
        ({"transferAgent": {"agent": "Desk"}}, "Desk"),
        ({"generativeAnswer": {}}, "declines"),
        ({}, ""),
        (None, ""),
    ],
)
def test_it_says_what_happens_then(action, words):
    said = then({"action": action})
    assert (words in said) if words else said == ""


def test_many_phrases_are_counted_and_not_all_shown():
    data = {"contentFilter": {"bannedContents": [f"a{n}" for n in range(30)], "matchType": "SIMPLE_STRING_MATCH"}}
    got = result(data, " ".join(f"a{n}" for n in range(30)), "user")
    assert (len(got["found"]), got["more"], got["off"]) == (10, 20, True)


# The panel


def panel_of(client, bistro, folder, **posted):
    url = reverse("resource", args=[bistro.pk, "guardrails", folder])
    answer = client.post(url, {"do": "choose"} | posted) if posted else client.get(url)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_content_filter_has_the_panel_and_no_other_guardrail(client, bistro, url):
    page = panel_of(client, bistro, "Blocked_words")
    assert f'formaction="{url}"' in page
    assert page.count('form="edit-form" name="try:') == 3
    assert "try:sentence" not in panel_of(client, bistro, "No_medical_advice")


def test_the_panel_follows_the_kind_that_is_chosen_and_keeps_its_sentence(client, bistro):
    chosen = {"!/guardrail_type": "llmPolicy", "try:sentence": "Ahoy", "try:side": "agent"}
    assert "try:sentence" not in panel_of(client, bistro, "Blocked_words", **chosen)
    page = panel_of(client, bistro, "No_medical_advice", **chosen | {"!/guardrail_type": "contentFilter"})
    assert ">\nAhoy</textarea>" in page
    assert 'value="agent" checked' in page
