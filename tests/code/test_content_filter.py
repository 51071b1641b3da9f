"""What the content filter of a guardrail finds in a sentence."""

from __future__ import annotations

import time
import unicodedata
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from editor.code import content_filter
from editor.code.content_filter import (
    ACCENTS,
    AGENT,
    MATCH_TYPES,
    PART,
    PATTERN,
    SIDE,
    SIMPLE,
    USER,
    WORD,
    Fault,
    Match,
    NearMiss,
    matches,
    near_misses,
    tried,
)


def found(sentence: str, *phrases: str, kind: str = WORD, plain: bool | None = None) -> list[str]:
    """The parts of the sentence that are found."""
    data = {"bannedContents": list(phrases), "matchType": kind, "disregardDiacritics": plain}
    return [sentence[match.start : match.end] for match in matches(data, sentence, USER)]


FILTER = {
    "bannedContents": ["bilge rat"],
    "bannedContentsInUserInput": ["scallywag", "vieux loup"],
    "bannedContentsInAgentResponse": ["cheapest in town"],
    "matchType": WORD,
    "disregardDiacritics": True,
}
SENTENCE = "Ahoy, you old Scallywag! Is the cheapest in town a BILGE RAT?"


def test_a_guest_and_the_agent_have_lists_of_their_own():
    both = Match("bilge rat", "bannedContents", 51, 60, WORD)
    assert matches(FILTER, SENTENCE, USER) == [both, Match("scallywag", "bannedContentsInUserInput", 14, 23, WORD)]
    said = Match("cheapest in town", "bannedContentsInAgentResponse", 32, 48, WORD)
    assert matches(FILTER, SENTENCE, AGENT) == [both, said]


def test_a_sentence_without_a_phrase_has_been_tried_all_the_same():
    trial = tried(FILTER, "Good evening.", USER)
    assert (trial.matches, trial.faults, trial.phrases, trial.late) == ([], [], 3, False)


@pytest.mark.parametrize(
    ("sentence", "phrase", "simple", "word"),
    [
        ("a pirate", "rat", ["rat"], []),
        ("rat, Rat; RAT", "rat", ["rat", "Rat", "RAT"], ["rat", "Rat", "RAT"]),
        ("pirate rats rat", "rat", ["rat", "rat", "rat"], ["rat"]),
        ("rat_1 rat1 rat-1", "rat", ["rat"] * 3, ["rat"]),
        ("C++ is not c++11", "c++", ["C++", "c++"], ["C++", "c++"]),
        ("who pays $$$?", "$$$", ["$$$"], ["$$$"]),
        ("aaaa", "aa", ["aa", "aa"], []),
        ("STRASSE", "straße", ["STRASSE"], ["STRASSE"]),
        ("Straße", "strasse", ["Straße"], ["Straße"]),
        ("Straße", "s", ["S"], []),  # half of an ß is none
        ("ΟΔΟΣ", "οδος", ["ΟΔΟΣ"], ["ΟΔΟΣ"]),
        ("שלום עולם", "עולם", ["עולם"], ["עולם"]),
        ("🙂 rat 🙂", "rat 🙂", ["rat 🙂"], ["rat 🙂"]),
    ],
)
def test_strings_match_without_regard_to_case(sentence, phrase, simple, word):
    assert found(sentence, phrase, kind=SIMPLE) == simple
    assert found(sentence, phrase, kind=WORD) == word


@pytest.mark.parametrize(
    ("sentence", "phrase", "plain", "exact"),
    [
        ("Un vieux loúp", "vieux loup", ["vieux loúp"], []),
        ("un vieux loup", "vieux loúp", ["vieux loup"], []),
        ("le loup\u0301 dort", "loup", ["loup\u0301"], []),  # the accent is a character of its own here
        ("caf\u00e9 cafe\u0301", "cafe\u0301", ["caf\u00e9", "cafe\u0301"], ["caf\u00e9", "cafe\u0301"]),
        ("İstanbul", "istanbul", ["İstanbul"], []),
    ],
)
def test_accents_count_unless_they_are_disregarded(sentence, phrase, plain, exact):
    assert found(sentence, phrase, plain=True) == plain
    assert found(sentence, phrase, plain=False) == found(sentence, phrase, plain=None) == exact


@pytest.mark.parametrize(
    ("pattern", "plain", "parts"),
    [
        (r"sc\w+g", False, []),  # case counts in an expression
        (r"(?i)sc\pL+g", False, ["Scállywag"]),
        (r"(?i)sc\w+g", False, []),  # \w is A to Z, 0 to 9 and _
        (r"(?i)sc\w+g", True, ["Scállywag"]),
        (r"Sc[aá]llywag", False, ["Scállywag"]),
        (r"Scallywag", True, ["Scállywag"]),
        (r"(?P<who>S)c\pL", True, ["Scá"]),
        (r"x*|\b|^", False, []),  # an empty match bans nothing
    ],
)
def test_expressions_are_those_of_re2(pattern, plain, parts):
    assert found("Old Scállywag!", pattern, kind=PATTERN, plain=plain) == parts


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("(a", "missing ): (a"),
        ("a(?=b)", "invalid perl operator: (?="),
        ("\\1", "invalid escape sequence: \\1"),
        ("a{1001}", "invalid repetition size: {1001}"),
        ("\ud800", "half a surrogate pair stands in it"),
        ("a" * 10_001, "it is too long to be tried"),
    ],
)
def test_an_expression_that_is_none_is_named_and_the_others_are_tried(pattern, message, capfd):
    trial = tried({"bannedContents": [pattern, "rat"], "matchType": PATTERN}, "a rat", USER)
    assert trial.faults == [Fault("bannedContents", pattern, message)]
    assert [match.phrase for match in trial.matches] == ["rat"]
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("pattern", [r"(a+)+$", r"(a|aa)+$", r"(.*)*x", r"(\w+\s?)+!", r"(a?){500}a{500}b"])
def test_a_hostile_expression_ends(pattern):
    start = time.monotonic()
    assert found("a" * 5_000 + "?", pattern, kind=PATTERN) == []
    assert time.monotonic() - start < 5


