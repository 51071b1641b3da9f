"""Reading YAML: data, refusals, places, remarks; and the writer."""

from __future__ import annotations

import json
import re
import tracemalloc
from itertools import pairwise
from typing import ClassVar

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from editor.archive import yaml_text
from editor.archive.errors import EditError, ManifestError
from editor.archive.limits import ALIAS_NODES, NESTING_LEVELS
from editor.archive.operations import same
from editor.archive.yaml_write import OTHER_TYPES, OWN_BREAKS
from tests.archive.documents import ODD_TEXTS, fixture_texts, objects, values
from tests.archive.samples import make_archives

SERVICE_STYLE = [
    *["Clinica_del_Sol/app.yaml", "agents/Citas/Citas.yaml", "agents/Escalation/Escalation.yaml"],
    *["agents/Facturacion/Facturacion.yaml", "agents/Recepcion/Recepcion.yaml", "agents/Resultados/Resultados.yaml"],
    *["agents/Satisfaction/Satisfaction.yaml", "evaluationDatasets/Pruebas_de_humo/Pruebas_de_humo.yaml"],
    *["evaluations/Cita_nueva/Cita_nueva.yaml", "evaluations/Resultado_urgente/Resultado_urgente.yaml"],
    *["examples/Cambio_de_cita/Cambio_de_cita.yaml", "guardrails/Lenguaje_ofensivo/Lenguaje_ofensivo.yaml"],
    "guardrails/Safety_Guardrail_1790000000777/Safety_Guardrail_1790000000777.yaml",
    *["tools/anular_cita/anular_cita.yaml", "tools/base_conocimiento/base_conocimiento.yaml"],
    *["tools/buscar_cita/buscar_cita.yaml", "tools/normaliza_documento/normaliza_documento.yaml"],
    *["toolsets/agenda_central/agenda_central.yaml", "guardrails/Quiet_please/Quiet_please.yaml"],
]


def refusal(text: str) -> ManifestError:
    with pytest.raises(ManifestError) as caught:
        yaml_text.load(text)
    assert caught.value.code == "manifest-unreadable"
    return caught.value


# Data


@pytest.mark.parametrize(
    ("scalar", "value"),
    [
        *[("", None), ("~", None), ("null", None), ("true", True), ("false", False)],
        *[
            ("0", 0),
            ("-0", 0),
            ("12", 12),
            ("-7", -7),
            ("1.0", 1.0),
            ("-0.0", -0.0),
            ("1.5e3", 1500.0),
            ("2.0E-3", 0.002),
        ],
        *[("10000000000000000000000", 10**22)],
        *[(text, text) for text in ["NO", "no", "on", "yes", "Null", "NULL", "True", "TRUE", "y", "0123", "1_000"]],
        *[(text, text) for text in ["12:30:00", "2026-01-02", "1e3", ".5", "1.", "+1", "0x1f", "0o17", ".inf", ".nan"]],
        *[('"1"', "1"), ("'true'", "true"), ('""', ""), ("!!str 1", "1"), ("!!int '3'", 3), ("!!float 1", 1.0)],
        *[
            ("!!null ''", None),
            ("!!bool 'true'", True),
            ("!!bool yes", True),
            ("! 1", "1"),
            ("!!map {}", {}),
            ("!!seq []", []),
        ],
    ],
)
def test_scalars_are_read_by_the_rules_of_the_format(scalar, value):
    assert same(yaml_text.load(f"a: {scalar}\n"), {"a": value})
    assert same(yaml_text.load(f"- {scalar}\n"), [value])


def test_keys_are_always_texts():
    text = "1: a\nno: b\nnull: c\n~: d\n1.0: e\n!!int 2: f\n? g\n&k h: i\n*k : j\n"
    assert list(yaml_text.load(text)) == ["1", "no", "null", "~", "1.0", "2", "g", "h"]


