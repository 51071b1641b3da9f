"""Reading YAML: from the events of the C parser to a tree of nodes with data and positions
(docs/format.md, "YAML style").

Events, not PyYAML's own tree: that has the anchor's node in the place of an alias, and loses the alias's place.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterator
from sys import intern
from typing import Any

import yaml
from yaml import CSafeLoader  # in every wheel of PyYAML; without it we do not start

from editor.archive.errors import ManifestError
from editor.archive.limits import ALIAS_NODES, ALIAS_RATIO, ALIAS_RATIO_FROM_NODES, NESTING_LEVELS
from editor.archive.places import line_column

SCALAR, LIST, MAP, ALIAS = "scalar", "list", "mapping", "alias"
BLOCK, FLOW, PAIR = "block", "flow", "pair"  # styles of collections; a pair is `a: 1` in a list, without braces

CORE = "tag:yaml.org,2002:"
TAGS = {MAP: {"!", CORE + "map"}, LIST: {"!", CORE + "seq"}}
PLAIN = {"": None, "~": None, "null": None, "true": True, "false": False}
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+(?:[eE][+-]?[0-9]+)?)?")
DIGITS = "-0123456789"
TAGGED_NUMBER = re.compile(r"[-+]?[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?")
TAGGED_BOOLS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
FORBIDDEN = re.compile("[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
LINE_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
BREAKS = "\r\n\x85\u2028\u2029"
GAP = re.compile(f"(?:[ \t{BREAKS}]|#[^{BREAKS}]*)*")  # what may stand between two tokens
PROPERTY = re.compile(r"&[\w-]+|!<[^>]*>|![^\s,\[\]{}]*")  # an anchor or a tag
PROPERTIES = re.compile(f"(?:(?:{PROPERTY.pattern}){GAP.pattern})*")
_OPEN = object()  # the data of a collection that is still being read


class Node:
    """One node of a text. `start` is that of its anchor or tag where it has one; `end` is where its text ends, not
    counting the last line break, and the blank lines behind a block scalar only where they belong to its value.

    `style` is "", "'", '"', "|" or ">" for scalars, and one of BLOCK, FLOW and PAIR for collections. `text` is
    what a scalar says, or the scalar that an alias stands for. `children` are elements, or keys and values in
    turn. `data` holds the value with aliases and merge keys resolved; an alias has its own copy.
    """

    __slots__ = ("anchor", "children", "data", "end", "kind", "start", "style", "tag", "target", "text")

    def __init__(self, kind: str, event: yaml.NodeEvent) -> None:
        self.kind = kind
        self.start: int = event.start_mark.index
        self.end: int = event.end_mark.index
        self.anchor: str | None = event.anchor
        self.tag: str | None = None
        self.style = ""
        self.text: str | None = None
        self.children: list[Node] | tuple[()] = ()
        self.data: Any = None
        self.target: Node | None = None

    def pairs(self) -> Iterator[tuple[Node, Node]]:
        """Keys and values of a mapping, in the order of the text, merge keys and duplicates included."""
        return zip(self.children[::2], self.children[1::2], strict=True)

    def is_merge(self) -> bool:
        """Whether this is the key `<<` that takes over the members of other mappings."""
        return self.text == "<<" and self.style == "" and self.kind is SCALAR and self.tag is None


def allowed_copies(text: str) -> int:
    """How many values the aliases of a text may stand for. It depends on this text alone, so that a manifest is
    read the same way by itself and among thousands."""
    return min(ALIAS_NODES, max(ALIAS_RATIO_FROM_NODES, ALIAS_RATIO * len(text)))


class Scan:
    """What a text holds: `root` is None where it holds nothing but comments; `head` is the offset behind `---`,
    None where the text has none; `aliases` are all aliases, in the order of the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.root: Node | None = None
        self.head: int | None = None
        self.aliases: list[Node] = []
        self._stack: list[Node] = []
        self._anchors: dict[str, Node] = {}
        self._allowed = self._spare = allowed_copies(text)
        self._documents = 0
        self._read()

    @property
    def data(self) -> Any:
        """The data of the text."""
        return self.root.data if self.root else None

    def colon(self, key: Node) -> int | None:
        """The offset of the colon behind a key, None where there is none."""
        at = GAP.match(self.text, key.end).end()
        if not self.text.startswith(":", at):
            return None
        is_next_key = LINE_BREAK.search(self.text, key.end, at) and not self.text[at + 1 : at + 2].isspace()
        return None if is_next_key and at + 1 < len(self.text) else at

    def _read(self) -> None:
        if self.text.startswith("\ufeff"):
            raise self._error("a second byte-order mark", 0)
        handlers = {
            yaml.ScalarEvent: self._scalar,
            yaml.MappingStartEvent: self._open_mapping,
            yaml.SequenceStartEvent: self._open_list,
            yaml.MappingEndEvent: self._close_mapping,
            yaml.SequenceEndEvent: self._close_list,
            yaml.AliasEvent: self._alias,
            yaml.DocumentStartEvent: self._document,
        }
        try:
            for event in iter(CSafeLoader(self.text).get_event, None):  # as yaml.parse does, in half the calls
                handler = handlers.get(type(event))
                if handler:
                    handler(event)
        except yaml.MarkedYAMLError as error:
            raise self._syntax_error(error) from None
        except (yaml.reader.ReaderError, UnicodeEncodeError):
            found = FORBIDDEN.search(self.text)
            what = f"the character U+{ord(found[0]):04X} is not allowed; write it as an escape in double quotes"
            raise self._error(what, found.start()) from None

    def _error(self, message: str, offset: int) -> ManifestError:
        return ManifestError("manifest-unreadable", message, *line_column(self.text, min(offset, len(self.text))))

    def _syntax_error(self, error: yaml.MarkedYAMLError) -> ManifestError:
        mark = error.problem_mark or error.context_mark
        if error.context in ("while increasing flow level", "while increasing block level"):
            return self._too_deep(mark.index)
        message = error.problem or "this is no YAML"
        if error.context and error.context_mark:
            line = line_column(self.text, error.context_mark.index)[0]
            message = f"{message} ({error.context} that starts in line {line})"
        return self._error(message, mark.index)

    def _too_deep(self, offset: int) -> ManifestError:
        return self._error(f"nested too deeply: {NESTING_LEVELS} levels are allowed", offset)

    def _document(self, event: yaml.DocumentStartEvent) -> None:
        self._documents += 1
        if self._documents > 1:
            line = line_column(self.text, event.start_mark.index)[0]
            message = f"the file holds two documents, the second from line {line}; one is allowed"
            raise self._error(message, event.start_mark.index)
        if event.explicit:
            self.head = event.end_mark.index

    def _add(self, node: Node) -> bool:
        """Put a node in its place; the answer is whether it is a key."""
        if node.anchor:
            self._anchors[node.anchor] = node
        if not self._stack:
            self.root = node
            return False
        parent = self._stack[-1]
        parent.children.append(node)
        return parent.kind is MAP and len(parent.children) % 2 == 1

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        node = Node(SCALAR, event)
        node.text, node.style, node.tag = event.value, event.style, event.tag
        is_key = self._add(node)
        if node.style and node.style in "|>":
            node.end = self._block_scalar_end(node)
        elif node.start == node.end and not is_key:
            self._place_nothing(node)
        if node.tag is not None:
            node.data = node.text if is_key and node.tag.startswith(CORE) else self._tagged(node)
        elif node.style or (is_key and not node.anchor):
            node.data = node.text
        else:
            node.data = self._plain(node)

    def _block_scalar_end(self, node: Node) -> int:
        """The parser's end mark stands behind all blank lines; only "+" makes them a part of the value."""
        content = PROPERTIES.match(self.text, node.start).end()
        ends = [match.start() for match in LINE_BREAK.finditer(self.text, content, node.end)]
        if not ends or self.text[node.end - 1] not in BREAKS:
            ends.append(node.end)
        header = self.text[content : ends[0]].partition(" ")[0]
        if "+" in header:
            return ends[-1]
        if header[0] == "|":
            body = node.text.rstrip("\n")
            lines = len(LINE_BREAK.findall(body)) + 1 if body else 0
        else:
            last = content + len(self.text[content : node.end].rstrip(" \t" + BREAKS))
            lines = sum(end < last for end in ends)
        return ends[min(lines, len(ends) - 1)]

    def _place_nothing(self, node: Node) -> None:
        """A missing value may have the place of the next token; it belongs behind its colon or its key."""
        parent = self._stack[-1] if self._stack else None
        if parent and parent.kind is MAP:
            colon = self.colon(parent.children[-2])
            node.start = node.end = parent.children[-2].end if colon is None else colon + 1

    def _plain(self, node: Node) -> Any:
        text = node.text
        if text in PLAIN:
            return PLAIN[text]
        if text[0] in DIGITS:
            match = NUMBER.fullmatch(text)
            if match:
                return self._number(node, match[1] is not None)
        return text

    def _number(self, node: Node, is_float: bool) -> int | float:
        limit = sys.get_int_max_str_digits()
        if is_float:
            value = float(node.text)
            if math.isinf(value):
                shown = node.text if len(node.text) <= 40 else f"the number {node.text[:40]}…"
                raise self._error(f"{shown} is too large for a double", node.start)
            return value
        if limit and len(node.text) > limit:  # Python's own guard against numbers that take minutes
            raise self._error(f"a number of {len(node.text):,} digits; {limit:,} are allowed", node.start)
        return int(node.text)

    def _tagged(self, node: Node) -> Any:
        text, name = node.text, node.tag.removeprefix(CORE)
        if name in ("!", "str"):
            return text
        if name == "null" and text in ("", "~", "null"):
            return None
        if name == "bool" and text.lower() in TAGGED_BOOLS:
            return TAGGED_BOOLS[text.lower()]
        if name == "int" and NUMBER.fullmatch(text) and "." not in text:
            return self._number(node, False)
        if name == "float" and TAGGED_NUMBER.fullmatch(text):
            return self._number(node, True)
        if name in ("null", "bool", "int", "float") and node.tag.startswith(CORE):
            raise self._error(f"{text!r} is no value of the tag !!{name}", node.start)
        raise self._tag_error(node.tag, node.start)

    def _tag_error(self, tag: str, offset: int) -> ManifestError:
        shown = "!!" + tag.removeprefix(CORE) if tag.startswith(CORE) else tag
        return self._error(f"the tag {shown} is not allowed here", offset)

    def _open_mapping(self, event: yaml.MappingStartEvent) -> None:
        self._open(Node(MAP, event), event)

    def _open_list(self, event: yaml.SequenceStartEvent) -> None:
        self._open(Node(LIST, event), event)

    def _open(self, node: Node, event: yaml.CollectionStartEvent) -> None:
        node.tag = event.tag
        if node.tag is not None and node.tag not in TAGS[node.kind]:
            raise self._tag_error(node.tag, node.start)
        if len(self._stack) >= NESTING_LEVELS:
            raise self._too_deep(node.start)
        if self._add(node):
            raise self._error(f"a {node.kind} as a key; a key is a text", node.start)
        node.style = FLOW if event.flow_style else BLOCK
        node.data, node.children = _OPEN, []
        self._stack.append(node)

    def _close_list(self, event: yaml.SequenceEndEvent) -> None:
        node = self._close(event)
        node.data = [child.data for child in node.children]

    def _close_mapping(self, event: yaml.MappingEndEvent) -> None:
        node = self._close(event)
        data, merges = {}, []
        for key, value in node.pairs():
            if key.text == "<<" and key.is_merge():
                merges.append(value)
            else:
                data[intern(key.text)] = value.data  # the same few keys stand in every manifest
        node.data = {**self._inherited(merges), **data} if merges else data

    def _close(self, event: yaml.CollectionEndEvent) -> Node:
        node = self._stack.pop()
        node.end = event.end_mark.index
        if node.style is FLOW and event.start_mark.index == node.end:
            node.style = PAIR
        if node.style is not FLOW:  # the parser's mark is the next token, behind comments and blank lines
            node.end = max(child.end for child in node.children[-2:])
        return node

    def _inherited(self, merges: list[Node]) -> dict[str, Any]:
        """The members that merge keys bring in: of several mappings in a list the first wins, of several merge
        keys the last."""
        inherited: dict[str, Any] = {}
        for merge in merges:
            sources = merge.data if isinstance(merge.data, list) else [merge.data]
            if not all(isinstance(source, dict) for source in sources):
                raise self._error("a merge key << takes a mapping, or a list of mappings", merge.start)
            for source in reversed(sources):
                inherited.update(source)
        return inherited

    def _alias(self, event: yaml.AliasEvent) -> None:
        node = Node(ALIAS, event)
        node.anchor = None  # the event has the name of the anchor that is meant
        target = self._anchors.get(event.anchor)
        if target is None:
            raise self._error(f"the alias *{event.anchor} has no anchor before it", node.start)
        if target.data is _OPEN:
            raise self._error(f"the alias *{event.anchor} stands for a value that it is a part of", node.start)
        node.target, node.text = target, target.text
        self.aliases.append(node)
        if self._add(node) and target.kind is not SCALAR:
            raise self._error(f"a {target.kind} as a key; a key is a text", node.start)
        node.data = self._copy(target.data, node.start, len(self._stack))

    def _copy(self, data: Any, offset: int, depth: int) -> Any:
        self._spare -= 1
        if self._spare < 0:
            raise self._error(f"too many aliases: they stand for more than {self._allowed:,} values", offset)
        if isinstance(data, dict | list):
            depth += 1
            if depth > NESTING_LEVELS:
                raise self._too_deep(offset)
            if isinstance(data, dict):
                return {key: self._copy(value, offset, depth) for key, value in data.items()}
            return [self._copy(value, offset, depth) for value in data]
        return data
