"""Code fields: the texts of a resource or a file as a page shows and posts them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import gettext as _

from editor.actions.editing import PostedText
from editor.actions.files import StoredFiles
from editor.archive import limits
from editor.archive.operations import Pointer, to_text
from editor.archive.texts import guess_text
from editor.models import App
from editor.views.frame import file_url

INDEX = re.compile(r"[0-9]{1,9}")
LANGUAGES = {".py": "python", ".json": "json", ".yaml": "yaml", ".yml": "yaml"}


@dataclass
class TextField:
    """One code field. `name` tells what it holds: "text:PATH", or "text:PATH#POINTER" for a text inside a
    manifest. `stamp` is the sha256 of the file that holds it, "" where it is not there yet."""

    path: str
    label: str
    language: str
    text: str = ""
    stamp: str = ""
    pointer: Pointer | None = None
    url: str = ""
    description: str = ""
    disabled: bool = False
    number: int = 1
    missing: bool = False
    readonly: bool = False
    why: str = ""
    error: str = ""

    @classmethod
    def of(cls, posted: PostedText) -> TextField:
        """The field that a post came from, without what only its page knows."""
        return cls(posted.path, "", "text", posted.text, posted.stamp, posted.pointer)

    @property
    def target(self) -> str:
        """What it holds, in one text."""
        return self.path if self.pointer is None else f"{self.path}#{to_text(self.pointer)}"

    @property
    def name(self) -> str:
        """The name of its input."""
        return f"text:{self.target}"

    @property
    def stamp_name(self) -> str:
        """The name of the hidden input with its stamp."""
        return f"stamp:{self.target}"

    @property
    def id(self) -> str:
        """An id for the page: letters, digits and hyphens. Two members may name one file: then the second
        one has its own."""
        target = f"{self.target}#{self.number}" if self.readonly else self.target
        return "field-" + "".join(c if c.isascii() and c.isalnum() else f"-{ord(c):x}-" for c in target)

    @property
    def stamp_id(self) -> str:
        """The id of the hidden input with its stamp."""
        return f"{self.id}-stamp"

    @property
    def inline(self) -> bool:
        """Whether the text stands in the manifest itself."""
        return self.pointer is not None

    def posted(self, request: HttpRequest) -> PostedText | None:
        """What the request says of this field; None where it says nothing."""
        if self.readonly or self.name not in request.POST:
            return None
        text, stamp = request.POST[self.name], request.POST.get(self.stamp_name, "")
        return PostedText(self.path, text, stamp, self.pointer)


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
            path, mark, pointer = name.removeprefix("text:").partition("#/")
            stamp = request.POST.get(name.replace("text:", "stamp:", 1), "")
            gone.append(PostedText(path, text, stamp, _steps(pointer) if mark else None, gone=True))
    return gone


def _steps(pointer: str) -> Pointer:
    steps = (step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/"))
    return tuple(int(step) if INDEX.fullmatch(step) else step for step in steps)