@pytest.mark.parametrize("text", ["", "\n", "# only a comment\n", "---\n", "--- # nothing\n...\n", "~\n"])
def test_a_text_without_a_value_gives_none(text):
    assert yaml_text.load(text) is None


def test_of_duplicate_keys_the_last_one_counts():
    assert yaml_text.load("a: 1\nb: 2\na: 3\n") == {"a": 3, "b": 2}


def test_aliases_are_copies():
    data = yaml_text.load("a: &x [1]\nb: *x\nc: &s text\nd: *s\n")
    assert data == {"a": [1], "b": [1], "c": "text", "d": "text"}
    assert data["a"] is not data["b"]


def test_an_anchor_may_be_used_again():
    assert yaml_text.load("a: &x 1\nb: *x\nc: &x 2\nd: *x\n") == {"a": 1, "b": 1, "c": 2, "d": 2}


def test_merge_keys_bring_members_in():
    text = "p: &p {k: 1, l: 2}\nq: &q {k: 3, m: 4}\na:\n  l: own\n  <<: *p\nb:\n  <<: [*p, *q]\nc: {<<: {n: 5}}\n"
    data = yaml_text.load(text)
    assert data["a"] == {"k": 1, "l": "own"}
    assert data["b"] == {"k": 1, "l": 2, "m": 4}
    assert data["c"] == {"n": 5}
    assert yaml_text.load('"<<": 1\n') == {"<<": 1}


def test_the_samples_are_read_as_pyyaml_reads_what_means_the_same_to_both():
    for path, text in fixture_texts(".yaml").items():
        if "torn_schema" in path or "Codigos_bloqueados" in path or "kiosk" in path:
            continue
        assert same(yaml_text.load(text), yaml.safe_load(text)), path


# Refusals


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("a: [1, 2\nb: 3\n", 2, 2, "did not find expected ',' or ']' (while parsing a flow sequence"),
        ("a: b: c\n", 1, 5, "mapping values are not allowed"),
        ("a: 1\n\tb: 2\n", 2, 1, "found a tab character"),
        ("a: 'open\n", 2, 1, "unexpected end of stream"),
        ("a: 1\n---\nb: 2\n", 2, 1, "two documents, the second from line 2"),
        ("--- 1\n--- 2\n", 2, 1, "two documents"),
        ("a: 1\nb: !!python/object/apply:os.system [x]\n", 2, 4, "the tag !!python/object/apply:os.system"),
        ("a: !secret x\n", 1, 4, "the tag !secret"),
        ("a: !!binary aGk=\n", 1, 4, "the tag !!binary"),
        ("a: !!set {x, y}\n", 1, 4, "the tag !!set"),
        ("!!map a\n", 1, 1, "the tag !!map"),
        ("a: !!int x\n", 1, 4, "'x' is no value of the tag !!int"),
        ("a: !!bool 2\n", 1, 4, "no value of the tag !!bool"),
        ("a: *x\n", 1, 4, "*x has no anchor"),
        ("a: &x [*x]\n", 1, 8, "a value that it is a part of"),
        ("a: &x {<<: *x}\n", 1, 12, "a value that it is a part of"),
        ("<<: 1\n", 1, 5, "a merge key"),
        ("a: 1\n? [b]\n: c\n", 2, 3, "a list as a key"),
        ("{a: 1}: b\n", 1, 1, "a mapping as a key"),
        ("a: &x [1]\n*x : 2\n", 2, 1, "a list as a key"),
        ("a: 1" + "0" * 5000 + "\n", 1, 4, "5,001 digits"),
        ("a: 1.0e999\n", 1, 4, "1.0e999 is too large"),
        ("a: é\x01\n", 1, 5, "U+0001"),
        ("a: \x7f\n", 1, 4, "U+007F"),
        ("é: 1\nb: \ufffe\n", 2, 4, "U+FFFE"),
        ("a: \ud800\n", 1, 4, "U+D800"),
        ('a: "\\ud83d\\ude00"\n', 1, 7, "invalid Unicode character escape"),
        ("\ufeffa: 1\n", 1, 1, "byte-order mark"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text, line, column, words):
    error = refusal(text)
    assert (error.line, error.column) == (line, column), error.message
    assert words in error.message


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "[{a: "])
@pytest.mark.parametrize("levels", [NESTING_LEVELS + 1, 10_000])
def test_deep_nesting_is_refused(opening, levels):
    assert "nested too deeply" in refusal("a: 1\nb:\n " + opening * levels).message


