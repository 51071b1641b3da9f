"""Changes of a manifest that somebody started from an older state (docs/format.md, "Editing")."""

from __future__ import annotations

from collections.abc import Sequence

from editor.archive.operations import Insert, Move, Operation, Pointer, RenameKey


def overlap(mine: Sequence[Operation], theirs: Sequence[Operation]) -> bool:
    """Whether two lists of operations on the same data may touch the same place. Where they do not, mine mean
    the same on top of theirs."""
    others = [_reach(operation) for operation in theirs]
    return any(_meet(_reach(operation), other) for operation in mine for other in others)


def _reach(operation: Operation) -> Pointer:
    """The place below which an operation may change anything: for a list whose positions shift, all of it."""
    pointer = operation.pointer
    if isinstance(operation, Insert | Move | RenameKey):
        return pointer
    return pointer[:-1] if pointer and isinstance(pointer[-1], int) else pointer


def _meet(one: Pointer, other: Pointer) -> bool:
    shorter = min(len(one), len(other))
    return one[:shorter] == other[:shorter]