def test_the_time_for_all_phrases_is_bounded(monkeypatch):
    monkeypatch.setattr(content_filter, "SECONDS", 0.0)
    trial = tried({"bannedContents": ["a"] * 10, "matchType": SIMPLE}, "a", USER)
    assert trial.late
    assert trial.phrases == 1


def test_one_phrase_gives_a_bounded_number_of_matches():
    assert len(found("a " * 1_000, "a", "b")) == content_filter.MATCHES_A_PHRASE


def test_a_filter_in_snake_case_is_read_too():
    data = {"banned_contents_in_user_input": ["rat"], "match_type": SIMPLE, "disregard_diacritics": True}
    assert [match.list_name for match in matches(data, "a rát", USER)] == ["bannedContentsInUserInput"]


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        ({}, Fault("", "", "no match type is chosen")),
        ([], Fault("", "", "no match type is chosen")),
        ({"bannedContents": ["a"], "matchType": "MATCH_TYPE_UNSPECIFIED"}, Fault("", "", "no match type is chosen")),
        ({"bannedContents": ["a"], "matchType": ["SIMPLE_STRING_MATCH"]}, Fault("", "", "no match type is chosen")),
        ({"bannedContents": "a", "matchType": SIMPLE}, Fault("bannedContents", "", "this is no list")),
        ({"bannedContents": [""], "matchType": WORD}, Fault("bannedContents", "", "a phrase is empty")),
        ({"bannedContents": [1], "matchType": WORD}, Fault("bannedContents", "", "a phrase is no text")),
    ],
)
def test_a_wrong_shape_is_named(data, fault):
    trial = tried(data, "a", USER)
    assert (trial.matches, trial.faults) == ([], [fault])


def test_what_nearly_matches_says_why_it_does_not():
    data = FILTER | {"bannedContents": ["rat", "loup", "bilge"], "disregardDiacritics": False}
    assert near_misses(data, "A pirate loúp: the cheapest in town, and bilge.", USER) == [
        NearMiss("bannedContents", "rat", PART),
        NearMiss("bannedContents", "loup", ACCENTS),
        NearMiss("bannedContentsInAgentResponse", "cheapest in town", SIDE),
    ]
    assert near_misses(data | {"matchType": SIMPLE}, "Ahoy scallywag, scallywag", AGENT) == [
        NearMiss("bannedContentsInUserInput", "scallywag", SIDE)
    ]
    assert near_misses(None, "rat", USER) == []


texts = st.text(st.characters(), max_size=20) | st.text("aAeéE\u0301sSßİΣς _-$\ud800\0", max_size=20)
things = st.none() | st.booleans() | st.integers() | st.lists(texts | st.none() | st.integers(), max_size=3) | texts


@given(
    st.fixed_dictionaries(
        {"bannedContents": things, "bannedContentsInUserInput": things, "disregardDiacritics": things},
        optional={"matchType": st.sampled_from(MATCH_TYPES) | things},
    )
    | things,
    texts,
    st.sampled_from([USER, AGENT]),
)
def test_no_filter_and_no_sentence_raises_and_every_match_lies_inside(data, sentence, side):
    near_misses(data, sentence, side)
    for match in tried(data, sentence, side).matches:
        assert 0 <= match.start < match.end <= len(sentence)


def flat(text: str, plain: bool) -> str:
    """How two texts are compared, said another way than the filter does it."""
    return unicodedata.normalize("NFD", (unaccented(text) if plain else unicodedata.normalize("NFD", text)).casefold())


def unaccented(text: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFD", text) if not unicodedata.combining(char))


@given(texts, texts, texts, st.booleans())
def test_a_phrase_is_found_where_it_stands(before, phrase, after, plain):
    assume(flat(phrase, True) and not unicodedata.combining(phrase[0]))
    data = {"bannedContents": [phrase], "matchType": SIMPLE, "disregardDiacritics": plain}
    sentence = f"{before} {phrase} {after}"
    spans = [(match.start, match.end) for match in matches(data, sentence, USER)]
    assert spans
    assert all(flat(sentence[start:end], plain) == flat(phrase, plain) for start, end in spans)
    assert all(one[1] <= other[0] for one, other in pairwise(spans))


@given(texts)
def test_an_expression_without_accents_takes_them_along(sentence):
    data = {"bannedContents": ["[a-z]+"], "matchType": PATTERN, "disregardDiacritics": True}
    for match in matches(data, sentence, USER):
        assert all("a" <= char <= "z" for char in unaccented(sentence[match.start : match.end]))
        assert not unicodedata.combining(sentence[match.end : match.end + 1] or " ")
