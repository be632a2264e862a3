/** What an agent asks to do, cut into pieces of one look: folded where it is long. */
import type { ShownPiece } from "../wire/types.gen";
import { plural } from "./words";

/** A text of more lines than the first is folded to the second, so that the answers stay in reach. */
const MOST_LINES = 24;
const FOLDED_LINES = 18;
/** How many characters fill a line of the page; a text without line ends is long, too. */
const LINE = 74;

const tall = (line: string) => Math.max(1, Math.ceil(line.length / LINE));
const linesOf = (text: string) => text.split("\n").reduce((sum, line) => sum + tall(line), 0);

export const textOf = (pieces: readonly ShownPiece[]) => pieces.map(({ text }) => text).join("");

/** Whether it is set smaller, so that more of it is seen at once. */
export const isLong = (pieces: readonly ShownPiece[]) => linesOf(textOf(pieces)) > MOST_LINES;

interface Folded {
  pieces: readonly ShownPiece[];
  /** "282 lines", "7,600 characters": what is not among them; null: it is whole. */
  left: string | null;
}

/** Where the fold is: after a line, where there are several; else in the middle of the only one. */
function endOfFold(text: string): number {
  let at = 0;
  let lines = 0;
  for (const line of text.split("\n")) {
    if (lines + tall(line) > FOLDED_LINES) return at > 0 ? at - 1 : FOLDED_LINES * LINE;
    lines += tall(line);
    at += line.length + 1;
  }
  return text.length;
}

const leftWords = (rest: string) => (rest.includes("\n") ? plural(rest.split("\n").length - 1, "line") : plural(rest.length, "character"));

export function foldPieces(pieces: readonly ShownPiece[]): Folded {
  const text = textOf(pieces);
  if (linesOf(text) <= MOST_LINES) return { pieces, left: null };
  const end = endOfFold(text);
  let room = end;
  const first: ShownPiece[] = [];
  for (const piece of pieces) {
    if (room <= 0) break;
    first.push({ ...piece, text: piece.text.slice(0, room) });
    room -= piece.text.length;
  }
  return { pieces: first, left: leftWords(text.slice(end)) };
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
