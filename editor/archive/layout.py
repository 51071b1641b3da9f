"""Where things stand in an app: kinds, folders, file names, and the fields that name files (docs/format.md,
"Layout" and "Names").

Everything here is data or a pure function over paths; no file is opened. A path is a text with "/", relative
to the root of the app.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from editor.archive.limits import PATH_CHARACTERS
from editor.archive.operations import Pointer

APP = "app"
APP_MANIFESTS = ("app.json", "app.yaml")
MANIFEST_SUFFIXES = (".json", ".yaml")
ENVIRONMENT = "environment.json"
GLOBAL_INSTRUCTION = "global_instruction.txt"
PYTHON_ENV_FILES = "pythonEnvFiles/pythonEnvFiles.json"
TEMPLATE_SUFFIX = ".tftpl"
RESERVED_TOOLS = frozenset({"end_session", "transfer_to_agent", "customize_response"})

TEXT, PYTHON, OPENAPI = "text", "python", "openapi"


@dataclass(frozen=True)
class CodeRule:
    """A member that names a file of code or text.

    `pattern` leads to it ("*" is every element of a list). `role` is "instruction", "callback", "condition",
    "function", "fake" or "schema"; `language` TEXT, PYTHON or OPENAPI. `place` is where a new file goes:
    {folder} is the resource's folder, {number} the number of a callback; "" where no archive ever had a file
    and new code stands in the manifest itself.
    """

    pattern: Pointer
    role: str
    language: str
    place: str


@dataclass(frozen=True)
class Kind:
    """A kind of resource: `key` is also the name of its folder, `message` the message that describes its
    manifest. `choices` are the members of which exactly one is set; `code` the members that name files."""

    key: str
    message: str
    choices: tuple[str, ...] = ()
    code: tuple[CodeRule, ...] = ()


def _callback(moment: str) -> CodeRule:
    member = re.sub(r"_(.)", lambda match: match[1].upper(), moment)
    place = f"agents/{{folder}}/{moment}/{moment}_{{number:02}}/python_code.py"
    return CodeRule((member, "*", "pythonCode"), "callback", PYTHON, place)


def _guardrail_callback(moment: str) -> CodeRule:
    member = re.sub(r"_(.)", lambda match: match[1].upper(), moment)
    place = f"guardrails/{{folder}}/code_callback/{moment}/python_code.py"
    return CodeRule(("codeCallback", member, "pythonCode"), "callback", PYTHON, place)


def _fake(kind: str) -> CodeRule:
    place = f"{kind}/{{folder}}/tool_fake_config/code_block/python_code.py"
    return CodeRule(("toolFakeConfig", "codeBlock", "pythonCode"), "fake", PYTHON, place)


AGENT_CALLBACKS = (
    "before_agent_callbacks",
    "after_agent_callbacks",
    "before_model_callbacks",
    "after_model_callbacks",
    "before_tool_callbacks",
    "after_tool_callbacks",
)
GUARDRAIL_CALLBACKS = (
    "before_agent_callback",
    "after_agent_callback",
    "before_model_callback",
    "after_model_callback",
)
GUARDRAIL_ACTIONS = ("respondImmediately", "transferAgent", "generativeAnswer")

KINDS: dict[str, Kind] = {
    kind.key: kind
    for kind in (
        Kind(
            APP,
            "App",
            code=(CodeRule(("globalInstruction",), "instruction", TEXT, GLOBAL_INSTRUCTION),),
        ),
        Kind(
            "agents",
            "Agent",
            ("llmAgent", "remoteDialogflowAgent", "declarativeAgent"),
            (
                CodeRule(("instruction",), "instruction", TEXT, "agents/{folder}/instruction.txt"),
                *map(_callback, AGENT_CALLBACKS),
                CodeRule(
                    ("transferRules", "*", "deterministicTransfer", "pythonCodeCondition", "pythonCode"),
                    "condition",
                    PYTHON,
                    "",
                ),
            ),
        ),
        Kind(
            "tools",
            "Tool",
            (
                "clientFunction",
                "openApiTool",
                "googleSearchTool",
                "connectorTool",
                "dataStoreTool",
                "pythonFunction",
                "mcpTool",
                "fileSearchTool",
                "systemTool",
                "agentTool",
                "widgetTool",
                "remoteAgentTool",
            ),
            (
                CodeRule(
                    ("pythonFunction", "pythonCode"),
                    "function",
                    PYTHON,
                    "tools/{folder}/python_function/python_code.py",
                ),
                CodeRule(
                    ("openApiTool", "openApiSchema"),
                    "schema",
                    OPENAPI,
                    "tools/{folder}/open_api_tool/open_api_schema.yaml",
                ),
                CodeRule(
                    ("widgetTool", "dataMapping", "pythonFunction", "pythonCode"),
                    "function",
                    PYTHON,
                    "",
                ),
                _fake("tools"),
            ),
        ),
        Kind(
            "toolsets",
            "Toolset",
            ("mcpToolset", "openApiToolset", "connectorToolset"),
            (
                CodeRule(
                    ("openApiToolset", "openApiSchema"),
                    "schema",
                    OPENAPI,
                    "toolsets/{folder}/open_api_toolset/open_api_schema.yaml",
                ),
                _fake("toolsets"),
            ),
        ),
        Kind(
            "guardrails",
            "Guardrail",
            ("contentFilter", "llmPromptSecurity", "llmPolicy", "modelSafety", "codeCallback"),
            tuple(map(_guardrail_callback, GUARDRAIL_CALLBACKS)),
        ),
        Kind("examples", "Example"),
        Kind("evaluations", "Evaluation", ("golden", "scenario")),
        Kind("evaluationDatasets", "EvaluationDataset"),
        Kind("evaluationExpectations", "EvaluationExpectation"),
    )
}
RESOURCE_KINDS: dict[str, Kind] = {key: kind for key, kind in KINDS.items() if key != APP}


# ---- names


def nfc(text: str) -> str:
    """The composed form, in which paths and names are compared: macOS writes decomposed ones."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def sanitise(display_name: str) -> str:
    """The folder of a display name: every character but A-Z a-z 0-9 _ - becomes one "_"."""
    return re.sub(r"[^A-Za-z0-9_-]", "_", display_name)


