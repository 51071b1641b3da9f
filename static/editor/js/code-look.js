/* What every code field shares: CodeMirror's own styles, its words in the language of the page, its extensions. */
import {
  EditorState,
  EditorView,
  StyleModule,
  bracketMatching,
  classHighlighter,
  defaultKeymap,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSelectionMatches,
  highlightSpecialChars,
  history,
  historyKeymap,
  indentOnInput,
  indentUnit,
  indentWithTab,
  json,
  keymap,
  lineNumbers,
  lintKeymap,
  python,
  search,
  searchKeymap,
  syntaxHighlighting,
  yaml,
} from "./codemirror.js";
import { notes } from "./code-notes.js";
import { prose } from "./code-prose.js";

/* CodeMirror would write a <style> element, which the Content-Security-Policy refuses. A constructed sheet is
   allowed, and in a layer of its own it never fights ours. */
const sheet = new CSSStyleSheet();
const mounted = new Set();
document.adoptedStyleSheets.push(sheet);

StyleModule.mount = (root, modules) => {
  const before = mounted.size;
  for (const module of [modules].flat()) mounted.add(module);
  if (mounted.size === before) return;
  sheet.replaceSync(`@layer editor {\n${[...mounted].map((module) => module.getRules()).join("\n")}\n}`);
};

/* The words of the search panel, from a <template> that the server translates */
function phrases() {
  const words = document.getElementById("code-phrases")?.content.querySelectorAll("[data-key]") ?? [];
  return Object.fromEntries([...words].map((word) => [word.dataset.key, word.textContent]));
}

const LANGUAGES = {
  python: () => [python(), indentUnit.of("    ")],
  json: (text) => [json(), indentUnit.of(indentOf(text, 2))],
  yaml: (text) => [yaml(), indentUnit.of(indentOf(text, 2))],
  openapi: (text) => (text.trimStart().startsWith("{") ? LANGUAGES.json(text) : LANGUAGES.yaml(text)),
  instruction: () => [prose(), indentUnit.of("    ")],
  text: () => [EditorView.lineWrapping, EditorView.perLineTextDirection.of(true)],
};

/** The first indent in the text, which is what its author uses. */
function indentOf(text, otherwise) {
  return /^( {1,8})\S/m.exec(text)?.[1] ?? " ".repeat(otherwise);
}

/* Typing over a selection: left to Chromium, it would carry the look of the old text over with an inline style,
   which the Content-Security-Policy refuses */
const typeOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state } = view;
    const typed = event.inputType === "insertText" && event.data && event.cancelable && !view.composing;
    if (!typed || state.readOnly || state.selection.main.empty) return false;
    view.dispatch(state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
    return true;
  },
});

/** All extensions of a field: `language` a key of LANGUAGES, `text` its content, `readOnly`, `attributes` for
    the element that is edited. */
export function extensions({ language, text, readOnly, attributes }) {
  return [
    lineNumbers(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSpecialChars(),
    highlightSelectionMatches(),
    history(),
    bracketMatching(),
    indentOnInput(),
    search({ top: true }),
    syntaxHighlighting(classHighlighter),
    (LANGUAGES[language] ?? LANGUAGES.text)(text),
    notes(),
    typeOver,
    EditorState.tabSize.of(4),
    EditorState.readOnly.of(readOnly),
    EditorState.phrases.of(phrases()),
    EditorView.contentAttributes.of(attributes),
    keymap.of([...searchKeymap, ...historyKeymap, ...lintKeymap, ...defaultKeymap, indentWithTab]),
  ];
}
