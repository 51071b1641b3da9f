/* A crash of the browser loses nothing: unsaved text is kept in localStorage and offered back. Each draft knows
   the stamp of the text it started from, so a draft that was overtaken ends in the question which text to take
   and not in a silent overwrite. */
import { guarded, isChanged } from "./unsaved.js";

const PREFIX = "draft:";
const PAUSE = 400; // milliseconds without a key before a draft is written
const KEEP = 30 * 24 * 3600 * 1000; // milliseconds; older drafts are forgotten

const stampOf = (field) => field.form.elements[field.dataset.stamp];
const keyOf = (field) => `${PREFIX}${field.form.dataset.app}:${field.name}`;
const fields = () => [...(guarded()?.querySelectorAll("textarea[data-stamp]:not([readonly])") ?? [])];
const drop = (field) => localStorage.removeItem(keyOf(field));

function load(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null; // cut off by a crash: worth nothing
  }
}

function store(field) {
  if (!isChanged(field)) return drop(field);
  const draft = { text: field.value, stamp: stampOf(field).value, time: Date.now() };
  try {
    return localStorage.setItem(keyOf(field), JSON.stringify(draft));
  } catch {
    return undefined; // the storage is full; the question on leaving still guards the text
  }
}

/** Keep the drafts of changed fields, forget those of the others. */
export function storeAll() {
  for (const field of fields()) store(field);
}

function forgetOld() {
  for (const key of Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))) {
    const age = Date.now() - (load(key)?.time ?? 0);
    if (age > KEEP) localStorage.removeItem(key);
  }
}

function restore(field, draft) {
  field.value = draft.text;
  stampOf(field).value = draft.stamp;
  field.closest("code-field").refresh();
  field.dispatchEvent(new Event("input", { bubbles: true }));
  const folded = field.closest("details:not([open])");
  if (folded) folded.open = true;
}

function timeOf(found) {
  const written = new Date(Math.max(...found.map(([, draft]) => draft.time)));
  const today = written.toDateString() === new Date().toDateString();
  const style = today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" };
  return written.toLocaleString(document.documentElement.lang, style);
}

function offer(found) {
  const note = document.getElementById("draft-note");
  const answer = (selector, act) => {
    note.querySelector(selector).addEventListener("click", () => {
      for (const [field, draft] of found) act(field, draft);
      note.hidden = true;
    });
  };
  note.querySelector("time").textContent = timeOf(found);
  answer("[data-restore]", restore);
  answer("[data-drop]", drop);
  note.hidden = false;
}

/* A draft that says what the server says is a save whose answer was lost */
function findDrafts() {
  const found = fields().map((field) => [field, load(keyOf(field))]);
  for (const [field, draft] of found) {
    if (draft?.text === field.value && !isChanged(field)) drop(field);
  }
  return found.filter(([field, draft]) => draft && draft.text !== field.value);
}

const timers = new Map();

document.addEventListener("input", ({ target }) => {
  if (!fields().includes(target)) return;
  clearTimeout(timers.get(target));
  timers.set(target, setTimeout(() => target.isConnected && store(target), PAUSE));
});
/* Whoever leaves in the middle of a word leaves a draft too */
addEventListener("pagehide", storeAll);
document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && storeAll());
document.addEventListener("reset", () => setTimeout(storeAll));
document.addEventListener("text:dropped", ({ target }) => drop(target));

forgetOld();
const found = findDrafts();
if (found.length) offer(found);