def manifest_path(kind: str, folder: str, syntax: str) -> str:
    """The path of a new manifest; `syntax` is "json" or "yaml"."""
    return f"app.{syntax}" if kind == APP else f"{kind}/{folder}/{folder}.{syntax}"


def code_path(rule: CodeRule, folder: str, taken: Iterable[str] = ()) -> str:
    """The path of a new file for a code member, "" where the code stands in the manifest. A callback gets the
    highest number of `taken` (paths of the app) plus one: existing folders are never renumbered."""
    if "{number" not in rule.place:
        return rule.place.format(folder=folder)
    head = re.escape(rule.place.partition("{number")[0].format(folder=folder))
    numbers = [int(match[1]) for path in taken if (match := re.match(head + r"([0-9]+)(?=[/.]|$)", path))]
    return rule.place.format(folder=folder, number=max(numbers, default=0) + 1)


def code_rule(kind: str, pointer: Pointer) -> CodeRule | None:
    """The rule of the member at `pointer`, None where it names no file."""
    return next((rule for rule in KINDS[kind].code if _matches(rule.pattern, pointer)), None)


def _matches(pattern: Pointer, pointer: Pointer) -> bool:
    return len(pattern) == len(pointer) and all(
        isinstance(step, int) if part == "*" else part == step for part, step in zip(pattern, pointer, strict=True)
    )


# ---- paths inside an app


def folders_of(path: str) -> list[str]:
    """The folders above a path, the outermost first."""
    folders, at = [], path.find("/")
    while at >= 0:
        folders.append(path[:at])
        at = path.find("/", at + 1)
    return folders


