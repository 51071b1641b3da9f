"""Words of the app's logging."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from editor.forms.words.word import Word

FIELDS: dict[str, dict[str, Word]] = {
    "AudioRecordingConfig": {
        "gcsBucket": Word(_("Bucket"), _("The Cloud Storage bucket for recordings. Its address starts with gs://.")),
        "gcsPathPrefix": Word(
            _("Path in the bucket"),
            _("May hold $project, $location, $app, $date and $session. Not set: all of them, in this order."),
        ),
    },
    "BigQueryExportSettings": {
        "enabled": Word(_("Export"), _("Writes conversations to BigQuery.")),
        "project": Word(_("Project"), _("The id of the project that owns the dataset.")),
        "dataset": Word(_("Dataset"), _("The id of the dataset that takes the rows.")),
    },
    "CloudLoggingSettings": {
        "enableCloudLogging": Word(_("Cloud logging"), _("Writes sessions to Cloud Logging.")),
    },
    "ConversationLoggingSettings": {
        "disableConversationLogging": Word(
            _("Conversation history"),
            _("Whether the service keeps conversations at all."),
            on=_("Not kept"),
            off=_("Kept"),
        ),
        "retentionWindow": Word(
            _("Keep conversations"), _("They are deleted after this time. Not set means 365 days."), unit=_("seconds")
        ),
    },
    "LoggingSettings": {
        "redactionConfig": Word(_("Redaction"), _("Blacks out what is sensitive before it is kept.")),
        "audioRecordingConfig": Word(_("Recordings"), _("Where the audio of conversations goes. Redaction applies.")),
        "bigqueryExportSettings": Word(
            _("BigQuery export"), _("Conversations as rows of a dataset. Redaction applies.")
        ),
        "cloudLoggingSettings": Word(_("Cloud Logging"), _("Sessions in the log of the project.")),
        "conversationLoggingSettings": Word(
            _("Conversation history"), _("What the service itself keeps, and how long.")
        ),
        "evaluationAudioRecordingConfig": Word(
            _("Recordings of evaluations"), _("Where their audio goes. Not set: it is not recorded.")
        ),
        "metricAnalysisSettings": Word(_("Analysis by a model"), _("Whether conversations are collected for metrics.")),
        "unredactedAudioRecordingConfig": Word(
            _("Recordings, not redacted"), _("A second copy of the audio with nothing blacked out, for audits.")
        ),
        "unredactedBigqueryExportSettings": Word(
            _("BigQuery export, not redacted"), _("A second export with nothing blacked out.")
        ),
    },
    "MetricAnalysisSettings": {
        "llmMetricsOptedOut": Word(
            _("Collect for analysis"), _("Lets a model measure conversations."), on=_("Opted out"), off=_("Collected")
        ),
    },
    "RedactionConfig": {
        "enableRedaction": Word(_("Redaction"), _("Applies to the history, to Cloud Logging and to recordings.")),
        "inspectTemplate": Word(_("Inspect template"), _("The DLP template that says what counts as sensitive.")),
        "deidentifyTemplate": Word(
            _("De-identify template"), _("The DLP template that says what is put in its place.")
        ),
    },
}

ENUMS: dict[str, dict[str, str]] = {}

CHOICES: dict[str, dict[str, Word]] = {}
