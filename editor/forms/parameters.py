"""What the model is told of a Python tool: parameters, read from the signature and the docstring."""

from __future__ import annotations

from django.utils.translation import gettext as _

from editor.archive.texts import guess_text, shown
from editor.archive.tree import AppTree, ResourceEntry
from editor.code.python import signature
from editor.forms.names import Option
from editor.forms.nodes import Node


def parameters(tree: AppTree, entry: ResourceEntry) -> Node | None:
    """A table of the parameters; None where the tool is no Python function."""
    code = next((code for code in tree.code_fields(entry) if code.pointer == ("pythonFunction", "pythonCode")), None)
    if code is None:
        return None
    text = code.value if code.inline else _file(tree, code.resolved)
    data = tree.data(entry)
    inner = data["pythonFunction"].get("name")
    name = inner if isinstance(inner, str) and inner else entry.display_name
    node, found = Node("signature", "/signature"), signature(text, name)
    if found is None:
        node.note = _("The code has no function called “%s”. The service would not find the tool.") % shown(name)
        return node
    node.text = found.summary
    for one in found.parameters:
        node.options.append(Option(one.name, one.annotation, one.description, on=one.required, columns=(one.default,)))
    return node


def _file(tree: AppTree, path: str | None) -> str:
    found = guess_text(tree.files[path]) if path else None
    return found[0] if found else ""
