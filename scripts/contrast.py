"""Checks the colours of static/editor/css/tokens.css: WCAG 2.2 AA for each pair that the look uses, in light and
dark. Run it after each change of a token.

Prints the tightest pairs. Exit status 1 when a pair is too weak, or when the two dark blocks differ.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

TOKENS = Path(__file__).resolve().parent.parent / "static" / "editor" / "css" / "tokens.css"
TEXT, SHAPE = 4.5, 3.0  # the least contrast of text and of what is no text

GROUNDS = "surface canvas sunken raised hover"
CODE_GROUNDS = "surface sunken error-soft warning-soft diff-add diff-del"
PAIRS = [  # inks, the grounds they stand on, the least contrast
    ("ink ink-2 ink-3", GROUNDS, TEXT),
    ("ink ink-2", "selected accent-soft", TEXT),
    ("ink", "error-soft warning-soft info-soft mark diff-add diff-del diff-add-mark diff-del-mark", TEXT),
    ("ink-3", "error-soft warning-soft", TEXT),
    ("accent accent-hover", f"{GROUNDS} selected accent-soft", TEXT),
    ("accent", "error-soft warning-soft info-soft", TEXT),
    ("on-accent", "accent-fill accent-fill-hover", TEXT),
    ("error", f"{GROUNDS} selected error-soft", TEXT),
    ("warning", f"{GROUNDS} selected warning-soft", TEXT),
    ("info", f"{GROUNDS} selected info-soft", TEXT),
    ("ok", GROUNDS, TEXT),
    ("tool", "tool-soft", TEXT),
    ("agent", "agent-soft", TEXT),
    ("variable", "variable-soft", TEXT),
    ("syn-keyword syn-string syn-number syn-name syn-comment syn-tag", CODE_GROUNDS, TEXT),
    ("diff-add-ink", "diff-add surface", TEXT),
    ("diff-del-ink", "diff-del surface", TEXT),
    ("cycle", "canvas surface", TEXT),
    ("control", "surface canvas sunken raised", SHAPE),
    ("focus", f"{GROUNDS} selected accent-soft", SHAPE),
    ("accent-fill", "surface canvas sunken raised", SHAPE),
]


def blocks(css: str) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """The declarations of the light block and of the two dark ones: what follows the system, what is pinned."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    patterns = (
        r"^:root \{(.*?)^\}",
        r':root:not\(\[data-theme="light"\]\) \{(.*?)\}',
        r':root\[data-theme="dark"\] \{(.*?)\}',
    )
    bodies = [re.search(pattern, css, re.DOTALL | re.MULTILINE).group(1) for pattern in patterns]
    light, dark, pinned = (dict(re.findall(r"--([\w-]+):\s*([^;]+);", body)) for body in bodies)
    return light, dark, pinned


def luminance(colour: str) -> float:
    """The relative luminance of "#rrggbb", as WCAG defines it."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one: str, other: str) -> float:
    """The contrast of two colours, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def measure(colours: dict[str, str]) -> list[tuple[float, float, float, str]]:
    """Every pair: contrast as a share of the least, contrast, the least, "ink on ground"; the weakest first."""
    found = []
    for inks, grounds, least in PAIRS:
        for ink in inks.split():
            for ground in grounds.split():
                value = ratio(colours[ink], colours[ground])
                found.append((value / least, value, least, f"{ink} on {ground}"))
    return sorted(found)


def main() -> int:
    """Measure both themes and say what was found."""
    light, dark, pinned = blocks(TOKENS.read_text("utf-8"))
    failed = dark != pinned
    if failed:
        print("The two dark blocks differ.")
    for theme, colours in (("light", light), ("dark", light | dark)):
        found = measure(colours)
        weak = [pair for pair in found if pair[0] < 1]
        failed = failed or bool(weak)
        print(f"{theme}: {len(found)} pairs, {len(weak)} too weak; the tightest:")
        for _share, value, least, words in found[: max(5, len(weak))]:
            print(f"  {value:5.2f} (at least {least})  {words}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
