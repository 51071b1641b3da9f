/* <code-field language="python"> around a plain textarea: an editor over it when scripts run. The textarea stays
   the one that is posted and that others read; its "input" events tell of every change. */
import { EditorState, EditorView, openSearchPanel } from "./codemirror.js";
import { extensions } from "./code-look.js";
import { showNotes } from "./code-notes.js";

/* Writing a text of a megabyte into a textarea takes a tenth of a second. From this length on that is not done at
   every key: the textarea's `value` answers from the editor, and its own text follows when it is left or posted. */
const LONG = 100_000; // characters
const native = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value");
const texts = new WeakMap(); // of documents, since several ask at every key

function textOf(doc) {
  if (!texts.has(doc)) texts.set(doc, doc.toString());
  return texts.get(doc);
}

/* States of fields that were taken out of the page, by id: a swap puts the same field back, and then the undo
   steps, the selection and the place in the text go on. */
const kept = new Map();

/* The field that had focus: when it is taken out, the focus is gone before it hears of it */
let focused = "";
document.addEventListener("focusin", ({ target }) => {
  focused = target.closest("code-field")?.textarea?.id ?? "";
});

class CodeField extends HTMLElement {
  connectedCallback() {
    this.textarea = this.querySelector("textarea");
    if (!this.textarea || this.view) return;
    this.startWhenShown();
  }

  startWhenShown() {
    const closed = this.closest("details:not([open])");
    if (closed) closed.addEventListener("toggle", () => this.startWhenShown(), { once: true });
    else this.start();
  }

  disconnectedCallback() {
    if (!this.view) return;
    kept.set(this.textarea.id, { state: this.view.state, scroll: this.view.scrollSnapshot() });
    this.stop.abort();
    this.observer.disconnect();
    this.settle();
    delete this.textarea.value;
    this.view.destroy();
    this.view = null;
  }

  /** Puts the editor in the place of the textarea. Does nothing when it is there. */
  start() {
    if (this.view || !this.isConnected) return;
    const old = kept.get(this.textarea.id);
    kept.delete(this.textarea.id);
    const same = old?.state.doc.eq(EditorState.create({ doc: this.textarea.value }).doc);
    const state = same ? old.state : this.freshState();
    this.view = new EditorView({ state, scrollTo: same ? old.scroll : undefined });
    this.takeValue();
    this.textarea.before(this.view.dom);
    this.textarea.hidden = true;
    if (same && focused === this.textarea.id) this.view.focus();
    this.listen();
    this.showNotes();
    this.dispatchEvent(new CustomEvent("code-field:ready", { bubbles: true }));
  }

  freshState() {
    const text = this.textarea.value;
    const language = this.getAttribute("language");
    const options = { language, text, readOnly: this.textarea.readOnly, attributes: this.attributesOfContent() };
    /* Found by the DOM and not by `this`: a kept state outlives the element it was made for */
    const follow = EditorView.updateListener.of((update) => {
      if (update.docChanged) update.view.dom.closest("code-field")?.follow(update.state.doc);
    });
    return EditorState.create({ doc: text, extensions: [extensions(options), follow] });
  }

  /* What the label and the helps of the textarea say goes for the editor */
  attributesOfContent() {
    const { textarea } = this;
    const named = (name) => (textarea.hasAttribute(name) ? { [name]: textarea.getAttribute(name) } : {});
    const described = [textarea.getAttribute("aria-describedby"), this.querySelector(".leave")?.id];
    return {
      tabindex: "0",
      spellcheck: textarea.getAttribute("spellcheck") ?? "false",
      "aria-describedby": described.filter(Boolean).join(" "),
      ...named("aria-labelledby"),
      ...named("aria-invalid"),
    };
  }

  listen() {
    this.stop = new AbortController();
    const { signal } = this.stop;
    /* "reset" comes before the values change */
    this.textarea.form?.addEventListener("reset", (event) => setTimeout(() => this.reset(event)), { signal });
    this.textarea.form?.addEventListener("formdata", ({ formData }) => this.fillIn(formData), { signal });
    this.addEventListener("focusout", () => this.settle(), { signal });
    addEventListener("pagehide", () => this.settle(), { signal });
    this.addEventListener("click", (event) => this.act(event), { signal });
    for (const button of this.querySelectorAll("[data-code]")) button.hidden = false;
    const list = this.querySelector(".code-notes");
    this.observer = new MutationObserver(() => this.showNotes());
    if (list) this.observer.observe(list, { childList: true });
  }

  follow(doc) {
    this.ahead = doc;
    if (doc.length < LONG) this.settle();
    this.textarea.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /* `ahead`: the document that the textarea has not got yet */
  takeValue() {
    const { textarea } = this;
    Object.defineProperty(textarea, "value", {
      configurable: true,
      get: () => (this.ahead ? textOf(this.ahead) : native.get.call(textarea)),
      set: (value) => {
        this.ahead = null;
        native.set.call(textarea, value);
      },
    });
  }

  settle() {
    if (this.ahead) this.textarea.value = textOf(this.ahead);
  }

  fillIn(formData) {
    if (this.ahead && formData.has(this.textarea.name)) formData.set(this.textarea.name, textOf(this.ahead));
  }

  reset(event) {
    if (!event.defaultPrevented) this.ahead = null;
    this.refresh();
  }

  /** Take over the textarea's value after somebody else changed it. It can be undone in the field. */
  refresh() {
    const insert = this.textarea.value;
    if (!this.view || textOf(this.view.state.doc) === insert) return;
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert } });
  }

  /** Go to a place; line and column count from 1. */
  goTo(line, column = 1) {
    const closed = () => this.closest("details:not([open])");
    while (closed()) closed().open = true;
    this.start();
    const { doc } = this.view.state;
    const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
    const anchor = Math.min(at.from + column - 1, at.to);
    this.view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.scrollIntoView({ block: "nearest" });
    this.view.focus();
  }

  act(event) {
    const place = event.target.closest("a[data-line]");
    if (place) {
      event.preventDefault();
      this.goTo(Number(place.dataset.line), Number(place.dataset.column) || 1);
    }
    const button = event.target.closest("button[data-code]");
    if (button?.dataset.code === "find") openSearchPanel(this.view);
    if (button?.dataset.code === "fill") this.fill(button);
  }

  /* A popover stands above everything else, whatever it is nested in */
  fill(button) {
    const filled = this.popover !== "manual";
    this.popover = filled ? "manual" : null;
    if (filled) this.showPopover();
    button.setAttribute("aria-pressed", String(filled));
    this.view.focus();
  }

  showNotes() {
    const items = [...this.querySelectorAll(".code-notes > [data-line]")];
    const found = items.map((item) => ({
      line: Number(item.dataset.line),
      column: Number(item.dataset.column) || 0,
      severity: item.dataset.severity,
      message: item.querySelector(".says").textContent,
    }));
    showNotes(this.view, found);
  }
}

customElements.define("code-field", CodeField);

/* Browsers put typed text back into a textarea after the page was left, without telling */
addEventListener("pageshow", () => {
  for (const field of document.querySelectorAll("code-field")) field.refresh();
});
