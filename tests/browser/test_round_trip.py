"""Upload, edit, export: only the edited lines differ."""

from __future__ import annotations

import difflib
import io

import pytest

from editor.archive import container

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def changed_lines(before, after):
    """{path: the lines that came and went}, line ends included; the same paths in the same order."""
    assert list(before.files) == list(after.files) and before.root == after.root
    delta = {}
    for path, old in before.files.items():
        if old != after.files[path]:
            rows = difflib.ndiff(old.decode().splitlines(True), after.files[path].decode().splitlines(True))
            delta[path] = [row for row in rows if row[0] in "+-"]
    return delta


EDITS = {
    "Harbor_Bistro": (
        "agents/Front_desk/",
        "Front_desk/before_agent_callbacks/before_agent_callbacks_01/python_code.py",
    ),
    "Clinica_del_Sol": (
        "agents/Recepcion/",
        "Recepcion/before_model_callbacks/before_model_callbacks_01/python_code.py",
    ),
}


@pytest.mark.parametrize("name", EDITS)
def test_an_instruction_and_a_callback_change_their_lines_and_nothing_else(name, person, sample_zip):
    before = container.read_zip(io.BytesIO(sample_zip(name)))
    folder, code = EDITS[name]
    instruction, code = f"{folder}instruction.txt", f"agents/{code}"
    app = person.upload(f"{name}.zip", sample_zip(name))
    person.page.goto(f"{app}/{folder}")
    first = before.files[instruction].decode().split("\n")[0].rstrip("\r")
    line = next(line for line in before.files[code].decode().split("\n") if line.startswith("def "))
    person.replace(instruction, first, "Written anew.")
    person.replace(code, line, f"{line}  # edited")
    person.save()
    after = person.export(app)
    delta = changed_lines(before, after)
    assert set(delta) == {instruction, code}
    assert [row[:2] for row in delta[instruction]] == ["- ", "+ "]
    assert delta[instruction][1].strip("\r\n") == "+ Written anew."
    assert [row.strip("\r\n") for row in delta[code] if row[0] == "+"] == [f"+ {line}  # edited"]
    assert len(delta[code]) == 2


@pytest.mark.parametrize(
    ("name", "manifest", "old"),
    [
        ("Harbor_Bistro", "agents/Kitchen_line/Kitchen_line.json", '"displayName": "Kitchen line"'),
        ("Clinica_del_Sol", "agents/Citas/Citas.yaml", "displayName: Citas"),
    ],
)
def test_a_display_name_changed_in_source_changes_one_line(name, manifest, old, person, sample_zip):
    before = container.read_zip(io.BytesIO(sample_zip(name)))
    app = person.upload(f"{name}.zip", sample_zip(name))
    person.page.goto(f"{app}/{manifest.rpartition('/')[0]}/source/")
    word = old.split(": ")[1].strip('"')
    person.replace(manifest, old, old.replace(word, "Renamed"))
    person.save()
    assert person.page.locator("h1").inner_text() == "Renamed"
    assert person.page.locator("#tree").get_by_text("Renamed").count() == 1
    delta = changed_lines(before, person.export(app))
    assert list(delta) == [manifest]
    assert len(delta[manifest]) == 2


def test_the_same_works_without_scripts(somebody, sample_zip):
    person = somebody(java_script_enabled=False)
    page = person.page
    before = container.read_zip(io.BytesIO(sample_zip("Harbor_Bistro")))
    page.goto("/")
    content = {"name": "Harbor.zip", "mimeType": "application/zip", "buffer": sample_zip("Harbor_Bistro")}
    page.set_input_files("input[type=file]", content)
    page.get_by_role("button", name="Import").click()
    page.wait_for_url("**/report/")
    app = page.url.removesuffix("/report/")
    page.goto(f"{app}/agents/Front_desk/")
    path = "agents/Front_desk/instruction.txt"
    area = page.locator(f'textarea[name="text:{path}"]')
    area.fill(area.input_value() + "One line more.\n")
    page.get_by_role("button", name="Save").first.click()
    page.get_by_text("Saved as revision 2").first.wait_for()
    delta = changed_lines(before, person.export(app))
    assert list(delta) == [path]
    assert delta[path][-1].strip() == "+ One line more."
