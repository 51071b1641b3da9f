"""What the templates need beyond Django's own: icons, marks of severity, and flat walks over nested lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django import template
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

register = template.Library()

SHORT = 120  # rows: a manifest of no more starts with all its parts open
FOLD_ABOVE = 24  # entries: in a longer one a part with more starts folded
FOLD_BELOW = 3  # levels: in a longer one what is nested deeper starts folded
CURRENT = SafeString(' aria-current="page"')
ROWS = (3, 24)  # lines a plain textarea shows at least and at most


@register.simple_tag
def icon(name: str, classes: str = "") -> SafeString:
    """An icon of the sprite. It says nothing to a screen reader: words stand beside it."""
    return format_html(
        '<svg class="icon{}" aria-hidden="true"><use href="#i-{}"/></svg>', f" {classes}" if classes else "", name
    )


@register.simple_tag
def severity(name: str, count: int | None = None) -> SafeString:
    """The mark of a severity (error, warning, info): shape, colour, number and a hidden word."""
    words = {
        "error": ngettext("error", "errors", count or 1),
        "warning": ngettext("warning", "warnings", count or 1),
        "info": ngettext("hint", "hints", count or 1),
    }
    return format_html(
        '<span class="sev sev-{}">{}{}<span class="hidden-text"> {}</span></span>',
        name,
        icon(name),
        "" if count is None else count,
        words[name],
    )


@register.filter
def ago(moment: datetime) -> str:
    """How long ago, in one unit: "3 days ago"."""
    if (timezone.now() - moment).total_seconds() < 60:
        return _("just now")
    return _("%(time)s ago") % {"time": timesince(moment, depth=1)}


@register.filter
def rows(text: str) -> int:
    """The height of a textarea for this text, in lines."""
    least, most = ROWS
    return min(max(text.count("\n") + 1, least), most)


@register.simple_tag
def tree_rows(rows: Iterable[dict]) -> SafeString:
    """The rows of one kind in the tree. Built here and not in a template, which takes five times as long for
    the thousand rows of a large app."""
    icons = {name: icon(name) for name in {row["icon"] for row in rows}}
    root = format_html('<span class="pill">{}</span>', _("root"))
    unreadable = format_html(
        '<span class="sev sev-error" title="{}">{}<span class="hidden-text"> {}</span></span>',
        _("Cannot be read"),
        icon("error"),
        _("cannot be read"),
    )
    return format_html_join(
        "\n",
        '<li><a class="tree-row" href="{}"{}>{}<span class="cut"><bdi>{}</bdi></span>{}{}</a></li>',
        (
            (
                row["url"],
                CURRENT if row["current"] else "",
                icons[row["icon"]],
                row["label"],
                root if row["root"] else "",
                unreadable if row["unreadable"] else "",
            )
            for row in rows
        ),
    )


def _size(node: dict) -> int:
    return sum(1 + _size(child) for child in node["children"])


@register.filter
def walk(node: dict) -> Iterator[dict]:
    """The nodes below `node` in reading order, with the moves between them: a node "opens" a list, holds a
    "value", or is a "close" after the last child. `folded`: in a long manifest what is long or deep starts closed."""
    short = _size(node) <= SHORT
    stack: list[Iterator[dict]] = [iter(node["children"])]
    while stack:
        child = next(stack[-1], None)
        if child is None:
            stack.pop()
            if stack:
                yield {"move": "close"}
        elif child["children"]:
            folded = not short and (len(stack) > FOLD_BELOW or child["count"] > FOLD_ABOVE)
            yield {"move": "open", "node": child, "folded": folded}
            stack.append(iter(child["children"]))
        else:
            yield {"move": "value", "node": child, "lines": child["text"].count("\n") + 1}


@register.filter
def place(item: dict[str, Any] | None) -> str:
    """Line and column in words; empty where none is known."""
    if not item or not item.get("line"):
        return ""
    if item.get("column"):
        return _("line %(line)d, column %(column)d") % {"line": item["line"], "column": item["column"]}
    return _("line %(line)d") % {"line": item["line"]}


@register.filter
def inside(path: str) -> str:
    """A path without the folder of its resource: "agents/Front_desk/instruction.txt" gives "instruction.txt"."""
    parts = path.split("/", 2)
    return parts[2] if len(parts) == 3 else path
