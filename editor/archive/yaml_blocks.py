"""Literal and folded blocks with another text: the header, the indent and the lines that did not change stay
(docs/format.md, "Editing")."""

from __future__ import annotations

import re

from editor.archive.yaml_layout import Document
from editor.archive.yaml_scan import BREAKS, LINE_BREAK, Node
from editor.archive.yaml_write import LINE_WIDTH, OWN_BREAKS

HEADER = re.compile(f"([|>])([0-9+-]*)([^{BREAKS}]*)")
NOT_IN_BLOCKS = re.compile("[^\n\t -~\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
SPACE_AT_LINE_END = re.compile(r"(?:^|\n)[ \t]|[ \t](?:\n|$)")
WORD_GAP = re.compile("(?<=[^ ]) (?=[^ ])")


def edit_block(document: Document, node: Node, text: str, column: int) -> str | None:
    """The block scalar `node` with another text, or None where no block can hold it. `column` is that of the key
    or dash; further lines have the document's line breaks as they were."""
    body = text.rstrip("\n")
    if not body or NOT_IN_BLOCKS.search(text) or OWN_BREAKS.search(text):
        return None
    content = document.content(node)
    header = HEADER.match(document.text, content)
    lines = LINE_BREAK.split(document.text[header.end() : node.end])[1:]
    indent = _indent(lines, header[2], column)
    if header[1] == "|":
        new = _literal_lines(lines, body, node.text.rstrip("\n"), indent)
    else:
        new = _folded_lines(lines, body, indent)
    if new is None:
        return None
    new += [""] * (len(text) - len(body) - 1)
    hints = _hints(text, body, header[2], indent - column)
    return None if hints is None else document.newline.join([header[1] + hints + header[3].rstrip(), *new])


def _indent(lines: list[str], hints: str, column: int) -> int:
    digits = [int(hint) for hint in hints if hint.isdigit()]
    if digits:
        return column + digits[0]
    return next((len(line) - len(line.lstrip(" ")) for line in lines if line.strip(" ")), column + 2)


def _hints(text: str, body: str, old: str, digit: int) -> str | None:
    """Indent and chomping of the header; the old ones as long as they are right."""
    breaks = len(text) - len(body)
    chomp = "-" if not breaks else "+" if breaks > 1 or "+" in old else ""
    has_digit = any(hint.isdigit() for hint in old)
    if not has_digit and body[0] not in " \t\n":
        return chomp
    if not 0 < digit < 10:
        return None
    return f"{chomp}{digit}" if old[:1] in ("+", "-") and has_digit else f"{digit}{chomp}"


def _literal_lines(lines: list[str], body: str, old_body: str, indent: int) -> list[str]:
    old, new = old_body.split("\n"), body.split("\n")
    lines = lines[: len(old)]  # without the blank lines that "+" keeps
    head, tail = _common(old, new) if len(old) == len(lines) else (0, 0)
    middle = [" " * indent + line if line else "" for line in new[head : len(new) - tail]]
    return [*lines[:head], *middle, *lines[len(lines) - tail :]]


def _common(old: list[str], new: list[str]) -> tuple[int, int]:
    """How many items two lists have in common at their start and, behind that, at their end."""
    shortest = min(len(old), len(new))
    head = next((index for index in range(shortest) if old[index] != new[index]), shortest)
    rest = shortest - head
    tail = next((index for index in range(rest) if old[-1 - index] != new[-1 - index]), rest)
    return head, tail


def _folded_lines(lines: list[str], body: str, indent: int) -> list[str] | None:
    """Lines of a folded block. Each paragraph is a group of lines; n line breaks are n blank lines."""
    if re.search(r"(?:^|\n)[ \t]|[ \t](?:\n|$)", body) or any(
        line[indent : indent + 1] in (" ", "\t") for line in lines
    ):
        return None  # more indented lines are not folded, and count their breaks otherwise
    groups = _groups(lines, indent)
    known = {" ".join(group): group for group in groups}
    paragraphs = [paragraph for paragraph in body.split("\n") if paragraph]
    width = max([LINE_WIDTH, *(indent + len(line) for group in groups for line in group)])
    old_texts = [" ".join(group) for group in groups]
    head, _ = _common(old_texts, paragraphs)
    new: list[str] = []
    number = 0
    for part in re.findall(r"\n+|[^\n]+", body):
        if part[0] == "\n":
            new += [""] * len(part)
            continue
        old = groups[number] if number == head and number < len(groups) else []
        new += [" " * indent + line for line in known.get(part) or _refold(part, old, width - indent)]
        number += 1
    return new


def _groups(lines: list[str], indent: int) -> list[list[str]]:
    groups: list[list[str]] = [[]]
    for line in lines:
        if line.strip(" "):
            groups[-1].append(line[indent:])
        elif groups[-1]:
            groups.append([])
    return [group for group in groups if group]


def _refold(text: str, old: list[str], width: int) -> list[str]:
    """A paragraph in lines: those of the old one at its start and end as long as they fit, the rest folded."""
    head: list[str] = []
    for line in old:
        if not text.startswith(line + " ") or line[-1] == " " or text[len(line) + 1] == " ":
            break
        head.append(line)
        text = text[len(line) + 1 :]
    tail: list[str] = []
    for line in reversed(old[len(head) :]):
        if not text.endswith(" " + line) or text[-len(line) - 2] == " ":
            break
        tail.insert(0, line)
        text = text[: -len(line) - 1]
    middle, line = [], ""
    for word in WORD_GAP.split(text):
        if line and len(line) + 1 + len(word) > width:
            middle.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*head, *middle, line, *tail]
