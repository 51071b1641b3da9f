"""What the content filter of a guardrail finds in a sentence (docs/format.md, "Fields").

Regular expressions are those of RE2, as at the service: they take a time in proportion to the text, whatever the
pattern says, where Python's own may never end.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

import re2

from editor.archive.texts import shown

USER, AGENT = "user", "agent"
LISTS = {
    USER: ("bannedContents", "bannedContentsInUserInput"),
    AGENT: ("bannedContents", "bannedContentsInAgentResponse"),
}
SIMPLE, WORD, PATTERN = "SIMPLE_STRING_MATCH", "WORD_BOUNDARY_STRING_MATCH", "REGEXP_MATCH"
MATCH_TYPES = (SIMPLE, WORD, PATTERN)
PART, ACCENTS, SIDE = "part", "accents", "side"

# A guardrail needs one match; more only help to see why.
MATCHES_A_PHRASE = 20
PHRASE_CHARACTERS = 10_000  # twice the longest sentence that the page takes
SECONDS = 2.0  # for all phrases together; a filter of a thousand plain ones takes some milliseconds


@dataclass(frozen=True)
class Match:
    """`start` and `end` count characters of the sentence from 0, `why` is the match type."""

    phrase: str
    list_name: str
    start: int
    end: int
    why: str


@dataclass(frozen=True)
class Fault:
    """Something of the filter that cannot be tried, with the reason in English. `phrase` is "" where it is about
    the list or the filter."""

    list_name: str
    phrase: str
    message: str


@dataclass(frozen=True)
class NearMiss:
    """A phrase that would match if one thing were otherwise: `reason` is PART (it stands there as a part of a word),
    ACCENTS (accents count) or SIDE (its list is that of the other side)."""

    list_name: str
    phrase: str
    reason: str


@dataclass
class Trial:
    """What was found. `phrases` counts those that were tried, `late` says that the time was over before the last."""

    matches: list[Match] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    phrases: int = 0
    late: bool = False


def matches(content_filter: Any, sentence: str, side: str) -> list[Match]:
    """Every match in the order of the lists and of the sentence. `side` is USER or AGENT."""
    return tried(content_filter, sentence, side).matches


def near_misses(content_filter: Any, sentence: str, side: str) -> list[NearMiss]:
    """Why a sentence is not found that nearly would be, each phrase once for each reason."""
    if not isinstance(content_filter, dict):
        return []
    others = []
    if member(content_filter, "matchType") == WORD:
        others.append((PART, content_filter | {"matchType": SIMPLE}, side))
    if member(content_filter, "disregardDiacritics") is not True:
        others.append((ACCENTS, content_filter | {"disregardDiacritics": True}, side))
    others.append((SIDE, content_filter, AGENT if side == USER else USER))
    found = {(match.list_name, match.phrase) for match in matches(content_filter, sentence, side)}
    misses = [
        NearMiss(match.list_name, match.phrase, reason)
        for reason, other, said_by in others
        for match in matches(other, sentence, said_by)
        if (match.list_name, match.phrase) not in found
    ]
    return list(dict.fromkeys(misses))


def tried(content_filter: Any, sentence: str, side: str) -> Trial:
    """The matches of a `contentFilter` and what of it could not be tried. No shape of it raises."""
    trial = Trial()
    kind = member(content_filter, "matchType")
    if kind not in MATCH_TYPES:
        trial.faults.append(Fault("", "", "no match type is chosen"))
        return trial
    text = _Text(sentence, kind, member(content_filter, "disregardDiacritics") is True)
    until = monotonic() + SECONDS
    for name in LISTS[side]:
        for phrase in _phrases(content_filter, name, trial):
            trial.phrases += 1
            try:
                trial.matches += _found(text, phrase, name, until)
            except _BadPhrase as error:
                trial.faults.append(Fault(name, phrase, str(error)))
            if monotonic() > until:
                trial.late = True
                return trial
    return trial


def member(data: Any, name: str) -> Any:
    """A member under its own name or in snake case, which readers of the format take too; None where it is not."""
    if not isinstance(data, dict):
        return None
    return data.get(name, data.get(re.sub("[A-Z]", lambda match: "_" + match[0].lower(), name)))


def _phrases(content_filter: Any, name: str, trial: Trial) -> Iterator[str]:
    listed = member(content_filter, name)
    if listed is None:
        return
    if not isinstance(listed, list):
        trial.faults.append(Fault(name, "", "this is no list"))
        return
    for phrase in listed:
        if isinstance(phrase, str) and phrase:
            yield phrase
        else:
            trial.faults.append(Fault(name, "", "a phrase is empty" if phrase == "" else "a phrase is no text"))


def _found(text: _Text, phrase: str, list_name: str, until: float) -> Iterator[Match]:
    if len(phrase) > PHRASE_CHARACTERS:
        raise _BadPhrase("it is too long to be tried")
    for count, (start, end) in enumerate(text.find(phrase), 1):
        yield Match(phrase, list_name, start, end, text.kind)
        if count == MATCHES_A_PHRASE or monotonic() > until:
            return


class _BadPhrase(Exception):
    """A phrase that cannot be tried, such as a regular expression that RE2 does not take."""


class _Text:
    """A sentence as a kind of match compares it, with the way back to its own characters.

    It is cut into units, a character with the combining marks behind it, and each unit is folded on its own: so
    what folds to more or fewer characters ("ß", "é" in two parts) is found as a whole or not at all.
    """

    def __init__(self, sentence: str, kind: str, plain: bool) -> None:
        self.kind, self.plain = kind, plain
        self.folded, self.starts, self.ends = "", {0: 0}, {0: 0}
        if kind == PATTERN and not plain:
            self.folded = sentence
            return
        parts, at, begin = [], 0, 0
        for unit in _units(sentence):
            self.starts[at] = begin
            parts.append(self._fold(unit))
            at, begin = at + len(parts[-1]), begin + len(unit)
            self.ends[at] = begin
        self.folded = "".join(parts)

    def find(self, phrase: str) -> Iterator[tuple[int, int]]:
        """Where the phrase stands in the sentence, without empty matches and overlaps of its own."""
        if self.kind == PATTERN:
            return self._find_pattern(phrase)
        return self._find_text("".join(map(self._fold, _units(phrase))))

    def _fold(self, unit: str) -> str:
        if self.plain:
            unit = "".join(char for char in unicodedata.normalize("NFD", unit) if not unicodedata.combining(char))
        if self.kind != PATTERN:
            unit = unit.casefold()
        return unicodedata.normalize("NFC", unit)

    def _find_text(self, wanted: str) -> Iterator[tuple[int, int]]:
        at = self.folded.find(wanted) if wanted else -1
        while at >= 0:
            end = at + len(wanted)
            fits = at in self.starts and end in self.ends and (self.kind == SIMPLE or self._is_word(at, end))
            if fits:
                yield self.starts[at], self.ends[end]
            at = self.folded.find(wanted, end if fits else at + 1)

    def _is_word(self, start: int, end: int) -> bool:
        """Whether no word goes on at either end."""
        text = self.folded
        return not (_in_word(text[start - 1 : start]) and _in_word(text[start])) and not (
            _in_word(text[end : end + 1]) and _in_word(text[end - 1])
        )

    def _find_pattern(self, pattern: str) -> Iterator[tuple[int, int]]:
        for match in _compiled(self._fold(pattern) if self.plain else pattern).finditer(_encodable(self.folded)):
            start, end = match.span()
            if start == end:
                continue
            if self.plain:
                start = self.starts[max(at for at in self.starts if at <= start)]
                end = self.ends[min(at for at in self.ends if at >= end)]
            yield start, end


def _units(text: str) -> list[str]:
    units: list[str] = []
    for char in text:
        if units and unicodedata.combining(char):
            units[-1] += char
        else:
            units.append(char)
    return units


def _in_word(char: str) -> bool:
    """A letter, a digit, a mark or "_"."""
    return char != "" and (char == "_" or unicodedata.category(char)[0] in "LNM")


def _encodable(text: str) -> str:
    """RE2 reads UTF-8, which has no half surrogate pairs; nothing that it takes matches the sign for them."""
    return "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text)


def _compiled(pattern: str) -> Any:
    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(pattern, options=options)
    except UnicodeEncodeError:
        raise _BadPhrase("half a surrogate pair stands in it") from None
    except re2.error as error:
        (message,) = error.args
        raise _BadPhrase(shown(message.decode("utf-8", "replace"))) from None
