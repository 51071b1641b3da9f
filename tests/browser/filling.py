"""A form filled in by what stands on it: labels, legends, options and buttons, never the names of inputs.

What to fill in is a tree: a label leads to

    "text"           what is written, or the words of the option that is chosen
    Written("9", "9s")  what is written, and how it is shown later
    True             a box that is ticked
    {…}              the fields of a group, which is set first where it is not
    ("Kind", {…})    a member of a choice, and its fields
    ["a", {…}]       elements to add to a list: texts, or the fields of cards; a list that is there is emptied first
    Sorted([{…}])    the same, where saving sorts them by their first field
    {Key("x"): …}    rows to add to a map
    Ticks("a", "b")  what is ticked in a list of names, all else is not
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# The control or group that a label in `scope` stands for, not one of a group inside of it. Opens what is folded.
FIND = """(scope, wanted) => {
    const OWNERS = "fieldset, .card, form";
    const text = (part) => part.textContent.trim().replace(/\\s+/g, " ");
    const owner = (part) => (part.tagName === "LEGEND" ? part.parentElement.parentElement : part).closest(OWNERS);
    const only = (part) => part.parentElement.querySelector(":scope > .remove-group"); // a switch for what is elsewhere
    const found = [...scope.querySelectorAll("label, legend")].filter(
        (part) => text(part) === wanted && owner(part) === scope && !part.closest("[hidden]") && !only(part),
    );
    if (found.length !== 1) {
        const all = [...scope.querySelectorAll("label, legend")].filter((part) => owner(part) === scope).map(text);
        throw new Error(`${found.length} times “${wanted}” among ${all.join(" | ")}`);
    }
    const [label] = found;
    let folded = label.closest("details:not([open])");
    for (; folded; folded = label.closest("details:not([open])")) folded.open = true;
    return label.tagName === "LEGEND" ? label.parentElement : (label.control ?? document.getElementById(label.htmlFor));
}"""
OWN_ITEMS = """(list) => [...list.querySelectorAll("[data-item]")]
    .filter((item) => item.parentElement.closest("[data-list]") === list)"""
OWN_ADD = (
    """(list) => [...list.querySelectorAll("[data-act=add]")].find((one) => one.closest("[data-list]") === list)"""
)


class Key(str):
    """The key of a map's row."""


class Written(str):
    """What is written, and how the form shows it later."""

    later: str

    def __new__(cls, text: str, later: str) -> Written:
        made = super().__new__(cls, text)
        made.later = later
        return made


class Sorted(list):
    """Cards that are sorted by their first field when they are saved."""

    def later(self) -> list:
        """The cards in the order in which the form shows them later."""
        return sorted(self, key=lambda card: next(iter(card.values())))


class Ticks(tuple):
    """The names that are ticked."""

    def __new__(cls, *names: str) -> Ticks:
        return super().__new__(cls, names)


