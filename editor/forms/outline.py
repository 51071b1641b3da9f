"""What the model is told of a tool: the parameters of a Python function, the operations of a schema."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from editor.archive.entries import CodeField, ResourceEntry
from editor.archive.texts import guess_text, shown
from editor.archive.tree import AppTree
from editor.code.python import signature
from editor.forms.names import Option
from editor.forms.nodes import Node


def outline(tree: AppTree, entry: ResourceEntry) -> Node | None:
    """A table of the parameters or operations; None where the tool has no code of its own."""
    for code in tree.code_fields(entry):
        if code.pointer == ("pythonFunction", "pythonCode"):
            return _parameters(tree, entry, code)
        if code.role == "schema":
            return _operations(tree, entry)
    return None


def _parameters(tree: AppTree, entry: ResourceEntry, code: CodeField) -> Node:
    """Name, type, default and description of each parameter, from the signature and the docstring."""
    text = code.value if code.inline else _text_of(tree, code.resolved)
    inner = tree.data(entry)["pythonFunction"].get("name")
    name = inner if isinstance(inner, str) and inner else entry.display_name
    node, found = Node("outline", "/outline", _("Parameters")), signature(text, name)
    if found is None:
        node.note = _("The code has no function called “%s”. The service would not find the tool.") % shown(name)
        return node
    node.title, node.text = _("Read from the signature and the docstring."), found.summary
    node.columns = (_("Name"), _("Type"), _("Default"), _("What the model reads"))
    for one in found.parameters:
        default = _("required") if one.required else one.default
        node.options.append(Option(one.name, one.name, one.description, columns=(one.annotation, default)))
    if not found.parameters:
        node.title = _("The function takes nothing.")
    return node


def _operations(tree: AppTree, entry: ResourceEntry) -> Node:
    """Method, name, path and summary of each operation, from the schema."""
    node, rows = Node("outline", "/outline", _("Operations")), tree.operation_rows(entry)
    if not rows:
        node.note = _("No operation can be read from the schema. It has to be OpenAPI 3, with paths.")
        return node
    node.title = ngettext("%d operation, read from the schema.", "%d operations, read from the schema.", len(rows))
    node.title %= len(rows)
    node.columns = (_("Name"), _("Method"), _("Path"), _("What the model reads"))
    for row in rows:
        name = row.id or _("no operationId")
        node.options.append(Option(row.id, name, row.summary, columns=(row.method.upper(), row.path)))
    return node


def _text_of(tree: AppTree, path: str | None) -> str:
    found = guess_text(tree.files[path]) if path else None
    return found[0] if found else ""
