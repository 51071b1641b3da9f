/* What a form would post, and how that differs from what the server has. Names say the way to a value; "@…" holds
   the ids of a list in their order, so a card that was added, moved or removed is one change of its list. */

const QUIET = /^(?:stamp:|try:|csrfmiddlewaretoken$)/; // these follow from others, or are no part of the manifest
const SHAPE = /^[@!?+-]\//; // what differs in more than the values of fields

let form = null;
let saved = new Map(); // what the server has, by name
let bound = false; // the page shows what was posted: its defaults are not what the server has

/** The form of the page that is guarded, or null. */
export const guarded = () => document.querySelector("form[data-guard]");

const isChoice = (control) => control.type === "radio" || control.type === "checkbox";
const isPosted = (control) =>
  control.name && !control.matches(":disabled") && !["submit", "button", "reset"].includes(control.type);

function valuesOf(control, asRendered) {
  if (isChoice(control)) return (asRendered ? control.defaultChecked : control.checked) ? [control.value] : [];
  if (control.tagName === "SELECT") {
    const options = [...control.options];
    const chosen = asRendered ? (options.find((option) => option.defaultSelected) ?? options[0]) : control.selectedOptions[0];
    return chosen ? [chosen.value] : [];
  }
  return [asRendered ? control.defaultValue : control.value];
}

/** What `form` would post now: a Map from name to values. `asRendered`: what it would have posted untouched. */
export function entriesOf(form, asRendered = false) {
  const entries = new Map();
  for (const control of form.elements) {
    if (!isPosted(control)) continue;
    const values = valuesOf(control, asRendered);
    if (values.length) entries.set(control.name, [...(entries.get(control.name) ?? []), ...values]);
  }
  return entries;
}

/* A form that came into the page by itself is what the server has. One that shows a post is compared with what
   was known before. */
function look() {
  const now = guarded();
  if (now && now !== form) {
    form = now;
    bound = "bound" in form.dataset;
    saved = entriesOf(form, true);
  }
  return form;
}

/** Take `next` as the form: it shows what was posted to the one before, of which the server still has nothing. */
export function carryOver(next) {
  form = next;
  bound = true;
}

/** Whether the page shows what was posted to another one. */
export const isBound = () => look() !== null && bound;

const same = (one, other) => one?.length === other?.length && one.every((value, at) => value === other[at]);
const wayOf = (name) => name.slice(Math.max(name.indexOf("/"), 0));

/* Ways of the elements that are new or gone: their list tells of them already */
function elementsOf(lists, entries) {
  const ways = [];
  for (const name of lists) {
    const before = saved.get(name) ?? [];
    const now = entries.get(name) ?? [];
    const differing = [...now.filter((id) => !before.includes(id)), ...before.filter((id) => !now.includes(id))];
    ways.push(...differing.map((id) => `${wayOf(name)}/${id}`));
  }
  return ways;
}

/** Names of what differs from what the server has. */
export function changedNames(of = look()) {
  if (!of) return [];
  const entries = entriesOf(of);
  const refused = [...of.querySelectorAll("[data-refused]")].map((field) => field.name);
  const changed = [...entries].filter(([name, values]) => {
    if (QUIET.test(name)) return false;
    return saved.has(name) ? !same(saved.get(name), values) : values.some((value) => value !== "");
  });
  const names = new Set([...changed.map(([name]) => name), ...refused]);
  for (const name of saved.keys()) {
    if (/^[+-]\//.test(name) && !entries.has(name)) names.add(name); // a tick that was there is gone
  }
  const lists = [...names].filter((name) => name.startsWith("@"));
  const inside = elementsOf(lists, entries);
  return [...names].filter((name) => !inside.some((way) => `${wayOf(name)}/`.startsWith(`${way}/`)));
}

/** Whether more than the values of fields changed: what was added, moved or removed cannot be reset in place. */
export function changesShape() {
  return isBound() || changedNames().some((name) => SHAPE.test(name) || name.startsWith("new:"));
}

/** Whether a save changes the manifest: then the page is drawn anew. */
export function changesManifest() {
  return isBound() || changedNames().some((name) => !name.startsWith("text:"));
}

/** The controls of a form as they are, to be told as saved later. */
export const capture = (form) =>
  [...form.elements].filter(isPosted).map((control) => [control, isChoice(control) ? control.checked : control.value]);

/** Take what was captured as what the server has. */
export function markSaved(captured, entries) {
  for (const [control, value] of captured) {
    if (isChoice(control)) control.defaultChecked = value;
    else if (control.tagName === "SELECT") {
      for (const option of control.options) option.defaultSelected = option.value === value;
    } else if (control.type !== "hidden") control.defaultValue = value;
    delete control.dataset.refused;
  }
  saved = entries;
  bound = false;
}

/** Take what came into the page later as what the server has: it was folded until now. */
export function learn(part) {
  const found = new Map();
  for (const control of part.querySelectorAll("[name]")) {
    if (!isPosted(control)) continue;
    const values = valuesOf(control, true);
    if (values.length && !saved.has(control.name)) found.set(control.name, [...(found.get(control.name) ?? []), ...values]);
  }
  for (const [name, values] of found) saved.set(name, values);
}
