/* Saving without leaving the page: htmx posts the form, the server answers with what changed beside the text
   (stamps, tree, undo, toast). Without this script the same form posts and comes back by a redirect. */
import { storeAll } from "./drafts.js";
import { guarded, letGo, markSaved } from "./unsaved.js";

const REFUSALS = [409, 422]; // overtaken by somebody else; cannot be read
let sent = new Map();

const ours = (event) => event.detail.elt === guarded();
const isPage = (xhr) => /^\s*<!doctype/i.test(xhr.responseText);

function busy(is) {
  const button = document.querySelector("[data-save]");
  if (is) button?.setAttribute("aria-busy", "true");
  else button?.removeAttribute("aria-busy");
}

function fail(why) {
  const note = document.getElementById("save-note");
  note.querySelector("[data-why]").textContent = why;
  note.hidden = false;
  note.scrollIntoView({ block: "nearest" });
}

function settle() {
  markSaved(sent);
  storeAll();
  for (const note of guarded().querySelectorAll("[data-until-saved]")) note.remove();
  document.getElementById("save-note").hidden = true;
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (!ours(event)) return;
  sent = new Map([...guarded().querySelectorAll("textarea")].map((field) => [field, field.value]));
  storeAll(); // whatever comes of it, the text is kept
  busy(true);
});

/* A refusal is the whole page with the texts that were sent. Its main part takes the place of ours; htmx would
   carry attributes over from the old elements, which is not wanted here. */
function showRefusal(xhr) {
  const page = new DOMParser().parseFromString(xhr.responseText, "text/html");
  document.title = page.title;
  document.getElementById("main").replaceWith(document.adoptNode(page.getElementById("main")));
  window.htmx.process(document.getElementById("main"));
  storeAll();
  document.querySelector("#main [role=alert]:not([hidden])")?.scrollIntoView({ block: "nearest" });
  document.querySelector("#main h1[tabindex]")?.focus();
}

document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  if (!ours(event) || !isPage(xhr)) return;
  event.detail.shouldSwap = false;
  if (REFUSALS.includes(xhr.status)) return showRefusal(xhr);
  if (xhr.status >= 400) return;
  letGo(); // a page of its own: the server went elsewhere, and so do we
  location.assign(xhr.responseURL);
});

document.addEventListener("htmx:afterRequest", (event) => {
  busy(false);
  const { elt, successful, xhr } = event.detail;
  if (elt === guarded() && successful && !isPage(xhr)) settle();
});
document.addEventListener("htmx:sendError", (event) => ours(event) && fail(guarded().dataset.unreachable));
document.addEventListener("htmx:responseError", (event) => {
  if (ours(event)) fail(guarded().dataset.refused.replace("{status}", event.detail.xhr.status));
});