def resource_of(path: str) -> tuple[str, str] | None:
    """Kind and folder of the resource whose folder holds `path`, foreign files included; None elsewhere."""
    kind, _, rest = path.partition("/")
    folder, slash, name = rest.partition("/")
    return (kind, folder) if slash and name and kind in RESOURCE_KINDS else None


def stem_of_manifest(path: str) -> str:
    """The name without suffix if `path` stands where a manifest of a resource does, else ""."""
    parts = path.split("/")
    if len(parts) != 3 or parts[0] not in RESOURCE_KINDS:
        return ""
    return next((parts[2].removesuffix(s) for s in MANIFEST_SUFFIXES if parts[2].endswith(s)), "")


def _code_places() -> dict[str, re.Pattern[str]]:
    """For every kind, what paths inside a resource's folder look like that hold code or texts: the folder of
    each code rule with any depth below it, or its own file name where it has no folder."""
    suffixes = {TEXT: r"\.(?:txt|md)", PYTHON: r"\.py", OPENAPI: r"\.(?:yaml|yml|json)"}
    patterns = {}
    for kind in RESOURCE_KINDS.values():
        places = set()
        for rule in filter(lambda rule: rule.place, kind.code):
            first, slash, _ = rule.place.split("{folder}/")[1].partition("/")
            places.add(re.escape(first) + (rf"/.+{suffixes[rule.language]}" if slash else ""))
        patterns[kind.key] = re.compile("|".join(sorted(places)) or r"(?!)")
    return patterns


CODE_PLACES = _code_places()
CODE_FOLDERS = {
    kind.key: {place.split("/")[2] for rule in kind.code if (place := rule.place).count("/") > 2}
    for kind in RESOURCE_KINDS.values()
}


def in_code_place(path: str) -> bool:
    """Whether `path` stands where the format keeps code and texts of a resource (or of the app)."""
    place = resource_of(path)
    if place is None:
        return path == GLOBAL_INSTRUCTION
    kind, folder = place
    return CODE_PLACES[kind].fullmatch(path, len(kind) + len(folder) + 2) is not None


VCS_NAMES = frozenset({".git", ".hg", ".svn"})
_VCS_ON_OTHER_DISKS = VCS_NAMES | {"git~1", "hg~1", "svn~1"}
_SYSTEM_FOLDERS = VCS_NAMES | {"__MACOSX", "__pycache__", ".pytest_cache", ".ruff_cache", ".mypy_cache", ".venv"}
_SYSTEM_FILES = re.compile(r"\.DS_Store|\._.*|Thumbs\.db|desktop\.ini|.*\.py[co]|.*~|\..*\.sw[op]", re.IGNORECASE)


def is_system(path: str) -> bool:
    """Whether an operating system, an interpreter or an editor left the file, not a person."""
    *folders, name = path.split("/")
    return not _SYSTEM_FOLDERS.isdisjoint(folders) or _SYSTEM_FILES.fullmatch(name) is not None


def in_version_control(path: str) -> bool:
    """Whether a path is the folder of a version control or leads into one, on any disk: some are blind to case
    and to characters without width, or drop dots and blanks at the end of a name. What stands there can make a
    version control run programs."""
    return any(_as_any_disk(part) in _VCS_ON_OTHER_DISKS for part in path.split("/"))


def _as_any_disk(name: str) -> str:
    if not name.isascii():
        name = "".join(c for c in unicodedata.normalize("NFC", name) if unicodedata.category(c) != "Cf")
    return name.casefold().rstrip(". ")


@dataclass(frozen=True)
class Place:
    """What a path says on its own. `role` is "app" (an app manifest), "environment", "manifest" (of a
    resource, whatever its name), "code" (a place of code and texts), "known" (other files of the format),
    "template", "system" or "foreign". `kind` and `folder` are those of the resource, "" outside of one."""

    role: str
    kind: str = ""
    folder: str = ""


