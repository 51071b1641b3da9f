"""Words of the app's settings of evaluations."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from editor.forms.words.word import Word

METRICS = "EvaluationMetricsConfig"
THRESHOLDS = "EvaluationMetricsThresholds"
GOLDEN = f"{THRESHOLDS}.GoldenEvaluationMetricsThresholds"
TURN = f"{GOLDEN}.TurnLevelMetricsThresholds"

FIELDS: dict[str, dict[str, Word]] = {
    METRICS: {
        "goldenMetricsConfig": Word(_("Metrics of goldens"), _("What is measured in golden evaluations.")),
        "scenarioMetricsConfig": Word(_("Metrics of scenarios"), _("What is measured in scenario evaluations.")),
    },
    f"{METRICS}.ExpectationsMetMetricsConfig": {
        "enableExpectationsMetMetrics": Word(_("Expectations met"), _("Measures how many expectations came true.")),
    },
    f"{METRICS}.GoldenMetricsConfig": {
        "semanticSimilarityMetricsConfig": Word(
            _("Similar meaning"), _("Compares what the agent said with what was expected.")
        ),
        "toolCorrectnessMetricsConfig": Word(
            _("Tool calls of a turn"), _("Compares all calls of a turn with the expected ones.")
        ),
        "stepToolCorrectnessMetricsConfig": Word(
            _("Tool calls of a step"), _("Compares each call with the expected one.")
        ),
    },
    f"{METRICS}.ScenarioMetricsConfig": {
        "userGoalMetMetricsConfig": Word(_("Goal of the user"), _("Asks whether the user got what they came for.")),
        "expectationsMetMetricsConfig": Word(
            _("Expectations"), _("Asks whether the scenario's expectations came true.")
        ),
    },
    f"{METRICS}.SemanticSimilarityMetricsConfig": {
        "enableSemanticSimilarityMetrics": Word(
            _("Similar meaning"), _("Measures how close an answer is to the expected one.")
        ),
    },
    f"{METRICS}.ToolCorrectnessMetricsConfig": {
        "enableToolCorrectnessMetrics": Word(
            _("Right tool calls"), _("Measures whether the right tools were called rightly.")
        ),
    },
    f"{METRICS}.UserGoalMetMetricsConfig": {
        "enableUserGoalMetMetrics": Word(_("Goal reached"), _("Measures whether the user's goal was reached.")),
    },
    THRESHOLDS: {
        "goldenEvaluationMetricsThresholds": Word(_("Goldens"), _("What a golden evaluation needs to pass.")),
        "hallucinationMetricBehavior": Word(
            _("Made-up answers (older)"), _("The older switch for goldens. The one for goldens replaces it.")
        ),
        "scenarioHallucinationMetricBehavior": Word(
            _("Made-up answers in scenarios"), _("Always measured; this says whether they count in the result.")
        ),
        "goldenHallucinationMetricBehavior": Word(
            _("Made-up answers in goldens"), _("Always measured; this says whether they count in the result.")
        ),
    },
    GOLDEN: {
        "turnLevelMetricsThresholds": Word(_("Of a turn"), _("Marks that every turn has to reach.")),
        "expectationLevelMetricsThresholds": Word(
            _("Of an expectation"), _("Marks that every expectation has to reach.")
        ),
        "toolMatchingSettings": Word(_("Unexpected tool calls"), _("What a call means that no expectation asked for.")),
    },
    f"{GOLDEN}.ExpectationLevelMetricsThresholds": {
        "toolInvocationParameterCorrectnessThreshold": Word(
            _("Right arguments"), _("The share of a call's arguments that must be right. Not set means all, 1.0.")
        ),
    },
    TURN: {
        "semanticSimilaritySuccessThreshold": Word(
            _("Similar meaning"), _("The mark that an answer must reach, at best 4. Not set means 3.")
        ),
        "overallToolInvocationCorrectnessThreshold": Word(
            _("Right tool calls"), _("The share of tool calls that must be right. Not set means all, 1.0.")
        ),
        "semanticSimilarityChannel": Word(
            _("Compare"), _("What the agent wrote or what it said aloud. Not set means text.")
        ),
    },
    f"{THRESHOLDS}.ToolMatchingSettings": {
        "extraToolCallBehavior": Word(
            _("Unexpected tool calls"), _("Whether one fails the evaluation. Not set means it does.")
        ),
    },
    "EvaluationPersona": {
        "name": Word(_("Identifier"), _("Tells this persona from others.")),
        "description": Word(_("Description"), _("Who this user is, for people.")),
        "displayName": Word(_("Display name"), _("No other persona of the app may have it.")),
        "personality": Word(_("Personality"), _("Tells the model how this user behaves and talks.")),
        "speechConfig": Word(_("Voice"), _("How this user sounds, in evaluations by voice.")),
    },
    "EvaluationPersona.SpeechConfig": {
        "speakingRate": Word(_("Rate"), _("1 is the usual speed, 1.5 a fast talker."), unit=_("times the usual speed")),
        "environment": Word(_("Noise around"), _("What is heard behind this user.")),
        "voiceId": Word(_("Voice"), _("By its name in Text-to-Speech. It also brings the accent.")),
    },
    "EvaluationRunCachingSettings": {
        "runCachingMode": Word(
            _("Earlier results"), _("Whether they may stand in for a run. Not set: it always runs.")
        ),
    },
    "EvaluationSettings": {
        "scenarioConversationInitiator": Word(
            _("Scenarios start with"), _("Who speaks first. Not set means the user.")
        ),
        "goldenEvaluationToolCallBehaviour": Word(
            _("Tools in goldens"), _("Real calls or fakes. Not set means real calls.")
        ),
        "scenarioEvaluationToolCallBehaviour": Word(
            _("Tools in scenarios"), _("Real calls or fakes. Not set means real calls.")
        ),
        "goldenRunMethod": Word(_("Goldens are played"), _("Used when a run does not say how.")),
        "metricsConfig": Word(_("Metrics"), _("What is measured unless an evaluation says otherwise.")),
        "scenarioExecutionMode": Word(
            _("Scenarios are run"), _("For quality or for speed. Not set means for quality.")
        ),
        "evaluationRunCachingSettings": Word(
            _("Earlier results"), _("Whether a run may be skipped when nothing changed.")
        ),
    },
}

ENUMS: dict[str, dict[str, str]] = {
    f"{TURN}.SemanticSimilarityChannel": {"TEXT": _("Text"), "AUDIO": _("Audio")},
    f"{THRESHOLDS}.HallucinationMetricBehavior": {"DISABLED": _("Do not count"), "ENABLED": _("Count")},
    f"{THRESHOLDS}.ToolMatchingSettings.ExtraToolCallBehavior": {"FAIL": _("Fail"), "ALLOW": _("Allow")},
    "EvaluationPersona.SpeechConfig.BackgroundEnvironment": {
        "CALL_CENTER": _("Call centre"),
        "TRAFFIC": _("Traffic"),
        "KIDS_NOISE": _("Children"),
        "CAFE": _("Café"),
    },
    "EvaluationRunCachingSettings.EvaluationRunCachingMode": {
        "FORCE_RUN": _("Always run"),
        "SKIP_IF_UNCHANGED": _("Reuse if nothing changed"),
    },
    "EvaluationSettings.ScenarioConversationInitiator": {"USER": _("User"), "AGENT": _("Agent")},
    "EvaluationSettings.ScenarioExecutionMode": {
        "QUALITY_OPTIMIZED": _("For quality"),
        "SPEED_OPTIMIZED": _("For speed"),
    },
    "EvaluationToolCallBehaviour": {"REAL": _("Real calls"), "FAKE": _("Fakes")},
    "GoldenRunMethod": {
        "STABLE": _("Turn by turn, after the expected turns"),
        "NAIVE": _("In one session, as it goes"),
    },
}

CHOICES: dict[str, dict[str, Word]] = {}