class Form:
    """The form of a page, or a part of it."""

    def __init__(self, page: Any, scope: Any = None) -> None:
        self.page = page
        self.scope = scope or page.wait_for_selector("form[data-guard]")

    def find(self, label: str) -> Any:
        """The control, or the group, that a label of this part stands for."""
        return self.scope.evaluate_handle(FIND, label).as_element()

    def inside(self, label: str) -> Form:
        """The part that a legend stands over."""
        return Form(self.page, self.find(label))

    # ---- filling

    def fill(self, tree: Mapping[str, Any]) -> None:
        """Do what the tree says."""
        for label, value in tree.items():
            part = self.find(label)
            if isinstance(value, bool):
                part.set_checked(value)
            elif isinstance(value, str):
                self.write(part, value)
            elif isinstance(value, Ticks):
                self.tick(part, value)
            elif isinstance(value, tuple):
                self.choose(part, *value)
            elif isinstance(value, list) or any(isinstance(key, Key) for key in value):
                self.rows(part, value)
            else:
                self.open(part)
                Form(self.page, part).fill(value)

    def write(self, control: Any, text: str) -> None:
        """Write into a control, or choose from it."""
        kind = control.evaluate("(one) => one.closest('code-field') ? 'code' : one.tagName.toLowerCase()")
        if kind == "select":
            control.select_option(label=text)
        elif kind == "fieldset":
            radio(control, text).check()
        elif kind == "code":
            content = control.evaluate_handle("(one) => one.closest('code-field')").as_element()
            content.wait_for_selector(".cm-content").click()
            self.page.keyboard.press("Control+a")
            self.page.keyboard.insert_text(text)
        else:
            control.fill(text)

    def choose(self, choice: Any, member: str, tree: Mapping[str, Any]) -> None:
        """Choose a member and fill in its fields."""
        select = choice.query_selector(":scope > .stack > select")
        if select:
            select.select_option(label=member)
        else:
            radio(choice, member).check()
        Form(self.page, frame(choice, member)).fill(tree)

    def open(self, group: Any) -> None:
        """Set a group that is not set."""
        unset = group.query_selector(":scope > .stack > [data-unset] button")
        if unset:
            unset.click()
            group.wait_for_selector(".sub-form")

    def tick(self, picks: Any, names: Ticks) -> None:
        """Tick these names, and no others."""
        fold = picks.query_selector("details:not([open]) > summary")
        if fold:
            fold.click()
        for row in picks.query_selector_all(".rows > li"):
            name = row.query_selector(".name").inner_text().strip()
            row.query_selector("input[type=checkbox]").set_checked(name in names)

    def rows(self, listed: Any, rows: Any) -> None:
        """Empty a list or map, and add these rows."""
        while items := own_items(listed):
            items[-1].query_selector(":scope > .acts [data-act=remove], :scope > .card-acts [data-act=remove]").click()
        for count, row in enumerate(rows, 1):
            listed.evaluate_handle(OWN_ADD).as_element().click()
            item = self.wait_for_item(listed, count)
            value = rows[row] if isinstance(row, Key) else row
            if isinstance(row, Key):
                key = item.query_selector("input[name^='K/']")
                key.fill(row)
            if isinstance(value, dict):
                Form(self.page, item).fill(value)
            else:
                self.write(control_of(item), value)

    def wait_for_item(self, listed: Any, count: int) -> Any:
        """The last of `count` elements, as soon as there are so many."""
        for _ in range(200):
            items = own_items(listed)
            if len(items) >= count:
                return items[-1]
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{len(items)} elements instead of {count}")

    # ---- looking

    def shows(self, tree: Mapping[str, Any]) -> None:
        """Assert that the part shows what the tree says."""
        for label, value in tree.items():
            part = self.find(label)
            if isinstance(value, bool):
                assert part.is_checked() == value, label
            elif isinstance(value, str):
                assert shown(part) == later(value), label
            elif isinstance(value, Ticks):
                assert ticked(part) == value, label
            elif isinstance(value, tuple):
                member, inner = value
                assert chosen(part) == member, label
                Form(self.page, frame(part, member)).shows(inner)
            elif isinstance(value, list) or any(isinstance(key, Key) for key in value):
                self.shows_rows(label, part, value)
            else:
                Form(self.page, part).shows(value)

    def shows_rows(self, label: str, listed: Any, rows: Any) -> None:
        """Assert that a list holds these rows in this order, or a map these rows sorted by key."""
        items = own_items(listed)
        assert len(items) == len(rows), label
        in_order = rows.later() if isinstance(rows, Sorted) else sorted(rows) if isinstance(rows, dict) else rows
        for item, row in zip(items, in_order, strict=True):
            value = rows[row] if isinstance(row, Key) else row
            if isinstance(row, Key):
                assert item.query_selector("input[name^='K/']").input_value() == row, label
            if isinstance(value, dict):
                folded = item.query_selector(":scope > details:not([open]) > summary")
                if folded:  # not by a click: it may lie in a part that is folded itself
                    folded.evaluate("summary => (summary.parentElement.open = true)")
                Form(self.page, item).shows(value)
            else:
                assert shown(control_of(item)) == later(value), label


def later(text: str) -> str:
    """How the form shows a text when the page is loaded anew."""
    return text.later if isinstance(text, Written) else text


def radio(group: Any, label: str) -> Any:
    """The radio of a group that has this label."""
    labels = group.query_selector_all(":scope > .seg label, :scope > .stack > .seg label")
    (found,) = [one for one in labels if one.inner_text().strip() == label]
    return found.query_selector("input")


def frame(choice: Any, member: str) -> Any:
    """The fields of the chosen member, as soon as they are here."""
    return choice.wait_for_selector(f':scope > .stack > [data-member][aria-label="{member}"]:not([disabled])')


def own_items(listed: Any) -> list[Any]:
    """The elements of a list, not those of lists inside of it."""
    return [item.as_element() for item in listed.evaluate_handle(OWN_ITEMS).get_properties().values()]


def control_of(item: Any) -> Any:
    """What holds the value of a row."""
    return item.query_selector("input[name^='/'], textarea[name^='/'], select[name^='/']")


def shown(control: Any) -> str:
    """What a control holds, in the words of the page."""
    return control.evaluate(
        """(one) => one.tagName === "FIELDSET" ? one.querySelector("input:checked").parentElement.textContent.trim()
            : one.tagName === "SELECT" ? one.selectedOptions[0].text : one.value"""
    )


def chosen(choice: Any) -> str:
    """The words of the chosen member."""
    select = choice.query_selector(":scope > .stack > select")
    return (
        shown(select)
        if select
        else choice.query_selector(":scope > .stack > .seg label:has(:checked)").inner_text().strip()
    )


def ticked(picks: Any) -> Ticks:
    """The names that are ticked, in their order."""
    rows = picks.query_selector_all(".rows > li:has(:checked)")
    return Ticks(*(row.query_selector(".name").inner_text().strip() for row in rows))
