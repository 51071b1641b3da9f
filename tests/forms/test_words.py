"""Labels, help and the names of values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
from django.utils.functional import Promise

from editor import schema
from editor.forms import words

KINDS = ("app", "agents", "tools", "toolsets", "guardrails")
HELP_CHARACTERS = 140
LABEL_WORDS = 7


@cache
def reachable() -> tuple[schema.Message, ...]:
    """Every message that the manifests of `KINDS` reach through fields that people may edit."""
    found, waiting = {}, [schema.ROOTS[kind] for kind in KINDS]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = schema.message(name)
            waiting += [field.type for field in editable(found[name]) if field.is_message]
    return tuple(found.values())


def editable(message: schema.Message) -> Iterator[schema.Field]:
    return (field for field in message.fields.values() if not field.read_only)


FIELDS = [field for message in reachable() for field in editable(message)]
ENUMS = sorted({field.type for field in FIELDS if field.is_enum})


def at(owner: str, key: str) -> schema.Field:
    return schema.field(owner, key)


def test_every_field_that_people_edit_has_a_label_and_a_help():
    print(f"{len(FIELDS)} fields of {len(reachable())} messages, {len(ENUMS)} enums")
    assert len(FIELDS) > 300
    without = [
        (field.owner, field.name)
        for field in FIELDS
        if field.name not in words.FIELDS.get(field.owner, {}) or not words.label(field) or not words.help(field)
    ]
    assert without == []


def test_members_that_only_archives_have_are_walked_too():
    assert {(field.owner, field.name) for field in FIELDS if field.archive_only} == {
        ("Agent", "declarativeAgent"),
        ("App.VariableDeclaration", "default"),
        ("DataStore", "engineType"),
    }


def test_every_word_is_of_a_field_that_people_edit():
    """So that a word of a field that the service dropped is noticed."""
    named = {(owner, key) for owner, members in words.FIELDS.items() for key in members}
    assert named == {(field.owner, field.name) for field in FIELDS}


def test_no_two_modules_speak_of_one_message():
    for table in ("FIELDS", "ENUMS", "CHOICES"):
        owners = Counter(owner for area in words.AREAS for owner in getattr(area, table))
        assert [owner for owner, times in owners.items() if times > 1] == []


def faults(label: str, help_: str) -> Iterator[str]:
    """What is wrong with the words of a field."""
    if len(label.split()) > LABEL_WORDS or label != label.strip() or label.endswith("."):
        yield "the label is long or a sentence"
    if not (label[0].isupper() or label == "reCAPTCHA"):
        yield "the label starts small"
    if len(help_) > HELP_CHARACTERS:
        yield "the help is long"
    if not help_.endswith(".") or help_ != " ".join(help_.split()):
        yield "the help is no sentence"
    said = {word.strip(".,").lower() for word in help_.split()} - {"the", "a", "of"}
    if not said - {word.lower() for word in label.split()}:
        yield "the help only repeats the label"
    if help_.lower().startswith((label.lower() + ".", label.lower() + ":")):
        yield "the help starts with the label alone"


def test_labels_and_help_are_short_and_plain():
    found = {
        (field.owner, field.name): wrong
        for field in FIELDS
        if (wrong := list(faults(str(words.label(field)), str(words.help(field)))))
    }
    assert found == {}


@pytest.mark.parametrize(
    ("label", "help_", "number"),
    [
        ("Voice", "By its name.", 0),
        ("Voice", "The voice.", 1),
        ("Voice", "Voice. By its name.", 1),
        ("Voice", "By its name", 1),
        ("Voice", "", 2),
        ("voice.", "By its name.", 2),
        ("Voice", f"{'by ' * 50}its name.", 1),
    ],
)
def test_a_fault_of_the_words_is_seen(label, help_, number):
    assert len(list(faults(label, help_))) == number


def test_members_of_a_message_can_be_told_apart():
    """Labels that stand on one card differ."""
    for message in reachable():
        labels = Counter(str(words.label(field)) for field in editable(message))
        assert [label for label, times in labels.items() if times > 1] == [], message.name


def test_every_choice_has_a_label_and_a_help():
    named = {(message.name, choice) for message in reachable() for choice in message.choices}
    assert named == {(owner, choice) for owner, choices in words.CHOICES.items() for choice in choices}
    for owner, choice in named:
        assert words.choice_label(owner, choice) and str(words.choice_help(owner, choice)).endswith(".")


def test_every_value_of_every_enum_has_a_label():
    assert set(words.ENUMS) == set(ENUMS)
    for enum in ENUMS:
        specified = {value for value in schema.enum(enum) if not value.endswith("_UNSPECIFIED")}
        assert specified == set(words.ENUMS[enum]), enum
        labels = [str(words.enum_label(enum, value)) for value in schema.enum(enum)]
        assert len(set(labels)) == len(labels), enum


def test_unspecified_is_called_so():
    assert words.enum_label("Schema.Type", "TYPE_UNSPECIFIED") == "Unspecified"


def test_words_of_a_yes_or_no_are_given_in_pairs():
    for field in FIELDS:
        word = words.FIELDS[field.owner][field.name]
        assert bool(word.on) == bool(word.off), (field.owner, field.name)
        assert not word.on or field.type == "bool", (field.owner, field.name)
        assert not word.on or str(word.on) != str(word.off)


def test_a_field_that_switches_something_off_says_so():
    """False of "disabled" is no "Off"."""
    for field in FIELDS:
        if field.type == "bool" and (field.name.startswith("disable") or field.name.endswith("OptedOut")):
            assert words.bool_words(field) != ("On", "Off"), (field.owner, field.name)
    assert words.bool_words(at("Callback", "disabled")) == ("Off", "On")
    assert words.bool_words(at("Guardrail.ContentFilter", "disregardDiacritics")) == ("Disregard", "Respect")
    assert words.bool_words(at("Guardrail", "enabled")) == ("On", "Off")


def test_units_are_of_numbers_and_durations():
    for field in FIELDS:
        if words.unit(field):
            assert field.type in {"int32", "double", "Duration"}, (field.owner, field.name)
        assert field.type != "Duration" or words.unit(field) == "seconds"


def test_maps_name_their_keys_and_lists_what_is_added():
    for field in FIELDS:
        word = words.FIELDS[field.owner][field.name]
        assert bool(word.key) == bool(field.map), (field.owner, field.name)
        assert bool(word.add) == bool(field.map or field.list), (field.owner, field.name)


def test_what_has_no_words_is_shown_by_its_name():
    turns = at("Evaluation.Scenario", "maxTurns")
    assert words.label(turns) == "Max turns"
    assert words.help(turns) == ""
    assert words.unit(turns) == ""
    assert words.key_label(turns) == "Key"
    assert words.add_label(turns) == "Add"
    assert words.choice_label("Evaluation", "inputs") == "Inputs"
    assert words.choice_help("Evaluation", "inputs") == ""
    assert words.enum_label("Schema.Type", "BIG_NUMBER") == "Big number"
    assert words.enum_label("An.Enum", "FIRST") == "First"


@pytest.mark.parametrize(
    ("name", "text"),
    [("maxTurns", "Max turns"), ("MAX_TURNS", "Max turns"), ("oauth2JwtBearer", "Oauth2 jwt bearer"), ("a", "A")],
)
def test_names_are_made_readable(name, text):
    assert words.humanised(name) == text


def test_words_are_translated_when_they_are_shown():
    for members in words.FIELDS.values():
        for word in members.values():
            assert all(isinstance(text, Promise) for text in word if text)
    assert isinstance(words.enum_label("Schema.Type", "STRING"), Promise)


def test_words_that_the_pages_promise():
    """The words of kinds, where a person chooses one."""
    assert words.label(at("Tool", "pythonFunction")) == "Python function"
    assert words.label(at("Guardrail", "contentFilter")) == "Content filter: words and patterns"
    assert words.enum_label("TransferRule.Direction", "PARENT_TO_CHILD") == "Parent to child"
    assert words.enum_label("Guardrail.ContentFilter.MatchType", "WORD_BOUNDARY_STRING_MATCH") == "Whole words"
    assert words.choice_label("Guardrail", "guardrail_type") == "When"
