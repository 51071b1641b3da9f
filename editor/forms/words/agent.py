"""Words of agents, their callbacks and handoff rules."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from editor.forms.words.shared import IDENTIFIER, VERSION_TAG
from editor.forms.words.word import Word

ADD_CALLBACK = _("Add a callback")

FIELDS: dict[str, dict[str, Word]] = {
    "Agent": {
        "name": IDENTIFIER,
        "displayName": Word(_("Display name"), _("Everything refers to the agent by this name.")),
        "description": Word(_("Description"), _("Other agents read it when they decide where to transfer.")),
        "modelSettings": Word(_("Model"), _("Not set: that of the parent agent, or of the app.")),
        "instruction": Word(_("Instruction"), _("Tells the model who it is, what it does and how.")),
        "tools": Word(_("Tools"), _("Tools this agent may call."), add=_("Add a tool")),
        "childAgents": Word(
            _("Children"),
            _("Agents this one may transfer to. An agent has one parent, unless it is marked as a shared utility."),
            add=_("Add a child"),
        ),
        "guardrails": Word(_("Guardrails"), _("For this agent, beside those of the app."), add=_("Add a guardrail")),
        "beforeAgentCallbacks": Word(
            _("Before agent"), _("Run before the agent, in order. Content that one returns skips it."), add=ADD_CALLBACK
        ),
        "afterAgentCallbacks": Word(
            _("After agent"),
            _("Run after the agent, in order. Content that one returns replaces its output."),
            add=ADD_CALLBACK,
        ),
        "beforeModelCallbacks": Word(
            _("Before model"),
            _("Run before each call of the model. A response that one returns skips it."),
            add=ADD_CALLBACK,
        ),
        "afterModelCallbacks": Word(
            _("After model"),
            _("Run on each response of the model. A response that one returns replaces it."),
            add=ADD_CALLBACK,
        ),
        "beforeToolCallbacks": Word(
            _("Before tool"),
            _("Run before each call of a tool. A dict that one returns skips the tool."),
            add=ADD_CALLBACK,
        ),
        "afterToolCallbacks": Word(
            _("After tool"), _("Run on each result of a tool. A dict that one returns replaces it."), add=ADD_CALLBACK
        ),
        "etag": VERSION_TAG,
        "llmAgent": Word(_("Model with an instruction"), _("The usual kind; it has no settings of its own.")),
        "remoteDialogflowAgent": Word(
            _("Dialogflow agent"), _("Another product's agent answers. All else of this agent is then ignored.")
        ),
        "toolsets": Word(_("Toolsets"), _("Toolsets whose operations this agent may call."), add=_("Add a toolset")),
        "transferRules": Word(
            _("Handoff rules"),
            _("Force or prevent a transfer. The first one that applies counts."),
            add=_("Add a rule"),
        ),
        "declarativeAgent": Word(
            _("Declarative agent"), _("A definition in another form. It is kept and exported as it is.")
        ),
    },
    "Agent.AgentToolset": {
        "toolset": Word(_("Toolset"), _("By its display name.")),
        "toolIds": Word(
            _("Operations"), _("Those of the toolset that this agent may call."), add=_("Add an operation")
        ),
    },
    "Agent.RemoteDialogflowAgent": {
        "agent": Word(_("Dialogflow agent"), _("Its full resource name.")),
        "flowId": Word(_("Flow"), _("The id of the flow inside that agent.")),
        "environmentId": Word(_("Environment"), _("The id of the agent's environment. Not set means its draft.")),
        "inputVariableMapping": Word(
            _("Variables sent"),
            _("Which variable of the app fills which session parameter."),
            key=_("Variable of the app"),
            add=_("Add a variable"),
        ),
        "outputVariableMapping": Word(
            _("Variables returned"),
            _("Which session parameter comes back as which variable of the app."),
            key=_("Session parameter"),
            add=_("Add a parameter"),
        ),
        "respectResponseInterruptionSettings": Word(
            _("Interruptions"),
            _("Whether a Dialogflow message may say itself that it can be interrupted."),
            on=_("As each message says"),
            off=_("As the app says"),
        ),
        "languageCodeVariable": Word(
            _("Language variable"), _("A variable that holds the language code. Not set: the agent's own default.")
        ),
    },
    "Callback": {
        "pythonCode": Word(_("Code"), _("A Python function named after its kind. Functions beside it may help.")),
        "disabled": Word(_("State"), _("One that is off is passed over."), on=_("Off"), off=_("On")),
        "description": Word(_("Description"), _("What it does, for people.")),
        "proactiveExecutionEnabled": Word(
            _("Partial output"), _("Also runs on unfinished output of the model, which costs time. After model only.")
        ),
    },
    "ExpressionCondition": {
        "expression": Word(_("When"), _("True or false, over the variables of the session.")),
    },
    "PythonCodeCondition": {
        "pythonCode": Word(
            _("Code"), _("A Python function, should_trigger_transfer_callback, that returns True or False.")
        ),
    },
    "TransferRule": {
        "childAgent": Word(_("Child"), _("The child that the rule is about, in either direction.")),
        "direction": Word(_("Direction"), _("Who hands over to whom.")),
        "deterministicTransfer": Word(_("Transfer"), _("Hands over at once when the condition is true.")),
        "disablePlannerTransfer": Word(_("Hold back"), _("The model may not hand over while the condition is true.")),
    },
    "TransferRule.DeterministicTransfer": {
        "expressionCondition": Word(_("Expression"), _("A short condition over variables.")),
        "pythonCodeCondition": Word(_("Python code"), _("A function that decides.")),
    },
    "TransferRule.DisablePlannerTransfer": {
        "expressionCondition": Word(_("Expression"), _("A short condition over variables.")),
    },
}

ENUMS: dict[str, dict[str, str]] = {
    "TransferRule.Direction": {"PARENT_TO_CHILD": _("Parent to child"), "CHILD_TO_PARENT": _("Child to parent")},
}

CHOICES: dict[str, dict[str, Word]] = {
    "Agent": {"agent_type": Word(_("Kind"), _("Who answers. None chosen means a model with the instruction."))},
    "Callback": {"callback": Word(_("Written as"), _("Callbacks are written in Python."))},
    "TransferRule": {"rule_type": Word(_("Rule"), _("Whether it forces a transfer or prevents one."))},
    "TransferRule.DeterministicTransfer": {"condition_type": Word(_("Condition"), _("What has to be true for it."))},
}
