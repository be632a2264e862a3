/** Rows of a difference as lines that stand below or beside each other, and the marks on them. Pure. */
import type { CodeRow, DiffMark, DiffOutput } from "../../wire/types.gen";

type Side = DiffMark["side"];

/** One line of one of the two texts. */
export interface CodeLine {
  readonly side: Side;
  readonly number: number;
  readonly kind: "same" | "removed" | "added";
  /** Harmless: the hub has escaped it. */
  readonly html: string;
}

/** Equal lines that are not shown. */
export interface Fold {
  readonly lines: number;
}

/** Both texts beside each other; null where a text has no such line. */
export interface Pair {
  readonly was: CodeLine | null;
  readonly now: CodeLine | null;
}

export const isFold = (row: CodeLine | Pair | Fold): row is Fold => "lines" in row;

const oldLine = ({ old, was }: CodeRow): CodeLine[] => (old === null ? [] : [{ side: "old", number: old, kind: "removed", html: was }]);
const newLine = ({ new: number, now, kind }: CodeRow): CodeLine[] =>
  number === null ? [] : [{ side: "new", number, kind: kind === "same" ? "same" : "added", html: now }];

/** Below each other: of neighbouring lines that differ first all that go, then all that come. */
export function below(rows: readonly CodeRow[]): (CodeLine | Fold)[] {
  const lines: (CodeLine | Fold)[] = [];
  let differing: CodeRow[] = [];
  const tell = () => {
    lines.push(...differing.flatMap(oldLine), ...differing.flatMap(newLine));
    differing = [];
  };
  for (const row of rows) {
    if (row.kind !== "same" && row.kind !== "fold") {
      differing.push(row);
      continue;
    }
    tell();
    lines.push(...(row.kind === "fold" ? [{ lines: row.lines }] : newLine(row)));
  }
  tell();
  return lines;
}

/** Beside each other. */
export const beside = (rows: readonly CodeRow[]): (Pair | Fold)[] =>
  rows.map((row) => {
    if (row.kind === "fold") return { lines: row.lines };
    const [was = null] = oldLine(row);
    const [now = null] = newLine(row);
    return { was: was !== null && row.kind === "same" ? { ...was, kind: "same" } : was, now };
  });

/** Lines of one text, the first and the last among them. */
export interface Stretch {
  readonly side: Side;
  readonly first: number;
  readonly last: number;
}

export const stretchAt = ({ side, number }: Pick<CodeLine, "side" | "number">): Stretch => ({ side, first: number, last: number });

/** Up to another line of the same text; a line of the other text begins anew. */
export function stretchTo(from: Stretch | null, to: Pick<CodeLine, "side" | "number">): Stretch {
  if (from?.side !== to.side) return stretchAt(to);
  return { side: to.side, first: Math.min(from.first, to.number), last: Math.max(from.last, to.number) };
}

export const covers = ({ side, first, last }: Stretch, line: Pick<CodeLine, "side" | "number">) =>
  side === line.side && first <= line.number && line.number <= last;

export const stretchOf = ({ side, first_line, last_line }: DiffMark): Stretch => ({ side, first: first_line, last: last_line });

/** What stands on the lines, to the letter; null where the text has no such lines. */
export function quoteOf({ old, new: fresh }: Pick<DiffOutput, "old" | "new">, { side, first, last }: Stretch): string | null {
  const lines = ((side === "old" ? old : fresh) ?? "").split("\n");
  return first < 1 || last > lines.length ? null : lines.slice(first - 1, last).join("\n");
}

export const stretchWords = ({ side, first, last }: Stretch) => {
  const lines = first === last ? `line ${first}` : `lines ${first} to ${last}`;
  return side === "old" ? `${lines} of the old text` : lines;
};

/** Those of a file in a call, and what number each has among all marks that wait to be sent. */
export function marksOn(marks: readonly DiffMark[], call: string, path: string): { mark: DiffMark; number: number | null }[] {
  const unsent = marks.filter(({ sent_with }) => sent_with === null);
  return marks
    .filter((mark) => mark.call === call && mark.path === path)
    .map((mark) => ({ mark, number: mark.sent_with === null ? unsent.indexOf(mark) + 1 : null }));
}
