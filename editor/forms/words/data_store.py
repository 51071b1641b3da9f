"""Words of tools that search data stores."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from editor.forms.words.tool import DESCRIPTION, NAME
from editor.forms.words.word import Word

BOOST = "DataStoreTool.BoostSpec.ConditionBoostSpec"
CONTROL = f"{BOOST}.BoostControlSpec"
OWN_PROMPT = Word(_("Prompt"), _("Not set: the service's own prompt."))

FIELDS: dict[str, dict[str, Word]] = {
    "DataStore": {
        "name": Word(_("Resource name"), _("The full name of the data store.")),
        "type": Word(_("Type"), _("What the data store holds. The service sets it.")),
        "documentProcessingMode": Word(_("Documents"), _("Searched whole or in pieces. The service sets it.")),
        "displayName": Word(_("Display name"), _("Its name in the service.")),
        "engineType": Word(_("Engine type"), _("The kind of engine that searches it.")),
    },
    "DataStoreTool": {
        "name": NAME,
        "description": DESCRIPTION,
        "dataStoreSource": Word(_("One data store"), _("Searches a single data store.")),
        "engineSource": Word(_("Engine"), _("Searches the data stores of an engine.")),
        "boostSpecs": Word(_("Ranking"), _("Moves some documents up or down."), add=_("Add a ranking")),
        "modalityConfigs": Word(
            _("Answers"), _("How answers are made, in chats and in calls."), add=_("Add a way to answer")
        ),
        "filterParameterBehavior": Word(
            _("Filter by the model"), _("Whether the model may filter. Not set: only in connectors.")
        ),
    },
    BOOST: {
        "condition": Word(_("Condition"), _("Which documents it is for, written as a filter by language.")),
        "boost": Word(_("Boost"), _("Up above 0, down below. Not set or 0 changes nothing.")),
        "boostControlSpec": Word(_("By a value"), _("Moves a document by a value that it has, such as its age.")),
    },
    CONTROL: {
        "fieldName": Word(_("Field"), _("The document's field whose value decides.")),
        "attributeType": Word(_("Value is"), _("A number, or a date whose age counts.")),
        "interpolationType": Word(_("Between the points"), _("How the curve runs. Not set means straight lines.")),
        "controlPoints": Word(_("Points"), _("The curve goes through them."), add=_("Add a point")),
    },
    f"{CONTROL}.ControlPoint": {
        "attributeValue": Word(_("Value"), _("A number, or an age such as 7D or 3DT12H.")),
        "boostAmount": Word(_("Boost"), _("How far a document with this value moves.")),
    },
    "DataStoreTool.BoostSpec": {
        "conditionBoostSpecs": Word(_("Rules"), _("Each moves the documents that fit it."), add=_("Add a rule")),
    },
    "DataStoreTool.BoostSpecs": {
        "dataStores": Word(
            _("Data stores"), _("Those that the ranking is for, by full resource name."), add=_("Add a data store")
        ),
        "spec": Word(_("Groups of rules"), _("What moves up or down."), add=_("Add a group")),
    },
    "DataStoreTool.DataStoreSource": {
        "filter": Word(_("Filter"), _("Only documents that fit are searched.")),
        "dataStore": Word(_("Data store"), _("What is searched.")),
    },
    "DataStoreTool.EngineSource": {
        "engine": Word(_("Engine"), _("Its full resource name.")),
        "dataStoreSources": Word(
            _("Data stores"), _("Those of the engine that are searched. None means all."), add=_("Add a data store")
        ),
        "filter": Word(_("Filter"), _("Only documents that fit are searched. Not used when data stores are named.")),
    },
    "DataStoreTool.GroundingConfig": {
        "groundingLevel": Word(
            _("Grounding level"), _("Answers that score less in their sources give way to extracts. 5 is strictest.")
        ),
        "disabled": Word(_("Check of grounding"), _("Holds answers against their sources."), on=_("Off"), off=_("On")),
    },
    "DataStoreTool.ModalityConfig": {
        "modalityType": Word(_("For"), _("Chats or calls.")),
        "rewriterConfig": Word(_("Rewriting"), _("Puts the question into better words before the search.")),
        "summarizationConfig": Word(_("Summary"), _("Makes one answer of what was found.")),
        "groundingConfig": Word(_("Grounding"), _("Keeps answers to what the sources say.")),
    },
    "DataStoreTool.RewriterConfig": {
        "modelSettings": Word(_("Model"), _("The one that rewrites.")),
        "prompt": OWN_PROMPT,
        "disabled": Word(_("Rewriting"), _("Whether questions are rewritten."), on=_("Off"), off=_("On")),
    },
    "DataStoreTool.SummarizationConfig": {
        "modelSettings": Word(_("Model"), _("The one that writes the summary.")),
        "prompt": OWN_PROMPT,
        "disabled": Word(_("Summary"), _("Whether a summary is written."), on=_("Off"), off=_("On")),
    },
}

ENUMS: dict[str, dict[str, str]] = {
    "DataStore.DataStoreType": {
        "PUBLIC_WEB": _("Web pages"),
        "UNSTRUCTURED": _("Documents"),
        "FAQ": _("Questions and answers"),
        "CONNECTOR": _("Connector"),
    },
    "DataStore.DocumentProcessingMode": {"DOCUMENTS": _("Whole"), "CHUNKS": _("In pieces")},
    f"{CONTROL}.AttributeType": {"NUMERICAL": _("A number"), "FRESHNESS": _("A date, by age")},
    f"{CONTROL}.InterpolationType": {"LINEAR": _("Straight lines")},
    "DataStoreTool.FilterParameterBehavior": {"ALWAYS_INCLUDE": _("Always"), "NEVER_INCLUDE": _("Never")},
    "DataStoreTool.ModalityConfig.ModalityType": {"TEXT": _("Chats"), "AUDIO": _("Calls")},
}

CHOICES: dict[str, dict[str, Word]] = {
    "DataStoreTool": {"search_source": Word(_("Source"), _("What is searched."))},
}
