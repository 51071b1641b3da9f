"""What forms know of a field beyond its type: bounds, what it names, what to suggest, how to show it
(docs/format.md, "Fields" and "References").

The tables are owner → key → value. Nothing here refuses a value that the format allows: bounds are those that
the service states, and suggestions are only that.
"""

from __future__ import annotations

from typing import Any

from editor.schema import Field
from editor.schema.suggestions import KEY_SUGGESTIONS, SUGGESTIONS, TIME_ZONES, time_zones

Range = tuple[float | None, float | None]

# Least and most of a number; None: no bound is stated.
COUNT: Range = (0, None)
THRESHOLDS = "EvaluationMetricsThresholds.GoldenEvaluationMetricsThresholds"
BOOST = "DataStoreTool.BoostSpec.ConditionBoostSpec"
RANGES: dict[str, dict[str, Range]] = {
    "AmbientSoundConfig": {"volumeGainDb": (-96, 16)},
    BOOST: {"boost": (-1, 1)},
    f"{BOOST}.BoostControlSpec.ControlPoint": {"boostAmount": (-1, 1)},
    "DataStoreTool.GroundingConfig": {"groundingLevel": (1, 5)},
    "ErrorHandlingSettings.FallbackResponseConfig": {"maxFallbackAttempts": COUNT},
    "Evaluation.Scenario": {"maxTurns": (0, 100)},
    "Guardrail.LlmPolicy": {"maxConversationMessages": COUNT},
    "Schema": {"minItems": COUNT, "maxItems": COUNT},
    "SynthesizeSpeechConfig": {"speakingRate": (0.25, 2)},
    f"{THRESHOLDS}.ExpectationLevelMetricsThresholds": {"toolInvocationParameterCorrectnessThreshold": (0, 1)},
    f"{THRESHOLDS}.TurnLevelMetricsThresholds": {
        "overallToolInvocationCorrectnessThreshold": (0, 1),
        "semanticSimilaritySuccessThreshold": (0, 4),
    },
}

# The most elements of a list, where the service states it.
LENGTHS: dict[str, dict[str, int]] = {
    "App": {"evaluationPersonas": 30},
    "ChannelProfile.WebWidgetConfig.SecuritySettings": {"allowedOrigins": 100},
    "Evaluation.Golden": {"turns": 100},
    "GoogleSearchTool": {"contextUrls": 20, "excludeDomains": 2000, "preferredDomains": 20},
}

# Lists that the service sorts, with the member that it sorts by, "" for texts.
SORTED: dict[str, dict[str, str]] = {
    "Agent": {"childAgents": "", "tools": ""},
    "App": {"variableDeclarations": "name"},
}

# What the texts of a field name: resources of a kind (a key of layout.KINDS; "tools" are tools and reserved
# tools), "operations" of the toolset beside it, or declared "variables".
REFERENCES: dict[str, dict[str, str]] = {
    "Agent": {"childAgents": "agents", "guardrails": "guardrails", "tools": "tools"},
    "Agent.AgentToolset": {"toolIds": "operations", "toolset": "toolsets"},
    "Agent.RemoteDialogflowAgent": {"languageCodeVariable": "variables", "outputVariableMapping": "variables"},
    "AgentTool": {"agent": "agents"},
    "AgentTransfer": {"targetAgent": "agents"},
    "App": {"guardrails": "guardrails", "rootAgent": "agents"},
    "Evaluation": {"evaluationDatasets": "evaluationDatasets"},
    "Evaluation.Golden": {"evaluationExpectations": "evaluationExpectations"},
    "Evaluation.Scenario": {"evaluationExpectations": "evaluationExpectations"},
    "EvaluationDataset": {"evaluations": "evaluations"},
    "Example": {"entryAgent": "agents"},
    "ToolCall": {"tool": "tools"},
    "ToolResponse": {"tool": "tools"},
    "ToolsetTool": {"toolId": "operations", "toolset": "toolsets"},
    "TransferRule": {"childAgent": "agents"},
    "TriggerAction.TransferAgent": {"agent": "agents"},
    "WidgetTool.DataMapping": {"sourceToolName": "tools"},
}
# The same for the keys of a map.
KEY_REFERENCES: dict[str, dict[str, str]] = {"Agent.RemoteDialogflowAgent": {"inputVariableMapping": "variables"}}

