"""What forms know of a field beyond its type."""

from __future__ import annotations

import zoneinfo

import pytest

from editor import schema
from editor.archive import layout
from editor.schema import additions, suggestions

NUMBERS = {"int32", "int64", "float", "double"}
TEXTS = {"string", "bytes"}
REFERENCE_KINDS = {"operations", "variables", *layout.KINDS} - {"app"}


def keys(*tables: dict) -> list[tuple[str, str]]:
    return [(owner, key) for table in tables for owner, members in table.items() for key in members]


def found(owner: str, key: str) -> schema.Field:
    """A field by a key of a table; the last part of a long owner will do. It must exist."""
    names = [name for name in schema._table()["messages"] if name == owner or name.endswith(f".{owner}")]
    assert len(names) == 1, (owner, names)
    field = schema.field(names[0], key)
    assert field is not None, (owner, key)
    return field


TABLES = {
    name: getattr(additions, name)
    for name in (
        "RANGES",
        "LENGTHS",
        "SORTED",
        "REFERENCES",
        "KEY_REFERENCES",
        "SUGGESTIONS",
        "KEY_SUGGESTIONS",
        "LONG",
        "VERBATIM",
        "EXAMPLES",
    )
}


@pytest.mark.parametrize("table", TABLES)
def test_every_key_names_a_field(table):
    named = keys(TABLES[table])
    assert named
    for owner, key in named:
        assert owner in schema._table()["messages"], owner
        assert schema.field(owner, key) is not None, (owner, key)


def test_ranges_are_of_numbers_and_the_right_way_round():
    for owner, key in keys(additions.RANGES):
        field = schema.field(owner, key)
        least, most = additions.range_of(field)
        assert field.type in NUMBERS, (owner, key)
        assert (least, most) != (None, None)
        assert least is None or most is None or least < most


def test_lengths_are_of_lists():
    for owner, key in keys(additions.LENGTHS):
        assert schema.field(owner, key).list, (owner, key)


@pytest.mark.parametrize("table", ["REFERENCES", "SUGGESTIONS", "LONG", "VERBATIM", "EXAMPLES"])
def test_what_is_said_of_texts_is_said_of_texts(table):
    for owner, key in keys(TABLES[table]):
        assert schema.field(owner, key).type in TEXTS, (owner, key)


def test_what_is_said_of_keys_is_said_of_maps():
    for owner, key in keys(additions.KEY_REFERENCES, additions.KEY_SUGGESTIONS):
        assert schema.field(owner, key).map == "string", (owner, key)


def test_every_kind_of_reference_is_known():
    kinds = {
        kind
        for table in (additions.REFERENCES, additions.KEY_REFERENCES)
        for row in table.values()
        for kind in row.values()
    }
    assert kinds <= REFERENCE_KINDS


@pytest.mark.parametrize(
    ("owner", "key", "bounds"),
    [
        ("SynthesizeSpeechConfig", "speakingRate", (0.25, 2)),
        ("AmbientSoundConfig", "volumeGainDb", (-96, 16)),
        ("GroundingConfig", "groundingLevel", (1, 5)),
        ("ConditionBoostSpec", "boost", (-1, 1)),
        ("ControlPoint", "boostAmount", (-1, 1)),
        ("TurnLevelMetricsThresholds", "semanticSimilaritySuccessThreshold", (0, 4)),
        ("TurnLevelMetricsThresholds", "overallToolInvocationCorrectnessThreshold", (0, 1)),
        ("ExpectationLevelMetricsThresholds", "toolInvocationParameterCorrectnessThreshold", (0, 1)),
        ("Scenario", "maxTurns", (0, 100)),
        ("LlmPolicy", "maxConversationMessages", (0, None)),
        ("ModelSettings", "temperature", (None, None)),
        ("EvaluationPersona.SpeechConfig", "speakingRate", (None, None)),
    ],
)
def test_bounds_are_those_that_the_service_states(owner, key, bounds):
    assert additions.range_of(found(owner, key)) == bounds


