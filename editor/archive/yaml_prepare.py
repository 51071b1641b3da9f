"""What has to be written out in a YAML text before an operation can be done: copies of aliases, members that a
merge key brings in, braces and colons that were left out (docs/format.md, "Editing").

Each of these rewrites leaves the data as it is. They are texts like those of yaml_fill, the best first.
"""

from __future__ import annotations

from collections.abc import Iterator

from editor.archive.operations import Insert, Move, Operation, Pointer, Remove, RenameKey, Set
from editor.archive.yaml_fill import Spot, fill
from editor.archive.yaml_layout import Document, style_near, walk
from editor.archive.yaml_parts import difference, parts_of, together
from editor.archive.yaml_scan import ALIAS, BLOCK, FLOW, LIST, MAP, PAIR, Node
from editor.archive.yaml_write import Style, Writer

Texts = Iterator[str]


def trace(document: Document, pointer: Pointer) -> list[Spot]:
    """The places from the root to a pointer; fewer where the text has no node for it: behind an alias, and for a
    member that a merge key brings in."""
    spots = [Spot(document.root)]
    for step in pointer:
        node = spots[-1].node
        index = step if node.kind is LIST else max(indexes(node, step), default=None)
        if node.kind is ALIAS or index is None:
            break
        spots.append(Spot(node.children[index if node.kind is LIST else 2 * index + 1], node, index))
    return spots


def indexes(node: Node, key: str | int) -> list[int]:
    """The pairs of a mapping with a key; the last one counts."""
    return [index for index, (k, _) in enumerate(node.pairs()) if k.text == key and not k.is_merge()]


