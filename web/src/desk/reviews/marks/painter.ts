/** Draws marks into the document's static HTML: only what has changed, in short tasks. It stores places, never live ranges. */
import { MARK_KINDS } from "../../../state/mark_kinds";
import { segmentsOf, type Segment } from "../../../anchors/dom";
import { inSlices, type Pace } from "../../../anchors/slices";
import { spoken, standsAbove, type Paint } from "./paints";

/** A mark as it stands in the page. */
interface Painted {
  paint: Paint;
  /** The elements around the marked words, in the order of the text. */
  pieces: HTMLElement[];
  /** The desk's own words: number, new words. */
  extras: HTMLElement[];
}

/** Whether a drawn mark can stay for the wanted one; with any other difference it is drawn anew. */
const isDrawnAs = (one: Paint, other: Paint) =>
  one.kind === other.kind &&
  one.look === other.look &&
  one.text === other.text &&
  one.author === other.author &&
  one.place.start_block === other.place.start_block &&
  one.place.start === other.place.start &&
  one.place.end_block === other.place.end_block &&
  one.place.end === other.place.end;

/** Comments under a comment: their lines stand one below the other. */
const DEEPEST = 2;
/** A frame that has not come by then will not come. */
const HIDDEN_MS = 60;
const LINED = ".pen.comment, .pen.last";

/** Another's mark is drawn in another ink. */
const inkOf = ({ author }: Paint) => (author === null ? "pen" : "pen other");

function own(tag: string, kind: string, paint: Paint, words: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = `${inkOf(paint)} ${kind}`;
  element.dataset["mark"] = paint.id;
  element.dataset["desk"] = "";
  element.textContent = words;
  return element;
}

function wrap({ node, start, end }: Segment, paint: Paint): HTMLElement {
  const part = start > 0 ? node.splitText(start) : node;
  if (end - start < part.length) part.splitText(end - start);
  const piece = document.createElement(paint.look === "own" ? MARK_KINDS[paint.kind].tag : "mark");
  piece.className = `${inkOf(paint)} ${paint.look === "own" ? paint.kind : paint.look}`;
  piece.dataset["mark"] = paint.id;
  const under = Math.min(DEEPEST, linesUnder(part));
  if (under > 0) piece.dataset["under"] = String(under);
  part.replaceWith(piece);
  piece.append(part);
  return piece;
}

function linesUnder(node: Node): number {
  let count = 0;
  for (let at = node.parentElement?.closest(LINED) ?? null; at !== null; at = at.parentElement?.closest(LINED) ?? null) count += 1;
  return count;
}

/** In code and tables there is no room above a line. */
const isTight = (piece: Element) => piece.closest("pre, table") !== null;

/** The new words of a mark, if it has any. */
function newWords(paint: Paint, pieces: readonly HTMLElement[]): HTMLElement | null {
  const [first] = pieces;
  const last = pieces.at(-1);
  if (paint.look !== "own" || paint.text === "" || first === undefined || last === undefined) return null;
  if (paint.kind === "replacement" && standsAbove(paint) && !isTight(first)) {
    const above = own("ins", "above", paint, paint.text);
    first.prepend(above);
    return above;
  }
  if (!MARK_KINDS[paint.kind].hasText) return null;
  const after = own("ins", paint.kind === "insertion" ? "inserted" : "after", paint, paint.text);
  behindOthers(outermost(last), paint).after(after);
  return after;
}

/** Outside of any other mark that ends here, too: inside, the desk's words would be struck out or underlined. */
function outermost(piece: Element): Element {
  let at = piece;
  while (at.nextSibling === null && at.parentElement?.matches(".pen") === true) at = at.parentElement;
  return at;
}

/** What the desk has written here for marks that come before this one. */
function behindOthers(piece: Element, paint: Paint): Element {
  let at = piece;
  for (let next = piece.nextSibling; next instanceof Element && next.matches("ins.pen, sup.pen"); next = next.nextSibling) {
    if (isFigure(next) && Number(next.textContent) < (paint.number ?? Infinity)) at = next;
  }
  return at;
}

function number(paint: Paint, behind: HTMLElement): HTMLElement | null {
  if (paint.number === null) return null;
  const figure = own("sup", paint.look === "last" ? "figure old" : "figure", paint, String(paint.number));
  let at = outermost(behind);
  for (let next = at.nextSibling; isFigure(next) && Number(next.textContent) < paint.number; next = at.nextSibling) at = next;
  at.after(figure);
  return figure;
}

const isFigure = (node: Node | null): node is Element => node instanceof Element && node.matches("sup.pen.figure");

/** Puts the words back as they were, in one text node where it was one. */
function unwrap(piece: HTMLElement): void {
  const parent = piece.parentNode;
  const before = piece.previousSibling;
  const [first] = piece.childNodes;
  const last = piece.lastChild;
  piece.replaceWith(...piece.childNodes);
  if (parent === null) return;
  if (last !== null) join(last, last.nextSibling);
  if (first !== undefined) join(before, first);
}

