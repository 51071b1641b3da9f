/* What the server found in a text: a tinted line with a marked number, a wavy line, a tip on hover, F8. */
import {
  Decoration,
  EditorView,
  GutterMarker,
  RangeSet,
  StateEffect,
  StateField,
  gutterLineClass,
  setDiagnostics,
} from "./codemirror.js";

class NumberClass extends GutterMarker {
  constructor(elementClass) {
    super();
    this.elementClass = elementClass;
  }
}

const RANKS = ["error", "warning", "info"]; // worst first
const lineMarks = Object.fromEntries(RANKS.map((rank) => [rank, Decoration.line({ class: `has-${rank}` })]));
const numberMarks = Object.fromEntries(RANKS.map((rank) => [rank, new NumberClass(`has-${rank}`)]));
const setPlaces = StateEffect.define();

/* One mark a line, for the worst that was found there */
function marksOf(doc, found) {
  const worst = new Map();
  for (const rank of RANKS) {
    for (const { from, severity } of found) {
      const start = doc.lineAt(from).from;
      if (severity === rank && !worst.has(start)) worst.set(start, rank);
    }
  }
  const places = [...worst].sort(([one], [other]) => one - other);
  return {
    lines: RangeSet.of(places.map(([at, rank]) => lineMarks[rank].range(at))),
    numbers: RangeSet.of(places.map(([at, rank]) => numberMarks[rank].range(at))),
  };
}

const places = StateField.define({
  create: () => ({ lines: RangeSet.empty, numbers: RangeSet.empty }),
  update(marks, transaction) {
    const news = transaction.effects.find((effect) => effect.is(setPlaces));
    if (news) return marksOf(transaction.newDoc, news.value);
    if (!transaction.docChanged) return marks;
    return { lines: marks.lines.map(transaction.changes), numbers: marks.numbers.map(transaction.changes) };
  },
  provide: (field) => [
    EditorView.decorations.from(field, (marks) => marks.lines),
    gutterLineClass.from(field, (marks) => marks.numbers),
  ],
});

/** The extension that shows notes. */
export function notes() {
  return places;
}

/* From the column to the end of the line; the whole line where no column is known */
function rangeOf(doc, { line, column, severity, message }) {
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
  const indent = /^\s*/.exec(at.text)[0].length;
  const from = Math.min(at.from + (column ? column - 1 : indent), at.to);
  return { from, to: at.to, severity, message };
}

/** Show `found`, a list of {line, column, severity, message}: line and column count from 1, a column of 0
    means the whole line. */
export function showNotes(view, found) {
  const ranges = found.map((note) => rangeOf(view.state.doc, note)).sort((one, other) => one.from - other.from);
  const transaction = setDiagnostics(view.state, ranges);
  view.dispatch({ effects: [...[transaction.effects].flat(), setPlaces.of(ranges)] });
}
