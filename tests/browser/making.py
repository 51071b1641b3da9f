"""Making a resource by its pages and looking at what is exported."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Mapping
from typing import Any

from google.cloud import ces_v1beta

from editor.actions.creating import in_order
from editor.archive import container, layout, manifest
from editor.forms.fieldsets import FORMS
from editor.models import App
from tests.browser.filling import Form


def title(kind: str, section: str) -> str:
    """The heading of a section of a form. Where a section is one field, that is called so too."""
    return next(str(one.title) for one in FORMS[kind] if one.id == section)


def create(page: Any, app: App, kind: str, starter: str, name: str) -> None:
    """Make a resource by the create page; its form is open then."""
    page.goto(f"/apps/{app.pk}/new/{kind}/")
    page.get_by_label("Name").fill(name)
    page.get_by_role("radio", name=re.compile(f"^{starter}\\b")).first.check()
    page.get_by_role("button", name="Create", exact=True).click()
    page.wait_for_url(f"**/{kind}/{layout.sanitise(name)}/")


def save(page: Any) -> None:
    """Ctrl+S, until the page says that it is saved."""
    for toast in page.locator(".toast").all():
        toast.evaluate("(one) => one.remove()")
    page.keyboard.press("Control+s")
    page.locator(".toast", has_text="Saved as revision").wait_for()
    assert page.locator(".save-state:visible").count() == 0


def exported(page: Any, app: App) -> dict[str, bytes]:
    """The files of the ZIP that the export gives."""
    answer = page.request.get(f"/apps/{app.pk}/export/archive.zip")
    assert answer.ok
    return dict(container.read_zip(io.BytesIO(answer.body())).files)


def well_written(kind: str, path: str, content: bytes) -> dict:
    """The data of a manifest, which is written as the service writes it: byte for byte, with the keys in the order
    of their numbers, and with nothing that the public messages do not know."""
    text, syntax = content.decode(), manifest.syntax_of(path)
    data = manifest.load_object(text, syntax)
    message = layout.KINDS[kind].message
    assert manifest.write(data, syntax) == text
    assert json.dumps(in_order(message, data)) == json.dumps(data)
    getattr(ces_v1beta, message).from_json(json.dumps(data))
    return data


def fill_in(page: Any, tree: Mapping[str, Any]) -> None:
    """Fill in the form, save, load the page anew and find there what was filled in."""
    Form(page).fill(tree)
    save(page)
    page.reload()
    Form(page).shows(tree)
