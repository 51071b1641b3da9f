/* A page that came as an answer takes the place of ours, without leaving it: what is open stays open, and focus,
   the place in the page and the texts being edited stay too. htmx would carry attributes over from the old elements,
   which is not wanted here. */
import { carryOver, guarded } from "./form-state.js";

const AROUND = ["tree", "undo", "head", "app-name"]; // what a save changes outside of the main part

/** Say why nothing came of it. */
export function fail(why) {
  const note = document.getElementById("save-note");
  note.querySelector("[data-why]").textContent = why;
  note.hidden = false;
  note.scrollIntoView({ block: "nearest" });
}

/* After a save the elements of a list are numbered anew, in the order in which they stand on the page. A Map from
   the way of each element to the one that it will have. */
function renumbered(main) {
  const ways = new Map();
  for (const item of main.querySelectorAll("[data-item]")) {
    const way = item.dataset.item;
    const outer = item.parentElement.closest("[data-item]")?.dataset.item ?? "";
    const siblings = [...item.closest("[data-list]").querySelectorAll("[data-item]")].filter(
      (other) => other.closest("[data-list]") === item.closest("[data-list]"),
    );
    const inner = way.slice(outer.length, way.lastIndexOf("/"));
    ways.set(way, `${ways.get(outer) ?? outer}${inner}/${siblings.indexOf(item)}`);
  }
  return ways;
}

/* The name as it will be: the longest way at its start that is an element's is replaced */
function follow(ways, name) {
  const [, sign, whole, rest] = /^([^/]*)([^#]*)(.*)$/s.exec(name);
  for (let end = whole.length; end > 0; end = whole.lastIndexOf("/", end - 1)) {
    const way = ways.get(whole.slice(0, end));
    if (way !== undefined) return sign + way + whole.slice(end) + rest;
  }
  return name;
}

const stateOf = (main, ways) => {
  const { activeElement: active } = document;
  const folds = new Map([...main.querySelectorAll("[data-fold]")].map((part) => [follow(ways, part.dataset.fold), part.open]));
  const control = main.contains(active) ? (active.closest("code-field")?.textarea ?? active) : null;
  const [verb, way] = control?.name === "do" ? control.value.split(" ") : [];
  const name = way ? follow(ways, way) : control?.name && follow(ways, control.name);
  return { folds, id: control?.id, name, verb, at: control?.selectionStart };
};

/* Of the innermost card that holds a field which is folded now */
function summaryOf(main, name = "") {
  const way = name.slice(name.indexOf("/"));
  const cards = [...main.querySelectorAll("[data-item]")].filter((item) => `${way}/`.startsWith(`${item.dataset.item}/`));
  return cards.at(-1)?.querySelector("summary");
}

function giveFocus(main, { id, name, verb, at }) {
  if (!id && !name) return;
  const isIt = (control) => (verb ? control.value === `${verb} ${name}` : control.name === name);
  const named = name ? [...main.querySelectorAll("[name]")].find(isIt) : null;
  const control = named ?? (id ? document.getElementById(id) : null) ?? summaryOf(main, name);
  if (!control || !main.contains(control)) return;
  const code = control.closest("code-field");
  if (code?.view) code.view.focus();
  else control.focus({ preventScroll: true });
  if (at !== null && at !== undefined && !code) control.setSelectionRange?.(at, at);
}

/** The state to come back to; taken before a save, since a page that waits for its answer has no focus. */
export const remember = (isSave) => {
  const main = document.getElementById("main");
  return stateOf(main, isSave ? renumbered(main) : new Map());
};

/** Put the page `html` in the place of ours. `state`: as `remember` gave it. `saved`: the page shows what the
    server has, else what was posted. */
export function showPage(html, state, saved) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const { scrollX, scrollY } = window;
  document.title = page.title;
  const main = document.adoptNode(page.getElementById("main"));
  const faulty = (part) => part.querySelector("[aria-invalid], [data-invalid], [data-refused]");
  for (const part of main.querySelectorAll("[data-fold]")) {
    const open = state.folds.get(part.dataset.fold);
    if (open !== undefined) part.open = open || (!saved && faulty(part) !== null);
  }
  const [panel, newPanel] = [document.querySelector("#main .panel"), main.querySelector(".panel")];
  if (panel && newPanel) newPanel.replaceWith(panel); // what is tried beside the form goes on
  document.getElementById("main").replaceWith(main);
  if (!saved && guarded()) carryOver(guarded());
  for (const id of saved ? AROUND : []) {
    const [old, now] = [document.getElementById(id), page.getElementById(id)];
    if (old && now) old.replaceWith(document.adoptNode(now));
  }
  if (saved) document.getElementById("toasts").append(...page.querySelectorAll("#toasts > .toast"));
  window.htmx?.process(main);
  window.scrollTo(scrollX, scrollY);
  giveFocus(main, state);
  document.dispatchEvent(new CustomEvent("form:changed"));
}

/** Bring the first error into view, and the caret to it unless it is in a field with an error already. */
export function goToError() {
  const main = document.getElementById("main");
  const first = main.querySelector("[aria-invalid='true'], [data-invalid]");
  if (!first) return;
  for (let part = first.closest("details:not([open])"); part; part = first.closest("details:not([open])")) part.open = true;
  const code = first.closest("code-field");
  if (code?.start) code.start();
  const focusable = first.matches("input, select, textarea") && !first.hidden ? first : null;
  const control = code?.view?.contentDOM ?? focusable ?? first.querySelector("input:not([type=hidden]), select, textarea, button");
  const there = document.activeElement?.closest("[aria-invalid='true']");
  if (!there || !main.contains(there)) control?.focus({ preventScroll: true });
  (control ?? first).scrollIntoView({ block: "center" });
}
