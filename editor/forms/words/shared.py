"""Words of what several kinds of resources hold: models, schemas, connections and their authentication."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from editor.forms.words.word import Word

# Of several resources.
IDENTIFIER = Word(_("Identifier"), _("The service gives a new one at import."))
VERSION_TAG = Word(_("Version tag"), _("Given by the service to notice changes that cross. It means nothing here."))
# Of tools and toolsets.
AUTHENTICATION = Word(_("Authentication"), _("How the service identifies itself to the server."))
CERTIFICATES = Word(_("Certificates"), _("Certificates of the server to trust."))
PRIVATE_NETWORK = Word(_("Private network"), _("Finds servers inside a service perimeter."))
HEADERS = Word(
    _("Headers"),
    _("Sent with each request. Each value names a variable."),
    key=_("Header"),
    add=_("Add a header"),
)
UNKNOWN_FIELDS = Word(
    _("Unknown fields"), _("Fields of a response that the schema does not have."), on=_("Ignore"), off=_("Take")
)
SERVER_URL = Word(_("Server address"), _("For environments: takes the place of $env_var in the schema."))
CONNECTION = Word(_("Connection"), _("Its full resource name in Integration Connectors."))
USER_SIGN_IN = Word(_("Sign-in of the user"), _("In place of the connection's own, if that allows it."))
MCP_SERVER = Word(_("Server"), _("The address of the MCP server. It has to speak Streamable HTTP."))
TIME_LIMIT = Word(_("Time limit"), _("The service takes 30 when empty, 60 in the background."), unit=_("seconds"))

ADD_SCOPE = _("Add a scope")
FROM_VARIABLE = _("A variable of the session, as $context.variables and its name.")

FIELDS: dict[str, dict[str, Word]] = {
    "Action": {
        "inputFields": Word(_("Fields to send"), _("Of the entity. None means all."), add=_("Add a field")),
        "outputFields": Word(_("Fields to return"), _("Of the entity. None means all."), add=_("Add a field")),
        "connectionActionId": Word(_("Action of the connection"), _("By its id.")),
        "entityOperation": Word(_("Operation on an entity"), _("Lists, reads or changes records.")),
    },
    "Action.EntityOperation": {
        "entityId": Word(_("Entity"), _("By its id in the connection.")),
        "operation": Word(_("Operation"), _("What is done with the records.")),
    },
    "ApiAuthentication": {
        "apiKeyConfig": Word(_("API key"), _("Sends a key with each request.")),
        "oauthConfig": Word(_("OAuth"), _("Fetches a token with a client id and a secret.")),
        "serviceAgentIdTokenAuthConfig": Word(
            _("ID token of the service"), _("The service signs with its own account; there is nothing to set.")
        ),
        "serviceAccountAuthConfig": Word(_("Service account"), _("Sends an access token of an account of yours.")),
        "bearerTokenConfig": Word(_("Bearer token"), _("Sends a token from a variable of the session.")),
    },
    "ApiKeyConfig": {
        "keyName": Word(_("Name of the key"), _("The name of the header or of the parameter.")),
        "apiKeySecretVersion": Word(
            _("Secret"), _("The secret version that holds the key. The key itself never stands here.")
        ),
        "requestLocation": Word(_("Sent in"), _("Where the server looks for the key.")),
    },
    "BearerTokenConfig": {
        "token": Word(_("Token"), FROM_VARIABLE),
    },
    "EndUserAuthConfig": {
        "oauth2AuthCodeConfig": Word(_("Authorization code"), _("Passes on a token of the user.")),
        "oauth2JwtBearerConfig": Word(_("JWT bearer"), _("Signs for the user with a key.")),
    },
    "EndUserAuthConfig.Oauth2AuthCodeConfig": {
        "oauthToken": Word(_("Token"), FROM_VARIABLE),
    },
    "EndUserAuthConfig.Oauth2JwtBearerConfig": {
        "issuer": Word(_("Issuer"), FROM_VARIABLE),
        "subject": Word(_("Subject"), FROM_VARIABLE),
        "clientKey": Word(_("Client key"), FROM_VARIABLE),
    },
    "ModelSettings": {
        "model": Word(_("Model"), _("Not set: an agent takes that of the agent above or of the app.")),
        "temperature": Word(_("Temperature"), _("Low for steady answers, high for varied ones.")),
    },
    "OAuthConfig": {
        "oauthGrantType": Word(_("Grant"), _("The service knows client credentials only.")),
        "clientId": Word(_("Client id"), _("Given by whoever issues the tokens.")),
        "clientSecretVersion": Word(_("Secret"), _("The secret version that holds the client secret.")),
        "tokenEndpoint": Word(_("Token address"), _("Where tokens are fetched.")),
        "scopes": Word(_("Scopes"), _("What the token is asked to allow."), add=ADD_SCOPE),
    },
    "Schema": {
        "type": Word(_("Type"), _("What kind of value it is.")),
        "properties": Word(_("Properties"), _("What the object holds."), key=_("Name"), add=_("Add a property")),
        "required": Word(_("Required"), _("Properties that must be there."), add=_("Add a name")),
        "description": Word(_("Description"), _("Tells the model what to put here.")),
        "items": Word(_("Elements"), _("What each element of the list is.")),
        "nullable": Word(_("May be null"), _("Whether null is a value too."), on=_("Yes"), off=_("No")),
        "uniqueItems": Word(
            _("Elements twice"), _("Whether an element may come again."), on=_("Not allowed"), off=_("Allowed")
        ),
        "prefixItems": Word(
            _("First elements"), _("What the first elements are, one by one."), add=_("Add an element")
        ),
        "additionalProperties": Word(_("Other properties"), _("What further properties of the object may be.")),
        "anyOf": Word(_("Any of"), _("The value fits at least one of these."), add=_("Add a type")),
        "enum": Word(_("Allowed values"), _("No others. None means any."), add=_("Add a value")),
        "default": Word(_("Default"), _("The value to start with, as JSON. A text needs no quotes.")),
        "ref": Word(_("Reference"), _("Takes the type from the definitions, by name.")),
        "defs": Word(
            _("Definitions"),
            _("Types that references name. At the top of a schema only."),
            key=_("Name"),
            add=_("Add a definition"),
        ),
        "title": Word(_("Title"), _("A short name for people.")),
        "minItems": Word(_("Fewest elements"), _("Of a list. Not set means no bound.")),
        "maxItems": Word(_("Most elements"), _("Of a list. Not set means no bound.")),
        "minimum": Word(_("Least value"), _("Of a number. Not set means no bound.")),
        "maximum": Word(_("Greatest value"), _("Of a number. Not set means no bound.")),
    },
    "ServiceAccountAuthConfig": {
        "serviceAccount": Word(_("Account"), _("The e-mail address of the service account.")),
        "scopes": Word(
            _("Scopes"), _("What the token is asked to allow. None means all of Google Cloud."), add=ADD_SCOPE
        ),
    },
    "ServiceDirectoryConfig": {
        "service": Word(_("Service"), _("Its full name in Service Directory, in the app's own location.")),
    },
    "TlsConfig": {
        "caCerts": Word(_("Certificates"), _("Trusted in place of the usual ones."), add=_("Add a certificate")),
    },
    "TlsConfig.CaCert": {
        "displayName": Word(_("Name"), _("Tells the certificates apart.")),
        "cert": Word(_("Certificate"), _("In DER form, as Base64.")),
    },
    "ToolFakeConfig": {
        "codeBlock": Word(_("Python code"), _("A function answers in place of the tool.")),
        "enableFakeMode": Word(_("Fake mode"), _("Uses the fake in place of the real calls.")),
    },
}

ENUMS: dict[str, dict[str, str]] = {
    "Action.EntityOperation.OperationType": {
        "LIST": _("List"),
        "GET": _("Read"),
        "CREATE": _("Create"),
        "UPDATE": _("Change"),
        "DELETE": _("Delete"),
    },
    "ApiKeyConfig.RequestLocation": {"HEADER": _("Header"), "QUERY_STRING": _("Address, as a parameter")},
    "ExecutionType": {"SYNCHRONOUS": _("While the agent waits"), "ASYNCHRONOUS": _("In the background")},
    "OAuthConfig.OauthGrantType": {"CLIENT_CREDENTIAL": _("Client credentials")},
    "Schema.Type": {
        "STRING": _("Text"),
        "INTEGER": _("Whole number"),
        "NUMBER": _("Number"),
        "BOOLEAN": _("Yes or no"),
        "OBJECT": _("Object"),
        "ARRAY": _("List"),
    },
}

CHOICES: dict[str, dict[str, Word]] = {
    "Action": {"action_spec": Word(_("Does"), _("An action of its own, or an operation on records."))},
    "ApiAuthentication": {"auth_config": Word(_("Authentication"), _("None chosen: requests are sent without any."))},
    "EndUserAuthConfig": {"auth_config": Word(_("Sign-in"), _("None chosen: the connection's own sign-in."))},
}