# Texts of more than a line: owner → keys.
LONG: dict[str, frozenset[str]] = {
    "Agent": frozenset({"description", "instruction"}),
    "AgentCard": frozenset({"description"}),
    "AgentSkill": frozenset({"description"}),
    "AgentTool": frozenset({"description"}),
    "App": frozenset({"description", "globalInstruction"}),
    "App.VariableDeclaration": frozenset({"description"}),
    "Callback": frozenset({"description", "pythonCode"}),
    "ClientCertificateSettings": frozenset({"tlsCertificate"}),
    "ClientFunction": frozenset({"description"}),
    "CodeBlock": frozenset({"pythonCode"}),
    "ConnectorTool": frozenset({"description"}),
    "DataStoreTool": frozenset({"description"}),
    "DataStoreTool.RewriterConfig": frozenset({"prompt"}),
    "DataStoreTool.SummarizationConfig": frozenset({"prompt"}),
    "ErrorHandlingSettings.FallbackResponseConfig": frozenset({"customFallbackMessages"}),
    "EvaluationPersona": frozenset({"description", "personality"}),
    "FileSearchTool": frozenset({"description"}),
    "GoogleSearchTool": frozenset({"description"}),
    "GoogleSearchTool.PromptConfig": frozenset({"textPrompt", "voicePrompt"}),
    "Guardrail": frozenset({"description"}),
    "Guardrail.LlmPolicy": frozenset({"prompt"}),
    "McpTool": frozenset({"description"}),
    "McpToolOverride": frozenset({"descriptionOverride"}),
    "OpenApiTool": frozenset({"description", "openApiSchema"}),
    "OpenApiToolset": frozenset({"openApiSchema"}),
    "PythonCodeCondition": frozenset({"pythonCode"}),
    "PythonFunction": frozenset({"description", "pythonCode"}),
    "RemoteAgentTool": frozenset({"description"}),
    "Schema": frozenset({"description"}),
    "SynthesizeSpeechConfig": frozenset({"instruction"}),
    "TlsConfig.CaCert": frozenset({"cert"}),
    "Toolset": frozenset({"description"}),
    "TriggerAction.GenerativeAnswer": frozenset({"prompt"}),
    "TriggerAction.Response": frozenset({"text"}),
    "WidgetTool": frozenset({"description"}),
    "WidgetTool.DataMapping": frozenset({"pythonScript"}),
    "WidgetTool.TextResponseConfig": frozenset({"staticText", "textResponseInstruction"}),
}

