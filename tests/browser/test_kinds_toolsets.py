"""A toolset of each kind, with each way to authenticate: made, filled in, saved, loaded anew and exported."""

from __future__ import annotations

from typing import Any

import pytest

from editor.actions.creating import create_app
from editor.actions.starters import STARTERS
from tests.browser.filling import Key, Written
from tests.browser.making import create, exported, fill_in, save, title, well_written

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

API = """openapi: 3.0.3
info: {title: Bells, version: '1'}
paths:
  /bells:
    get: {operationId: listBells, summary: All bells}
"""
KIND = title("toolsets", "kind")
SECRET = "projects/p/secrets/s/versions/1"
CONNECTION = "projects/p/locations/eu/connections/c"
TOKEN = "$context.variables.token"
CLOUD = "https://www.googleapis.com/auth/cloud-platform"

# Starter, member, what is filled in at the member, what is filled in beside it, the manifest then.
TOOLSETS: dict[str, tuple[str, dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "OpenAPI": (
        "OpenAPI",
        {
            "OpenAPI schema": API,
            "Unknown fields": "Take",
            "Server address": "https://bells.example.com",
            "Private network": {"Service": "projects/p/services/s"},
        },
        {"Description": "All: bells.", "Run": "In the background", "Time limit": Written("10", "10s")},
        {
            "openApiToolset": {
                "openApiSchema": "toolsets/Night_desk/open_api_toolset/open_api_schema.yaml",
                "serviceDirectoryConfig": {"service": "projects/p/services/s"},
                "ignoreUnknownFields": False,
                "url": "https://bells.example.com",
            },
            "executionType": "ASYNCHRONOUS",
            "description": "All: bells.",
            "timeout": "10s",
        },
    ),
    "MCP": (
        "MCP server",
        {
            "Server": "https://bells.example.com/mcp/",
            "Headers": {Key("X-Guest"): "$context.variables.guest", Key("X-Room"): "$context.variables.room"},
            "Changed tools": [
                {"Tool": "ring", "Other name": "ring_bell", "Other description": "Rings."},
                {"Tool": "stop", "Other name": "stop_bell"},
            ],
            "Certificates": {"Certificates": [{"Name": "Bell", "Certificate": "AAEC"}]},
        },
        {},
        {
            "mcpToolset": {
                "serverAddress": "https://bells.example.com/mcp/",
                "tlsConfig": {"caCerts": [{"displayName": "Bell", "cert": "AAEC"}]},
                "customHeaders": {"X-Guest": "$context.variables.guest", "X-Room": "$context.variables.room"},
                "toolOverrides": [
                    {"tool": "ring", "nameOverride": "ring_bell", "descriptionOverride": "Rings."},
                    {"tool": "stop", "nameOverride": "stop_bell"},
                ],
            },
            "executionType": "SYNCHRONOUS",
        },
    ),
    "Connector": (
        "Connector",
        {
            "Connection": CONNECTION,
            "Actions": [
                {"Does": ("Action of the connection", {"Action of the connection": "RING"})},
                {
                    "Does": ("Operation on an entity", {"Entity": "Bells", "Operation": "List"}),
                    "Fields to return": ["id"],
                },
            ],
        },
        {"Run": "Not set"},
        {
            "connectorToolset": {
                "connection": CONNECTION,
                "connectorActions": [
                    {"connectionActionId": "RING"},
                    {"entityOperation": {"entityId": "Bells", "operation": "LIST"}, "outputFields": ["id"]},
                ],
            }
        },
    ),
}
# What is chosen and filled in, and what the manifest then holds.
AUTHENTICATIONS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    (
        "API key",
        {"Name of the key": "X-Key", "Secret": SECRET, "Sent in": "Address, as a parameter"},
        {"apiKeyConfig": {"keyName": "X-Key", "apiKeySecretVersion": SECRET, "requestLocation": "QUERY_STRING"}},
    ),
    (
        "OAuth",
        {
            "Grant": "Client credentials",
            "Client id": "night",
            "Secret": SECRET,
            "Token address": "https://login.example.com/token",
            "Scopes": ["bells.read", "bells.ring"],
        },
        {
            "oauthConfig": {
                "oauthGrantType": "CLIENT_CREDENTIAL",
                "clientId": "night",
                "clientSecretVersion": SECRET,
                "tokenEndpoint": "https://login.example.com/token",
                "scopes": ["bells.read", "bells.ring"],
            }
        },
    ),
    ("ID token of the service", {}, {"serviceAgentIdTokenAuthConfig": {}}),
    (
        "Service account",
        {"Account": "night@p.iam.gserviceaccount.com", "Scopes": [CLOUD]},
        {"serviceAccountAuthConfig": {"serviceAccount": "night@p.iam.gserviceaccount.com", "scopes": [CLOUD]}},
    ),
    ("Bearer token", {"Token": TOKEN}, {"bearerTokenConfig": {"token": TOKEN}}),
]
SIGN_INS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("Authorization code", {"Token": TOKEN}, {"oauth2AuthCodeConfig": {"oauthToken": TOKEN}}),
    (
        "JWT bearer",
        {"Issuer": TOKEN, "Subject": "$context.variables.guest", "Client key": "$context.variables.key"},
        {
            "oauth2JwtBearerConfig": {
                "issuer": TOKEN,
                "subject": "$context.variables.guest",
                "clientKey": "$context.variables.key",
            }
        },
    ),
]
CASES = [(starter, "json") for starter in TOOLSETS] + [("MCP", "yaml")]
# Starter, member, its group with a choice in it, their labels, the member's and the group's keys, what to choose.
SIGNED: dict[str, tuple[str, tuple[str, str], tuple[str, str], list]] = {
    "OpenAPI": (
        "OpenAPI",
        ("Authentication", "Authentication"),
        ("openApiToolset", "apiAuthentication"),
        AUTHENTICATIONS,
    ),
    "MCP": ("MCP server", ("Authentication", "Authentication"), ("mcpToolset", "apiAuthentication"), AUTHENTICATIONS),
    "Connector": ("Connector", ("Sign-in of the user", "Sign-in"), ("connectorToolset", "authConfig"), SIGN_INS),
}