_APP_FILES = {
    **dict.fromkeys(APP_MANIFESTS, "app"),
    ENVIRONMENT: "environment",
    GLOBAL_INSTRUCTION: "code",
    PYTHON_ENV_FILES: "known",
}


def classify(path: str) -> Place:
    """What a path means in the layout. The tree knows more: what manifests name, what belongs to a second
    app inside this one, and which of several manifests counts."""
    kind, folder = resource_of(path) or ("", "")
    if is_system(path):
        role = "system"
    elif path.endswith(TEMPLATE_SUFFIX):
        role = "template"
    elif not kind:
        role = _APP_FILES.get(path, "foreign")
    elif stem_of_manifest(path):
        role = "manifest"
    else:
        role = "code" if in_code_place(path) else "foreign"
    return Place(role, kind, folder)


def holds_format(path: str) -> bool:
    """Whether `path` is a file that the format knows, or a folder in which such files lie."""
    if is_system(path):
        return False
    kind, *inner = path.split("/")
    if any(known == path or known.startswith(f"{path}/") for known in _APP_FILES):
        return True
    if kind not in RESOURCE_KINDS:
        return False
    return len(inner) < 2 or inner[1] in CODE_FOLDERS[kind] or classify(path).role in ("manifest", "code")


def is_known(path: str) -> bool:
    """Whether `path` is a file of the format outside of resources, or anything in the folder of a resource."""
    return path in _APP_FILES or resource_of(path) is not None


# ---- values that name files


_PYTHON_START = re.compile(r"\s*(?:#|(?:async\s+def|def|import|from)\s)")
_LINE_BREAK = re.compile(r"[\n\r]")
_FILE_NAME = re.compile(r"[^/\\]*\.([A-Za-z0-9]{1,10})")
_TEXT_FILE = re.compile(r"txt|text|md|markdown|xml|html|prompt", re.IGNORECASE)
_NEVER_IN_A_PATH = re.compile(r"[<>{}|*?\"\n\r\t]")


def is_inline(language: str, value: str) -> bool:
    """Whether the value of a code member is the text itself, and no path (docs/format.md, "Fields").

    Python: a line break, or it starts with def, import, from or "#". OpenAPI: a line break or a brace. An
    instruction: whatever cannot be meant as a path, see `_looks_like_path`. An empty value names nothing and
    is no text either: False.
    """
    if language == PYTHON:
        return _LINE_BREAK.search(value) is not None or _PYTHON_START.match(value) is not None
    if language == OPENAPI:
        return _LINE_BREAK.search(value) is not None or value.lstrip().startswith("{")
    return bool(value) and not _looks_like_path(value)


def _looks_like_path(value: str) -> bool:
    """A single line without characters that no path has, and one of: it ends in the suffix of a text file;
    it ends in another suffix and has no blank before its first slash (or at all, without a slash); it has a
    slash and no blank. "See agents/x" and "Be kind." are no paths, "agents/My guide/rules" is none either,
    but "agents/My guide/rules.txt" is one, also when the file is missing."""
    if len(value) > PATH_CHARACTERS or _NEVER_IN_A_PATH.search(value):
        return False
    head, *others = re.split(r"[/\\]", value)
    suffix = _FILE_NAME.fullmatch(others[-1] if others else head)
    if suffix:
        return " " not in head or _TEXT_FILE.fullmatch(suffix[1]) is not None
    return bool(others) and " " not in value


def as_path(value: str) -> str:
    """The path that a reader makes of a value: backslashes are slashes; "./", "x/../" and doubled slashes go.
    It starts with "/" or "../" where the value leaves the app."""
    parts: list[str] = []
    for part in value.replace("\\", "/").split("/"):
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/" * value.startswith(("/", "\\")) + "/".join(parts)


def leaves_app(value: str) -> bool:
    """Whether a value is an absolute path, one with a drive, or leads out of the app."""
    return re.match(r"/|\.\.(?:/|$)|[A-Za-z]:", as_path(value)) is not None
