"""Words of the app's own settings. Speech, logging, channels and evaluations have modules of their own."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from editor.forms.words.shared import IDENTIFIER
from editor.forms.words.word import Word

FIELDS: dict[str, dict[str, Word]] = {
    "App": {
        "name": IDENTIFIER,
        "displayName": Word(_("Display name"), _("Names the app, and the folder of its archive.")),
        "description": Word(_("Description"), _("What the app is for, in your own words.")),
        "rootAgent": Word(_("Root agent"), _("Answers first in every conversation. It has no parent.")),
        "audioProcessingConfig": Word(_("Speech and sound"), _("Voices, interruptions, silence and background sound.")),
        "loggingSettings": Word(_("Logging"), _("What is kept of conversations, where, and what is blacked out.")),
        "guardrails": Word(
            _("Guardrails for every agent"), _("They check every conversation of the app."), add=_("Add a guardrail")
        ),
        "metadata": Word(_("Metadata"), _("Notes on the app as keys and texts."), key=_("Key"), add=_("Add a note")),
        "modelSettings": Word(_("Model"), _("For every agent that sets none itself.")),
        "variableDeclarations": Word(
            _("Variables"),
            _("What a conversation remembers. Instructions, callbacks and tools read and change them."),
            add=_("Add a variable"),
        ),
        "dataStoreSettings": Word(_("Data store settings"), _("The search engines that belong to the app.")),
        "globalInstruction": Word(_("Global instruction"), _("Every agent reads it.")),
        "languageSettings": Word(_("Languages"), _("The languages in which the agents speak.")),
        "defaultChannelProfile": Word(
            _("Default channel"), _("How the app behaves on a channel that has no profile of its own.")
        ),
        "evaluationMetricsThresholds": Word(
            _("Marks to reach"), _("What an evaluation needs to pass, unless it says so itself.")
        ),
        "clientCertificateSettings": Word(_("Client certificate"), _("Shows other servers who is calling.")),
        "vpcScSettings": Word(_("Service perimeter"), _("What tools may reach when VPC Service Controls are on.")),
        "timeZoneSettings": Word(_("Time zone"), _("The clock that the app goes by.")),
        "locked": Word(
            _("Changes in the service"),
            _("A locked app refuses changes in the service. It can be edited here all the same."),
            on=_("Locked"),
            off=_("Allowed"),
        ),
        "evaluationPersonas": Word(
            _("Personas"), _("Users that a model plays in scenario evaluations."), add=_("Add a persona")
        ),
        "pinned": Word(
            _("Place in the service's list"),
            _("A pinned app stands at the top of the list of apps."),
            on=_("Pinned"),
            off=_("Not pinned"),
        ),
        "toolExecutionMode": Word(
            _("Tools run"), _("When the agent calls several at once. Not set means in parallel.")
        ),
        "evaluationSettings": Word(_("Evaluation runs"), _("How evaluations are run and what they measure.")),
        "errorHandlingSettings": Word(
            _("When the service fails"), _("What happens if the model or the system has an error.")
        ),
    },
    "App.VariableDeclaration": {
        "name": Word(_("Name"), _("Letters, digits and underscores, no digit first.")),
        "description": Word(_("Description"), _("What the variable holds, for people and for models.")),
        "schema": Word(_("Type and default"), _("What kind of value it holds, and the value it starts with.")),
        "default": Word(
            _("Default beside the type"), _("An older place of the starting value. New ones stand inside the type.")
        ),
    },
    "ClientCertificateSettings": {
        "tlsCertificate": Word(_("Certificate"), _("As PEM, with its first and last line.")),
        "privateKey": Word(
            _("Private key"), _("The secret version that holds the key. The key itself never stands here.")
        ),
        "passphrase": Word(
            _("Passphrase"), _("The secret version that opens the private key. Not set: the key is not encrypted.")
        ),
    },
    "DataStoreSettings": {
        "engines": Word(_("Engines"), _("Made by the service for the data stores of the app."), add=_("Add an engine")),
    },
    "DataStoreSettings.Engine": {
        "name": Word(_("Resource name"), _("The full name of the engine.")),
        "type": Word(_("Type"), _("Whether the engine searches or chats.")),
    },
    "ErrorHandlingSettings": {
        "errorHandlingStrategy": Word(_("Strategy"), _("What the user notices of an error.")),
        "fallbackResponseConfig": Word(_("Fallback messages"), _("Used when the strategy is a fallback message.")),
        "endSessionConfig": Word(_("End of the session"), _("Used when the strategy is to end the session.")),
    },
    "ErrorHandlingSettings.EndSessionConfig": {
        "escalateSession": Word(
            _("Hand over to a person"),
            _("Ends the session as escalated, so that a person can take over."),
            on=_("Yes"),
            off=_("No"),
        ),
    },
    "ErrorHandlingSettings.FallbackResponseConfig": {
        "customFallbackMessages": Word(
            _("Messages"), _("What the user hears, by language."), key=_("Language"), add=_("Add a language")
        ),
        "maxFallbackAttempts": Word(
            _("Attempts"), _("So many fallback messages, then the session ends."), unit=_("messages")
        ),
    },
    "LanguageSettings": {
        "defaultLanguageCode": Word(
            _("Default language"), _("A code such as en-US. Spoken unless the conversation says otherwise.")
        ),
        "supportedLanguageCodes": Word(
            _("Further languages"), _("Codes such as es-ES, beside the default language."), add=_("Add a language")
        ),
        "enableMultilingualSupport": Word(
            _("Multilingual"), _("Gives the agents ready-made instructions for users who change the language.")
        ),
        "fallbackAction": Word(
            _("Unsupported language"), _("A tool or action for other languages. No longer used by the service.")
        ),
    },
    "TimeZoneSettings": {
        "timeZone": Word(_("Time zone"), _("By its name in the time zone database.")),
    },
    "VpcScSettings": {
        "allowedOrigins": Word(
            _("Allowed origins"),
            _("Servers that OpenAPI tools may call directly, with the port if there is one. Python is not held to it."),
            add=_("Add an origin"),
        ),
    },
}

ENUMS: dict[str, dict[str, str]] = {
    "App.ToolExecutionMode": {"PARALLEL": _("In parallel"), "SEQUENTIAL": _("One by one")},
    "DataStoreSettings.Engine.Type": {"ENGINE_TYPE_SEARCH": _("Search"), "ENGINE_TYPE_CHAT": _("Chat")},
    "ErrorHandlingSettings.ErrorHandlingStrategy": {
        "NONE": _("Nothing special"),
        "FALLBACK_RESPONSE": _("Say a fallback message"),
        "END_SESSION": _("End the session"),
    },
}

CHOICES: dict[str, dict[str, Word]] = {}
