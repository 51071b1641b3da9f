"""The order of a list or map as operations (docs/format.md, "Editing")."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Any

from editor.archive.operations import Insert, Move, Operation, Pointer, Remove, RenameKey


def arrange(pointer: Pointer, length: int, sequence: Sequence[tuple[int | None, Any]]) -> list[Operation]:
    """Operations that bring a list of `length` elements into a sequence: each element by its old position, or
    None and a value that is new."""
    kept = [index for index, _ in sequence if index is not None]
    left = sorted(kept)
    operations: list[Operation] = [Remove((*pointer, index)) for index in reversed(range(length)) if index not in kept]
    rank = {index: at for at, index in enumerate(left)}
    operations += [Move(pointer, source, target) for source, target in moves([rank[index] for index in kept])]
    operations += [Insert(pointer, at, value) for at, (index, value) in enumerate(sequence) if index is None]
    return operations


def moves(order: Sequence[int]) -> list[tuple[int, int]]:
    """The fewest moves (source, target) that bring 0, 1, 2 … into `order`: what already stands in the right
    order stays, and each other one goes behind the one before it."""
    stay, now, made = _longest_rising(order), sorted(order), []
    for at, one in enumerate(order):
        if one in stay:
            continue
        source = now.index(one)
        now.pop(source)
        target = now.index(order[at - 1]) + 1 if at else 0
        now.insert(target, one)
        made.append((source, target))
    return made


def _longest_rising(order: Sequence[int]) -> set[int]:
    ends: list[int] = []  # the smallest last number of a rising run of each length
    before: dict[int, int | None] = {}
    for one in order:
        at = bisect_left(ends, one)
        before[one] = ends[at - 1] if at else None
        ends[at : at + 1] = [one]
    run, one = set(), ends[-1] if ends else None
    while one is not None:
        run.add(one)
        one = before[one]
    return run


def sorted_place(names: Sequence[Any], new: Any) -> int:
    """Where a new name goes: into its place if the names are sorted now, else to the end."""
    texts = all(isinstance(name, str) for name in [*names, new])
    if not texts or list(names) != sorted(names):
        return len(names)
    return bisect_right(names, new)


def renames(pointer: Pointer, keys: Sequence[str], wanted: dict[str, str]) -> list[RenameKey]:
    """Operations that rename keys of a map, `wanted` from old to new; two may take each other's name."""
    taken, waiting, operations = set(keys), dict(wanted), []
    while waiting:
        old = next((one for one, new in waiting.items() if new not in taken), None)
        if old is None:  # a circle: one of them steps aside
            old = next(iter(waiting))
            new = _free(taken | set(waiting.values()), old)
            waiting[new] = waiting.pop(old)
        else:
            new = waiting.pop(old)
        taken = taken - {old} | {new}
        operations.append(RenameKey(pointer, old, new))
    return operations


def _free(taken: set[str], near: str) -> str:
    while near in taken:
        near += "_"
    return near