@pytest.mark.parametrize(("starter", "syntax"), CASES)
def test_a_toolset_of_each_kind_is_made_filled_in_and_exported(starter, syntax, page):
    member, inner, beside, expected = TOOLSETS[starter]
    app = create_app("Night shift", "tool", "somebody", syntax)
    create(page, app, "toolsets", starter, "Night desk")
    fill_in(page, {KIND: (member, inner), **beside})
    files = exported(page, app)
    path = f"toolsets/Night_desk/Night_desk.{syntax}"
    assert well_written("toolsets", path, files[path]) == {"displayName": "Night desk", **expected}
    assert files.get("toolsets/Night_desk/open_api_toolset/open_api_schema.yaml", API.encode()) == API.encode()


@pytest.mark.parametrize("starter", SIGNED)
def test_every_way_to_authenticate_takes_the_place_of_the_one_before(starter, page):
    member, (group, choice), (key, inner_key), ways = SIGNED[starter]
    app = create_app("Night shift", "tool", "somebody")
    create(page, app, "toolsets", starter, "Night desk")
    path = "toolsets/Night_desk/Night_desk.json"
    for way, fields, expected in ways:
        fill_in(page, {KIND: (member, {group: {choice: (way, fields)}})})
        data = well_written("toolsets", path, exported(page, app)[path])
        assert data[key][inner_key] == expected
    page.get_by_label("Remove all of it when saving").locator("visible=true").check()
    save(page)
    assert inner_key not in well_written("toolsets", path, exported(page, app)[path])[key]


def test_every_kind_of_toolset_is_among_them():
    assert [starter.label for starter in STARTERS["toolsets"]] == [*TOOLSETS] == [*SIGNED]
