/** What an agent asks to do, cut into pieces of one look: folded where it is long, and split where parts differ. */
import type { ChangedRow, ShownPiece } from "../wire/types.gen";

/** A text of more lines than the first is folded to the second, so that the answers stay in reach. */
const MOST_LINES = 30;
const FOLDED_LINES = 24;
/** How many characters fill a line of the page; a text without line ends is long, too. */
const LINE = 62;

const linesOf = (text: string) => text.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE)), 0);

export const textOf = (pieces: readonly ShownPiece[]) => pieces.map(({ text }) => text).join("");

export interface Folded {
  pieces: readonly ShownPiece[];
  /** Lines that are not among them; 0: it is whole. */
  left: number;
}

/** Where the line ends after which nothing more is shown. */
function endOfFold(text: string): number {
  let at = 0;
  let lines = 0;
  for (const line of text.split("\n")) {
    const tall = Math.max(1, Math.ceil(line.length / LINE));
    if (lines + tall >= FOLDED_LINES) return at + Math.min(line.length, (FOLDED_LINES - lines) * LINE);
    lines += tall;
    at += line.length + 1;
  }
  return text.length;
}

export function foldPieces(pieces: readonly ShownPiece[]): Folded {
  const text = textOf(pieces);
  const lines = linesOf(text);
  if (lines <= MOST_LINES) return { pieces, left: 0 };
  let room = endOfFold(text);
  const first: ShownPiece[] = [];
  for (const piece of pieces) {
    if (room <= 0) break;
    first.push({ ...piece, text: piece.text.slice(0, room) });
    room -= piece.text.length;
  }
  return { pieces: first, left: Math.max(1, lines - linesOf(textOf(first))) };
}

export interface Stretch {
  /** The number of the risk that these belong to. */
  risk: number | null;
  pieces: readonly ShownPiece[];
}

/** Neighbours of the same risk are one mark. */
export function stretchesOf(pieces: readonly ShownPiece[]): Stretch[] {
  const stretches: { risk: number | null; pieces: ShownPiece[] }[] = [];
  for (const piece of pieces) {
    const last = stretches.at(-1);
    if (last?.risk === piece.risk) last.pieces.push(piece);
    else stretches.push({ risk: piece.risk, pieces: [piece] });
  }
  return stretches;
}

const MOST_ROWS = 60;
const FOLDED_ROWS = 40;

export function foldRows(rows: readonly ChangedRow[]): { rows: readonly ChangedRow[]; left: number } {
  return rows.length <= MOST_ROWS ? { rows, left: 0 } : { rows: rows.slice(0, FOLDED_ROWS), left: rows.length - FOLDED_ROWS };
}

/** A row's text, split where it differs; places count characters as people do, not as this language does. */
export function changedParts({ text, changed }: Pick<ChangedRow, "text" | "changed">): { text: string; differs: boolean }[] {
  if (changed.length === 0) return [{ text, differs: false }];
  const letters = Array.from(text);
  const parts: { text: string; differs: boolean }[] = [];
  const add = (from: number, to: number, differs: boolean) => to > from && parts.push({ text: letters.slice(from, to).join(""), differs });
  let at = 0;
  for (const [from, to] of changed) {
    add(at, from, false);
    add(from, to, true);
    at = to;
  }
  add(at, letters.length, false);
  return parts;
}

/** "+38 −21" */
export function countRows(rows: readonly ChangedRow[]): { added: number; removed: number } {
  const count = (change: ChangedRow["change"]) => rows.filter((row) => row.change === change).length;
  return { added: count("added"), removed: count("removed") };
}
