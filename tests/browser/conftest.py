"""What a person does: drop an archive, find a page, write, save, take the ZIP."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import pytest

from editor.archive import container
from editor.archive.container import Archive

pytest.register_assert_rewrite("tests.browser.filling", "tests.browser.making")


class Person:
    """Somebody before the pages of the live server."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def upload(self, name: str, content: bytes) -> str:
        """Import a ZIP; returns the address of the app, without the slash at its end."""
        self.page.goto("/")
        self.page.set_input_files("input[type=file]", {"name": name, "mimeType": "application/zip", "buffer": content})
        self.page.wait_for_url("**/report/")
        return self.page.url.removesuffix("/report/")

    def field(self, path: str) -> Any:
        """The code field of a file, opened where it is folded."""
        field = self.page.locator("code-field").filter(
            has=self.page.locator(f"textarea[name={json.dumps('text:' + path)}]")
        )
        for details in field.locator("xpath=ancestor::details").all():
            if details.get_attribute("open") is None:
                details.locator("summary").first.click()
        return field.locator(".cm-content")

    def replace(self, path: str, old: str, new: str) -> None:
        """Put the caret behind the first `old` of a code field, take it out and type `new`."""
        content = self.field(path)
        content.click()
        self.page.keyboard.press("Control+Home")
        text = self.page.locator(f"textarea[name={json.dumps('text:' + path)}]").input_value()
        before = text[: text.index(old)]
        for _ in range(before.count("\n")):
            self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press("Home")
        if len(before.rpartition("\n")[2]) and text.splitlines()[before.count("\n")][:1].isspace():
            self.page.keyboard.press("Home")  # the first goes to the end of the indent
        for _ in range(len(before.rpartition("\n")[2])):
            self.page.keyboard.press("ArrowRight")
        for _ in range(len(old)):
            self.page.keyboard.press("Delete")
        self.page.keyboard.insert_text(new)

    def save(self) -> None:
        """Ctrl+S, and wait until the page says what changed."""
        self.page.keyboard.press("Control+s")
        self.page.get_by_text("Saved as revision").first.wait_for()

    def export(self, app: str) -> Archive:
        """The ZIP that the export page gives."""
        self.page.goto(f"{app}/export/")
        with self.page.expect_download() as download:
            self.page.locator("a[href*='archive.zip'], button[type=submit].primary").first.click()
        return container.read_zip(io.BytesIO(download.value.path().read_bytes()))


@pytest.fixture
def person(page: Any) -> Person:
    """One person with one page."""
    return Person(page)


@pytest.fixture
def somebody(open_page: Callable[..., Any]) -> Callable[..., Person]:
    """`somebody(**options)`: one more person, with a browser context of their own."""
    return lambda **options: Person(open_page(**options))
