/* A crash of the browser loses nothing: what is unsaved is kept in localStorage and offered back. A draft holds what
   the form would post, with the stamps of what it started from, so a draft that was overtaken ends in the question
   which one to take and not in a silent overwrite. */
import { changedNames, entriesOf, guarded, isBound } from "./form-state.js";
import { fail, remember, showPage } from "./swap.js";
import { isUnsaved } from "./unsaved.js";

const PREFIX = "draft:";
const PAUSE = 400; // milliseconds without a key before a draft is written
const KEEP = 30 * 24 * 3600 * 1000; // milliseconds; older drafts are forgotten
const SHAPE = /^(?:[@!?+K-]\/|new:)/; // names of what a page may have more or less of

let dropped = false; // the page is left without what was typed
let offered = false; // a draft waits for an answer

const keyOf = (form) => `${PREFIX}${form.dataset.app}:${new URL(form.action).pathname}${new URL(form.action).search}`;
const same = (one, other) => one?.length === other?.length && one.every((value, at) => value === other[at]);

function load(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null; // cut off by a crash: worth nothing
  }
}

/* Long texts that nobody touched need no copy. All else is kept: ids of a list mean something only together. */
function draftOf(form) {
  const changed = changedNames();
  const entries = [...entriesOf(form)].filter(([name]) => {
    if (name === "csrfmiddlewaretoken") return false;
    const text = name.replace(/^stamp:/, "text:");
    return !text.startsWith("text:") || changed.includes(text) || !form.elements[text];
  });
  return { time: Date.now(), changed, entries };
}

/** Keep the draft of the form, or forget it where nothing is unsaved. */
export function storeDraft() {
  const form = guarded();
  if (!form || dropped) return;
  if (!isUnsaved()) {
    if (!offered) localStorage.removeItem(keyOf(form));
    return;
  }
  try {
    localStorage.setItem(keyOf(form), JSON.stringify(draftOf(form)));
  } catch {
    /* the storage is full; the question on leaving still guards what was typed */
  }
}

function forgetOld() {
  for (const key of Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))) {
    const age = Date.now() - (load(key)?.time ?? 0);
    if (age > KEEP) localStorage.removeItem(key);
  }
}

/* Whether what was changed can go straight back into the fields of this page: they are all here, and the manifest
   is the one that the draft started from. What was added or moved is drawn by the server. */
function fits(form, draft) {
  const controls = draft.changed.map((name) => form.elements[name]);
  if (!controls.length || controls.includes(undefined) || draft.changed.some((name) => SHAPE.test(name))) return false;
  if (draft.changed.every((name) => name.startsWith("text:"))) return true;
  return draft.entries.every(([name, [stamp]]) => !isManifestStamp(form, name) || form.elements[name]?.value === stamp);
}

const isManifestStamp = (form, name) => name.startsWith("stamp:") && !form.elements[name.replace("stamp:", "text:")];

function fill(form, name, values) {
  const controls = [...form.elements].filter((control) => control.name === name);
  for (const [at, control] of controls.entries()) {
    if (control.type === "radio" || control.type === "checkbox") control.checked = values.includes(control.value);
    else control.value = values[at] ?? "";
    control.closest("code-field")?.refresh();
    control.dispatchEvent(new Event("input", { bubbles: true }));
    for (let part = control.closest("details:not([open])"); part; part = control.closest("details:not([open])")) part.open = true;
  }
}

function fillIn(form, draft) {
  const stamps = new Map(draft.entries);
  for (const [name, values] of draft.entries.filter(([name]) => draft.changed.includes(name))) {
    const stamp = name.replace(/^text:/, "stamp:");
    if (stamp !== name && form.elements[stamp]) form.elements[stamp].value = stamps.get(stamp)[0];
    fill(form, name, values);
  }
}

async function redraw(form, draft) {
  const body = new FormData();
  body.append("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  for (const [name, values] of draft.entries) for (const value of values) body.append(name, value);
  body.append("do", "redraw");
  try {
    const answer = await fetch(form.action, { method: "POST", body, redirect: "error" });
    const html = await answer.text();
    if (!answer.ok) return fail(form.dataset.refused.replace("{status}", answer.status));
    showPage(html, remember(false), false);
    storeDraft();
  } catch {
    fail(form.dataset.unreachable);
  }
}

const restore = (form, draft) => (fits(form, draft) ? fillIn(form, draft) : redraw(form, draft));

function timeOf(draft) {
  const written = new Date(draft.time);
  const today = written.toDateString() === new Date().toDateString();
  const style = today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" };
  return written.toLocaleString(document.documentElement.lang, style);
}

function offer(draft) {
  const note = document.getElementById("draft-note");
  const answer = (selector, act) => {
    note.querySelector(selector).addEventListener("click", () => {
      offered = false;
      note.hidden = true;
      act();
    });
  };
  note.querySelector("time").textContent = timeOf(draft);
  answer("[data-restore]", () => restore(guarded(), draft));
  answer("[data-drop]", storeDraft);
  note.hidden = false;
  offered = true;
}

/* A draft that says what the server says is a save whose answer was lost */
function findDraft() {
  const form = guarded();
  const draft = form && load(keyOf(form));
  if (!draft?.changed || isBound()) return;
  const now = entriesOf(form);
  const lost = new Map(draft.entries);
  if (draft.changed.length && draft.changed.every((name) => same(lost.get(name), now.get(name)))) storeDraft();
  else offer(draft);
}

let timer = 0;

function storeSoon() {
  clearTimeout(timer);
  timer = setTimeout(storeDraft, PAUSE);
}

for (const name of ["input", "change", "form:changed"]) document.addEventListener(name, storeSoon);
/* Whoever leaves in the middle of a word leaves a draft too */
addEventListener("pagehide", storeDraft);
document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && storeDraft());
document.addEventListener("reset", () => setTimeout(storeDraft));
document.addEventListener("form:dropped", ({ target }) => {
  dropped = true;
  localStorage.removeItem(keyOf(target));
});

forgetOld();
findDraft();
