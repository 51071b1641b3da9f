"""Where a value of a form stands."""

from __future__ import annotations

from dataclasses import dataclass

from editor import schema
from editor.archive.operations import Pointer

FREE = schema.Field("", "", None, "Value")  # what an unknown key holds


@dataclass(frozen=True)
class Place:
    """Where a value stands: its way on the wire, its pointer in the data that is read, and its pattern: the keys
    from the root of the manifest, 0 for every position of a list."""

    way: str
    pointer: Pointer
    pattern: Pointer

    def member(self, name: str, key: str) -> Place:
        """The member `name`, spelt `key`."""
        return Place(f"{self.way}/{name}", (*self.pointer, key), (*self.pattern, name))

    def element(self, element_id: str, step: int | str) -> Place:
        """An element of a list, or a row of a map."""
        pattern = 0 if isinstance(step, int) else step
        return Place(f"{self.way}/{element_id}", (*self.pointer, step), (*self.pattern, pattern))

    def alone(self, element_id: str = "") -> Place:
        """The same place, or a new element of it, for a value that is read on its own first."""
        if element_id:
            return Place(f"{self.way}/{element_id}", (), (*self.pattern, 0))
        return Place(self.way, (), self.pattern)
