"""The operations of an OpenAPI schema."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from editor.archive.openapi import METHODS, Operation, operations
from editor.archive.tree import AppTree

SCHEMA = {
    "openapi": "3.0.0",
    "paths": {
        "/orders": {
            "parameters": [],
            "summary": "not of an operation",
            "post": {"operationId": "addOrder", "summary": " Adds an order.\nReally. "},
            "get": {"summary": "", "description": "Lists orders.\n\nAll of them."},
        },
        "/orders/{id}": {"get": {"operationId": "addOrder"}, "x-note": {"operationId": "no"}, "put": []},
        "/bad": [],
    },
}


def test_operations_come_in_the_order_of_the_schema():
    assert operations(SCHEMA) == [
        Operation("addOrder", "post", "/orders", "Adds an order."),
        Operation("", "get", "/orders", "Lists orders."),
        Operation("addOrder", "get", "/orders/{id}", ""),
    ]


def test_what_a_page_cannot_hold_comes_escaped_but_in_ids():
    document = {"paths": {"/\ud800": {"get": {"operationId": "\ud800", "summary": "\0"}}}}
    assert operations(document) == [Operation("\ud800", "get", "/\\ud800", "\\u0000")]


def test_the_tree_has_the_operations_of_a_toolset():
    schema = "openapi: 3.0.0\npaths:\n" + "".join(
        f"  /a{n}:\n    get:\n      operationId: get{n}\n" if n % 2 else f"  /a{n}:\n    get: {{}}\n"
        for n in range(300)
    )
    files = {
        "toolsets/t/t.json": b'{"openApiToolset": {"openApiSchema": "s.yaml"}}',
        "s.yaml": schema.encode(),
    }
    tree = AppTree(files)
    rows = tree.operation_rows(tree.entry_of("toolsets", "t"))
    assert len(rows) == 300
    assert rows[:2] == [Operation("", "get", "/a0"), Operation("get1", "get", "/a1")]
    assert tree.operations(tree.entry_of("toolsets", "t")) == [f"get{n}" for n in range(1, 300, 2)]


words = st.sampled_from(["paths", "operationId", "summary", "description", "/a", *METHODS])
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=4),
    max_leaves=12,
)


@given(st.fixed_dictionaries({"paths": values}) | values)
def test_no_shape_raises(document):
    for operation in operations(document):
        assert operation.method in METHODS
        assert "\n" not in operation.summary
