"""YAML texts in many handmade styles, for the laws of editing.

`handmade(data, random, **habits)` writes a text of `data` in a way that no library writes: see `HABITS`. With
anchors, merge keys or duplicate keys the text holds other data than `data`, so read it before use.
"""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

# What a person may do to a file; each is a probability between 0 and 1.
HABITS: dict[str, dict[str, float]] = {
    "plain": {},
    "comments": {"comments": 0.4, "blank_lines": 0.2},
    "indent 4": {"indent": 4, "dash": 4, "comments": 0.1},
    "indented dashes": {"dash": 2, "comments": 0.1, "blank_lines": 0.1},
    "flow": {"flow": 0.6, "comments": 0.1},
    "broken flow": {"flow": 0.6, "broken": 0.8, "comments": 0.3},
    "quotes": {"quotes": 0.8, "comments": 0.1},
    "blocks": {"blocks": 0.9, "comments": 0.2, "blank_lines": 0.2},
    "anchors": {"anchors": 0.4, "merges": 0.4, "comments": 0.1, "flow": 0.1},
    "duplicate keys": {"duplicates": 0.3, "comments": 0.1},
    "explicit keys": {"explicit": 0.4, "comments": 0.2},
    "own lines": {"below": 0.5, "comments": 0.2},
    "everything": {
        **{"comments": 0.2, "blank_lines": 0.1, "flow": 0.25, "broken": 0.3, "quotes": 0.3, "blocks": 0.4, "tags": 0.1},
        **{"anchors": 0.1, "merges": 0.1, "duplicates": 0.1, "explicit": 0.1, "below": 0.15, "dash": 2, "spaces": 0.1},
    },
}
MERGE = object()
PLAIN = re.compile(r"[A-Za-z_/.$][\w/.$-]*(?: [\w/.$-]+)*")
PRINTABLE = re.compile("[\n -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufdcf\U00010000-\U0001fffd]+")
ESCAPED = re.compile("[\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]")


def handmade(data: Any, random: Random, **habits: float) -> str:
    """A text with line ends "\\n" and a newline at its end."""
    return _Hand(random, habits).document(data)


