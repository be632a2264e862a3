/** Puts notes beside their marks: reads everything, then writes everything, and only near what is in sight. */
import { blockOf, segmentsOf } from "../../../anchors/dom";
import { settleAbove } from "./above";
import { hintOf, isNote, type MarginItem } from "./items";
import type { PaneMarks } from "./pane_marks";
import { stack, type NoteBox } from "./stack";

/** How far beyond what is in sight notes are kept ready, in screens. */
const READY = 1;
const USUAL_HEIGHT_PX = 40;
/** The first line of a note stands this far above the middle of its mark's line. */
const HALF_LINE_PX = 10;
const RULE_PX = 9;

interface Line {
  top: number;
  middle: number;
}

export class MarginLayout {
  private readonly heights = new Map<string, number>();
  private frame = 0;
  private described: ReadonlySet<HTMLElement> = new Set();

  constructor(
    private readonly paneMarks: PaneMarks,
    private readonly margin: HTMLElement,
  ) {}

  /** Before the next frame. */
  soon = (): void => {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.now();
    });
  };

  /** Follows scrolling and resizing; returns how to stop. */
  follow(): () => void {
    const { scroll, host } = this.paneMarks;
    const sizes = new ResizeObserver(this.soon);
    sizes.observe(host);
    sizes.observe(this.margin);
    scroll.addEventListener("scroll", this.soon, { passive: true });
    return () => {
      sizes.disconnect();
      scroll.removeEventListener("scroll", this.soon);
      cancelAnimationFrame(this.frame);
    };
  }

  /** The slices that are in sight or nearly so; the inside of the others is not laid out and must not be asked about. */
  private nearSlices(): Set<Element> {
    const view = this.paneMarks.scroll.getBoundingClientRect();
    const near = new Set<Element>();
    for (const slice of this.paneMarks.host.children) {
      const { top, bottom } = slice.getBoundingClientRect();
      if (bottom > view.top - view.height * READY && top < view.bottom + view.height * READY) near.add(slice);
    }
    return near;
  }

  private lineOf(item: MarginItem, near: ReadonlySet<Element>): Line | null {
    const piece = this.paneMarks.painter.piecesOf(item.id)[0] ?? this.paneMarks.painter.figureOf(item.id);
    const slice = piece?.closest(".slice") ?? null;
    if (piece == null) return this.hintLineOf(item, near);
    if (slice === null || !near.has(slice)) return null;
    const rect = piece.getClientRects()[0];
    return rect === undefined ? null : { top: rect.top, middle: (rect.top + rect.bottom) / 2 };
  }

  /** A lost mark is told of where it may be. */
  private hintLineOf(item: MarginItem, near: ReadonlySet<Element>): Line | null {
    const hint = hintOf(item);
    if (hint === null) return null;
    const slice = blockOf(this.paneMarks.host, hint.place.start_block)?.parts[0]?.closest(".slice") ?? null;
    const [piece] = slice === null || !near.has(slice) ? [] : segmentsOf(hint.place, this.paneMarks.host);
    if (piece === undefined) return null;
    const range = document.createRange();
    range.setStart(piece.node, piece.start);
    range.setEnd(piece.node, piece.end);
    const rect = range.getClientRects()[0];
    return rect === undefined ? null : { top: rect.top, middle: (rect.top + rect.bottom) / 2 };
  }

  /** The notes in the order in which they stand, with the lines they belong to; only those near what is in sight. */
  private wishes(items: readonly MarginItem[], origin: number, near: ReadonlySet<Element>): NoteBox[] {
    const found: Ordered[] = [];
    let last = Number.NEGATIVE_INFINITY;
    for (const item of items) {
      if (isNote(item)) continue;
      const line = this.lineOf(item, near);
      const lost = item.is === "mark" && item.mark.place === null;
      if (line === null && !lost) continue;
      const top = line === null ? null : line.middle - HALF_LINE_PX - origin;
      last = top ?? last;
      found.push({ wish: { id: item.id, top, height: this.heights.get(item.id) ?? USUAL_HEIGHT_PX }, order: last });
    }
    return byLine(found).map(({ wish }) => wish);
  }

  now(): void {
    const { paneMarks, margin } = this;
    if (!margin.isConnected) return;
    const origin = margin.getBoundingClientRect().top;
    const shown = [...margin.querySelectorAll<HTMLElement>("[data-note]")];
    for (const element of shown) this.heights.set(element.dataset["note"] ?? "", element.offsetHeight);
    const whole = margin.querySelector<HTMLElement>(".on-whole");
    const from = whole === null || whole.childElementCount === 0 ? 0 : whole.offsetTop + whole.offsetHeight + 16;
    const slices = this.nearSlices();
    const wishes = this.wishes(paneMarks.notes, origin, slices);
    const settle = settleAbove(paneMarks.host, slices);
    const tools = margin.querySelector<HTMLElement>(".mark-tools");
    const selected = paneMarks.selected.peek();
    const taken = tools === null || selected === null ? null : { top: selected.at_px, height: tools.offsetHeight };
    const tops = stack(wishes, from, taken);
    const view = paneMarks.scroll.getBoundingClientRect();
    const first = view.top - origin - view.height * READY;
    const last = view.bottom - origin + view.height * READY;
    const near = wishes.map(({ id }) => id).filter((id) => isWithin(tops.get(id) ?? 0, first, last) || id === paneMarks.composing.peek());
    const thread = this.threadOf(tops, origin);
    this.write(shown, tops, thread);
    settle();
    this.describe();
    if (near.length !== paneMarks.near.peek().size || near.some((id) => !paneMarks.near.peek().has(id))) paneMarks.near.value = new Set(near);
  }

  private write(shown: readonly HTMLElement[], tops: ReadonlyMap<string, number>, thread: Thread | null): void {
    const { margin, paneMarks } = this;
    for (const element of shown) {
      const top = tops.get(element.dataset["note"] ?? "");
      if (top !== undefined) element.style.top = `${top}px`;
      // What is hidden loses the focus, and the words go on being typed into nothing.
      element.hidden = top === undefined && !element.contains(document.activeElement);
    }
    const tools = margin.querySelector<HTMLElement>(".mark-tools");
    const selected = paneMarks.selected.peek();
    if (tools !== null && selected !== null) tools.style.top = `${Math.round(selected.at_px)}px`;
    const line = margin.querySelector<HTMLElement>(".thread");
    if (line === null) return;
    line.hidden = thread === null;
    const lit = paneMarks.mark(paneMarks.lit.peek());
    line.className = `thread ${lit === null || lit.live_on === paneMarks.revision ? "" : lit.fate === "changed" && lit.status !== "addressed" ? "changed" : "old"}`;
    if (thread !== null) Object.assign(line.style, { left: `${thread.left}px`, width: `${thread.width}px`, top: `${thread.top}px`, height: `${thread.height}px` });
  }

  /** Those who listen are led from a mark to its note. */
  private describe(): void {
    const { painter, scroll, wide } = this.paneMarks;
    const notes = new Map<HTMLElement, string>();
    // Only folded notes stand in the text, which is long to look through.
    const holder = wide.peek() ? this.margin : scroll;
    for (const note of holder.querySelectorAll<HTMLElement>("[data-note]")) {
      const [piece] = painter.piecesOf(note.dataset["note"] ?? "");
      if (piece !== undefined) notes.set(piece, note.id);
    }
    for (const piece of this.described) if (!notes.has(piece)) piece.removeAttribute("aria-details");
    for (const [piece, id] of notes) if (piece.getAttribute("aria-details") !== id) piece.setAttribute("aria-details", id);
    this.described = new Set(notes.keys());
  }

  /** The line from the lit mark to its note. */
  private threadOf(tops: ReadonlyMap<string, number>, origin: number): Thread | null {
    const id = this.paneMarks.wide.peek() ? this.paneMarks.lit.peek() : null;
    const top = id === null ? undefined : tops.get(id);
    const piece = id === null ? undefined : this.paneMarks.painter.piecesOf(id).at(-1);
    const end = id === null || piece === undefined ? null : (this.paneMarks.painter.figureOf(id) ?? piece);
    const rect = piece === undefined ? undefined : [...piece.getClientRects()].at(-1);
    if (top === undefined || end === null || rect === undefined) return null;
    const left = Math.round(end.getBoundingClientRect().right + 4 - this.margin.getBoundingClientRect().left);
    const line = Math.round(rect.bottom - origin) - 4;
    return { left, width: Math.max(0, -RULE_PX - left + 1), top: line, height: Math.max(1, top - line) };
  }
}

interface Ordered {
  wish: NoteBox;
  order: number;
}

/** Closer than this is the same line: there the order of the text counts. */
const SAME_LINE_PX = 10;

/** What was noted out of order, a mark that is being written, goes where its line is. */
function byLine(found: readonly Ordered[]): Ordered[] {
  const sorted: Ordered[] = [];
  for (const each of found) {
    let at = sorted.length;
    while (at > 0 && (sorted[at - 1]?.order ?? 0) > each.order + SAME_LINE_PX) at -= 1;
    sorted.splice(at, 0, each);
  }
  return sorted;
}

interface Thread {
  left: number;
  width: number;
  top: number;
  height: number;
}

const isWithin = (top: number, first: number, last: number) => top > first && top < last;
