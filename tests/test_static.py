"""What is served and rendered holds to the rules: nothing from elsewhere, nothing inline, nothing missing."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from django.template.loader import get_template

from editor.views.frame import LOOKS

ROOT = Path(__file__).resolve().parent.parent
STATIC = ROOT / "static" / "editor"
VENDOR = STATIC / "vendor"
TEMPLATES = ROOT / "templates"
README = (VENDOR / "README.md").read_text("utf-8")
LOCK = json.loads((ROOT / "frontend" / "package-lock.json").read_text("utf-8"))["packages"]

templates = sorted(path for path in TEMPLATES.rglob("*") if path.is_file())
sheets = sorted((STATIC / "css").rglob("*.css"))
scripts = sorted((STATIC / "js").glob("*.js"))
vendored = sorted(path for path in VENDOR.iterdir() if path.name != "README.md")


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def each(paths: list[Path]) -> pytest.MarkDecorator:
    assert paths, "nothing to look at"
    return pytest.mark.parametrize("path", paths, ids=name_of)


def without_comments(css: str) -> str:
    return re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)


# Files of others


@each(vendored)
def test_a_file_of_others_is_listed_with_version_and_licence(path):
    rows = [row for row in README.splitlines() if f"`{path.name}`" in row]
    assert rows, "the README of the folder does not name it"
    version = re.search(r"-(\d+\.\d+\.\d+)\.", path.name).group(1)
    licence = re.search(r"`([^`]+\.LICENSE\.(?:md|txt))`", rows[0]).group(1)
    assert f"| {version}" in rows[0]
    assert "permission notice shall be included" in " ".join((VENDOR / licence).read_text("utf-8").split())


def test_the_style_sheet_of_pico_is_the_version_that_its_name_says():
    (pico,) = VENDOR.glob("pico-*.css")
    assert f"Pico CSS ✨ v{pico.name.split('-')[1].removesuffix('.min.css')}" in pico.read_text("utf-8")[:200]


def test_codemirror_is_built_from_the_versions_of_the_lock_file():
    listed = dict(re.findall(r"^\| `(@?[\w/-]+)` \| ([\d.]+) \|$", README, re.MULTILINE))
    locked = {name.removeprefix("node_modules/"): package.get("version") for name, package in LOCK.items()}
    assert listed
    assert {name: locked.get(name) for name in listed} == listed
    assert (VENDOR / f"codemirror-{listed['@codemirror/view']}.js").exists()
    licences = (VENDOR / f"codemirror-{listed['@codemirror/view']}.LICENSE.txt").read_text("utf-8")
    assert re.findall(r"^(@?[\w/-]+) ([\d.]+) \(MIT\)$", licences, re.MULTILINE) == list(listed.items())


# Nothing from elsewhere


@each(templates + sheets + scripts)
def test_no_address_of_another_host(path):
    text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")  # a name, not an address
    assert not re.search(r"https?:|(?<![:\w])//[\w-]+\.\w|wss?://", text)


@each([path for path in vendored if path.suffix in (".js", ".css")])
def test_a_file_of_others_fetches_nothing(path):
    text = path.read_text("utf-8")
    assert not re.search(r"(?:url\(|@import|import\(|from|fetch\(|\.src\s*=)\s*[\"'`]?(?:https?:|//)", text)
    assert "sourceMappingURL" not in text


@each(sheets)
def test_what_a_style_sheet_names_is_there(path):
    for target in re.findall(r"url\(\s*[\"']?([^\"')]+)", without_comments(path.read_text("utf-8"))):
        assert target.startswith("data:") or (path.parent / target).is_file(), target


def test_the_entry_imports_every_style_sheet():
    entry = STATIC / "css" / "app.css"
    targets = re.findall(r"@import url\(\"([^\"]+)\"\)", entry.read_text("utf-8"))
    assert {(entry.parent / target).resolve() for target in targets} >= {path for path in sheets if path != entry}


@each(scripts)
def test_what_a_script_imports_is_there(path):
    text = path.read_text("utf-8")
    for target in re.findall(r"(?:from|import) \"([^\"]+)\"", text):
        assert target.startswith(("./", "../")) and (path.parent / target).is_file(), target


def test_every_script_is_used():
    used = "".join(path.read_text("utf-8") for path in templates + scripts)
    assert [path.name for path in scripts if f"/{path.name}" not in used] == []


# Nothing inline


@each(templates)
def test_a_template_compiles(path):
    get_template(path.relative_to(TEMPLATES).as_posix())


INLINE = {
    "a style": r"<style|\sstyle\s*=",
    "a script": r"<script(?![^>]*\ssrc=)|javascript:",
    "a handler": r"\s(?:on[a-z]+|hx-on[:\w-]*)\s*=",
    "unescaped text": r"\|\s*safe\b|\|\s*safeseq\b|autoescape\s+off",
}


@each(templates)
@pytest.mark.parametrize("pattern", INLINE.values(), ids=INLINE)
def test_a_template_holds_nothing_inline(path, pattern):
    assert not re.search(pattern, path.read_text("utf-8"))


@each(templates)
def test_a_textarea_keeps_a_leading_newline(path):
    """Browsers drop the first line break of a textarea, so one has to stand before the text."""
    for found in re.findall(r"<textarea\b(?:[^>\"]|\"[^\"]*\")*>(.)", path.read_text("utf-8"), re.DOTALL):
        assert found == "\n"


@each(scripts)
def test_a_script_writes_no_markup(path):
    text = path.read_text("utf-8")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function", text)


# Nothing missing


def icons_used() -> set[str]:
    used = {look.icon for look in LOOKS.values()}
    for path in templates:
        text = path.read_text("utf-8")
        used |= set(re.findall(r"{% icon \"([\w-]+)\"", text)) | set(re.findall(r"#i-([\w-]+)", text))
        used |= set(re.findall(r"{% severity \"([\w-]+)\"", text))
        used |= set(re.findall(r"{% block icon %}([\w-]+){%", text))
    return used


def test_every_icon_is_in_the_sprite():
    sprite = (TEMPLATES / "editor" / "_icons.svg").read_text("utf-8")
    drawn = set(re.findall(r"<symbol id=\"i-([\w-]+)\"", sprite))
    assert icons_used() > {"agent", "tool", "error", "undo"}
    assert icons_used() - drawn == set()


@each(sheets)
def test_a_style_sheet_knows_no_left_and_right(path):
    """Logical properties only, so that a page from right to left needs no sheet of its own."""
    css = without_comments(path.read_text("utf-8"))
    physical = (
        r"(?:margin|padding|border|inset)-(?:left|right)|(?<![\w-])(?:left|right)\s*:|text-align:\s*(?:left|right)"
    )
    assert not re.search(physical, css)


def test_the_colours_have_enough_contrast():
    run = subprocess.run([sys.executable, ROOT / "scripts" / "contrast.py"], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_contrast_script_sees_a_weak_pair():
    contrast = runpy.run_path(str(ROOT / "scripts" / "contrast.py"))
    assert round(contrast["ratio"]("#000000", "#ffffff"), 2) == 21
    light, _dark, _pinned = contrast["blocks"](contrast["TOKENS"].read_text("utf-8"))
    share, *_rest, words = contrast["measure"](light | {"ink-3": "#aaaaaa"})[0]
    assert share < 1 and words.startswith("ink-3 on")
