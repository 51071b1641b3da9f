"""Words of the app's voices and sounds."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from editor.forms.words.word import Word

FIELDS: dict[str, dict[str, Word]] = {
    "AmbientSoundConfig": {
        "prebuiltAmbientNoise": Word(_("Ready-made noise"), _("The older list. Ready-made sounds have replaced it.")),
        "gcsUri": Word(_("Own sound file"), _("A WAV file in Cloud Storage: one channel, 16 kHz.")),
        "volumeGainDb": Word(_("Gain"), _("Louder above 0, quieter below. Not set means as recorded."), unit=_("dB")),
        "prebuiltAmbientSound": Word(_("Ready-made sound"), _("One of the sounds that the service brings along.")),
    },
    "AudioProcessingConfig": {
        "synthesizeSpeechConfigs": Word(
            _("Voices"),
            _("How the agent sounds in each language. en also serves en-US if that has none of its own."),
            key=_("Language"),
            add=_("Add a language"),
        ),
        "bargeInConfig": Word(_("Interruptions"), _("What happens when the user speaks while the agent does.")),
        "inactivityTimeout": Word(
            _("Silence"), _("So long without a word, and the agent asks. Not set: it never does."), unit=_("seconds")
        ),
        "ambientSoundConfig": Word(_("Background sound"), _("Plays behind the agent's voice.")),
    },
    "BargeInConfig": {
        "disableBargeIn": Word(
            _("While the agent speaks"),
            _("The older switch. Channel profiles have one that replaces it."),
            on=_("The user cannot interrupt"),
            off=_("The user can interrupt"),
        ),
        "bargeInAwareness": Word(
            _("Mind what was not heard"),
            _("After an interruption the agent takes it that its message was not heard to the end. Not for text."),
        ),
    },
    "SynthesizeSpeechConfig": {
        "voice": Word(_("Voice"), _("By its name in Text-to-Speech. Not set: the service chooses one.")),
        "speakingRate": Word(
            _("Rate"), _("1 is the usual speed of the voice, 2 is twice as fast."), unit=_("times the usual speed")
        ),
        "voiceSampleGcsUri": Word(
            _("Voice sample"), _("A WAV file in Cloud Storage of a voice to imitate: one channel, 24 kHz.")
        ),
        "model": Word(_("Speech model"), _("What turns text into speech. Not set means Chirp 3 HD.")),
        "instruction": Word(_("How to speak"), _("Tells a generative speech model how the text should sound.")),
    },
}

ENUMS: dict[str, dict[str, str]] = {
    "AmbientSoundConfig.PrebuiltAmbientNoise": {
        "RETAIL_STORE": _("Shop"),
        "CONVENTION_HALL": _("Convention hall"),
        "OUTDOOR": _("Street"),
    },
}

CHOICES: dict[str, dict[str, Word]] = {
    "AmbientSoundConfig": {"source": Word(_("Sound"), _("What plays in the background."))},
}
