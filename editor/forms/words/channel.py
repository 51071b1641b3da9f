"""Words of channel profiles."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from editor.forms.words.word import Word

FIELDS: dict[str, dict[str, Word]] = {
    "ChannelProfile": {
        "profileId": Word(_("Profile id"), _("Tells this profile from others.")),
        "personaProperty": Word(_("Manner"), _("How much the agent says on this channel.")),
        "channelType": Word(_("Channel"), _("Where the conversation takes place.")),
        "disableDtmf": Word(
            _("Keypad tones"), _("What a caller types on the phone."), on=_("Ignored"), off=_("Accepted")
        ),
        "disableBargeInControl": Word(
            _("While the agent speaks"),
            _("Whether the user may interrupt. If so, the agent decides when."),
            on=_("The user cannot interrupt"),
            off=_("The user can interrupt"),
        ),
        "webWidgetConfig": Word(_("Web widget"), _("The chat window on a web page.")),
        "noiseSuppressionLevel": Word(_("Noise suppression"), _("How strongly noise around the user is filtered out.")),
        "whatsappConfig": Word(_("WhatsApp"), _("The WhatsApp account that answers.")),
        "instagramConfig": Word(_("Instagram"), _("The Instagram account that answers.")),
    },
    "ChannelProfile.InstagramConfig": {
        "instagramAccountId": Word(_("Account id"), _("The id of the Instagram account.")),
    },
    "ChannelProfile.PersonaProperty": {
        "persona": Word(_("Manner"), _("Short answers, or ones that explain more.")),
    },
    "ChannelProfile.WebWidgetConfig": {
        "modality": Word(_("Chat and voice"), _("How a user may talk to the widget.")),
        "theme": Word(_("Colours"), _("A light or a dark window.")),
        "webWidgetTitle": Word(_("Title"), _("Stands at the top of the widget.")),
        "securitySettings": Word(_("Security"), _("Who may load the widget, and where.")),
    },
    "ChannelProfile.WebWidgetConfig.SecuritySettings": {
        "enablePublicAccess": Word(
            _("Access"),
            _("Anybody may use a public widget. Otherwise your own sign-in has to give it credentials."),
            on=_("Public"),
            off=_("With credentials"),
        ),
        "allowedOrigins": Word(
            _("Allowed origins"),
            _("Web sites that may show the widget. None means every site."),
            add=_("Add an origin"),
        ),
        "enableRecaptcha": Word(_("reCAPTCHA"), _("Checks that a person is using the widget.")),
        "enableOriginCheck": Word(
            _("Origin check"), _("Loads the widget only on its own site and on the allowed origins.")
        ),
    },
    "ChannelProfile.WhatsAppConfig": {
        "wabaId": Word(_("Business account id"), _("The id of the WhatsApp Business account.")),
        "phoneNumberId": Word(_("Phone number id"), _("Meta's id of the phone number, not the number itself.")),
        "phoneNumber": Word(_("Phone number"), _("With + and the country code, no spaces.")),
    },
}

ENUMS: dict[str, dict[str, str]] = {
    "ChannelProfile.ChannelType": {
        "UNKNOWN": _("Unknown"),
        "WEB_UI": _("Web page"),
        "API": _("API"),
        "TWILIO": _("Twilio"),
        "GOOGLE_TELEPHONY_PLATFORM": _("Google Telephony Platform"),
        "CONTACT_CENTER_AS_A_SERVICE": _("CCaaS, voice"),
        "CONTACT_CENTER_AS_A_SERVICE_CHAT": _("CCaaS, chat"),
        "FIVE9": _("Five9"),
        "CONTACT_CENTER_INTEGRATION": _("Other contact centre"),
        "WHATSAPP": _("WhatsApp"),
        "INSTAGRAM": _("Instagram"),
    },
    "ChannelProfile.PersonaProperty.Persona": {
        "UNKNOWN": _("Unknown"),
        "CONCISE": _("Short and to the point"),
        "CHATTY": _("With more explanation"),
    },
    "ChannelProfile.WebWidgetConfig.Modality": {
        "CHAT_AND_VOICE": _("Chat and voice"),
        "VOICE_ONLY": _("Voice only"),
        "CHAT_ONLY": _("Chat only"),
        "CHAT_VOICE_AND_VIDEO": _("Chat, voice and video"),
    },
    "ChannelProfile.WebWidgetConfig.Theme": {"LIGHT": _("Light"), "DARK": _("Dark")},
}

CHOICES: dict[str, dict[str, Word]] = {}
