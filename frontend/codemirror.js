/* What the editor takes from CodeMirror, and nothing else: esbuild drops the rest. */
export { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
export { json } from "@codemirror/lang-json";
export { python } from "@codemirror/lang-python";
export { yaml } from "@codemirror/lang-yaml";
export { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
export { lintKeymap, setDiagnostics } from "@codemirror/lint";
export { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from "@codemirror/search";
export { EditorState, Prec, RangeSet, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
export {
  Decoration,
  Direction,
  EditorView,
  GutterMarker,
  MatchDecorator,
  ViewPlugin,
  gutterLineClass,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
export { classHighlighter } from "@lezer/highlight";
export { StyleModule } from "style-mod";
