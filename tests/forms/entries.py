"""What a browser would post of a page's form, by the rules of HTML.

`Page(html)` holds the entries of the form `edit-form` and the values of its buttons. A test changes the entries as a
person would: it writes only into inputs that the page has.
"""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

FORM = "edit-form"
CHECKED = ("checkbox", "radio")
NEVER_SENT = ("submit", "button", "reset", "image", "file")
ONE_LINE = ("text", "search", "number", "url")
LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass
class Control:
    """One control of the form. `value` is what it would send; `on` whether it sends anything; `values` are the
    choices of a select. `kind`: the type of an input, "textarea", "select", "submit"."""

    kind: str
    name: str
    value: str = ""
    on: bool = True
    values: list[str] = field(default_factory=list)


class Page:
    """The form of a page: its controls, in the order of the page, that are not disabled."""

    def __init__(self, html: str, form: str = FORM) -> None:
        parser = _Parser(form)
        parser.feed(html)
        parser.close()
        self.found, self.action = parser.found, parser.action
        self.controls = [control for control in parser.controls if control.kind not in NEVER_SENT]
        self.orders = [
            control.value for control in parser.controls if control.kind == "submit" and control.name == "do"
        ]

    def copy(self) -> Page:
        """The same page, to write into."""
        other = copy.copy(self)
        other.controls, other.orders = [copy.copy(control) for control in self.controls], list(self.orders)
        return other

    @property
    def entries(self) -> dict[str, list[str]]:
        """Names and texts as a browser would send them."""
        sent: dict[str, list[str]] = {}
        for control in self.controls:
            if control.on and control.name:
                sent.setdefault(control.name, []).append(LINE_END.sub("\r\n", control.value))
        return sent

    def named(self, name: str) -> list[Control]:
        """The controls of this name."""
        return [control for control in self.controls if control.name == name]

    def has(self, name: str) -> bool:
        """Whether the page has such a control."""
        return bool(self.named(name))

    def text(self, name: str) -> str:
        """What the one control of this name holds; of several (radios, ticks) the one that is on."""
        return next((control.value for control in self.named(name) if control.on), "")

    def fill(self, name: str, text: str) -> None:
        """Type a text, or choose a value that the page offers. Raises AssertionError where it has no such control."""
        controls = self.named(name)
        assert controls, f"the page has no {name}"
        (kind,) = {control.kind for control in controls}
        assert kind != "hidden", f"{name} is hidden"
        if kind == "radio":
            self.tick(name, text)
            return
        (control,) = controls
        assert kind != "select" or text in control.values, f"{name} offers {control.values}, not {text!r}"
        assert kind != "text" or not LINE_END.search(text), f"the input {name} holds no line breaks"
        control.value = text

    def tick(self, name: str, value: str = "1", on: bool = True) -> None:
        """Tick a box, or choose one of several radios."""
        wanted = [control for control in self.named(name) if control.value == value and control.kind in CHECKED]
        assert len(wanted) == 1, f"the page offers {[one.value for one in self.named(name)]} for {name}, not {value!r}"
        for control in self.named(name):
            if control.kind == "radio":
                control.on = False
        wanted[0].on = on

    def offers(self, order: str) -> bool:
        """Whether there is a button for `do=order`."""
        return order in self.orders


class _Parser(HTMLParser):
    """Collects the controls of one form. Fieldsets may be disabled; a control may name its form."""

    def __init__(self, form: str) -> None:
        super().__init__(convert_charrefs=True)
        self.form, self.found, self.action = form, False, ""
        self.controls: list[Control] = []
        self.inside = False
        self.fieldsets: list[bool] = []
        self.area: Control | None = None
        self.select: Control | None = None
        self.chosen: str | None = None
        self.option: str | None = None  # the text of an option without a value so far

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        assert self.area is None, f"a tag in a text: {self.get_starttag_text()}"
        values = {name: value or "" for name, value in attributes}
        if tag == "form":
            self.inside = values.get("id") == self.form
            self.found = self.found or self.inside
            self.action = values.get("action", "") if self.inside else self.action
        elif tag == "fieldset":
            self.fieldsets.append("disabled" in values)
        elif tag == "option" and self.select is not None:
            self._end_option()
            self._option(values)
        elif tag in ("input", "button", "select", "textarea"):
            self._control(tag, values)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)

    def _control(self, tag: str, values: dict[str, str]) -> None:
        kind = {"input": values.get("type", "text"), "button": values.get("type", "submit")}.get(tag, tag)
        plain = values.get("value", "on" if kind in CHECKED else "")
        plain = LINE_END.sub("", plain) if kind in ONE_LINE else plain
        control = Control(kind, values.get("name", ""), plain, kind not in CHECKED or "checked" in values)
        mine = values["form"] == self.form if "form" in values else self.inside
        if mine and "disabled" not in values and not any(self.fieldsets):
            self.controls.append(control)
        if tag == "textarea":
            self.area, control.value = control, ""
        elif tag == "select":
            self.select, self.chosen = control, None

    def _option(self, values: dict[str, str]) -> None:
        if "value" in values:
            self.select.values.append(values["value"])
        else:
            self.option = ""
            self.select.values.append("")
        if "selected" in values:
            self.chosen = len(self.select.values) - 1

    def _end_option(self) -> None:
        if self.option is not None and self.select is not None:
            self.select.values[-1] = " ".join(self.option.split())
        self.option = None

    def handle_data(self, data: str) -> None:
        if self.area is not None:
            self.area.value += data
        elif self.option is not None:
            self.option += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
        elif tag == "fieldset" and self.fieldsets:
            self.fieldsets.pop()
        elif tag == "option":
            self._end_option()
        elif tag == "textarea" and self.area is not None:
            # A newline right behind the tag is none of the text
            self.area.value = LINE_END.sub("\n", self.area.value).removeprefix("\n")
            self.area = None
        elif tag == "select" and self.select is not None:
            self._end_option()
            self.select.on = bool(self.select.values)
            self.select.value = self.select.values[self.chosen or 0] if self.select.values else ""
            self.select = None