# Texts for machines (names, ids, addresses, code), shown in the font of code and always from left to right.
VERBATIM: dict[str, frozenset[str]] = {
    "Action": frozenset({"connectionActionId", "inputFields", "outputFields"}),
    "Action.EntityOperation": frozenset({"entityId"}),
    "Agent": frozenset({"etag", "name"}),
    "Agent.AgentToolset": frozenset({"toolIds"}),
    "Agent.RemoteDialogflowAgent": frozenset(
        {"agent", "environmentId", "flowId", "inputVariableMapping", "languageCodeVariable", "outputVariableMapping"}
    ),
    "AgentInterface": frozenset({"protocolBinding", "protocolVersion", "tenant", "url"}),
    "AgentCard": frozenset({"version"}),
    "AgentSkill": frozenset({"id", "inputModes", "outputModes"}),
    "AgentTool": frozenset({"name"}),
    "AmbientSoundConfig": frozenset({"gcsUri", "prebuiltAmbientSound"}),
    "ApiKeyConfig": frozenset({"apiKeySecretVersion", "keyName"}),
    "App": frozenset({"name"}),
    "App.VariableDeclaration": frozenset({"name"}),
    "AudioRecordingConfig": frozenset({"gcsBucket", "gcsPathPrefix"}),
    "BearerTokenConfig": frozenset({"token"}),
    "BigQueryExportSettings": frozenset({"dataset", "project"}),
    "Callback": frozenset({"pythonCode"}),
    "ChannelProfile": frozenset({"noiseSuppressionLevel", "profileId"}),
    "ChannelProfile.InstagramConfig": frozenset({"instagramAccountId"}),
    "ChannelProfile.WebWidgetConfig.SecuritySettings": frozenset({"allowedOrigins"}),
    "ChannelProfile.WhatsAppConfig": frozenset({"phoneNumber", "phoneNumberId", "wabaId"}),
    "ClientCertificateSettings": frozenset({"passphrase", "privateKey", "tlsCertificate"}),
    "ClientFunction": frozenset({"name"}),
    "CodeBlock": frozenset({"pythonCode"}),
    "ConnectorTool": frozenset({"connection", "name"}),
    "ConnectorToolset": frozenset({"connection"}),
    "DataStore": frozenset({"engineType", "name"}),
    "DataStoreSettings.Engine": frozenset({"name"}),
    "DataStoreTool": frozenset({"name"}),
    BOOST: frozenset({"condition"}),
    f"{BOOST}.BoostControlSpec": frozenset({"fieldName"}),
    f"{BOOST}.BoostControlSpec.ControlPoint": frozenset({"attributeValue"}),
    "DataStoreTool.BoostSpecs": frozenset({"dataStores"}),
    "DataStoreTool.DataStoreSource": frozenset({"filter"}),
    "DataStoreTool.EngineSource": frozenset({"engine", "filter"}),
    "EndUserAuthConfig.Oauth2AuthCodeConfig": frozenset({"oauthToken"}),
    "EndUserAuthConfig.Oauth2JwtBearerConfig": frozenset({"clientKey", "issuer", "subject"}),
    "EvaluationPersona": frozenset({"name"}),
    "EvaluationPersona.SpeechConfig": frozenset({"voiceId"}),
    "ExpressionCondition": frozenset({"expression"}),
    "FileSearchTool": frozenset({"fileCorpus", "name"}),
    "GoogleSearchTool": frozenset({"contextUrls", "excludeDomains", "name", "preferredDomains"}),
    "Guardrail": frozenset({"etag", "name"}),
    "LanguageSettings": frozenset({"defaultLanguageCode", "fallbackAction", "supportedLanguageCodes"}),
    "McpTool": frozenset({"customHeaders", "name", "nameOverride", "serverAddress"}),
    "McpToolOverride": frozenset({"nameOverride", "tool"}),
    "McpToolset": frozenset({"customHeaders", "serverAddress"}),
    "ModelSettings": frozenset({"model"}),
    "OAuthConfig": frozenset({"clientId", "clientSecretVersion", "scopes", "tokenEndpoint"}),
    "OpenApiTool": frozenset({"name", "openApiSchema", "url"}),
    "OpenApiToolset": frozenset({"openApiSchema", "url"}),
    "PythonCodeCondition": frozenset({"pythonCode"}),
    "PythonFunction": frozenset({"name", "pythonCode"}),
    "RedactionConfig": frozenset({"deidentifyTemplate", "inspectTemplate"}),
    "RemoteAgentTool": frozenset({"name"}),
    "Schema": frozenset({"ref", "required"}),
    "ServiceAccountAuthConfig": frozenset({"scopes", "serviceAccount"}),
    "ServiceDirectoryConfig": frozenset({"service"}),
    "SynthesizeSpeechConfig": frozenset({"model", "voice", "voiceSampleGcsUri"}),
    "SystemTool": frozenset({"name"}),
    "TimeZoneSettings": frozenset({"timeZone"}),
    "TlsConfig.CaCert": frozenset({"cert"}),
    "Tool": frozenset({"displayName", "etag", "name"}),
    "Toolset": frozenset({"etag", "name"}),
    "VpcScSettings": frozenset({"allowedOrigins"}),
    "WidgetTool": frozenset({"name"}),
    "WidgetTool.DataMapping": frozenset({"fieldMappings", "pythonScript", "sourceToolName"}),
}

