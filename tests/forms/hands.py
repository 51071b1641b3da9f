"""What a person does to set a field on a page, to change it and to clear it.

Every step uses only what the page offers. `script`: as with JavaScript, which fetches parts; else the whole page
comes back from each button.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from editor import schema
from editor.archive import layout
from editor.archive.operations import Pointer
from editor.forms.wire import ID
from editor.schema import Field, additions
from tests.forms.entries import Page
from tests.forms.walking import Visit

# Of each type two values: what a person writes, and what the manifest then holds.
SAMPLES: dict[str, tuple[tuple[str, Any], tuple[str, Any]]] = {
    "string": (("First: “one” #1", "First: “one” #1"), ("- second", "- second")),
    "bool": (("true", True), ("false", False)),
    "int32": (("3", 3), ("4", 4)),
    "int64": (("3", "3"), ("4", "4")),
    "double": (("0.5", 0.5), ("1", 1.0)),
    "float": (("0.5", 0.5), ("1", 1.0)),
    "Duration": (("8", "8s"), ("2m", "120s")),
    "bytes": (("AAEC", "AAEC"), ("AQID", "AQID")),
    "Struct": (('{"a": "b"}', {"a": "b"}), ('{"a": ["c"]}', {"a": ["c"]})),
    "Value": (('"x"', "x"), ('"y"', "y")),
}
LONG = (("one\n  two\n", "one\n  two\n"), ("one\n  2\n", "one\n  2\n"))


def sample(found: Field, turn: int) -> tuple[str, Any]:
    """The first or second sample for a field, inside the bounds of a number."""
    text, value = SAMPLES[found.type][turn]
    low, high = additions.range_of(found)
    if low is not None and high is not None and not low <= float(text) <= high:
        return str(low + turn), type(value)(low + turn)
    return text, value


def in_choice(found: Field) -> bool:
    """Whether the field is one of several of which one is chosen."""
    return bool(found.choice) and len(schema.message(found.owner).choices[found.choice]) > 1


def inner_of(message: str) -> Field | None:
    """The field of a message with which a person starts: a plain one if there is any. None where only the service
    or files fill it."""
    fields = [
        found
        for found in schema.message(message).fields.values()
        if not found.read_only and found.name not in ("pythonCode", "openApiSchema")
    ]
    plain = [one for one in fields if not (one.is_message or one.list or one.map or one.choice)]
    plain.sort(key=lambda one: additions.reference_of(one) is not None)
    return next(iter(plain or [one for one in fields if not one.choice] or fields), None)


@dataclass
class Hand:
    """The hand on one page of a visit."""

    visit: Visit
    page: Page
    script: bool = False
    paths: set[str] = field(default_factory=set)  # of the files that come with what was set

    # ---- steps

    def press(self, order: str) -> None:
        """Press a button; the whole page comes back, or by script the new element."""
        adds = order.startswith("add ") and self.script
        self.page = (self.visit.bring if adds else self.visit.press)(self.page, order)

    def choose(self, found: Field, way: str, name: str) -> None:
        """Choose a member of a choice, "" for none."""
        self.page.fill(f"!{way.rpartition('/')[0]}/{found.choice}", name)
        if name and self.script:
            self.page = self.visit.part(self.page, way)
        else:
            self.press("choose")

    def ids(self, way: str) -> list[str]:
        """The ids of the list as the page stands."""
        return [one for one in self.page.entries.get(f"@{way}", []) if one]

    def add(self, way: str) -> str:
        """Add an element to a list; its way."""
        before = self.ids(way)
        self.press(f"add {way}")
        (new,) = [one for one in self.ids(way) if one not in before]
        return f"{way}/{new}"

    def remove(self, way: str, one: str) -> None:
        """Remove an element of a list."""
        if not self.script:
            self.press(f"remove {way}/{one}")
            return
        assert self.page.offers(f"remove {way}/{one}")
        here = f"{way}/{one}"
        self.page.controls = [
            control
            for control in self.page.controls
            if not (control.name == f"@{way}" and control.value == one)
            and not f"{control.name[control.name.find('/') :]}/".startswith(f"{here}/")
        ]

    # ---- fields

    def set(self, found: Field, way: str) -> Any:
        """Set a field that is absent; the value that the manifest should have then."""
        if in_choice(found):
            self.choose(found, way, found.name)
            return self._code(found, way) if found.is_message else self._write(found, way, 0)
        if found.list and found.is_message:
            return self._tick_toolset(way) if found.type == "Agent.AgentToolset" else [self._card(found, self.add(way))]
        if found.list:
            return [self._tick(way)] if additions.reference_of(found) else [self._write(found, self.add(way), 0)]
        if found.map:
            row = self.add(way)
            self.page.fill(f"K{row}", "key one")
            return {"key one": self._card(found, row) if found.is_message else self._write(found, row, 0)}
        if not found.is_message:
            return self._write(found, way, 0)
        orders = [order for order in (f"open {way}", f"add {way}") if self.page.offers(order)]
        if not orders:  # its members stand open
            return self._card(found, way)
        if self.script:
            self.page = self.visit.part(self.page, way)
        else:
            self.press(orders[0])
        return self._code(found, way)

    def change(self, found: Field, way: str, value: Any) -> Any:
        """Change a field whose value the page shows; the value that the manifest should have then."""
        if found.list and found.is_message:
            if found.type == "Agent.AgentToolset":
                return [value[0] | {"toolIds": [self._tick(f"{way}/0/toolIds")]}]
            return [self._change_card(found, f"{way}/0", value[0])]
        if found.list and additions.reference_of(found):
            self.page.tick(f"@{way}", "0", on=False)
            return [self._tick(way)]
        if found.list:
            return [self._write(found, f"{way}/0", 1), self._write(found, self.add(way), 0)]
        if found.map:
            ((key, inner),) = value.items()
            row = f"{way}/0"
            return {key: self._change_card(found, row, inner) if found.is_message else self._write(found, row, 1)}
        return self._change_card(found, way, value) if found.is_message else self._write(found, way, 1)

    def clear(self, found: Field, way: str, value: Any) -> None:
        """Clear a field, so that the manifest has no such key."""
        if in_choice(found):
            self.choose(found, way, "")
        elif found.list and (additions.reference_of(found) or found.type == "Agent.AgentToolset"):
            self.page.tick(f"@{way}", "0", on=False)
        elif found.list or found.map:
            for one in self.ids(way):
                self.remove(way, one)
        elif found.is_message:
            self.page.tick(f"-{way}")
        else:
            self.page.fill(way, "")

    # ---- values

    def _card(self, found: Field, way: str) -> dict:
        inner = inner_of(found.type)
        return self._code(found, way) | {inner.name: self.set(inner, f"{way}/{inner.name}")}

    def _code(self, found: Field, way: str) -> dict:
        """The code with which a new object starts: in a file to be made, or in the manifest."""
        name = "pythonCode"
        if name not in schema.message(found.type).fields:
            return {}
        if self.page.text(f"new:{way}/{name}"):
            pattern = (*(0 if ID.fullmatch(step) else step for step in way.split("/")[1:]), name)
            path = layout.code_path(layout.code_rule(self.visit.kind, pattern), self.visit.folder, self.visit.files())
            self.paths.add(path)
            return {name: path}
        text = self.page.text(f"{way}/{name}")
        return {name: text} if text else {}

    def _change_card(self, found: Field, way: str, value: dict) -> dict:
        inner = inner_of(found.type)
        here = f"{way}/{inner.name}"
        if inner.name in value:
            return value | {inner.name: self.change(inner, here, value[inner.name])}
        return value | {inner.name: self.set(inner, here)}

    def _write(self, found: Field, way: str, turn: int) -> Any:
        """Write the first or second sample into a control."""
        controls = self.page.named(way)
        assert controls, f"the page has no {way}"
        (control,) = controls[:1]
        if control.kind == "select":
            names = [value for value in control.values if value]
            text = value = names[min(turn, len(names) - 1)]
        elif control.kind == "textarea" and found.type == "string":
            text, value = LONG[turn]
        else:
            text, value = sample(found, turn)
        self.page.fill(way, text)
        return value

    def _tick(self, way: str) -> str:
        """Tick the first name that is not used."""
        free = [control for control in self.page.named(f"+{way}") if not control.on]
        assert free, f"there is nothing to tick for {way}"
        free[0].on = True
        return free[0].value

    def _tick_toolset(self, way: str) -> list[dict]:
        self.page.tick(f"+{way}", one := self.page.named(f"+{way}")[0].value)
        return [{"toolset": self.page.text(f"{way}/{one}/toolset")}]


def is_file(kind: str, pattern: Pointer) -> bool:
    """Whether the member names a file of code or text."""
    return layout.code_rule(kind, pattern) is not None
