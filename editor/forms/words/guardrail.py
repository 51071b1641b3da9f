"""Words of guardrails."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from editor.forms.words.shared import IDENTIFIER, VERSION_TAG
from editor.forms.words.word import Word

ADD_PHRASE = _("Add a phrase")
DECISION = _("A function that returns a decision, OK or TRIGGER, and a reason.")

FIELDS: dict[str, dict[str, Word]] = {
    "Guardrail": {
        "name": IDENTIFIER,
        "displayName": Word(_("Display name"), _("The app and its agents refer to the guardrail by this name.")),
        "description": Word(_("Description"), _("What it protects from, for people.")),
        "enabled": Word(_("Enabled"), _("Not set means off.")),
        "action": Word(_("Then"), _("What happens when the guardrail is triggered.")),
        "contentFilter": Word(_("Content filter: words and patterns"), _("Triggers on phrases in what is said.")),
        "llmPromptSecurity": Word(_("Prompt security"), _("Triggers when a user tries to turn the agent around.")),
        "llmPolicy": Word(_("Policy: a model judges"), _("Triggers when a model finds that your policy is broken.")),
        "etag": VERSION_TAG,
        "modelSafety": Word(_("Model safety"), _("Triggers on what the model itself finds harmful.")),
        "codeCallback": Word(_("Own Python code"), _("Triggers when a function of yours says so.")),
    },
    "Guardrail.CodeCallback": {
        "beforeAgentCallback": Word(_("Before agent"), DECISION),
        "afterAgentCallback": Word(_("After agent"), DECISION),
        "beforeModelCallback": Word(_("Before model"), DECISION),
        "afterModelCallback": Word(_("After model"), DECISION),
    },
    "Guardrail.ContentFilter": {
        "bannedContents": Word(_("In both directions"), _("Phrases that neither side may say."), add=ADD_PHRASE),
        "bannedContentsInUserInput": Word(_("From the user"), _("Phrases that the user may not say."), add=ADD_PHRASE),
        "bannedContentsInAgentResponse": Word(
            _("From the agent"), _("Phrases that the agent may not say."), add=ADD_PHRASE
        ),
        "matchType": Word(_("Match"), _("With whole words, “rat” does not match “pirate”.")),
        "disregardDiacritics": Word(
            _("Accents"), _("Without them, “cafe” also matches “café”."), on=_("Disregard"), off=_("Respect")
        ),
    },
    "Guardrail.LlmPolicy": {
        "maxConversationMessages": Word(
            _("Messages looked at"), _("So many of the last ones. Not set means 10."), unit=_("messages")
        ),
        "modelSettings": Word(_("Model"), _("The one that judges.")),
        "prompt": Word(_("Policy"), _("Tells the model what is not allowed.")),
        "policyScope": Word(_("Judges"), _("Looking at the agent's answers delays them. Unspecified means the user.")),
        "failOpen": Word(
            _("If the check fails"),
            _("When the model that judges has an error."),
            on=_("Let it pass"),
            off=_("Trigger"),
        ),
        "allowShortUtterance": Word(
            _("Short messages"),
            _("By default they are not judged."),
            on=_("Judge them too"),
            off=_("Pass them over"),
        ),
    },
    "Guardrail.LlmPromptSecurity": {
        "defaultSettings": Word(
            _("Policy of the service"), _("Uses the service's own prompt; there is nothing to set.")
        ),
        "customPolicy": Word(_("Your own policy"), _("Uses a policy that you write.")),
        "failOpen": Word(
            _("If the check fails"),
            _("Not set means trigger. A policy of your own has its own switch, which counts instead."),
            on=_("Let it pass"),
            off=_("Trigger"),
        ),
    },
    "Guardrail.ModelSafety": {
        "safetySettings": Word(
            _("Categories"), _("How strict the model is on each kind of harm."), add=_("Add a category")
        ),
    },
    "Guardrail.ModelSafety.SafetySetting": {
        "category": Word(_("Harm"), _("What kind of harm it is about.")),
        "threshold": Word(_("Blocks"), _("How probable harm has to be.")),
    },
    "TriggerAction": {
        "respondImmediately": Word(_("Answer at once with a fixed text"), _("The model is not asked.")),
        "transferAgent": Word(_("Transfer to an agent"), _("Another agent goes on with the conversation.")),
        "generativeAnswer": Word(_("Let the model decline"), _("The model writes the answer, from a prompt.")),
    },
    "TriggerAction.GenerativeAnswer": {
        "prompt": Word(_("Prompt"), _("Tells the model how to answer.")),
    },
    "TriggerAction.RespondImmediately": {
        "responses": Word(_("Answers"), _("One of those that are on, by chance."), add=_("Add an answer")),
    },
    "TriggerAction.Response": {
        "text": Word(_("Answer"), _("What the user reads or hears.")),
        "disabled": Word(_("State"), _("One that is off is never used."), on=_("Off"), off=_("On")),
    },
    "TriggerAction.TransferAgent": {
        "agent": Word(_("Agent"), _("Who goes on with the conversation.")),
    },
}

ENUMS: dict[str, dict[str, str]] = {
    "Guardrail.ContentFilter.MatchType": {
        "SIMPLE_STRING_MATCH": _("Any text"),
        "WORD_BOUNDARY_STRING_MATCH": _("Whole words"),
        "REGEXP_MATCH": _("Regular expression"),
    },
    "Guardrail.LlmPolicy.PolicyScope": {
        "USER_QUERY": _("The user"),
        "AGENT_RESPONSE": _("The agent"),
        "USER_QUERY_AND_AGENT_RESPONSE": _("Both"),
    },
    "Guardrail.ModelSafety.HarmBlockThreshold": {
        "BLOCK_LOW_AND_ABOVE": _("Low and above: most"),
        "BLOCK_MEDIUM_AND_ABOVE": _("Medium and above"),
        "BLOCK_ONLY_HIGH": _("High only: least"),
        "BLOCK_NONE": _("Nothing"),
        "OFF": _("Filter off"),
    },
    "Guardrail.ModelSafety.HarmCategory": {
        "HARM_CATEGORY_HATE_SPEECH": _("Hate speech"),
        "HARM_CATEGORY_DANGEROUS_CONTENT": _("Dangerous content"),
        "HARM_CATEGORY_HARASSMENT": _("Harassment"),
        "HARM_CATEGORY_SEXUALLY_EXPLICIT": _("Sexually explicit"),
    },
}

CHOICES: dict[str, dict[str, Word]] = {
    "Guardrail": {"guardrail_type": Word(_("When"), _("What triggers it. A guardrail is of exactly one kind."))},
    "Guardrail.LlmPromptSecurity": {"security_config": Word(_("Policy"), _("Which prompt is used for the check."))},
    "TriggerAction": {"action": Word(_("Action"), _("Exactly one of them."))},
}