@pytest.mark.parametrize(
    ("owner", "key", "most"),
    [
        ("App", "evaluationPersonas", 30),
        ("GoogleSearchTool", "contextUrls", 20),
        ("GoogleSearchTool", "preferredDomains", 20),
        ("GoogleSearchTool", "excludeDomains", 2000),
        ("WebWidgetConfig.SecuritySettings", "allowedOrigins", 100),
        ("Golden", "turns", 100),
        ("VpcScSettings", "allowedOrigins", None),
        ("App", "variableDeclarations", None),
        ("Agent", "tools", None),
        ("Agent", "childAgents", None),
    ],
)
def test_lengths_are_those_that_the_service_states(owner, key, most):
    assert additions.most_of(found(owner, key)) == most


@pytest.mark.parametrize(
    ("owner", "key", "kind"),
    [
        ("App", "rootAgent", "agents"),
        ("App", "guardrails", "guardrails"),
        ("Agent", "childAgents", "agents"),
        ("Agent", "tools", "tools"),
        ("Agent", "guardrails", "guardrails"),
        ("Agent.AgentToolset", "toolset", "toolsets"),
        ("Agent.AgentToolset", "toolIds", "operations"),
        ("TransferRule", "childAgent", "agents"),
        ("AgentTool", "agent", "agents"),
        ("WidgetTool.DataMapping", "sourceToolName", "tools"),
        ("TriggerAction.TransferAgent", "agent", "agents"),
        ("Example", "entryAgent", "agents"),
        ("AgentTransfer", "targetAgent", "agents"),
        ("EvaluationDataset", "evaluations", "evaluations"),
        # Names of other products, not of anything in the archive.
        ("RemoteDialogflowAgent", "agent", None),
        ("DataStoreTool.EngineSource", "engine", None),
        ("App", "displayName", None),
    ],
)
def test_references_name_what_the_format_says(owner, key, kind):
    assert additions.reference_of(found(owner, key)) == kind


def test_the_variables_of_a_flow_are_on_either_side_of_its_maps():
    sent = found("RemoteDialogflowAgent", "inputVariableMapping")
    returned = found("RemoteDialogflowAgent", "outputVariableMapping")
    assert (additions.key_reference_of(sent), additions.reference_of(sent)) == ("variables", None)
    assert (additions.key_reference_of(returned), additions.reference_of(returned)) == (None, "variables")


def test_suggestions_are_many_enough_and_none_twice():
    for table, look_up in (
        (additions.SUGGESTIONS, additions.suggestions_of),
        (additions.KEY_SUGGESTIONS, additions.key_suggestions_of),
    ):
        for owner, key in keys(table):
            values = look_up(schema.field(owner, key))
            assert values and len(set(values)) == len(values), (owner, key)
            assert all(isinstance(value, str) and value.strip() == value for value in values)


def test_models_voices_and_languages_are_offered():
    assert additions.suggestions_of(found("ModelSettings", "model"))[0] == "gemini-composite-v2"
    assert "en-US-Chirp3-HD-Kore" in additions.suggestions_of(found("SynthesizeSpeechConfig", "voice"))
    assert "en-US" in additions.suggestions_of(found("LanguageSettings", "defaultLanguageCode"))
    assert "fr-FR" in additions.key_suggestions_of(found("AudioProcessingConfig", "synthesizeSpeechConfigs"))
    assert additions.suggestions_of(found("App", "displayName")) == ()


def test_time_zones_are_those_of_this_machine():
    assert set(additions.suggestions_of(found("TimeZoneSettings", "timeZone"))) == zoneinfo.available_timezones()


def test_system_tools_offered_are_the_reserved_ones():
    assert set(suggestions.SUGGESTIONS["SystemTool"]["name"]) == layout.RESERVED_TOOLS


def test_texts_are_long_or_verbatim_where_they_should_be():
    assert additions.is_long(found("App", "description"))
    assert additions.is_long(found("EvaluationPersona", "personality"))
    assert not additions.is_long(found("App", "displayName"))
    assert additions.is_verbatim(found("ExpressionCondition", "expression"))
    assert not additions.is_verbatim(found("Guardrail", "description"))


def test_every_address_and_secret_has_an_example():
    """Fields whose form is hard to guess show it."""
    for owner, key in keys(additions.VERBATIM):
        if key.endswith(("Uri", "Template", "SecretVersion", "Bucket", "connection", "serverAddress")):
            assert additions.example_of(schema.field(owner, key)), (owner, key)
    assert additions.example_of(found("App", "displayName")) == ""
