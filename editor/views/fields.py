"""Code fields: the texts of a resource or a file as a page shows and posts them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import gettext as _

from editor.actions.editing import PostedText
from editor.actions.files import StoredFiles
from editor.archive import limits
from editor.archive.texts import guess_text
from editor.forms.nodes import html_id
from editor.models import App
from editor.views.frame import file_url

LANGUAGES = {".py": "python", ".json": "json", ".yaml": "yaml", ".yml": "yaml"}


@dataclass
class TextField:
    """The code field of a file. `stamp` is the sha256 of what it shows, "" where the file is not there yet."""

    path: str
    label: str
    language: str
    text: str = ""
    stamp: str = ""
    url: str = ""
    number: int = 1
    missing: bool = False
    readonly: bool = False
    why: str = ""
    error: str = ""

    @classmethod
    def of(cls, posted: PostedText) -> TextField:
        """The field that a post came from, without what only its page knows."""
        return cls(posted.path, "", "text", posted.text, posted.stamp)

    @property
    def name(self) -> str:
        """The name of its input."""
        return f"text:{self.path}"

    @property
    def stamp_name(self) -> str:
        """The name of the hidden input with its stamp."""
        return f"stamp:{self.path}"

    @property
    def id(self) -> str:
        """An id for the page. Two members may name one file: then the second one has its own."""
        return html_id(f"text:{self.path}#{self.number}" if self.readonly else f"text:{self.path}")

    @property
    def stamp_id(self) -> str:
        """The id of the hidden input with its stamp."""
        return f"{self.id}-stamp"

    def posted(self, request: HttpRequest) -> PostedText | None:
        """What the request says of this field; None where it says nothing."""
        if self.readonly or self.name not in request.POST:
            return None
        text, stamp = request.POST[self.name], request.POST.get(self.stamp_name, "")
        return PostedText(self.path, text, stamp)


def file_field(app: App, files: StoredFiles, path: str, label: str, language: str = "") -> TextField:
    """The field of a whole file, which may not be there."""
    language = language or LANGUAGES.get(path[path.rfind(".") :].lower(), "text")
    field = TextField(path, label, language, url=file_url(app, path) if path in files else "")
    if path not in files:
        field.missing = True
        field.why = _("The manifest names this file, and it is not in the archive. What you write here makes it.")
        return field
    content = files[path]
    field.stamp = files.stamps[path]
    shown = guess_text(content)
    if shown is None:
        field.readonly, field.why = True, _("This file is no text.")
    elif len(content) > limits.SHOWN_TEXT_BYTES:
        field.readonly, field.why = True, too_long()
    else:
        field.text = shown[0]
        if shown[1] != "UTF-8":
            field.why = _("This file is not UTF-8. It is shown as %s; a save writes it as UTF-8.") % shown[1]
    return field


def too_long() -> str:
    """Why a text is not shown."""
    return _("This text is too long to be edited here. Download the file to read it.")


def posted_texts(request: HttpRequest, fields: Iterable[TextField]) -> list[PostedText]:
    """The posts of these fields."""
    return [posted for field in fields if (posted := field.posted(request)) is not None]


def gone_posts(request: HttpRequest, fields: Iterable[TextField]) -> list[PostedText]:
    """Posts whose field is no longer on the page, because somebody changed the manifest meanwhile. A touched
    one comes back as a conflict, so that it is not lost."""
    known = {field.name for field in fields}
    gone = []
    for name, text in request.POST.items():
        if name.startswith("text:") and name not in known:
            path = name.removeprefix("text:")
            gone.append(PostedText(path, text, request.POST.get(f"stamp:{path}", ""), gone=True))
    return gone
