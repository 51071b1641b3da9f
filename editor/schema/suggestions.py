"""Values that forms offer for a text, owner → key → values. Any other value is as good; nothing is refused for
not being here."""

from __future__ import annotations

import zoneinfo
from functools import cache

MODELS = (
    "gemini-composite-v2",
    "gemini-composite-v1",
    "gemini-3.7-flash",
    "gemini-3.5-flash",
    "gemini-2.5-flash",
    "gemini-3-flash",
    "gemini-3.1-flash-live",
)
# fmt: off
LANGUAGES = (
    "ar", "bg-BG", "bn-IN", "cs-CZ", "da-DK", "de-DE", "el-GR", "en-AU", "en-CA", "en-GB", "en-IN", "en-US",
    "es-ES", "es-MX", "es-US", "et-EE", "fi-FI", "fr-CA", "fr-FR", "gu-IN", "he-IL", "hi-IN", "hr-HR", "hu-HU",
    "id-ID", "it-IT", "ja-JP", "kn-IN", "ko-KR", "lt-LT", "lv-LV", "ml-IN", "mr-IN", "nb-NO", "nl-BE", "nl-NL",
    "pl-PL", "pt-BR", "pt-PT", "ro-RO", "ru-RU", "sk-SK", "sl-SI", "sv-SE", "ta-IN", "te-IN", "th-TH", "tr-TR",
    "uk-UA", "vi-VN", "zh-CN", "zh-HK", "zh-TW",
)
AMBIENT_SOUNDS = (
    "air_conditioner", "coffee_shop", "hum", "keyboard", "keypad", "office_1", "office_2", "office_3", "room_1",
    "room_2", "room_3", "room_4", "room_5",
)
# fmt: on
VOICE_LANGUAGES = ("de-DE", "en-GB", "en-US", "es-ES", "es-US", "fr-FR", "it-IT", "ja-JP", "pt-BR")
VOICE_NAMES = ("Aoede", "Charon", "Fenrir", "Kore", "Leda", "Orus", "Puck", "Zephyr")
VOICES = tuple(f"{language}-Chirp3-HD-{name}" for language in VOICE_LANGUAGES for name in VOICE_NAMES)
SCOPES = ("https://www.googleapis.com/auth/cloud-platform",)
MEDIA_TYPES = ("text/plain", "application/json")
TIME_ZONES = ("time zones",)  # stands for those of this machine, which are read when they are asked for

SUGGESTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "AgentInterface": {"protocolBinding": ("JSONRPC", "GRPC", "HTTP+JSON"), "protocolVersion": ("0.3", "1.0")},
    "AgentSkill": {"inputModes": MEDIA_TYPES, "outputModes": MEDIA_TYPES},
    "AmbientSoundConfig": {"prebuiltAmbientSound": AMBIENT_SOUNDS},
    "ChannelProfile": {"noiseSuppressionLevel": ("low", "moderate", "high", "very_high")},
    "DataStore": {"engineType": ("SEARCH_ENGINE", "CHAT_ENGINE")},
    "EvaluationPersona.SpeechConfig": {"voiceId": VOICES},
    "LanguageSettings": {
        "defaultLanguageCode": LANGUAGES,
        "fallbackAction": ("escalate", "exit"),
        "supportedLanguageCodes": LANGUAGES,
    },
    "ModelSettings": {"model": MODELS},
    "OAuthConfig": {"scopes": SCOPES},
    "ServiceAccountAuthConfig": {"scopes": SCOPES},
    "SynthesizeSpeechConfig": {"model": ("gemini-3.1-flash-tts-preview",), "voice": VOICES},
    "SystemTool": {"name": ("customize_response", "end_session", "transfer_to_agent")},
    "TimeZoneSettings": {"timeZone": TIME_ZONES},
}
# The same for the keys of a map.
KEY_SUGGESTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "AudioProcessingConfig": {"synthesizeSpeechConfigs": LANGUAGES},
    "ErrorHandlingSettings.FallbackResponseConfig": {"customFallbackMessages": LANGUAGES},
}


@cache
def time_zones() -> tuple[str, ...]:
    """The time zones that this machine knows, by name."""
    return tuple(sorted(zoneinfo.available_timezones()))