class _Hand:
    def __init__(self, random: Random, habits: dict[str, float]) -> None:
        self.random, self.habits = random, habits
        self.anchors: list[tuple[str, Any]] = []
        self.count = 0
        self.indent = int(habits.get("indent", 2))

    def may(self, habit: str) -> bool:
        return self.random.random() < self.habits.get(habit, 0)

    def document(self, data: Any) -> str:
        head = "".join(self.own_line(0) for _ in range(self.random.choice([0, 0, 2])))
        if self.may("comments") and self.random.random() < 0.3:
            head += "---\n"
        text = head + self.value(data, -self.indent, "root").lstrip(" \n") + "\n"
        if self.may("comments") and self.random.random() < 0.2:
            text += "...\n"
        return text + (self.own_line(0) if self.may("comments") else "")

    def comment(self, chance: str = "comments") -> str:
        self.count += 1
        return f"  # comment {self.count}" if self.may(chance) else ""

    def own_line(self, column: int) -> str:
        """Nothing, blank lines, or a comment on a line of its own."""
        lines = "\n" if self.may("blank_lines") else ""
        if self.may("comments") and self.random.random() < 0.6:
            self.count += 1
            lines += " " * (column + self.random.choice([0, 0, 0, 2])) + f"# own {self.count}\n"
        return lines

    # What stands behind a colon, a dash or at the start of the document. It starts with a space or line break.

    def value(self, data: Any, column: int, place: str) -> str:
        if self.anchors and self.may("anchors"):
            return f" *{self.random.choice(self.anchors)[0]}" + self.comment()
        anchor = ""
        if place != "root" and self.may("anchors"):
            self.count += 1
            anchor = f" &a{self.count}"
        text = self.collection(data, column, place, anchor) if isinstance(data, dict | list) else None
        if text is None:
            text = anchor + self.tag(data) + self.scalar(data, column, place)
        if anchor:
            self.anchors.append((anchor[2:], data))
        return text

    def tag(self, data: Any) -> str:
        tags = {str: " !!str", dict: " !!map", list: " !!seq", type(None): " !!null", bool: " !!bool"}
        return tags.get(type(data), "") if self.may("tags") else ""

    def collection(self, data: dict | list, column: int, place: str, anchor: str) -> str | None:
        if not data or self.may("flow"):
            indent = max(column, 0) + self.indent
            return anchor + self.tag(data) + self.space() + self.flow(data, indent) + self.comment()
        tag = self.tag(data)
        if place == "element":
            inner = column + (self.indent if self.may("spaces") else 2)
        elif place == "root":
            inner = 0
        else:
            inner = column + (int(self.habits.get("dash", 0)) if isinstance(data, list) else self.indent)
        items = self.block(data, inner)
        if place == "element" and not anchor and not tag and not self.may("below"):
            return " " * (inner - column - 1) + items.lstrip(" ")
        return anchor + tag + self.comment() + "\n" + self.own_line(inner) + items

    def space(self) -> str:
        return "   " if self.may("spaces") else " "

    def block(self, data: dict | list, column: int) -> str:
        """The lines of a collection, the first with its indent, the last without line break."""
        pad, items = " " * column, self.items(data)
        lines = []
        for key, value in items:
            if key is None:
                lines.append(f"{pad}-{self.value(value, column, 'element')}")
            elif key is MERGE:
                lines.append(f"{pad}<<: {value}{self.comment()}")
            elif self.may("explicit"):
                lines.append(f"{pad}? {self.quoted_key(key)}{self.comment()}")
                if value is not None:
                    lines.append(f"{pad}:{self.value(value, column, 'member')}")
            else:
                lines.append(f"{pad}{self.quoted_key(key)}:{self.value(value, column, 'member')}")
        return "\n".join([lines[0], *(self.own_line(column) + line for line in lines[1:])])

    def items(self, data: dict | list) -> list[tuple[Any, Any]]:
        """Keys and values; elements have the key None."""
        if isinstance(data, list):
            return [(None, value) for value in data]
        items = list(data.items())
        items += [(key, self.random.choice(["again", 7])) for key, _ in items if self.may("duplicates")]
        names = [name for name, value in self.anchors if isinstance(value, dict)]
        if names and self.may("merges"):
            name = self.random.choice(names)
            merge = self.random.choice([f"*{name}", f"[*{name}]"])
            items.insert(self.random.randint(0, len(items)), (MERGE, merge))
        return items

    def quoted_key(self, key: str) -> str:
        if PLAIN.fullmatch(key) and not self.may("quotes"):
            return key
        return self.double(key)

    def flow(self, data: Any, indent: int) -> str:
        if self.anchors and self.may("anchors"):
            return f"*{self.random.choice(self.anchors)[0]} "
        if isinstance(data, dict):
            items = [f"{self.quoted_key(key)}: {self.flow(value, indent)}" for key, value in data.items()]
            return self.between("{}", items, indent)
        if isinstance(data, list):
            items = []
            for value in data:
                text = self.flow(value, indent)
                is_pair = isinstance(value, dict) and len(value) == 1 and text[0] == "{" and "\n" not in text
                items.append(text[1:-1] if is_pair and self.may("spaces") else text)
            return self.between("[]", items, indent)
        return self.flow_scalar(data)

    def between(self, brackets: str, items: list[str], indent: int) -> str:
        pad = "\n" + " " * indent
        if not items:
            return brackets
        if not self.may("broken"):
            last = "," if self.may("broken") else ""
            space = " " if self.may("spaces") else ""
            return brackets[0] + space + ", ".join(items) + last + space + brackets[1]
        text = brackets[0] + self.comment()
        for index, item in enumerate(items):
            if self.may("comments"):
                text += pad + f"# own {self.count}"
                self.count += 1
            comma = "," if index < len(items) - 1 or self.random.random() < 0.5 else ""
            text += pad + item + comma + self.comment()
        return text + pad + brackets[1]

    def flow_scalar(self, data: Any) -> str:
        if not isinstance(data, str):
            return self.number(data)
        if PLAIN.fullmatch(data) and data not in ("null", "true", "false", "y", "n") and not self.may("quotes"):
            return data
        if "'" not in data and PRINTABLE.fullmatch(data) and "\n" not in data and self.may("quotes"):
            return f"'{data}'"
        return self.double(data)

    def scalar(self, data: Any, column: int, place: str) -> str:
        if data is None and self.random.random() < 0.3:
            return self.comment()
        if isinstance(data, str) and self.may("blocks") and PRINTABLE.fullmatch(data) and data.strip():
            block = self.block_scalar(data, max(column, 0) + self.indent)
            if block:
                return block
        text = self.flow_scalar(data)
        if place != "root" and self.may("below"):
            return f"{self.comment()}\n{self.own_line(column)}{' ' * (column + self.indent)}{text}{self.comment()}"
        if " " in text[1:-1] and self.may("below") and "  " not in text and text[0] != '"':
            text = text.replace(" ", "\n" + " " * (max(column, 0) + self.indent + 1), 1)
        return self.space() + text + self.comment()

    def block_scalar(self, data: str, indent: int) -> str | None:
        body = data.rstrip("\n")
        breaks = len(data) - len(body)
        chomp = "-" if not breaks else "" if breaks == 1 and self.random.random() < 0.8 else "+"
        lines = body.split("\n")
        if lines[0][:1] in (" ", "") or any(line.strip(" ") == "" and line for line in lines):
            return None
        style = "|"
        if self.random.random() < 0.4 and not any(line[:1] == " " or line[-1:] == " " for line in lines):
            style, body = ">", re.sub("\n+", "\n\\g<0>", body)
            if "  " not in body and self.random.random() < 0.5:
                body = body.replace(" ", "\n", 1)
            lines = body.split("\n")
        digit = str(self.indent) if self.may("spaces") else ""
        lines = [" " * indent + line if line else "" for line in lines] + [""] * (breaks - 1)
        return f" {style}{digit}{chomp}{self.comment()}\n" + "\n".join(lines)

    def number(self, data: Any) -> str:
        if data is None or isinstance(data, bool):
            return self.random.choice(["null", "~"]) if data is None else str(data).lower()
        text = repr(data)
        return text.replace("e", ".0e") if "e" in text and "." not in text else text

    def double(self, text: str) -> str:
        return ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))