def test_nesting_up_to_the_limit_can_be_read_and_written():
    text = "[" * NESTING_LEVELS + "]" * NESTING_LEVELS
    data = yaml_text.load(text)
    assert yaml_text.load(yaml_text.write(data)) == data
    assert "nested too deeply" in refusal(f"[{text}]").message


def test_aliases_do_not_nest_deeper_than_the_text_may():
    half = NESTING_LEVELS // 2
    deep = f"a: &a {'[' * half}{']' * half}\nb: {'[' * half}*a{']' * half}\n"
    assert "nested too deeply" in refusal(deep).message
    assert yaml_text.load(deep.replace("[*a]", "*a"))


def test_an_alias_bomb_is_refused_in_little_memory():
    bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    bomb += "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 10))
    tracemalloc.start()
    error = refusal(bomb)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert "too many aliases" in error.message
    assert error.line <= 7
    assert peak < 100_000_000


def test_small_files_do_not_become_large_together():
    ten = "[" + ", ".join(["*{}"] * 10) + "]"
    chain = "a: &a [[],[],[],[],[],[],[],[],[],[]]\n" + "".join(
        f"{name}: &{name} {ten.replace('{}', before)}\n" for before, name in pairwise("abcd")
    )
    tracemalloc.start()
    error = refusal(chain)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert "they stand for more than 2,000 values" in error.message
    assert peak < 1_000_000


def test_the_aliases_of_a_large_file_may_stand_for_more():
    used = "a: &a [" + ", ".join("x" * 100) + "]\n" + "".join(f"b{n}: *a\n" for n in range(20))
    assert "too many aliases" in refusal(used).message
    assert yaml_text.load(used + "# a comment \n" * 100)["b19"] == ["x"] * 100


def test_an_anchor_may_be_used_some_dozens_of_times():
    rooms = "".join(f"- {{<<: *room, name: room_{n}}}\n" for n in range(60))
    data = yaml_text.load("- &room {name: room, schema: {type: STRING}, description: A room}\n" + rooms)
    assert data[60] == {"name": "room_59", "schema": {"type": "STRING"}, "description": "A room"}


