/* What differs from what the server has: marks at the fields, a count beside Save, a question on leaving.
   The form is looked up each time, since the answer to a refused save brings a new one. */
let leaving = false;

/** The form of the page that is guarded, or null. */
export const guarded = () => document.querySelector("form[data-guard]");

/** Whether a field holds what the server has not: typed text, or a text that was refused. */
export const isChanged = (field) => field.value !== field.defaultValue || "refused" in field.dataset;

const texts = (form) => [...form.querySelectorAll("textarea[data-stamp]")];

function show() {
  const form = guarded();
  const bar = document.getElementById("save");
  if (!form || !bar) return;
  const changed = texts(form).filter(isChanged);
  for (const field of texts(form)) {
    for (let part = field.closest("[data-edited]"); part; part = part.parentElement.closest("[data-edited]")) {
      part.classList.toggle("edited", changed.includes(field));
    }
  }
  const state = bar.querySelector(".save-state");
  const { one, many } = state.dataset;
  state.hidden = !changed.length;
  state.querySelector("[data-words]").textContent = changed.length === 1 ? one : many.replace("{n}", changed.length);
  bar.querySelector("[data-discard]").hidden = !changed.length;
  bar.classList.toggle("clean", !changed.length);
}

/** Take `values`, a Map from field to text, as what the server has now. */
export function markSaved(values) {
  for (const [field, value] of values) {
    field.defaultValue = value;
    delete field.dataset.refused;
  }
  show();
}

/** The person has decided: let the page go without a question. */
export function letGo() {
  leaving = true;
}

/* A refused text cannot be reset to what was there before it: that is on a fresh page only */
function discard(event) {
  const form = guarded();
  if (event.target !== form) return;
  if (texts(form).some((field) => "refused" in field.dataset)) {
    event.preventDefault();
    for (const field of texts(form)) field.dispatchEvent(new CustomEvent("text:dropped", { bubbles: true }));
    letGo();
    location.assign(form.action);
  } else setTimeout(show); // the values change after this event
}

document.addEventListener("input", show);
document.addEventListener("code-field:ready", show);
document.addEventListener("reset", discard);

/* On the window, after all listeners of the form: a submit that htmx took over does not leave the page */
addEventListener("submit", (event) => {
  if (event.target === guarded() && !event.defaultPrevented) letGo();
});
addEventListener("beforeunload", (event) => {
  const form = guarded();
  if (!leaving && form && texts(form).some(isChanged)) event.preventDefault();
});
addEventListener("pageshow", () => {
  leaving = false;
  show();
});
