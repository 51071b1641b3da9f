"""Every form of every sample app, unfolded and saved without a change: no file changes, no revision is made."""

from __future__ import annotations

import pytest

from editor.actions.files import tree_of
from editor.actions.importing import import_archive
from editor.archive import container, layout
from editor.forms.fieldsets import FORMS
from editor.models import App
from tests.actions.conftest import contents
from tests.conftest import FIXTURES

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

APPS = sorted(path.name for path in (FIXTURES / "apps").iterdir() if path.is_dir())
CLOSED = "#main form details:not([open])"
OPEN = f"() => document.querySelectorAll('{CLOSED}').forEach((part) => {{ part.open = true; }})"
WAITING = f"""() => document.querySelectorAll(
    '{CLOSED}, #main form [data-part][open], #main form [aria-busy=true]').length"""


def open_all(page) -> None:
    """Open all that is folded, what was folded in that, and wait for what is fetched."""
    for _ in range(200):
        page.evaluate(OPEN)
        if not page.evaluate(WAITING):
            return
        page.wait_for_timeout(20)
    pytest.fail("something does not open")


def is_save(answer) -> bool:
    """Whether it answers the form itself, and not a check of its code."""
    return answer.request.method == "POST" and "/apps/" in answer.url


def forms_of(app: App) -> list[str]:
    """The addresses of the forms of an app: of itself and of each resource whose manifest can be read."""
    tree = tree_of(app)
    found = [entry for kind in FORMS if kind != layout.APP for entry in tree.of_kind(kind) if not entry.error]
    return [f"/apps/{app.pk}/", *(f"/apps/{app.pk}/{entry.kind}/{entry.folder}/" for entry in found)]


@pytest.mark.parametrize("name", APPS)
def test_opening_and_saving_every_form_changes_nothing(name, page):
    app = import_archive(container.read_folder(FIXTURES / "apps" / name), name, "somebody")
    before = contents(app)
    addresses = forms_of(app)
    for address in addresses:
        page.goto(address)
        open_all(page)
        assert page.locator(".save-state:visible").count() == 0, address
        with page.expect_response(is_save) as answer:
            page.keyboard.press("Control+s")
        assert answer.value.status == 200, address
        assert "Nothing was changed." in answer.value.text(), address
        page.locator(".toast", has_text="Nothing was changed.").first.wait_for()
    assert contents(app) == before
    assert app.revisions.count() == 1
    assert len(addresses) > 1