def test_merge_keys_count_as_aliases():
    wide = "a: &a {" + ", ".join(f"k{n}: 1" for n in range(1000)) + "}\n"
    merges = "".join(f"m{n}: {{<<: *a}}\n" for n in range(ALIAS_NODES // 1000 + 1))
    assert "too many aliases" in refusal(wide + merges).message


def test_the_broken_samples_are_refused_or_read_as_expected():
    archives = make_archives()
    app = archives.APP_YAML.decode()
    deep = app + "metadata: " + "[" * 10_000 + "]" * 10_000 + "\n"
    assert refusal(app + "---\ndisplayName: Second\n").line == 5
    assert refusal(deep).line == 5
    rooms = (
        "variableDeclarations:\n- &room\n  name: room_one\n  schema: {type: STRING}\n- <<: *room\n  name: room_two\n"
    )
    names = [variable["name"] for variable in yaml_text.load(app + rooms)["variableDeclarations"]]
    assert names == ["room_one", "room_two"]


# Places and remarks


def spans(text: str) -> dict:
    """Pointer: (key, value), as written."""
    return {
        pointer: (
            text[place.key_start : place.key_end] if place.key_start is not None else None,
            text[place.start : place.end],
        )
        for pointer, place in yaml_text.places(text).items()
    }


def test_places_are_those_of_keys_and_values():
    found = spans('é: 😀\n"b" : [1, {c: x y}]  # d\ne:\n- f\n\n# g\nh: |\n  i\n\nj:\n')
    assert found[("é",)] == ("é", "😀")
    assert found[("b",)] == ('"b"', "[1, {c: x y}]")
    assert found[("b", 1, "c")] == ("c", "x y")
    assert found[("e",)] == ("e", "- f")
    assert found[("e", 0)] == (None, "f")
    assert found[("h",)] == ("h", "|\n  i")
    assert found[("j",)] == ("j", "")
    assert found[()][1].endswith("j:")


def test_an_alias_has_its_own_place():
    found = spans("a: &x {k: 1}\nb: *x\nc:\n  <<: *x\n  l: 2\n")
    assert found[("a",)] == ("a", "&x {k: 1}")
    assert found[("b",)] == ("b", "*x")
    assert ("b", "k") not in found
    assert found[("c", "k")] == ("<<", "*x")
    assert found[("c", "l")] == ("l", "2")


def test_a_value_that_is_not_there_has_its_place_behind_the_colon():
    for text in ["a:   # c\nb: 1\n", "? a\n: # c\n? b\n", "{a: , b}", "{? a :\n, b: 1}", '{"a":,b}']:
        place = yaml_text.places(text)[("a",)]
        assert place.start == place.end == text.index(":") + 1
    assert yaml_text.places("? a\n? b\n")[("a",)].start == 3
    assert yaml_text.places("- \n-\n")[(0,)].start == 1


def test_of_duplicate_keys_the_last_one_has_the_place():
    assert yaml_text.places("a: 1\na: {b: 2}\n")[("a",)].start == 8


def test_blank_lines_belong_to_a_block_only_with_a_plus():
    assert spans("a: |\n  x\n\n\nb: 1\n")[("a",)][1] == "|\n  x"
    assert spans("a: |+\n  x\n\n\nb: 1\n")[("a",)][1] == "|+\n  x\n\n"
    assert spans("a: >-\n  x\n\n  y\n\n# c\n")[("a",)][1] == ">-\n  x\n\n  y"
    assert spans("a: |\n  x\n     \nb: 1\n")[("a",)][1] == "|\n  x\n     "
    assert spans("a: | # c\n\nb: 1\n")[("a",)][1] == "| # c"


def test_an_empty_text_has_no_places():
    assert yaml_text.places("# nothing\n") == {}


def test_duplicate_keys_are_remarked_with_all_lines():
    remark, inner = yaml_text.remarks('a: 1\nb: {c: 1,\n  c: 2}\n"a": 3\r\na: 4\n')[::-1]
    assert (remark.rule, remark.pointer, remark.line, remark.column) == ("duplicate-key", ("a",), 5, 1)
    assert remark.lines == (1, 4, 5)
    assert remark.message == 'the key "a" is there 3 times; the last one counts'
    assert (inner.pointer, inner.lines) == (("b", "c"), (2, 3))


@pytest.mark.parametrize(
    "text", ["NO", "on", "12:30:00", "2026-01-02", "0123", "1_000", "1e3", "08", "True", "NULL", "n", ".5"]
)
def test_unquoted_texts_that_others_take_for_something_else_are_remarked(text):
    (remark,) = yaml_text.remarks(f"a: 1\nb: [x, {text}]\n")
    assert (remark.rule, remark.pointer, remark.line, remark.column) == ("yaml-plain-scalar", ("b", 1), 2, 8)
    assert text in remark.message
    assert "quotes" in remark.message
    assert yaml_text.remarks(f"a: '{text}'\n") == []


def test_what_is_no_text_and_keys_are_not_remarked():
    text = "no: true\n1: 12\n~: null\na: 1.5\nb: x\nc: !!str NO\nd: |\n  NO\ne: 09:10\nf: NO\nf: x\n"
    assert [remark.rule for remark in yaml_text.remarks(text)] == ["duplicate-key"]


def test_the_sample_of_unquoted_texts_is_remarked():
    text = next(text for path, text in fixture_texts(".yaml").items() if "Codigos_bloqueados" in path)
    assert [remark.line for remark in yaml_text.remarks(text)] == list(range(9, 16))


# The writer


@pytest.mark.parametrize("end", SERVICE_STYLE)
def test_the_samples_of_the_service_are_written_to_the_byte(end):
    text = next(text for path, text in fixture_texts(".yaml").items() if path.endswith(end))
    assert yaml_text.write(yaml_text.load(text)) == text


def test_the_samples_with_comments_are_written_to_the_byte_but_for_these():
    for name in ["Urgencias", "Codigos_bloqueados"]:
        text = next(text for path, text in fixture_texts(".yaml").items() if path.endswith(f"{name}.yaml"))
        bare = re.sub(r"(?m)^#.*\n|^\n|[ ]+#.*$", "", text).replace('"007"', "'007'")
        bare = re.sub(r"(?m)^  - (NO|on|1_000|12:30:00|2026-01-02|0123|1e3)$", r"  - '\1'", bare)
        assert yaml_text.write(yaml_text.load(text)) == bare


class Pyyaml(yaml.SafeDumper):
    """PyYAML itself, told about literal blocks and the numbers of YAML 1.2."""

    yaml_implicit_resolvers: ClassVar = {
        first: list(known) for first, known in yaml.SafeDumper.yaml_implicit_resolvers.items()
    }

    def ignore_aliases(self, data):
        return True

    def text(self, text):
        style = '"' if OWN_BREAKS.search(text) else "|" if "\n" in text else None
        return self.represent_scalar("tag:yaml.org,2002:str", text, style=style)


Pyyaml.add_representer(str, Pyyaml.text)
Pyyaml.add_implicit_resolver("!other", re.compile(f"(?:{OTHER_TYPES.pattern})$"), list("-+.0123456789yYnN"))

SIGNS = st.text(st.sampled_from("ab -:#'\"\n\t,[]{}?!&*|>%@é😀\u2028\x85 1"), max_size=100)


@given(values(12) | objects(12) | SIGNS.map(lambda text: {"k": text, "l": [text, {text: text}]}))
@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
def test_the_writer_writes_what_pyyaml_writes_and_reads_it_again(data):
    text = yaml_text.write(data)
    assert text == yaml.dump(data, Dumper=Pyyaml, sort_keys=False, allow_unicode=True, width=80)
    assert same(yaml_text.load(text), data)


@pytest.mark.parametrize("text", ODD_TEXTS)
def test_odd_texts_are_written_so_that_readers_of_yaml_1_1_take_them_for_texts(text):
    for data in ({"k": text}, {text: "v"}, [text], text):
        assert same(yaml_text.load(yaml_text.write(data)), data)
        assert same(yaml.safe_load(yaml_text.write(data)), data)


def test_what_means_something_else_in_yaml_1_2_is_quoted():
    assert yaml_text.write(["1e3", "08", "0o17", "+1", ".5", "1.", "y", "09:10"]) == (
        "- '1e3'\n- '08'\n- '0o17'\n- '+1'\n- '.5'\n- '1.'\n- 'y'\n- 09:10\n"
    )


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({1: 2}, "keys"),
        ([float("nan")], "nan"),
        ([float("inf")], "inf"),
        (["\ud800"], "half of a character"),
        ({"\udfff": 1}, "half of a character"),
        ([(1,)], "tuple"),
        ([type("Text", (str,), {})("x")], "Text"),
        pytest.param(10**5000, "digits", id="long number"),
        (json.loads("[" * 101 + "]" * 101), "nested too deeply"),
    ],
)
def test_what_yaml_cannot_hold_is_refused(data, words):
    with pytest.raises(EditError, match=words):
        yaml_text.write(data)
