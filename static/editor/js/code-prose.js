/* Instructions: references and tags get their colours, a wrapped line hangs below its own indent, and each line
   takes its own direction. */
import {
  Decoration,
  Direction,
  EditorView,
  MatchDecorator,
  Prec,
  RangeSetBuilder,
  ViewPlugin,
} from "./codemirror.js";

/* {@TOOL: x}, {@AGENT: x}, {@WIDGET: x}; {variable}, {{variable}}; <tag name="x">, </tag> */
const MARKS = /\{@(TOOL|AGENT|WIDGET):[^{}\n]+\}|(\{\{?[A-Za-z_][\w.]*\}\}?)|<\/?[A-Za-z][^<>\n]*>/g;
const REFERENCES = { TOOL: "tool", WIDGET: "tool", AGENT: "agent" };

const tag = Decoration.mark({ class: "tok-meta", bidiIsolate: Direction.LTR });
const references = Object.fromEntries(
  ["tool", "agent", "variable"].map((kind) => [
    kind,
    Decoration.mark({ class: `ref ref-${kind}`, bidiIsolate: Direction.LTR }),
  ]),
);

function markOf([, kind, variable]) {
  if (variable) return references.variable;
  return kind ? references[REFERENCES[kind]] : tag;
}

const matcher = new MatchDecorator({ regexp: MARKS, decoration: markOf });

const marks = ViewPlugin.fromClass(
  class {
    constructor(view) {
      this.decorations = matcher.createDeco(view);
    }

    update(update) {
      this.decorations = matcher.updateDeco(update, this.decorations);
    }
  },
  {
    decorations: (plugin) => plugin.decorations,
    provide: (plugin) => {
      const ranges = (view) => view.plugin(plugin)?.decorations ?? Decoration.none;
      return [Prec.lowest(EditorView.bidiIsolatedRanges.of(ranges))];
    },
  },
);

/* A class for each width of an indent, and not a style: the browser copies lines while somebody types, and the
   Content-Security-Policy refuses styles that are written that way */
const WIDEST = 40; // columns; a deeper indent hangs no further
const widths = Array.from({ length: WIDEST + 1 }, (_, columns) => columns);
const hangs = widths.map((columns) => Decoration.line({ class: `hang-${columns}`, attributes: { dir: "auto" } }));
const hangTheme = EditorView.baseTheme(
  Object.fromEntries(widths.map((columns) => [`.hang-${columns}`, { "--hang": `${columns}ch` }])),
);

function lineMarks(view) {
  const builder = new RangeSetBuilder();
  const tabSize = view.state.tabSize;
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      const indent = /^[ \t]*/.exec(line.text)[0];
      const columns = [...indent].reduce((sum, char) => sum + (char === "\t" ? tabSize : 1), 0);
      builder.add(line.from, line.from, hangs[Math.min(columns, WIDEST)]);
      at = line.to + 1;
    }
  }
  return builder.finish();
}

const lines = ViewPlugin.fromClass(
  class {
    constructor(view) {
      this.decorations = lineMarks(view);
    }

    update(update) {
      if (update.docChanged || update.viewportChanged) this.decorations = lineMarks(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

/** The extensions of an instruction. */
export function prose() {
  return [EditorView.lineWrapping, EditorView.perLineTextDirection.of(true), hangTheme, lines, marks];
}
