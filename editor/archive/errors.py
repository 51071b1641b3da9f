"""What the format layer raises. Every error says what is wrong and where."""

from __future__ import annotations


class Refusal(Exception):
    """The archive cannot be taken. Nothing of it was stored.

    `code` is a stable id such as "unsafe-path"; `file` names the entry (path inside the app, or the raw
    entry name where there is no app path); `line` and `column` count from 1.
    """

    def __init__(
        self, code: str, message: str, file: str = "", line: int | None = None, column: int | None = None
    ) -> None:
        super().__init__(message)
        self.code, self.message, self.file, self.line, self.column = code, message, file, line, column


class ManifestError(Exception):
    """A manifest cannot be read. `code` is a rule id of docs/format.md ("manifest-unreadable",
    "manifest-wrong-root", "not-utf8"); `line` and `column` count from 1."""

    def __init__(self, code: str, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.code, self.message, self.line, self.column = code, message, line, column


class EditError(Exception):
    """An operation does not fit the text: no such pointer, an index out of range, a key that is taken."""
