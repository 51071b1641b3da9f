"""The words of forms: labels, help and the names of values, by owner message and key.

Every module has three tables: FIELDS (owner → key → Word), ENUMS (enum → value → label) and CHOICES (owner →
oneof → Word). What no table has, such as a value that the service added since, is shown by its name made
readable ("maxTurns" is "Max turns"), with no help.
"""

from __future__ import annotations

import re

from django.utils.translation import gettext_lazy as _

from editor.forms.words import (
    agent,
    app,
    channel,
    data_store,
    evaluation,
    guardrail,
    logs,
    shared,
    speech,
    tool,
    toolset,
)
from editor.forms.words.word import Word
from editor.schema import Field

AREAS = (agent, app, channel, data_store, evaluation, guardrail, logs, shared, speech, tool, toolset)
FIELDS: dict[str, dict[str, Word]] = {owner: words for area in AREAS for owner, words in area.FIELDS.items()}
ENUMS: dict[str, dict[str, str]] = {name: words for area in AREAS for name, words in area.ENUMS.items()}
CHOICES: dict[str, dict[str, Word]] = {owner: words for area in AREAS for owner, words in area.CHOICES.items()}

UNSPECIFIED = "_UNSPECIFIED"
HUMP = re.compile("(?<=[a-z0-9])(?=[A-Z])|_+")


def label(found: Field) -> str:
    """What a field is called: a few words, no full stop."""
    return _word(found).label or humanised(found.name)


def help(found: Field) -> str:
    """One sentence or two on what a field does; "" where nothing is said."""
    return _word(found).help


def bool_words(found: Field) -> tuple[str, str]:
    """The words for true and for false."""
    words = _word(found)
    return words.on or _("On"), words.off or _("Off")


def unit(found: Field) -> str:
    """What stands behind a number; "" where it has no unit."""
    return _word(found).unit


def key_label(found: Field) -> str:
    """What the keys of a map are called."""
    return _word(found).key or _("Key")


def add_label(found: Field) -> str:
    """The words on the button that adds an element to a list or a row to a map."""
    return _word(found).add or _("Add")


def choice_label(message: str, choice: str) -> str:
    """What the oneof `choice` of a message is called."""
    return _choice(message, choice).label or humanised(choice)


def choice_help(message: str, choice: str) -> str:
    """One sentence on a oneof; "" where nothing is said."""
    return _choice(message, choice).help


def enum_label(enum: str, value: str) -> str:
    """What a value of an enum is called."""
    if value.endswith(UNSPECIFIED):
        return _("Unspecified")
    return ENUMS.get(enum, {}).get(value) or humanised(value)


def humanised(name: str) -> str:
    """A name made readable: "maxTurns" and "MAX_TURNS" are "Max turns"."""
    return HUMP.sub(" ", name).strip().capitalize()


def _word(found: Field) -> Word:
    return FIELDS.get(found.owner, {}).get(found.name, Word("", ""))


def _choice(message: str, choice: str) -> Word:
    return CHOICES.get(message, {}).get(choice, Word("", ""))
