/* Lists of cards and rows: add, duplicate, move, remove. Without this script the same buttons post the form, and the
   page comes back with the change. Nothing is saved here. */
import { guarded } from "./form-state.js";
import { fail, remember, showPage } from "./swap.js";
import { words } from "./words.js";

const announcer = document.createElement("p");
announcer.className = "hidden-text";
announcer.role = "status";
document.body.append(announcer);

const say = (text) => (announcer.textContent = text);
const listOf = (part) => part.closest("[data-list]");
const itemsOf = (list) => [...list.querySelectorAll("[data-item]")].filter((item) => listOf(item.parentElement) === list);
const titleOf = (item) => item.querySelector("summary .name, a.name, input:not([type=hidden]), textarea");
const nameOf = (item) => (titleOf(item)?.value ?? titleOf(item)?.textContent ?? "").trim().slice(0, 60);
const changed = () => document.dispatchEvent(new CustomEvent("form:changed"));

/** Give the caret to the first field of a part that came into the page. */
export function focusFirst(part) {
  const field = part.querySelector("input:not([type=hidden], :disabled), select:not(:disabled), textarea:not([readonly])");
  const code = field?.closest("code-field");
  if (code?.view) code.view.focus();
  else (field ?? part.querySelector("summary, button"))?.focus();
  part.scrollIntoView({ block: "nearest" });
}

/** Parts of a page that the server sends: what stands in its body. Null where it does not answer. */
export async function fetchParts(address, options) {
  const form = guarded();
  try {
    const answer = await fetch(address, { ...options, headers: { "HX-Request": "true" }, redirect: "error" });
    const html = await answer.text();
    if (answer.status === 409) return fail(html) ?? null; // the page is too old to be gone on with
    if (!answer.ok) return fail(form.dataset.refused.replace("{status}", answer.status)) ?? null;
    if (/^\s*<!doctype/i.test(html)) return showPage(html, remember(false), false) ?? null;
    const body = new DOMParser().parseFromString(html, "text/html").body;
    return [...document.adoptNode(body).childNodes];
  } catch {
    return fail(form.dataset.unreachable) ?? null;
  }
}

/** Let htmx know of a part that came into the page, and count what is unsaved. */
export function arrived(part) {
  window.htmx?.process(part);
  changed();
}

/* Numbers and what follows from them, after the items of a list changed */
function renumber(list) {
  const items = itemsOf(list);
  for (const [at, item] of items.entries()) {
    const number = item.querySelector(".no");
    if (number?.closest("[data-item]") === item) number.textContent = at + 1;
    for (const field of item.querySelectorAll("[data-label]")) {
      if (field.closest("[data-item]") === item) field.setAttribute("aria-label", field.dataset.label.replace("{n}", at + 1));
    }
  }
  const empty = [...list.querySelectorAll("[data-empty]")].find((part) => listOf(part) === list);
  if (empty) empty.hidden = items.length > 0;
  changed();
}

async function fetchItem(button) {
  const form = guarded();
  const body = new FormData(form);
  body.append("do", button.value);
  button.setAttribute("aria-busy", "true");
  const parts = await fetchParts(form.action, { method: "POST", body });
  button.removeAttribute("aria-busy");
  return parts?.find((part) => part.dataset?.item) ?? null;
}

function show(list, item, text) {
  for (const part of item.querySelectorAll(":scope > details")) part.open = true;
  renumber(list);
  arrived(item);
  focusFirst(item);
  say(text);
}

async function add(button) {
  const list = listOf(button);
  const item = await fetchItem(button);
  if (!item || !list.isConnected) return;
  const boxes = [...list.querySelectorAll("[data-items]")].filter((box) => listOf(box) === list);
  boxes.at(-1).append(item);
  show(list, item, words("added"));
}

async function copy(button) {
  const source = button.closest("[data-item]");
  const item = await fetchItem(button);
  if (!item || !source.isConnected) return;
  source.after(item);
  show(listOf(item), item, words("copied", { name: nameOf(source) }));
}

/* The neighbour moves, so that the item keeps the focus. At the end of the list the button is hidden, and its twin
   takes the focus. */
function move(button, by) {
  const item = button.closest("[data-item]");
  const siblings = itemsOf(listOf(item)).filter((other) => other.parentElement === item.parentElement);
  const other = siblings[siblings.indexOf(item) + by];
  if (!other) return;
  if (by < 0) item.after(other);
  else item.before(other);
  renumber(listOf(item));
  if (!button.checkVisibility({ visibilityProperty: true })) {
    button.parentElement.querySelector(`[data-act=${by < 0 ? "down" : "up"}]`).focus();
  }
  item.scrollIntoView({ block: "nearest" });
  say(words("moved", { n: siblings.indexOf(item) + by + 1, all: siblings.length }));
}

function remove(button) {
  const item = button.closest("[data-item]");
  const list = listOf(item);
  const note = document.createElement(item.parentElement.tagName === "UL" ? "li" : "p");
  const back = document.createElement("button");
  note.className = "removed";
  back.type = "button";
  back.className = "small";
  back.textContent = words("back");
  note.append(words("removed", { name: nameOf(item) }), " ", back);
  item.replaceWith(note);
  renumber(list);
  back.addEventListener("click", () => {
    note.replaceWith(item);
    renumber(list);
    focusFirst(item);
  });
  back.focus();
}

const ACTS = { add, copy, remove, up: (button) => move(button, -1), down: (button) => move(button, 1) };

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-act]");
  if (!button || button.form !== guarded() || !ACTS[button.dataset.act] || !button.closest("[data-list]")) return;
  event.preventDefault();
  if (button.getAttribute("aria-busy") !== "true") ACTS[button.dataset.act](button);
});

/* Enter in a row goes on to the next one; elsewhere it saves */
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || !event.target.matches(".text-rows input")) return;
  event.preventDefault();
  if (event.target.value) listOf(event.target).querySelector("[data-act=add]").click();
});
