"""Every field of the five kinds can be set, changed and cleared through its page, and nothing else changes.

The schema says which fields there are: of every message that a manifest can hold, at the shortest way to it and at
the shortest way through a list. Recursion is cut where a message was reached before.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from editor import schema
from editor.archive import layout, manifest
from editor.archive.operations import find
from editor.schema import Field
from tests.archive.documents import EXAMPLES, count_example
from tests.forms.hands import Hand, in_choice, inner_of, is_file
from tests.forms.walking import (
    ABSENT,
    KINDS,
    Spot,
    Visit,
    changed,
    check_message,
    check_order,
    check_texts,
    reachable,
    spots,
)

SAVED = 7  # every so many steps the view saves; of the others what it reads is enough
# Walked with the field that holds them: an agent's toolset is ticked as a whole.
WITH_THEIR_OWNER = {("Agent.AgentToolset", "toolset")}
MADE = ("createTime", "updateTime")
BRAND = ("displayName", "thumbnailUrl", "description")
SET_BY_THE_SERVICE = {
    "Agent": (*MADE, "generatedSummary", "validationErrors"),
    "App": (*MADE, "deploymentCount", "etag", "predefinedVariableDeclarations", "validationErrors"),
    "ChannelProfile.InstagramConfig": BRAND,
    "ChannelProfile.WhatsAppConfig": BRAND,
    "DataStore": ("connectorConfig", "createTime"),
    "Guardrail": MADE,
    "Guardrail.LlmPromptSecurity.DefaultSecuritySettings": ("defaultPromptTemplate",),
    "McpTool": ("state",),
    "McpToolOverride": ("snapshot",),
    "SystemTool": ("description",),
    "Tool": (*MADE, "generatedSummary"),
    "Toolset": MADE,
}
ALL = [pytest.param(spot, id=f"{spot.message}-{spot.kind}{spot.way}") for found in spots().values() for spot in found]


class Walk:
    """The steps through the fields of one spot."""

    def __init__(self, visit: Visit, spot: Spot) -> None:
        self.visit, self.spot = visit, spot
        self.steps = 0

    def hand(self, data: dict) -> Hand:
        """A hand on the page of these data."""
        if self.visit.data is not data:
            self.visit.put(data)
            self.page = self.visit.open()
        return Hand(self.visit, self.page.copy(), script=self.spot.listed)

    def step(self, hand: Hand, old: dict, pointer: tuple, value: Any) -> dict:
        """What was done on the page changes exactly this member. Returns the data then."""
        self.steps += 1
        new = changed(old, pointer, value)
        form = self.visit.read(hand.page)
        assert not form.errors and set(form.reading.files) == hand.paths
        check_order(check_texts(old, new, form.reading.operations, pointer), self.spot)
        check_message(self.visit.kind, new)
        if self.steps % SAVED == 0:
            before = self.visit.files()
            saved = self.visit.save(hand.page)
            assert saved == manifest.edit(before[self.visit.path].decode(), form.reading.operations, self.visit.syntax)
            made = {path: text.encode() for path, text in form.reading.files.items()}
            assert self.visit.files() == before | {self.visit.path: saved.encode()} | made
            self.visit.write(dict.fromkeys(made))
            self.visit.data = {}
        return new


def test_nothing_is_left_out_but_what_the_service_sets_and_what_is_walked_elsewhere():
    everywhere = [spot for found in spots().values() for spot in found]
    walked = {(found.owner, found.name) for spot in everywhere for found in fields_of(spot)}
    listed = {(found.owner, found.name) for spot in everywhere if spot.listed for found in fields_of(spot)}
    fixed = {(owner, name) for owner, names in SET_BY_THE_SERVICE.items() for name in names}
    files = {
        (schema.message_at(kind, tuple(0 if step == "*" else step for step in rule.pattern[:-1])), rule.pattern[-1])
        for kind in KINDS
        for rule in layout.KINDS[kind].code
    }
    assert {pair for pair in reachable() if schema.field(*pair).read_only} == fixed
    assert reachable() - walked - fixed == files | WITH_THEIR_OWNER
    assert not walked & (fixed | files | WITH_THEIR_OWNER)
    for what, pairs in (("", walked), (", inside a list", listed), (", naming files", files), (" left out", fixed)):
        EXAMPLES[f"fields of forms{what}"] = len(pairs)


def fields_of(spot: Spot) -> Iterator[Field]:
    """The fields to walk at a spot."""
    for found in schema.message(spot.message).fields.values():
        walked = not found.read_only and (found.owner, found.name) not in WITH_THEIR_OWNER
        if walked and not is_file(spot.kind, (*spot.pattern, found.name)):
            yield found


@pytest.mark.parametrize("spot", ALL)
def test_every_field_is_set_changed_and_cleared(spot, client, db):
    walk = Walk(Visit(client, spot.kind, "yaml" if spot.listed else "json"), spot)
    blank = spot.data()
    full, values = blank, {}
    for found in fields_of(spot):
        hand = walk.hand(blank)
        way, pointer = f"{spot.way}/{found.name}", (*spot.pointer, found.name)
        values[found.name] = hand.set(found, way)
        data = walk.step(hand, blank, pointer, values[found.name])
        if in_choice(found):
            change_and_clear(walk, found, data, values[found.name])
        else:
            full = changed(full, pointer, values[found.name])
    for found in fields_of(spot):
        if not in_choice(found):
            change_and_clear(walk, found, full, values[found.name])
    assert walk.steps >= 2 * len(values)
    for _ in range(walk.steps):
        count_example("steps through fields of forms")


def change_and_clear(walk: Walk, found: Field, data: dict, value: Any) -> None:
    way, pointer = f"{walk.spot.way}/{found.name}", (*walk.spot.pointer, found.name)
    if not found.is_message or found.list or inner_of(found.type):
        hand = walk.hand(data)
        walk.step(hand, data, pointer, hand.change(found, way, find(data, pointer)))
    hand = walk.hand(data)
    hand.clear(found, way, value)
    walk.step(hand, data, pointer, ABSENT)
