"""A posted form as operations on the manifest that its page rendered (docs/format.md, "Editing").

A field whose posted text equals what its page rendered is untouched. So absent, null, empty and false stay what they
are, and so do the spelling of numbers, unknown keys and values of the wrong shape.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from editor import schema
from editor.archive import layout
from editor.archive.operations import Operation, Remove, Set, apply, same
from editor.archive.texts import normalise, one_line, restore_line_ends, same_text, shown
from editor.forms import scalars
from editor.forms.context import FormContext, declared_type, present_member, spelling, unknown_keys
from editor.forms.lists import arrange, renames, sorted_place
from editor.forms.place import FREE, Place
from editor.forms.scalars import ABSENT, Invalid
from editor.forms.wire import OTHERS, Posted, index_of, origin_of
from editor.schema.additions import most_of, sorted_by


@dataclass
class Reading:
    """What a post says: operations on the data, new files with their texts, and errors by the name of the input."""

    operations: list[Operation] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)


def read(data: dict, posted: Posted, context: FormContext) -> Reading:
    """Read the post of a form over the `data` that its page rendered."""
    reader = _Reader(posted, context)
    reader.result.operations = reader.message(schema.root(context.kind), data, Place("", (), ()))
    return reader.result


class _Reader:
    def __init__(self, posted: Posted, context: FormContext) -> None:
        self.posted, self.context, self.result = posted, context, Reading()

    def fail(self, name: str, message: str) -> None:
        self.result.errors.setdefault(name, message)

    # ---- messages

    def message(self, message: schema.Message, base: dict, place: Place) -> list[Operation]:
        """Operations for all members of a message whose data is `base`. Removals come last: the others find
        their place by what is there."""
        if not self.posted.has(place.way):
            return []
        keys = spelling(message, base)
        ignored, gone, wanted = self._choices(message, keys, place.way)
        operations: list[Operation] = []
        removals: list[Operation] = []
        for found in message.fields.values():
            key = keys.get(found.name, found.name)
            here = place.member(found.name, key)
            if found.name in gone or (self.posted.flag(f"-{here.way}") and not found.read_only):
                removals += [Remove(here.pointer)] if key in base else []
            elif not found.read_only and found.name not in ignored:
                before = None if key in base else schema.before(message.name, found.name, base)
                value = base.get(key, ABSENT)
                operations += self.field(found, value, here, before, base, found.name in wanted)
        return operations + self._others(message, base, place) + removals

    def _choices(self, message: schema.Message, keys: dict[str, str], way: str) -> tuple[set[str], set[str], set[str]]:
        """The members of choices that the post does not speak of, those that are to go, and those newly chosen."""
        ignored, gone, wanted = set(), set(), set()
        for choice, members in message.choices.items():
            present = present_member(members, keys)
            chosen = self.posted.text(f"!{way}/{choice}")
            if chosen is None:  # a page without this choice
                continue
            if chosen == present:
                ignored |= {name for name in members if name not in keys}
            elif chosen and chosen not in members:
                self.fail(f"!{way}/{choice}", _("“%s” is not one of the kinds. Choose another one.") % chosen)
            else:
                ignored |= {name for name in members if name != chosen}
                gone |= {name for name in members if name != chosen and name in keys}
                wanted |= {chosen} - {""}
        return ignored, gone, wanted

    def field(
        self, found: schema.Field, value: Any, place: Place, before: str | None, parent: dict, wanted: bool
    ) -> list[Operation]:
        """Operations for one member. `before` is the key before which it goes if it is new."""
        rule = self.context.code_rule(place.pattern)
        if not wanted and not self.posted.has(place.way):
            return []
        if rule:
            return self._code(rule, value, place, before)
        if found.list:
            return self._list(found, value, place, before)
        if found.map:
            return self._map(found, value, place, before)
        if found.is_message:
            return self._object(found, value, place, before, wanted)
        return self._scalar(found, value, place, before, declared_type(found, parent))

    def _object(
        self, found: schema.Field, value: Any, place: Place, before: str | None, wanted: bool
    ) -> list[Operation]:
        message = schema.message(found.type)
        if isinstance(value, dict):
            return self.message(message, value, place)
        if value is not ABSENT and value is not None:
            return []  # of the wrong shape: no control shows it
        made = apply({}, self.message(message, {}, place.alone()))
        if made or wanted or self.posted.flag(f"?{place.way}"):
            return [Set(place.pointer, made, before)]
        return []

    def _others(self, message: schema.Message, base: dict, place: Place) -> list[Operation]:
        """Unknown keys, as a map of free values that stand among the known ones."""
        here = Place(f"{place.way}/{OTHERS}", place.pointer, ())
        if not self.posted.has(here.way):
            return []
        unknown = unknown_keys(message, base)
        rows = self._rows(FREE, unknown, here)
        for row in rows:
            if row.key != row.old and (row.key in message.fields or row.key in base):
                self.fail(f"K{here.way}/{row.id}", _("This object has this key already. Choose another one."))
        return self._row_operations(rows, unknown, here)

    # ---- values

    def _posted_type(self, found: schema.Field, declared: str, place: Place) -> str:
        """The type beside a default as it is posted, for reading."""
        inner = "schema/type" if found.owner == "App.VariableDeclaration" else "type"
        posted = self.posted.text(f"{place.way.rpartition('/')[0]}/{inner}")
        return declared if posted is None or found.name != "default" else posted

    def _scalar(
        self, found: schema.Field, value: Any, place: Place, before: str | None, declared: str = ""
    ) -> list[Operation]:
        new = self._value(found, value, place, declared)
        if new is value:
            return []
        if new is ABSENT:
            return [Remove(place.pointer)]
        return [Set(place.pointer, new, before)]

    def _value(self, found: schema.Field, value: Any, place: Place, declared: str = "") -> Any:
        """The value after the post; `value` itself where it is untouched or cannot be read."""
        text, rendered = self.posted.text(place.way), scalars.show(found, value, declared)
        if text is None or rendered is None or same_text(text, rendered):
            return value
        try:
            new = scalars.read(
                found, text, value, self._posted_type(found, declared, place), self.context.service_style
            )
        except Invalid as invalid:
            self.fail(place.way, str(invalid))
            return value
        return value if same(new, value) or (new is ABSENT and value is None) else new

    # ---- code and texts with files of their own

    def _code(self, rule: layout.CodeRule, value: Any, place: Place, before: str | None) -> list[Operation]:
        """A member that names a file, or holds the code itself."""
        new_text, text = self.posted.text(f"new:{place.way}"), self.posted.text(place.way)
        if value is not ABSENT and value is not None and not isinstance(value, str):
            return []
        rendered = shown(value) if isinstance(value, str) else ""
        if "\0" in (new_text or ""):
            self.fail(f"new:{place.way}", _("The text holds a NUL character. Take it out."))
        elif new_text and rule.place:
            path = self.context.new_path(rule)
            self.result.files[path] = normalise(new_text)
            return [Set(place.pointer, path, before)]
        if new_text == "" != rendered:  # a copy without the code that it was made with
            return [Remove(place.pointer)]
        if text is None or same_text(text, rendered):
            return []
        if not text:
            return [Remove(place.pointer)]
        new = restore_line_ends(rendered, text)
        if "\0" in new:
            self.fail(place.way, _("The text holds a NUL character. Take it out."))
        elif not layout.is_inline(rule.language, new) and not self.context.names_file(new):
            self.fail(place.way, self._no_file(rule, rendered))
        return [Set(place.pointer, new, before)]

    def _no_file(self, rule: layout.CodeRule, old: str) -> str:
        if layout.is_inline(rule.language, old) or not rule.place:
            return _("One line is read as the path of a file. Add a line break at its end.")
        return _("There is no such file in the archive. Name one that is there.")

    # ---- lists

    def _list(self, found: schema.Field, value: Any, place: Place, before: str | None) -> list[Operation]:
        if value is not ABSENT and value is not None and not isinstance(value, list):
            return []
        base = value if isinstance(value, list) else []
        ids = self.posted.ids(place.way)
        sequence: list[tuple[int | None, Any]] = []
        inner: list[Operation] = []
        for one in [str(index) for index in range(len(base))] if ids is None else ids:
            index = index_of(one)
            if index is None:
                made = self._new_element(found, base, one, place)
                sequence += [] if made is ABSENT else [(None, made)]
            elif index < len(base):
                changed = self._old_element(found, base[index], place.element(one, index))
                if changed is not None:
                    inner += changed
                    sequence.append((index, base[index]))
        self._append(found, base, sequence, place)
        self._check_length(found, base, sequence, place)
        if not base:
            return [Set(place.pointer, [made for _, made in sequence], before)] if sequence else []
        if not sequence:
            return [Remove(place.pointer)]
        return inner + arrange(place.pointer, len(base), sequence)

    def _old_element(self, found: schema.Field, value: Any, place: Place) -> list[Operation] | None:
        """Operations inside an element; None where its text was emptied: then it goes."""
        if found.is_message:
            inside = isinstance(value, dict)
            return self.message(schema.message(found.type), value, place) if inside else []
        operations = self._scalar(found, value, place, None)
        return None if operations and isinstance(operations[0], Remove) else operations

    def _new_element(self, found: schema.Field, base: list, one: str, place: Place) -> Any:
        """The value of a new element or of a copy; ABSENT where nothing was filled in."""
        here = place.alone(one)
        origin = origin_of(one)
        source = base[origin] if origin is not None and origin < len(base) else ABSENT
        if not found.is_message:
            return self._value(found, ABSENT, here)
        if source is not ABSENT and not isinstance(source, dict):
            return source
        made = apply({} if source is ABSENT else source, self._fresh(found, source, here))
        return made if made or source is not ABSENT or self.posted.flag(f"?{here.way}") else ABSENT

    def _fresh(self, found: schema.Field, source: Any, place: Place) -> list[Operation]:
        return self.message(schema.message(found.type), {} if source is ABSENT else source, place)

    def _append(self, found: schema.Field, base: list, sequence: list[tuple[int | None, Any]], place: Place) -> None:
        """Put what is to be added at the end, or into its place in a list that is sorted. A new card at the end
        of the page is there since nobody moved it."""
        added = self.posted.added(place.way)
        tail = [self._new_element(found, base, one, place) for one in added] if found.is_message else added
        by = sorted_by(found)
        kept = [index for index, _ in sequence if index is not None]
        while by is not None and kept == sorted(kept) and sequence and sequence[-1][0] is None:
            tail = [sequence.pop()[1], *tail]
        for value in tail:
            names = [_name_of(other, by) for _, other in sequence]
            if value is not ABSENT and (found.is_message or value not in names):
                at = len(names) if by is None else sorted_place(names, _name_of(value, by))
                sequence.insert(at, (None, value))

    def _check_length(self, found: schema.Field, base: list, sequence: list, place: Place) -> None:
        most = most_of(found)
        if most is not None and len(sequence) > max(most, len(base)):
            self.fail(f"@{place.way}", _("No more than %d are allowed here. Take some out.") % most)

    # ---- maps

    def _map(self, found: schema.Field, value: Any, place: Place, before: str | None) -> list[Operation]:
        if value is not ABSENT and value is not None and not isinstance(value, dict):
            return []
        base = value if isinstance(value, dict) else {}
        rows = self._rows(found, base, place)
        if not base:
            made = {row.key: row.value for row in rows}
            return [Set(place.pointer, dict(sorted(made.items())), before)] if made else []
        if not rows:
            return [Remove(place.pointer)]
        return self._row_operations(rows, base, place)

    def _rows(self, found: schema.Field, base: dict, place: Place) -> list[Row]:
        """The rows that stay and those that are new, with what was posted for each."""
        keys = list(base)
        ids = self.posted.ids(place.way)
        rows = []
        for one in [str(index) for index in range(len(keys))] if ids is None else ids:
            index = index_of(one)
            if index is None:
                row = self._new_row(found, base, one, place)
            elif index < len(keys):
                row = self._old_row(found, base, keys[index], one, place)
            else:
                row = None
            if row:
                rows.append(row)
        seen: set[str] = set()
        for row in rows:
            if row.key in seen:
                self.fail(f"K{place.way}/{row.id}", _("Another row has this key. Choose another one."))
            seen.add(row.key)
        return rows

    def _old_row(self, found: schema.Field, base: dict, old: str, one: str, place: Place) -> Row:
        key = self.posted.text(f"K{place.way}/{one}")
        if key is None or key == one_line(old):
            key = old
        if key == "" != old:
            self.fail(f"K{place.way}/{one}", _("Give the row a key."))
        here, value = place.element(one, old), base[old]
        if found.is_message:
            inside = isinstance(value, dict)
            operations = self.message(schema.message(found.type), value, here) if inside else []
        else:
            operations = self._scalar(found, value, here, None)
            if operations and isinstance(operations[0], Remove):
                operations = [Set(here.pointer, "")] if found is not FREE else []
                if found is FREE:
                    self.fail(here.way, _("Write a JSON value, or remove the row."))
        return Row(one, key, old, operations)

    def _new_row(self, found: schema.Field, base: dict, one: str, place: Place) -> Row | None:
        here = place.alone(one)
        key = self.posted.text(f"K{place.way}/{one}") or ""
        if found.is_message:
            origin = origin_of(one)
            source = list(base.values())[origin] if origin is not None and origin < len(base) else {}
            source = source if isinstance(source, dict) else {}
            value = apply(source, self.message(schema.message(found.type), source, here))
        else:
            value = self._value(found, ABSENT, here)
        if not key and (value is ABSENT or value == {}):
            return None  # an empty row
        if not key:
            self.fail(f"K{place.way}/{one}", _("Give the row a key."))
        return Row(one, key, None, value="" if value is ABSENT else value)

    def _row_operations(self, rows: list[Row], base: dict, place: Place) -> list[Operation]:
        stay = {row.old: row.key for row in rows if row.old is not None}
        operations = [operation for row in rows for operation in row.operations]
        operations += [Remove((*place.pointer, key)) for key in base if key not in stay]
        changed = {old: key for old, key in stay.items() if key != old}
        if not self.result.errors:
            operations += renames(place.pointer, list(stay), changed)
        keys = [stay[key] for key in base if key in stay]
        ordered = keys == sorted(keys) and list(base) == sorted(base)
        for row in rows:
            if row.old is None:
                later = [key for key in keys if key > row.key] if ordered else []
                operations.append(Set((*place.pointer, row.key), row.value, later[0] if later else None))
                keys = sorted([*keys, row.key]) if ordered else [*keys, row.key]
        return operations


@dataclass
class Row:
    """One row of a map: its key now and before (None: new), operations inside its value, or a new value."""

    id: str
    key: str
    old: str | None
    operations: list[Operation] = field(default_factory=list)
    value: Any = ABSENT


def _name_of(value: Any, by: str | None) -> Any:
    return value.get(by) if by and isinstance(value, dict) else value
