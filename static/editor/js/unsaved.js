/* What differs from what the server has: marks at the fields, a count beside Save, a question on leaving.
   The form is looked up each time, since the answer to a save may bring a new one. */
import { changedNames, changesShape, guarded, isBound } from "./form-state.js";

let leaving = false;
let planned = 0;

/* The places that a name marks: of a list its frame and the cards that are new, not every card in it */
function marks(form, name) {
  const controls = [...form.elements].filter((control) => control.name === name);
  const found = name.startsWith("@") ? controls.filter((control) => !/^\d+$/.test(control.value)) : controls;
  return found.map((control) => control.closest("[data-edited]"));
}

/** Show what is unsaved. */
export function show() {
  const form = guarded();
  const bar = document.getElementById("save");
  if (!form || !bar) return;
  const changed = changedNames();
  const edited = new Set();
  for (let part of changed.flatMap((name) => marks(form, name))) {
    for (; part; part = part.parentElement.closest("[data-edited]")) edited.add(part);
  }
  for (const part of form.querySelectorAll("[data-edited]")) part.classList.toggle("edited", edited.has(part));
  const count = Math.max(changed.length, isBound() ? 1 : 0);
  const state = bar.querySelector(".save-state");
  const { one, many } = state.dataset;
  state.hidden = !count;
  const words = count === 1 ? one : many.replace("{n}", count);
  const shown = state.querySelector("[data-words]");
  if (shown.textContent !== words) shown.textContent = words;
  bar.querySelector("[data-discard]").hidden = !count;
  bar.classList.toggle("clean", !count);
}

/* A form may have thousands of controls, and a key must not wait for them */
function showSoon() {
  cancelAnimationFrame(planned);
  planned = requestAnimationFrame(show);
}

/** Whether anything is unsaved. */
export const isUnsaved = () => isBound() || changedNames().length > 0;

/** The person has decided: let the page go without a question. */
export function letGo() {
  leaving = true;
}

/* What was refused, added or moved cannot be reset to what was there before it: that is on a fresh page only */
function discard(event) {
  const form = guarded();
  if (event.target !== form) return;
  if (changesShape() || form.querySelector("[data-refused]")) {
    event.preventDefault();
    form.dispatchEvent(new CustomEvent("form:dropped", { bubbles: true }));
    letGo();
    location.assign(form.action);
  } else setTimeout(show); // the values change after this event
}

document.addEventListener("input", showSoon);
document.addEventListener("change", showSoon);
document.addEventListener("form:changed", showSoon);
document.addEventListener("code-field:ready", showSoon);
document.addEventListener("reset", discard);

/* On the window, after all listeners of the form: a submit that htmx took over does not leave the page */
addEventListener("submit", (event) => {
  if (event.target === guarded() && !event.defaultPrevented) letGo();
});
addEventListener("beforeunload", (event) => {
  if (!leaving && guarded() && isUnsaved()) event.preventDefault();
});
addEventListener("pageshow", () => {
  leaving = false;
  show();
});