def add_member(document: Document, spot: Spot, key: str, value: object, before: str | None, style: Style) -> Texts:
    """Texts with one more member in the mapping at a place, before the key `before` where that is there."""
    node = spot.node
    index = min(indexes(node, before), default=len(node.children) // 2)
    yield from add(document, spot, index, {key: value}, style)


def add(document: Document, spot: Spot, index: int, new: dict | list, style: Style) -> Texts:
    """Texts with one more item, the only one of `new`, in the collection at a place."""
    node = spot.node
    if not node.children and not spot.is_in_flow and "#" not in document.text[node.start : node.end]:
        yield from fill(document, spot, new, style)
        return
    for body in bodies(document, node, new, style):
        parts = parts_of(document, node)
        parts.insert(index, body[0])
        yield parts.render()
        for keep_blank in (True, False):
            parts.tidy(index + 1, keep_blank)
            yield parts.render()


def bodies(document: Document, node: Node, new: dict | list, style: Style) -> Iterator[list[str]]:
    """The items of `new` as they are written in the collection `node`; then without literal blocks."""
    writer = Writer(style_near(node, style))
    items = list(new.items()) if isinstance(new, dict) else [(value,) for value in new]
    if node.style is FLOW:
        write = writer.flow_member if isinstance(new, dict) else writer.flow
        yield [write(*item) for item in items]
        return
    column = document.column(document.spans(node)[0][0])
    for form in (writer, writer.but(literal=False)):
        write = form.member if isinstance(new, dict) else form.element
        yield [write(*item, column).replace("\n", document.newline) for item in items]


def needed(document: Document, operation: Operation, style: Style) -> Texts | None:
    """The rewrite that an operation needs first, None where it needs no more."""
    pointer = operation.pointer[:-1] if isinstance(operation, Set | Remove) else operation.pointer
    spots = trace(document, pointer)
    spot = spots[-1]
    if spot.node is None:
        return None
    if spot.node.kind is ALIAS:
        return fill(document, spot, spot.node.data, style)
    if len(spots) <= len(pointer):
        key = pointer[len(spots) - 1]
        return add_member(document, spot, key, spot.node.data[key], None, style)
    target = trace(document, operation.pointer)[-1] if isinstance(operation, Set) else None
    if spot.node.style is PAIR and not (target and target.parent is spot.node):
        return _with_braces(document, spot.node)
    key = operation.old if isinstance(operation, RenameKey) else operation.pointer[-1:] and operation.pointer[-1]
    if isinstance(operation, Remove | RenameKey) and key in inherited(spot.node):
        return expand(document, spot, style)
    colon = target and _colon_needed(document, target)
    if colon:
        return colon
    return _copies_needed(document, operation, spots, style)


def inherited(node: Node) -> set[str]:
    """The keys that merge keys bring into a mapping, own members over them or not."""
    found: set[str] = set()
    for key, value in node.pairs() if node.kind is MAP else ():
        if key.is_merge():
            for source in value.data if isinstance(value.data, list) else [value.data]:
                found.update(source)
    return found


def expand(document: Document, spot: Spot, style: Style) -> Texts:
    """Texts with the inherited members of the mapping at a place in the place of its merge keys."""
    node = spot.node
    own = {key.text for key, _ in node.pairs() if not key.is_merge()}
    new = {key: value for key, value in node.data.items() if key not in own}
    merges = [index for index, (key, _) in enumerate(node.pairs()) if key.is_merge()]
    if not new and len(merges) == len(node.children) // 2:
        yield from fill(document, spot, {}, style)
        return
    for texts in bodies(document, node, new, style):
        parts = parts_of(document, node)
        for index in reversed(merges):
            if index == merges[0] and texts:
                parts.replace(index, texts)
            else:
                parts.remove(index)
        yield parts.render()


def _with_braces(document: Document, node: Node) -> Texts:
    start = document.content(node)
    yield document.text[:start] + "{" + document.text[start : node.end] + "}" + document.text[node.end :]


def _colon_needed(document: Document, spot: Spot) -> Texts | None:
    """A key of a block mapping without colon has no room for a value yet."""
    parent = spot.parent
    if parent is None or parent.kind is not MAP or parent.style is not BLOCK:
        return None
    key = parent.children[2 * spot.index]
    if document.colon(key) is not None:
        return None
    end = document.line_end(key.end)
    pad = " " * document.column(document.spans(parent)[spot.index][0])
    return iter([f"{document.text[:end]}{document.newline}{pad}:{document.text[end:]}"])


def _copies_needed(document: Document, operation: Operation, spots: list[Spot], style: Style) -> Texts | None:
    """Copies for the aliases that would change with the operation, though they stand elsewhere."""
    if not document.aliases:
        return None
    changed, gone = {id(spot.node) for spot in spots}, []
    node = spots[-1].node
    if isinstance(operation, Set | Remove):
        at = trace(document, operation.pointer)
        gone = [at[-1].node] if len(at) > len(operation.pointer) else []
        if isinstance(operation, Remove) and node.kind is MAP:
            gone = [child for index in indexes(node, operation.pointer[-1]) for child in _pair(node, index)]
    elif isinstance(operation, RenameKey):
        gone = [_pair(node, index)[0] for index in indexes(node, operation.old)]
    inside = {id(child) for root in gone for child, _ in walk(root)}
    return copy_out(document, changed | inside, inside, style)


def _pair(node: Node, index: int) -> tuple[Node, Node]:
    return node.children[2 * index], node.children[2 * index + 1]


def copy_out(document: Document, targets: set[int], passed: set[int], style: Style) -> Texts | None:
    """Copies in the place of all aliases of some nodes, those in `passed` passed over; None where there are none."""
    aliases = [alias for alias in document.aliases if id(alias.target) in targets and id(alias) not in passed]
    return _copies(document, aliases, style) if aliases else None


def _copies(document: Document, aliases: list[Node], style: Style) -> Texts:
    """All copies at once, as far as they do not overlap; then the first one alone."""
    parents = {id(node): parent for node, parent in walk(document.root)}
    if len(aliases) > 1:
        copies = (next(_copy(document, alias, parents, style)) for alias in aliases)
        yield together(document.text, {difference(document.text, copy) for copy in copies})
    yield from _copy(document, aliases[0], parents, style)


def _copy(document: Document, alias: Node, parents: dict[int, Node | None], style: Style) -> Texts:
    parent = parents[id(alias)]
    for merging, value in ((parent, alias), (parents[id(parent)], parent)):
        if merging is not None and any(k.is_merge() and v is value for k, v in _pairs(merging)):
            return expand(document, spot_of(merging, parents), style)
    if parent.kind is MAP and any(alias is key for key, _ in parent.pairs()):
        key = Writer(style_near(parent, style)).key(alias.text)
        return iter([document.text[: alias.start] + key + document.text[alias.end :]])
    return fill(document, spot_of(alias, parents), alias.data, style)


def _pairs(node: Node) -> list[tuple[Node, Node]]:
    return list(node.pairs()) if node.kind is MAP else []


def spot_of(node: Node, parents: dict[int, Node | None]) -> Spot:
    """The place of an element or value."""
    parent = parents[id(node)]
    if parent is None:
        return Spot(node)
    index = next(index for index, child in enumerate(parent.children) if child is node)
    return Spot(node, parent, index if parent.kind is LIST else index // 2)


def aliases_of_list(document: Document, operation: Operation) -> set[int]:
    """The anchored nodes of a list whose order an operation changes, and those that its aliases stand for."""
    if not isinstance(operation, Move | Insert):
        return set()
    node = trace(document, operation.pointer)[-1].node
    inside = [child for child, _ in walk(node)]
    return {id(child) for child in inside if child.anchor} | {id(child.target) for child in inside if child.target}
