/** What an agent asks to do, cut into pieces of one look: folded where it is long. */
import type { ShownPiece } from "../wire/types.gen";

/** A text of more lines than the first is folded to the second, so that the answers stay in reach. */
const MOST_LINES = 24;
const FOLDED_LINES = 18;
/** How many characters fill a line of the page; a text without line ends is long, too. */
const LINE = 74;

const linesOf = (text: string) => text.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE)), 0);

export const textOf = (pieces: readonly ShownPiece[]) => pieces.map(({ text }) => text).join("");

/** Whether it is set smaller, so that more of it is seen at once. */
export const isLong = (pieces: readonly ShownPiece[]) => linesOf(textOf(pieces)) > MOST_LINES;

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

/** A difference of more rows is folded. */
const MOST_ROWS = 60;

const countIn = (html: string, kind: string) => html.split(`<tr class="${kind}">`).length - 1;

/** Of the lines as the hub has compared them: how many come, how many go, and whether there are many. */
export function rowsIn(html: string): { added: number; removed: number; rows: number; isLong: boolean } {
  const changed = countIn(html, "changed");
  const rows = html.split("<tr ").length - 1;
  return { added: countIn(html, "added") + changed, removed: countIn(html, "removed") + changed, rows, isLong: rows > MOST_ROWS };
}
