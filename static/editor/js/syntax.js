/* Where Python breaks, while somebody types: the server reads the text when the keys rest, and the first fault gets
   a note like the server's own. Where the server does not answer, nothing is said. */
const PAUSE = 400; // milliseconds without a key before the text is sent
const FIELDS = "code-field[language=python]";

const states = new WeakMap(); // of each field: the text that was sent last, the timer, the request on its way

function stateOf(field) {
  if (!states.has(field)) states.set(field, { text: "" });
  return states.get(field);
}

const notesOf = (field) => field.querySelector(".code-notes");
const keyOf = ({ line, column, message }) => `${line}:${column}:${message}`;

function noteOf(field, fault) {
  const template = document.getElementById("syntax-note");
  const note = template.content.firstElementChild.cloneNode(true);
  const place = note.querySelector(".at");
  const { line, column } = fault;
  place.textContent = template.dataset.at.replace("{line}", line).replace("{column}", column);
  place.href = `#${field.querySelector("textarea").id}`;
  for (const part of [note, place]) Object.assign(part.dataset, { line, column });
  note.dataset.syntax = keyOf(fault);
  note.querySelector(".says").textContent = fault.message;
  return note;
}

/* Notes of the server stay as they are; what one of them says already is not said twice */
function show(field, fault) {
  const notes = notesOf(field);
  const ours = notes.querySelector("[data-syntax]");
  const told = [...notes.querySelectorAll(":scope > [data-line]:not([data-syntax])")].some(
    ({ dataset }) => dataset.line === String(fault.line) && dataset.severity === "error",
  );
  if (!fault.line || told) return ours?.remove();
  if (ours?.dataset.syntax === keyOf(fault)) return undefined;
  const note = noteOf(field, fault);
  return ours ? ours.replaceWith(note) : notes.append(note);
}

async function ask(text, field, signal) {
  const form = field.querySelector("textarea").form ?? document;
  const token = form.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  const { url } = document.getElementById("syntax-note").dataset;
  const body = new URLSearchParams({ text, csrfmiddlewaretoken: token });
  try {
    const answer = await fetch(url, { method: "POST", body, signal });
    return answer.ok ? await answer.json() : {};
  } catch {
    return {}; // overtaken, or nobody answers
  }
}

async function check(field) {
  const state = stateOf(field);
  const text = field.querySelector("textarea").value;
  if (text === state.text || !field.isConnected) return;
  state.text = text;
  state.request?.abort();
  const request = new AbortController();
  state.request = request;
  const fault = text.trim() ? await ask(text, field, request.signal) : {};
  if (state.request === request && field.isConnected) show(field, fault);
}

function later(field) {
  const state = stateOf(field);
  clearTimeout(state.timer);
  state.timer = setTimeout(() => check(field), PAUSE);
}

document.addEventListener("input", ({ target }) => {
  const field = target.matches("textarea") && target.closest(FIELDS);
  if (field && notesOf(field)) later(field);
});
document.addEventListener("code-field:ready", ({ target }) => {
  if (target.matches(FIELDS) && notesOf(target)) check(target);
});
for (const field of document.querySelectorAll(FIELDS)) {
  if (field.view && notesOf(field)) check(field);
}
