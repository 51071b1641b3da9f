"""The controls of single values: texts, numbers, choices, names, code."""

from __future__ import annotations

import re
from typing import Any

from django.utils.translation import gettext as _

from editor import schema
from editor.archive import layout, limits
from editor.archive.texts import shown
from editor.code.starters import starter
from editor.forms import scalars, words
from editor.forms.context import FormContext
from editor.forms.names import Option
from editor.forms.nodes import Node
from editor.forms.place import Place
from editor.forms.scalars import ABSENT
from editor.forms.wire import Posted
from editor.schema import additions

COPY, NEW = re.compile(r"/c[0-9]+n"), re.compile(r"/n[0-9a-z]+(?:/|$)")


class Controls:
    """Makes the nodes of single values of the manifest with the data `data`."""

    def __init__(
        self, data: dict, context: FormContext, posted: Posted | None = None, errors: dict[str, str] | None = None
    ) -> None:
        self.data, self.context = data, context
        self.posted, self.errors = posted or Posted({}), errors or {}

    def misfit(self, value: Any, place: Place) -> Node:
        return Node("misfit", place.way, text=as_text(value), note=_("Not what this field holds. It stays as it is."))

    def scalar(self, found: schema.Field, value: Any, place: Place, declared: str = "") -> Node:
        rendered = scalars.show(found, value, declared)
        if rendered is None:
            return self.misfit(value, place)
        posted = self.posted.text(place.way)
        node = Node(_control(found), place.way, text=rendered if posted is None else posted)
        node.error = self.errors.get(place.way, "")
        node.unit, node.placeholder = words.unit(found), additions.example_of(found)
        node.language = "name" if additions.is_verbatim(found) else ""
        if inherited := self.context.inherited(place.way):
            node.placeholder = _("%s, from the app") % inherited
        if found.type == "bool":
            node.options = [
                Option("", _("Not set")),
                *map(Option, ("true", "false"), map(str, words.bool_words(found))),
            ]
        elif found.is_enum:
            node.options = self._enum(found, node.text)
        elif found.type == "Duration":
            node.note = scalars.in_words(node.text)
        elif found.type in scalars.FREE:
            node.language = "text" if declared == "STRING" else "json"
        elif kind := additions.reference_of(found):
            self._reference(node, kind)
        elif offered := additions.suggestions_of(found):
            node.control, node.list_id = "suggest", f"{node.id}-list"
            node.options = [Option(one, one) for one in offered]
        if node.text == scalars.LIFTED:
            lifted = self.context.environment(place.pointer)
            node.note = _("Stands in environment.json: %s") % lifted if lifted else _("environment.json has no value.")
        return node

    def _enum(self, found: schema.Field, text: str) -> list[Option]:
        values = [one for one in schema.enum(found.type) if not one.endswith("UNSPECIFIED") or one == text]
        options = [Option("", _("Not set"))]
        options += [Option(one, str(words.enum_label(found.type, one))) for one in values]
        return [*options, Option(text, text, known=False)] if text and text not in values else options

    def _reference(self, node: Node, kind: str) -> None:
        """Make a text a name to pick; where there are many, one to type with a list that is fetched."""
        names = self.context.names
        known = names.one(kind, node.text) if node.text else None
        node.control, node.url = "reference", known.url if known else ""
        if node.text and known is None:
            node.note = _("Nothing in this app has this name.")
        if names.are_many(kind):
            node.list_id, node.part_url = f"names-{kind}", self.context.names_url(kind)
            return
        unknown = [Option(node.text, node.text, known=False)] if node.text and known is None else []
        node.options = [Option("", _("Not set")), *unknown, *names.all(kind)]

    def code(self, found: schema.Field, rule: layout.CodeRule, value: Any, place: Place) -> Node:
        """A code field: of the file that the member names, of the text in the manifest, or of a file to be made."""
        if value is not ABSENT and value is not None and not isinstance(value, str):
            return self.misfit(value, place)
        node = Node("code", place.way, language="instruction" if rule.language == layout.TEXT else rule.language)
        text = value if isinstance(value, str) else ""
        inline = layout.is_inline(rule.language, text)
        if text and not inline and COPY.search(place.way):
            path = self.context.tree.resolve(text)
            node.name, node.text = f"new:{place.way}", self.context.file_text(path) if path else ""
        elif text and not inline:
            node.field = self.context.text_field(text, str(words.label(found)), node.language)
            node.text = shown(text)
        elif inline or not rule.place:
            node.text = text or self._starter(rule, place)
            if text != shown(text) or len(text) > limits.SHOWN_TEXT_BYTES:
                return self.misfit(value, place)
        else:
            node.name = f"new:{place.way}"
            node.text = self._starter(rule, place)
        posted = self.posted.text(node.name)
        node.text = node.text if posted is None else posted
        node.error = self.errors.get(node.name, "")
        return node

    def _starter(self, rule: layout.CodeRule, place: Place) -> str:
        """What new code starts from, where a person asked for it: in a new card, or in an object that is opened."""
        asked = NEW.search(place.way) or self.posted.flag(f"?{place.way.rpartition('/')[0]}")
        member = rule.pattern[1] if rule.pattern[0] == "codeCallback" else rule.pattern[0]
        return starter(rule.role, str(member), self.context.name) if asked and rule.language == layout.PYTHON else ""


def _control(found: schema.Field) -> str:
    if found.type == "bool":
        return "tristate"
    if found.is_enum:
        return "enum"
    if found.type in scalars.NUMBERS:
        return "number"
    if found.type == "Duration":
        return "duration"
    if found.type in scalars.FREE:
        return "value"
    return "long" if additions.is_long(found) else "text"


def as_text(value: Any) -> str:
    """A value as text to read."""
    return shown(scalars.as_json(value))
