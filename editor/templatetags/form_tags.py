"""Pieces of form controls. Built here and not in templates, which take several times as long: a form may have
hundreds of fields. `node` is always a node of a form (editor/forms/nodes.py)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from editor.templatetags.editor_tags import ROWS, icon, rows

register = template.Library()

NOTHING = SafeString("")
FEW = 4  # choices that fit side by side
FEW_LETTERS = 44  # in all their labels
NAME_LETTERS = 60  # of a name in the words of a button
SHORT_LIST = 8  # rows: a list of no more needs no filter, and what is not used in it need not fold
ERROR, WARNING, INFO, OPEN = icon("error"), icon("warning"), icon("info", "tiny"), icon("open")
THREE_STATES = (("", gettext_lazy("Not set")), ("true", gettext_lazy("On")), ("false", gettext_lazy("Off")))
ACTS = {
    "up": (icon("up-arrow"), gettext_lazy("Move up: %s")),
    "down": (icon("down-arrow"), gettext_lazy("Move down: %s")),
    "copy": (icon("copy"), gettext_lazy("Duplicate: %s")),
    "remove": (icon("trash"), gettext_lazy("Remove: %s")),
}
ACT = (  # a press posts the whole form, and the page comes back with the change
    '<button type="submit" formnovalidate name="do" value="{verb} {way}" data-act="{verb}"'
    ' class="quiet small only-icon" title="{words}">{icon}<span class="hidden-text">{words}</span></button>'
)
PICK = (
    '<li><label class="pick{shape}"><input type="checkbox" name="{name}" value="{value}"{on}>{texts}</label>'
    "{odd}{open}</li>"
)
RADIO = '<label><input type="radio" name="{name}" value="{value}" data-part="{part}"{on}> {label}</label>'
OPTION = '<option value="{value}" data-part="{part}"{on}>{label}</option>'
NAMED = '<span class="name{} cut"><bdi>{}</bdi></span><span class="what cut"><bdi>{}</bdi></span>'
ODD = '<span class="sev sev-warning">{}{}</span>'
OPERATION = (
    '<span class="method">{}</span><span class="name mono cut"><bdi>{}</bdi></span>'
    '<span class="muted mono cut"><bdi>{}</bdi></span><span class="what cut"><bdi>{}</bdi></span>'
)
SELECTS = ("enum", "tristate", "reference")
AREAS = ("long", "value")
NUMERIC = {"number": "decimal", "duration": "text"}


@register.simple_tag
def describe(node: Any, group: bool = False) -> SafeString:
    """The attributes that tie a control to its help, note and error. A `group` may not be invalid itself."""
    parts = " ".join(f"{node.id}-{part}" for part in ("help", "note", "error") if getattr(node, part))
    if not parts:
        return NOTHING
    invalid = (" data-invalid" if group else ' aria-invalid="true"') if node.error else ""
    return format_html(' aria-describedby="{}"{}', parts, SafeString(invalid))


@register.simple_tag
def remarks(node: Any) -> SafeString:
    """Help, note and error below a control."""
    found = []
    if node.help:
        found.append(format_html('<p class="help" id="{}-help">{}</p>', node.id, node.help))
    if node.note:
        found.append(format_html('<p class="help remark" id="{}-note">{}<span>{}</span></p>', node.id, INFO, node.note))
    if node.error:
        found.append(error_text(f"{node.id}-error", node.error))
    return mark_safe("".join(found))


@register.simple_tag
def error_text(element_id: str, message: str) -> SafeString:
    """An error at its field."""
    return format_html(
        '<p class="error-text" id="{}" data-until-saved>{}<span>{}</span></p>', element_id, ERROR, message
    )


@register.simple_tag
def entry(node: Any, label: str = "") -> SafeString:
    """The input of a text, of a number or of a duration; an area where the text has lines, since an input would
    join them. A number stands in an input of text, which keeps how it is written. `label`: where there is no
    label element; the script puts the number of the row for "{n}"."""
    numeric = NUMERIC.get(node.control)
    coded = bool(node.language)
    attributes = {"id": node.id, "name": node.name, "dir": "ltr" if coded or numeric else "auto"}
    attributes["class"] = "code-font" if coded else "num w-8" if numeric else ""
    attributes |= {"inputmode": numeric, "placeholder": node.placeholder} | _named(node, label)
    attributes |= {"list": node.list_id, "autocomplete": "off"}
    if node.list_id and node.part_url:
        attributes["data-names"] = node.part_url
    if node.control in AREAS or "\n" in node.text or "\r" in node.text:
        attributes.pop("list")
        lines = rows(node.text) if node.control == "long" else min(node.text.count("\n") + 1, ROWS[1])
        return format_html(
            '<textarea rows="{}"{}{}>\n{}</textarea>',
            lines,
            _attributes(attributes),
            describe(node),
            node.text,
        )
    return format_html('<input type="text" value="{}"{}{}>', node.text, _attributes(attributes), describe(node))


def _attributes(values: dict[str, Any]) -> SafeString:
    return format_html_join("", ' {}="{}"', ((name, value) for name, value in values.items() if value))


def _named(node: Any, label: str) -> dict[str, str]:
    if not label:
        return {}
    numbered = {"data-label": label} if "{n}" in label else {}
    return numbered | {"aria-label": label.replace("{n}", str(node.number))}


@register.simple_tag
def suggestions(node: Any) -> SafeString:
    """What an input suggests."""
    if not node.options or not node.list_id:
        return NOTHING
    inner = format_html_join(
        "",
        '<option value="{}">{}</option>',
        ((one.value, one.what or (one.label if one.label != one.value else "")) for one in node.options if one.value),
    )
    return format_html('<datalist id="{}">{}</datalist>', node.list_id, inner)


def _choices(node: Any, text: str) -> list[tuple[str, str]]:
    """Values and labels to choose from. "Not set" and the value that is there are always among them."""
    found = [(one.value, one.label if one.known else _("%s (unknown)") % one.label) for one in node.options]
    if not found and node.control == "tristate":
        found = [(value, str(label)) for value, label in THREE_STATES]
    values = {value for value, _label in found}
    empty = [] if "" in values else [("", _("Not set"))]
    return [*empty, *found, *([] if text in values or not text else [(text, _("%s (unknown)") % text)])]


@register.simple_tag
def options(node: Any) -> SafeString:
    """The options of a select."""
    return format_html_join(
        "",
        '<option value="{}"{}>{}</option>',
        (
            (value, SafeString(" selected") if value == node.text else NOTHING, label)
            for value, label in _choices(node, node.text)
        ),
    )


@register.simple_tag
def radios(node: Any) -> SafeString:
    """Choices side by side."""
    return format_html_join(
        "",
        '<label><input type="radio" id="{}-{}" name="{}" value="{}"{}> {}</label>',
        (
            (node.id, at, node.name, value, SafeString(" checked") if value == node.text else NOTHING, label)
            for at, (value, label) in enumerate(_choices(node, node.text))
        ),
    )


@register.simple_tag
def choose(node: Any) -> SafeString:
    """The members of a choice, side by side or in a select; each knows where its blank fields are to be had."""
    found = _choices(node, node.chosen)
    few = len(found) <= FEW and sum(len(label) for _value, label in found) <= FEW_LETTERS
    parts = {one.value: one.url for one in node.options}
    inner = format_html_join(
        "",
        RADIO if few else OPTION,
        (
            {
                "name": node.name,
                "value": value,
                "part": parts.get(value, ""),
                "on": SafeString(" checked" if few else " selected") if value == node.chosen else NOTHING,
                "label": label,
            }
            for value, label in found
        ),
    )
    if few:
        return format_html('<div class="seg">{}</div>', inner)
    shape = '<select id="{id}" name="{name}" aria-labelledby="{id}-label">{inner}</select>'
    return format_html(shape, id=node.id, name=node.name, inner=inner)


@register.simple_tag
def bare(node: Any, label: str) -> SafeString:
    """A control without a label element, for rows."""
    if node.control == "misfit":
        return format_html('<pre class="misfit" dir="ltr">{}</pre>', node.text)
    if node.control in SELECTS:
        named = {"id": node.id, "name": node.name} | _named(node, label)
        return format_html("<select{}{}>{}</select>", _attributes(named), describe(node), options(node))
    return entry(node, label)


@register.simple_tag
def key_entry(node: Any, listed_in: Any, label: str = "") -> SafeString:
    """The input of the key of a row; its error below it where a label element stands before it."""
    values = {"id": f"{node.id}-key", "name": node.key_name, "class": "code-font", "dir": "ltr", "autocomplete": "off"}
    if node.key_error:
        values |= {"aria-invalid": "true", "aria-describedby": f"{node.id}-key-error"}
    values |= _named(node, label)
    error = NOTHING if label else key_error(node)
    values["placeholder"] = listed_in.key_label if label else ""
    if "\n" in node.key or "\r" in node.key:
        return format_html('<textarea rows="2"{}>\n{}</textarea>{}', _attributes(values), node.key, error)
    values["list"] = listed_in.list_id if listed_in else ""
    return format_html('<input type="text" value="{}"{}>{}', node.key, _attributes(values), error)


@register.simple_tag
def key_error(node: Any) -> SafeString:
    """What is wrong with the key of a row."""
    return error_text(f"{node.id}-key-error", node.key_error) if node.key_error else NOTHING


@register.simple_tag
def listed(node: Any) -> SafeString:
    """The hidden input that says which element of its list this is. It goes where its element goes."""
    return format_html('<input type="hidden" name="@{}" value="{}">', node.way.rpartition("/")[0], node.id_in_list)


@register.simple_tag
def acts(node: Any, verbs: str) -> SafeString:
    """The buttons that move, duplicate or remove an element of a list."""
    name = node.title or node.key or node.text or str(node.number)
    name = name if len(name) <= NAME_LETTERS else f"{name[:NAME_LETTERS]}…"
    return format_html_join(
        "",
        ACT,
        (
            {"verb": verb, "way": node.name, "icon": picture, "words": str(words) % name}
            for verb, (picture, words) in ((verb, ACTS[verb]) for verb in verbs.split())
        ),
    )


@register.simple_tag
def pick_rows(node: Any) -> SafeString:
    """Rows to tick for what a list of names holds, in its order."""
    way = f"@{node.name}"
    return format_html_join(
        "",
        PICK,
        (
            _pick(node, way, one.id_in_list, not one.off, one.title or one.text, one.help, one.columns, one.url)
            | {"odd": format_html(ODD, WARNING, one.note) if one.note else NOTHING}
            for one in node.children
        ),
    )


@register.simple_tag
def pick_options(node: Any) -> SafeString:
    """Rows to tick for what a list of names does not hold."""
    way = f"+{node.name}"
    return format_html_join(
        "",
        PICK,
        (_pick(node, way, one.value, one.on, one.label, one.what, one.columns, one.url) for one in node.options),
    )


def _pick(
    node: Any, input_name: str, value: str, on: bool, name: str, what: str, columns: Sequence[str], url: str
) -> dict[str, Any]:
    """The parts of a row: name and summary; of an operation its method and path too."""
    if columns:
        texts = format_html(OPERATION, columns[0], name, columns[1], what)
    else:
        texts = format_html(NAMED, " mono" if node.language else "", name, what)
    return {
        "shape": " op" if columns else "",
        "name": input_name,
        "value": value,
        "on": SafeString(" checked") if on else NOTHING,
        "texts": texts,
        "odd": NOTHING,
        "open": open_link(url, name),
    }


@register.simple_tag
def open_link(url: str, name: str) -> SafeString:
    """The link to what a row names."""
    if not url:
        return NOTHING
    return format_html(
        '<span class="acts"><a class="button quiet small only-icon" href="{}" title="{words}">{}'
        '<span class="hidden-text">{words}</span></a></span>',
        url,
        OPEN,
        words=_("Open %s") % name,
    )


@register.filter
def long_list(node: Any) -> bool:
    """Whether a list of names wants a filter."""
    return total(node) > SHORT_LIST


@register.filter
def ticked(node: Any) -> int:
    """How many rows of a list of names are ticked."""
    return sum(not one.off for one in node.children) + sum(one.on for one in node.options)


@register.filter
def total(node: Any) -> int:
    """How many rows a list of names has, also where those that are not used are still to be fetched."""
    offered = node.number if node.part_url else len(node.options)
    return len(node.children) + offered


@register.filter
def is_new(element_id: str) -> bool:
    """Whether an element of a list is not in the manifest yet."""
    return not element_id.isdecimal()
