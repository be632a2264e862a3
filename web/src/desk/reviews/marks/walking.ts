/** Choosing words by keyboard: block by block, sentence by sentence, word by word; with Shift the choice grows. */
import { ownText, rangeOf, type PageBlock } from "../../../anchors/dom";
import { isBlank } from "../../../anchors/place";
import { narrate } from "../../../state/announce";
import type { Place } from "../../../wire/types.gen";
import { land } from "../landing";
import type { PaneMarks } from "./pane_marks";
import { select } from "./selecting";

type Measure = "block" | "sentence" | "word";

/** Words of one block; a choice reaches from one of them to another. */
interface Stretch {
  block: PageBlock;
  start: number;
  end: number;
  measure: Measure;
}

const SPOKEN_LETTERS = 160;

function whole(block: PageBlock): Stretch {
  const text = ownText(block);
  return { block, start: text.length - text.trimStart().length, end: text.trimEnd().length, measure: "block" };
}

/** The stretches of a block by a measure, first to last. */
function stretchesOf(block: PageBlock, measure: Measure): Stretch[] {
  if (measure === "block") return [whole(block)];
  const parts = [...new Intl.Segmenter(undefined, { granularity: measure }).segment(ownText(block))];
  return parts
    .filter(({ segment, isWordLike }) => (measure === "word" ? isWordLike === true : segment.trim() !== ""))
    .map(({ index, segment }) => ({ block, start: index, end: index + segment.trimEnd().length, measure }));
}

export class Walk {
  private anchor: Stretch | null = null;
  private head: Stretch | null = null;
  private framed: Element[] = [];

  constructor(private readonly paneMarks: PaneMarks) {}

  get on(): boolean {
    return this.head !== null;
  }

  private next(block: PageBlock, by: 1 | -1): PageBlock | null {
    const { ranked } = this.paneMarks.blocks;
    for (let at = block.at + by; at >= 0 && at < ranked.length; at += by) {
      const other = ranked[at];
      if (other !== undefined && !isBlank(ownText(other))) return other;
    }
    return null;
  }

  /** The first block with words that is in sight. */
  private inSight(): PageBlock | null {
    const top = this.paneMarks.scroll.getBoundingClientRect().top;
    const slice = [...this.paneMarks.host.children].find((child) => child.getBoundingClientRect().bottom > top + 8);
    const blocks = this.paneMarks.blocks.ranked;
    const inSlice = blocks.filter(({ parts }) => parts.some((part) => slice?.contains(part)));
    const seen = inSlice.find((block) => !isBlank(ownText(block)) && (block.parts[0]?.getBoundingClientRect().bottom ?? 0) > top + 8);
    return seen ?? blocks.find((block) => !isBlank(ownText(block))) ?? null;
  }

  begin(): boolean {
    const at = this.paneMarks.blocks.byId.get(this.paneMarks.selected.peek()?.place.start_block ?? "") ?? this.inSight();
    if (at === null) return false;
    this.paneMarks.scroll.focus({ preventScroll: true });
    this.anchor = this.head = whole(at);
    this.show();
    return true;
  }

  leave(): void {
    this.anchor = this.head = null;
    this.frame([]);
  }

  /** Returns whether the key was one of ours. */
  key(event: KeyboardEvent): boolean {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (this.head === null || altKey) return false;
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[key] as 1 | -1 | undefined;
    if (by === undefined) return false;
    const sideways = key === "ArrowRight" || key === "ArrowLeft";
    this.step(by, !sideways ? "block" : ctrlKey || metaKey ? "sentence" : "word", shiftKey);
    return true;
  }

  private step(by: 1 | -1, measure: Measure, extends_: boolean): void {
    const head = this.head;
    if (head === null) return;
    // From a whole block inwards: its first or last words.
    const inwards = head.measure === "block" && measure !== "block" && !extends_;
    const found = inwards ? stretchesOf(head.block, measure).at(by === 1 ? 0 : -1) : this.beyond(head, measure, by);
    if (found === undefined || found === null) return;
    this.head = found;
    if (!extends_) this.anchor = found;
    this.show();
  }

  private beyond(head: Stretch, measure: Measure, by: 1 | -1): Stretch | null {
    if (measure !== "block") {
      const parts = stretchesOf(head.block, measure);
      const inside = by === 1 ? parts.find(({ end }) => end > head.end) : parts.findLast(({ start }) => start < head.start);
      if (inside !== undefined) return inside;
    }
    const other = this.next(head.block, by);
    return other === null ? null : (stretchesOf(other, measure).at(by === 1 ? 0 : -1) ?? whole(other));
  }

  private place(): Place | null {
    const { anchor, head } = this;
    if (anchor === null || head === null) return null;
    const forward = anchor.block.at < head.block.at || (anchor.block === head.block && anchor.start <= head.start);
    const [from, to] = forward ? [anchor, head] : [head, anchor];
    const end = from.block === to.block ? Math.max(from.end, to.end) : to.end;
    return { start_block: from.block.id, start: from.start, end_block: to.block.id, end };
  }

  private show(): void {
    const place = this.place();
    const { head, anchor, paneMarks } = this;
    if (place === null || head === null || anchor === null) return;
    select(paneMarks, place);
    const [from, to] = [Math.min(anchor.block.at, head.block.at), Math.max(anchor.block.at, head.block.at)];
    const blocks = paneMarks.blocks.ranked.slice(from, to + 1).filter((block) => !isBlank(ownText(block)));
    this.frame(blocks.flatMap(({ parts }) => parts));
    const target = rangeOf({ start_block: head.block.id, start: head.start, end_block: head.block.id, end: head.end }, paneMarks.host);
    const element = target?.startContainer.parentElement ?? null;
    if (element !== null) land(paneMarks.scroll, () => element.scrollIntoView({ block: "nearest" }));
    const words = ownText(head.block).slice(head.start, head.end);
    narrate(`${blocks.length > 1 ? `${blocks.length} blocks, to: ` : ""}${words.length > SPOKEN_LETTERS ? `${words.slice(0, SPOKEN_LETTERS)} …` : words}`);
  }

  private frame(elements: Element[]): void {
    for (const element of this.framed) element.classList.remove("walked");
    for (const element of elements) element.classList.add("walked");
    this.framed = elements;
  }
}
