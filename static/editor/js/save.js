/* Saving without leaving the page: htmx posts the form. Where only texts of files changed, the server answers with
   what changed beside them (stamps, tree, undo, toast); else with the whole page, of which the main part takes the
   place of ours. Without this script the same form posts and comes back by a redirect. */
import { storeDraft } from "./drafts.js";
import { capture, changesManifest, entriesOf, guarded, markSaved } from "./form-state.js";
import { fail, goToError, remember, showPage } from "./swap.js";
import { letGo, show } from "./unsaved.js";

const REFUSALS = [409, 422]; // overtaken by somebody else; cannot be read
let sent = null;

const ours = (event) => event.detail.elt === guarded();
const isPage = (xhr) => /^\s*<!doctype/i.test(xhr.responseText);
const isHere = (xhr) => new URL(xhr.responseURL).pathname === new URL(guarded().action).pathname;

function busy(is) {
  const button = document.querySelector("[data-save]");
  if (is) button?.setAttribute("aria-busy", "true");
  else button?.removeAttribute("aria-busy");
  /* The page is drawn anew: nothing may be typed until it is here */
  document.getElementById("main").inert = is && Boolean(sent?.redrawn);
}

function settle() {
  const form = guarded();
  markSaved(sent.captured, sent.entries);
  for (const note of form.querySelectorAll("[data-until-saved]")) note.remove();
  for (const control of form.querySelectorAll("[aria-invalid], [data-invalid]")) {
    if (control.closest("code-field")) continue;
    control.removeAttribute("aria-invalid");
    control.removeAttribute("data-invalid");
  }
  document.getElementById("save-note").hidden = true;
  show();
  storeDraft();
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (!ours(event)) return;
  const form = guarded();
  const redrawn = changesManifest();
  sent = { captured: capture(form), entries: entriesOf(form), redrawn, state: remember(redrawn) };
  storeDraft(); // whatever comes of it, what was typed is kept
  busy(true);
});

/* A refusal is the whole page with what was sent */
function showRefusal(xhr) {
  showPage(xhr.responseText, sent.state, false);
  storeDraft();
  document.querySelector("#main [role=alert]:not([hidden])")?.scrollIntoView({ block: "nearest" });
  goToError();
  document.querySelector("#main h1[tabindex]")?.focus();
}

function showSaved(xhr) {
  showPage(xhr.responseText, sent.state, true);
  storeDraft();
}

document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  if (!ours(event) || !isPage(xhr)) return;
  event.detail.shouldSwap = false;
  busy(false);
  if (REFUSALS.includes(xhr.status)) return showRefusal(xhr);
  if (xhr.status >= 400) return;
  if (event.detail.requestConfig.parameters.do) return showPage(xhr.responseText, sent.state, false);
  if (isHere(xhr)) return showSaved(xhr);
  letGo(); // a page of its own: the server went elsewhere, and so do we
  location.assign(xhr.responseURL);
});

document.addEventListener("htmx:afterRequest", (event) => {
  const { elt, successful, xhr } = event.detail;
  if (elt !== guarded()) return;
  busy(false);
  if (successful && !isPage(xhr)) settle();
});
document.addEventListener("htmx:sendError", (event) => ours(event) && (busy(false), fail(guarded().dataset.unreachable)));
document.addEventListener("htmx:responseError", (event) => {
  if (ours(event)) fail(guarded().dataset.refused.replace("{status}", event.detail.xhr.status));
});
