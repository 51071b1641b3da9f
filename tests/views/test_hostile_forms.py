"""Names and files that stand in each other's way on the pages that make, copy and delete."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from editor.actions.files import StoredFiles, tree_of
from editor.actions.importing import import_archive
from editor.actions.integrity import check_integrity
from editor.archive.container import Archive
from editor.models import App
from editor.views.frame import resource_url
from tests.actions.conftest import contents

CODE = "agents/A/before_model_callbacks/before_model_callbacks_01/python_code.py"


def app_of(**files: dict | str) -> App:
    """An app with agents "A" and "B"; in the names of files "__" is a slash."""
    made = {path.replace("__", "/"): content for path, content in files.items()}
    made = {"app.json": {"displayName": "My"}, "agents/A/A.json": {"displayName": "A"}} | made
    encoded = {
        path: (content if isinstance(content, str) else json.dumps(content)).encode() for path, content in made.items()
    }
    return import_archive(Archive("My", encoded), "a", "b")


def delete(client, app, kind, folder):
    response = client.post(reverse("delete", args=[app.pk, kind, folder]), {"from_lists": "on"})
    assert response.status_code == 302
    assert check_integrity() == []


def test_an_agent_called_app_is_not_the_app(client, db):
    app = app_of(**{"agents/app/app.json": {"displayName": "app"}})
    create = reverse("create", args=[app.pk, "guardrails"])
    values = [value for value, _label in client.get(create).context["users"]]
    assert len(values) == len(set(values)) == 4
    for name, user in (("For the agent", "app"), ("For all", "/")):
        client.post(create, {"name": name, "choice": "llmPolicy", "used_by": user})
    tree = tree_of(app)
    assert tree.data(tree.entry_of("agents", "app"))["guardrails"] == ["For the agent"]
    assert tree.app["guardrails"] == ["For all"]


def test_a_resource_goes_although_another_one_names_its_manifest(client, db):
    named = {"displayName": "B", "beforeModelCallbacks": [{"pythonCode": "agents/A/A.json"}]}
    app = app_of(**{"agents/B/B.json": named})
    delete(client, app, "agents", "A")
    assert list(contents(app)) == ["app.json", "agents/B/B.json"]


@pytest.mark.parametrize("gone", ["A", "B"])
def test_a_file_that_two_resources_name_stays_with_the_other_one(client, db, gone):
    callbacks = {"beforeModelCallbacks": [{"pythonCode": CODE}]}
    app = app_of(
        **{
            "agents/A/A.json": {"displayName": "A"} | callbacks,
            "agents/B/B.json": {"displayName": "B"} | callbacks,
            CODE: "def f(): pass\n",
        }
    )
    delete(client, app, "agents", gone)
    assert contents(app)[CODE] == b"def f(): pass\n"


@pytest.mark.parametrize(
    "code", ["environment.json", "app.json", "agents/B/B.json", "agents/A/A.json", "../x.py", CODE]
)
def test_a_card_that_goes_takes_no_file_of_another(client, db, code):
    callbacks = [{"pythonCode": code}, {"pythonCode": CODE}]
    app = app_of(
        **{
            "agents/A/A.json": {"displayName": "A", "beforeModelCallbacks": callbacks},
            "agents/B/B.json": {"displayName": "B"},
            "environment.json": {"tools": {}},
            CODE: "def f(): pass\n",
        }
    )
    before, stamps = contents(app), StoredFiles(app).stamps
    post = {"stamp:agents/A/A.json": stamps["agents/A/A.json"], "@/beforeModelCallbacks": ["", "1"]}
    assert client.post(resource_url(app, "agents", "A"), post).status_code == 302
    after = contents(app)
    assert list(after) == list(before)
    assert [path for path in after if after[path] != before[path]] == ["agents/A/A.json"]
    assert check_integrity() == []


def bring_back(client, app, folder, suffix):
    """The answer to the conflict of a page that somebody had open, when its resource was deleted while it saved."""
    path = f"agents/{folder}/{folder}.{suffix}"
    post = {
        f"text:{path}": "displayName: mine\n" if suffix == "yaml" else '{"displayName": "mine"}',
        f"stamp:{path}": "",
    }
    return client.post(resource_url(app, "agents", folder), post)


def test_mine_can_be_saved_after_its_resource_was_deleted(client, db):
    app = app_of()
    delete(client, app, "agents", "A")
    assert client.post(resource_url(app, "agents", "A"), {"/displayName": "x"}).status_code == 404
    assert bring_back(client, app, "A", "json").status_code == 302
    assert client.get(resource_url(app, "agents", "A")).status_code == 200
    assert contents(app)["agents/A/A.json"] == b'{"displayName": "mine"}'
    assert check_integrity() == []


@pytest.mark.parametrize(("folder", "suffix"), [("Nobody", "json"), ("A", "yaml")])
def test_nothing_else_is_made_by_its_address(client, db, folder, suffix):
    app = app_of()
    delete(client, app, "agents", "A")
    before = contents(app)
    bring_back(client, app, folder, suffix)
    assert contents(app) == before