function join(one: Node | null, other: Node | null): void {
  if (!(one instanceof Text) || !(other instanceof Text)) return;
  one.appendData(other.data);
  other.remove();
}

/** The first task ends before the frame is painted; a hidden page paints nothing and is not waited for. */
const PACE: Pace = {
  budget_ms: 8,
  breathe: () =>
    new Promise((resolve) => {
      const frame = requestAnimationFrame(() => setTimeout(go));
      const timer = setTimeout(go, HIDDEN_MS);
      function go(): void {
        cancelAnimationFrame(frame);
        clearTimeout(timer);
        resolve();
      }
    }),
};

export class MarkPainter {
  private readonly painted = new Map<string, Painted>();
  private wanted: readonly Paint[] = [];
  private turn = 0;
  private chosen: ReadonlySet<string> = new Set();

  constructor(
    private readonly host: HTMLElement,
    /** Called when something was drawn. */
    private readonly drawn: () => void,
  ) {}

  /** What the page is to show; resolves when it does, as far as the text is there. */
  async show(wanted: readonly Paint[]): Promise<void> {
    this.wanted = wanted;
    const turn = (this.turn += 1);
    await inSlices(this.steps(turn), PACE);
    if (turn === this.turn) this.drawn();
  }

  /** More of the text has come. */
  more(): Promise<void> {
    return this.show(this.wanted);
  }

  private *steps(turn: number): Generator<void, void> {
    const wanted = new Map(this.wanted.map((paint) => [paint.id, paint]));
    for (const [id, { paint: known, pieces }] of this.painted) {
      const paint = wanted.get(id);
      const same = paint !== undefined && isDrawnAs(paint, known);
      if (same && pieces.every((piece) => piece.isConnected)) continue;
      this.erase(id);
      yield;
    }
    // What the person has just done comes before the numbers that it has changed all the way down.
    const renumbered: (() => void)[] = [];
    for (const paint of this.wanted) {
      if (turn !== this.turn) return;
      const known = this.painted.get(paint.id);
      if (known !== undefined && known.paint.number === paint.number) known.paint = paint;
      else if (known !== undefined) renumbered.push(() => this.renumber(known, paint));
      else if (this.draw(paint)) yield;
    }
    for (const work of renumbered) {
      if (turn !== this.turn) return;
      work();
      yield;
    }
  }

  /** Returns whether its words are there. */
  private draw(paint: Paint): boolean {
    const segments = segmentsOf(paint.place, this.host);
    if (segments.length === 0) return false;
    const pieces = segments.toReversed().map((segment) => wrap(segment, paint)).reverse();
    const [first] = pieces;
    const last = pieces.at(-1);
    if (first === undefined || last === undefined) return false;
    first.dataset["says"] = spoken(paint);
    const words = newWords(paint, pieces);
    const figure = number(paint, words !== null && words.parentNode !== first ? words : last);
    const extras = [words, figure].filter((extra) => extra !== null);
    this.painted.set(paint.id, { paint, pieces, extras });
    if (this.chosen.has(paint.id)) this.dress(paint.id, true);
    return true;
  }

  private erase(id: string): void {
    const known = this.painted.get(id);
    this.painted.delete(id);
    for (const extra of known?.extras ?? []) {
      const { previousSibling, nextSibling } = extra;
      extra.remove();
      join(previousSibling, nextSibling);
    }
    for (const piece of known?.pieces ?? []) if (piece.isConnected) unwrap(piece);
  }

  private renumber(known: Painted, paint: Paint): void {
    known.paint = paint;
    const figure = known.extras.find((extra) => extra.classList.contains("figure"));
    if (figure !== undefined) figure.textContent = String(paint.number);
    const [first] = known.pieces;
    if (first !== undefined) first.dataset["says"] = spoken(paint);
  }

  private dress(id: string, on: boolean): void {
    const known = this.painted.get(id);
    for (const part of [...(known?.pieces ?? []), ...(known?.extras ?? [])]) part.classList.toggle("chosen", on);
  }

  /** The marks that are chosen or pointed at. */
  choose(ids: ReadonlySet<string>): void {
    for (const id of this.chosen) if (!ids.has(id)) this.dress(id, false);
    for (const id of ids) if (!this.chosen.has(id)) this.dress(id, true);
    this.chosen = ids;
  }

  /** The elements of a mark that stand in the page. */
  piecesOf(id: string): readonly HTMLElement[] {
    return this.painted.get(id)?.pieces ?? [];
  }

  figureOf(id: string): HTMLElement | null {
    return this.painted.get(id)?.extras.at(-1) ?? null;
  }

  isPainted(id: string): boolean {
    return this.painted.has(id);
  }

  /** Leaves the page as it was. */
  clear(): void {
    this.turn += 1;
    for (const id of [...this.painted.keys()]) this.erase(id);
  }
}
