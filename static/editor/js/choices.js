/* One of several members with its fields, groups that are not set, and lists to tick. */
import { arrived, focusFirst } from "./cards.js";
import { fetchPart } from "./folded.js";
import { guarded } from "./form-state.js";
import { words } from "./words.js";

document.documentElement.classList.add("scripted"); // shows what needs this script, hides what is done without

const inside = (choice, selector) => [...choice.querySelectorAll(selector)].filter((part) => part.parentElement.closest("[data-choice]") === choice);
const optionOf = (control) => (control.tagName === "SELECT" ? control.selectedOptions[0] : control);
const labelOf = (option) => (option.tagName === "OPTION" ? option.text : option.parentElement.textContent).trim();

function framed(choice, member, parts, label) {
  const frame = document.createElement("fieldset");
  frame.className = "sub-form fields";
  frame.dataset.member = member;
  frame.setAttribute("aria-label", label);
  frame.append(...parts);
  choice.querySelector("[data-removes]").after(frame);
  return frame;
}

/* The fields of the other members stay in the page, so that coming back brings what was typed */
function showMember(choice, member) {
  for (const frame of inside(choice, "[data-member]")) {
    frame.hidden = frame.disabled = frame.dataset.member !== member;
  }
}

function sayRemoved(choice, member) {
  const { chosen } = choice.dataset;
  const note = inside(choice, "[data-removes]")[0];
  const held = inside(choice, "[data-part]").find((option) => option.value === chosen);
  note.hidden = !chosen || chosen === member;
  if (!note.hidden) note.querySelector("span").textContent = note.dataset.removes.replace("{name}", held ? labelOf(held) : chosen);
}

async function choose(choice, control) {
  const option = optionOf(control);
  const member = option.value;
  showMember(choice, member);
  sayRemoved(choice, member);
  const known = inside(choice, "[data-member]").some((frame) => frame.dataset.member === member);
  if (known || !option.dataset.part) return;
  const parts = await fetchPart(option.dataset.part);
  if (!parts || !choice.isConnected) return;
  const frame = framed(choice, member, parts, labelOf(option));
  const now = inside(choice, "select, input[type=radio]:checked").find((other) => other.name === control.name);
  showMember(choice, optionOf(now).value);
  arrived(frame);
}

document.addEventListener("change", ({ target }) => {
  const choice = target.closest("[data-choice]");
  if (choice && target.form === guarded() && target.name.startsWith("!/")) choose(choice, target);
});

/* A group that is not set: its fields come when they are asked for, and may go again */
async function open(button) {
  const unset = button.closest("[data-unset]");
  const parts = await fetchPart(button.dataset.part);
  if (!parts || !unset.isConnected) return;
  const fields = document.createElement("div");
  const foot = document.createElement("p");
  const close = document.createElement("button");
  fields.className = "sub-form fields";
  foot.className = "add-row";
  close.type = "button";
  close.className = "quiet small";
  close.textContent = words("unset");
  fields.append(...parts);
  foot.append(close);
  unset.replaceWith(fields, foot);
  close.addEventListener("click", () => {
    foot.remove();
    fields.replaceWith(unset);
    arrived(unset);
    button.focus();
  });
  arrived(fields);
  focusFirst(fields);
}

/* Lists to tick */
const boxes = (part) => [...part.querySelectorAll("input[type=checkbox]:not([data-whole])")];

function recount(part) {
  for (const place of part?.querySelectorAll("[data-count]") ?? []) {
    const all = boxes(part);
    const n = all.filter((box) => box.checked).length;
    const text = n || !place.dataset.every ? place.dataset.count : place.dataset.every;
    place.textContent = text.replace("{n}", n).replace("{all}", all.length);
    const hint = part.querySelector("[data-no-tick]");
    if (hint) hint.hidden = n > 0;
  }
}

function tickAll(button) {
  const set = button.closest("[data-toolset]");
  const on = "all" in button.dataset;
  for (const box of boxes(set)) box.checked = on;
  if (on) set.querySelector("[data-whole]").checked = true;
  recount(set);
  arrived(set);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || button.form !== guarded()) return;
  if (button.dataset.act === "open" && button.dataset.part) {
    event.preventDefault();
    open(button);
  } else if ("all" in button.dataset || "none" in button.dataset) tickAll(button);
});

document.addEventListener("change", ({ target }) => {
  if (target.type !== "checkbox" || target.form !== guarded()) return;
  const set = target.closest("[data-toolset]");
  if (set && target.checked && !("whole" in target.dataset)) set.querySelector("[data-whole]").checked = true;
  recount(set ?? target.closest(".picks"));
});

/* What is looked for in a long list */
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

function filter(input) {
  const box = input.closest(".box");
  const wanted = plain(input.value.trim());
  for (const row of box.querySelectorAll(".rows > li")) row.hidden = !plain(row.textContent).includes(wanted);
  for (const fold of box.querySelectorAll(":scope > details")) {
    if (wanted) fold.open = true;
    fold.hidden = Boolean(wanted) && !fold.dataset.part && !fold.hasAttribute("aria-busy") && !fold.querySelector("li:not([hidden])");
  }
}

document.addEventListener("input", ({ target }) => target.matches("[data-filter]") && filter(target));
document.addEventListener("folded:filled", ({ target }) => {
  const input = target.closest(".box")?.querySelector("[data-filter]");
  if (input?.value) filter(input);
});
document.addEventListener("keydown", (event) => {
  if (!event.target.matches?.("[data-filter]")) return;
  if (event.key === "Enter") event.preventDefault(); // it would save
  if (event.key === "Escape" && event.target.value) {
    event.target.value = "";
    filter(event.target);
  }
});