SECRET = "projects/…/secrets/…/versions/1"
CONNECTION = "projects/…/locations/…/connections/…"
CONTEXT_VARIABLE = "$context.variables.…"
# What a value looks like: a placeholder, never a value.
EXAMPLES: dict[str, dict[str, str]] = {
    "Agent.RemoteDialogflowAgent": {"agent": "projects/…/locations/…/agents/…"},
    "AgentInterface": {"url": "https://api.example.com/a2a/v1"},
    "AmbientSoundConfig": {"gcsUri": "gs://bucket/sound.wav"},
    "ApiKeyConfig": {"apiKeySecretVersion": SECRET, "keyName": "X-Api-Key"},
    "AudioRecordingConfig": {"gcsBucket": "gs://bucket", "gcsPathPrefix": "$project/$location/$app/$date/$session/"},
    "BearerTokenConfig": {"token": CONTEXT_VARIABLE},
    "ChannelProfile.WebWidgetConfig.SecuritySettings": {"allowedOrigins": "https://example.com"},
    "ChannelProfile.WhatsAppConfig": {"phoneNumber": "+15550100"},
    "ClientCertificateSettings": {
        "passphrase": SECRET,
        "privateKey": SECRET,
        "tlsCertificate": "-----BEGIN CERTIFICATE-----",
    },
    "ConnectorTool": {"connection": CONNECTION},
    "ConnectorToolset": {"connection": CONNECTION},
    "DataStore": {"name": "projects/…/locations/…/collections/…/dataStores/…"},
    "DataStoreSettings.Engine": {"name": "projects/…/locations/…/collections/…/engines/…"},
    BOOST: {"condition": '(lang_code: ANY("en", "fr"))'},
    f"{BOOST}.BoostControlSpec.ControlPoint": {"attributeValue": "7D"},
    "DataStoreTool.BoostSpecs": {"dataStores": "projects/…/locations/…/collections/…/dataStores/…"},
    "DataStoreTool.EngineSource": {"engine": "projects/…/locations/…/collections/…/engines/…"},
    "EndUserAuthConfig.Oauth2AuthCodeConfig": {"oauthToken": CONTEXT_VARIABLE},
    "EndUserAuthConfig.Oauth2JwtBearerConfig": {
        "clientKey": CONTEXT_VARIABLE,
        "issuer": CONTEXT_VARIABLE,
        "subject": CONTEXT_VARIABLE,
    },
    "ExpressionCondition": {"expression": "party_size >= 8"},
    "FileSearchTool": {"fileCorpus": "projects/…/locations/…/ragCorpora/…"},
    "GoogleSearchTool": {
        "contextUrls": "https://example.com/opening-hours",
        "excludeDomains": "example.com",
        "preferredDomains": "example.com",
    },
    "LanguageSettings": {"defaultLanguageCode": "en-US", "supportedLanguageCodes": "fr-FR"},
    "McpTool": {"customHeaders": CONTEXT_VARIABLE, "serverAddress": "https://example.com/mcp/"},
    "McpToolset": {"customHeaders": CONTEXT_VARIABLE, "serverAddress": "https://example.com/mcp/"},
    "OAuthConfig": {"clientSecretVersion": SECRET, "tokenEndpoint": "https://example.com/oauth/token"},
    "OpenApiTool": {"url": "https://api.example.com"},
    "OpenApiToolset": {"url": "https://api.example.com"},
    "RedactionConfig": {
        "deidentifyTemplate": "projects/…/locations/…/deidentifyTemplates/…",
        "inspectTemplate": "projects/…/locations/…/inspectTemplates/…",
    },
    "Schema": {"ref": "#/defs/…"},
    "ServiceAccountAuthConfig": {"serviceAccount": "name@project.iam.gserviceaccount.com"},
    "ServiceDirectoryConfig": {"service": "projects/…/locations/…/namespaces/…/services/…"},
    "SynthesizeSpeechConfig": {"voice": "en-US-Chirp3-HD-Kore", "voiceSampleGcsUri": "gs://bucket/sample.wav"},
    "TimeZoneSettings": {"timeZone": "Europe/Paris"},
    "VpcScSettings": {"allowedOrigins": "https://example.com:443"},
}


def range_of(found: Field) -> Range:
    """The least and the most of a number, both included; None where no bound is stated."""
    return _of(RANGES, found, (None, None))


def most_of(found: Field) -> int | None:
    """The most elements of a list; None where the service states no bound."""
    return _of(LENGTHS, found)


def sorted_by(found: Field) -> str | None:
    """The member by which the service sorts a list, "" for a list of texts; None where it keeps the order."""
    return _of(SORTED, found)


def reference_of(found: Field) -> str | None:
    """What the texts of a field (for a map: its values) name; see REFERENCES. None: nothing of the app."""
    return _of(REFERENCES, found)


def key_reference_of(found: Field) -> str | None:
    """What the keys of a map name; see `reference_of`."""
    return _of(KEY_REFERENCES, found)


def suggestions_of(found: Field) -> tuple[str, ...]:
    """Values to offer for a field or for the elements of its list, the best first; () where there are none."""
    values = _of(SUGGESTIONS, found, ())
    return time_zones() if values == TIME_ZONES else values


def key_suggestions_of(found: Field) -> tuple[str, ...]:
    """Keys to offer for a map; () where there are none."""
    return _of(KEY_SUGGESTIONS, found, ())


def example_of(found: Field) -> str:
    """What a value (for a map: a row's value) looks like, for a placeholder; "" where that needs no example."""
    return _of(EXAMPLES, found, "")


def is_long(found: Field) -> bool:
    """The texts of the field (for a map: its values) may have more than a line."""
    return found.name in LONG.get(found.owner, ())


def is_verbatim(found: Field) -> bool:
    """The texts of the field are for machines: shown in the font of code, from left to right."""
    return found.name in VERBATIM.get(found.owner, ())


def _of(table: dict[str, dict], found: Field, default: Any = None) -> Any:
    return table.get(found.owner, {}).get(found.name, default)
