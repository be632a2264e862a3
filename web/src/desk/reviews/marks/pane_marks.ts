/** What a pane knows about its marks beyond the marks themselves: what is selected, written, pointed at, and where. */
import { computed, effect, signal, untracked } from "@preact/signals";
import { blocksOf, type Blocks } from "../../../anchors/dom";
import { firstIndex } from "../../../anchors/page_blocks";
import { annotationsOn, chosenMark, heldMarkDrafts, isDone, markCounts, numbersOf } from "../../../state/annotations";
import { pendingOf } from "../../../state/annotations_pending";
import { comparisonOf } from "../../../state/comparison";
import { documentIn } from "../../../state/documents";
import { forget, keep, kept } from "../../../state/keep";
import { adoptMarkDrafts, markDraftsOf } from "../../../state/drafts/marks";
import { reviewOf } from "../../../state/reviews";
import type { Annotation, Heading, Place } from "../../../wire/types.gen";
import { outlineOf } from "../outline";
import { isFolded, isNoted, itemsOf, type MarginItem } from "./items";
import { MarkPainter } from "./painter";
import { paintsOf } from "./paints";

/** Words that a person has selected, by whatever means. */
export interface Selected {
  place: Place;
  quote: string;
  /** How far below the top of the document its first line stands. */
  at_px: number;
}

/** A pane narrower than this has no margin. */
const MARGIN_FROM_PX = 996;

const NO_HEADINGS: readonly Heading[] = [];

const opened = (review: string) => `composing.${review}`;

/** A heading of the outline and the rank of its block. */
interface Head {
  id: string;
  at: number;
}

interface Heads {
  toc: readonly Heading[];
  of: Blocks;
  parts: number;
  heads: readonly Head[];
}

export class PaneMarks {
  private known: Heads | null = null;
  readonly selected = signal<Selected | null>(null);
  /** The mark under the pointer, or whose note has the focus. */
  readonly pointed = signal<string | null>(null);
  /** The mark that is being written. */
  readonly composing = signal<string | null>(null);
  /** The mark that is kept as soon as its pictures are there. */
  readonly keeping = signal<string | null>(null);
  /** The lost mark that waits for a new place. */
  readonly anew = signal<string | null>(null);
  /** The mark that was removed just now. */
  readonly removed = signal<string | null>(null);
  readonly wide = signal(true);
  readonly listed = signal(false);
  /** Whether the marks that were done as asked are shown; they are folded into one line. */
  readonly unfolded = signal(false);
  /** Grows whenever something was drawn into the text. */
  readonly drawn = signal(0);
  /** The marks whose notes stand near what is in sight. */
  readonly near = signal<ReadonlySet<string>>(new Set());
  /** The same list however many parts of the text have come: the counts are not made anew for each of them. */
  private readonly toc = computed(() => documentIn(this.pane).value?.toc ?? NO_HEADINGS);
  readonly painter: MarkPainter;
  readonly marks;
  readonly items;
  readonly numbers;
  readonly lit;
  /** Marks that the hub would not have, and why. */
  readonly refusals;
  /** Notes that are shown: those that say something, and the one that is chosen. */
  readonly shown;

  constructor(
    readonly pane: string,
    readonly review: string,
    readonly revision: number,
    readonly host: HTMLElement,
    readonly scroll: HTMLElement,
  ) {
    this.marks = annotationsOn(review, revision);
    this.numbers = computed(() => numbersOf(this.marks.value));
    this.items = computed<readonly MarginItem[]>(() => itemsOf(this.marks.value, markDraftsOf(review).value, revision, this.composing.value));
    this.lit = computed(() => this.pointed.value ?? chosenMark(pane).value);
    this.refusals = computed(() => new Map(pendingOf(review).value.flatMap(({ mark, refused }) => (refused === null ? [] : [[mark, refused] as const]))));
    this.shown = computed(() => {
      const wanted = new Set([chosenMark(pane).value, this.anew.value, ...this.refusals.value.keys()]);
      const folded = !this.unfolded.value;
      return this.items.value.filter((item) => wanted.has(item.id) || (isNoted(item) && !(folded && isFolded(item))));
    });
    this.painter = new MarkPainter(host, () => (this.drawn.value += 1));
  }

  /** Whether words can be marked here: on the newest revision, before a person has answered it. */
  get open(): boolean {
    const review = reviewOf(this.review);
    return review !== null && review.revision === this.revision && (review.status === "open" || review.verdict === "expired" || review.verdict === "withdrawn");
  }

  get blocks(): Blocks {
    return blocksOf(this.host);
  }

  get notes(): readonly MarginItem[] {
    return this.shown.value;
  }

  mark(id: string | null): Annotation | null {
    return this.marks.value.find((mark) => mark.id === id) ?? null;
  }

  refusalOf(id: string): string | null {
    return this.refusals.value.get(id) ?? null;
  }

  compose(slot: string | null): void {
    this.composing.value = slot;
    this.keeping.value = null;
    if (slot === null) forget(opened(this.review));
    else keep(opened(this.review), slot);
  }

  /** Keeps the page true to what is known; returns how to stop. */
  follow(): () => void {
    const stops = [
      effect(() => untracked1(heldMarkDrafts(this.review).value, (told) => adoptMarkDrafts(this.review, told))),
      effect(() => this.paint()),
      effect(() => this.painter.choose(new Set([this.pointed.value, chosenMark(this.pane).value].filter((id) => id !== null)))),
      this.countLater(),
      this.watchWidth(),
      this.watchText(),
    ];
    this.reopen();
    return () => {
      for (const stop of stops) stop();
      this.painter.clear();
      markCounts(this.pane).value = new Map();
    };
  }

  private paint(): void {
    const begun = this.items.value.filter((item) => item.is === "draft").map(({ draft }) => draft);
    const done = this.unfolded.value ? [] : this.marks.value.filter(isDone);
    const folded = new Set(done.map(({ id }) => id));
    folded.delete(chosenMark(this.pane).value ?? "");
    const paints = paintsOf(this.marks.value, begun, this.revision).filter(({ id }) => !folded.has(id));
    untracked(() => void this.painter.show(paints));
  }

  /** A mark that was being written when the page was left is open again. */
  private reopen(): void {
    const slot = kept(opened(this.review));
    const stop = effect(() => {
      if (!markDraftsOf(this.review).value.some((draft) => draft.slot === slot && draft.revision === this.revision)) return;
      untracked(() => (this.composing.value ??= slot as string));
      window.setTimeout(() => stop());
    });
  }

  private watchWidth(): () => void {
    const pane = this.scroll.closest(".pane") ?? this.scroll;
    // Two columns, and source, take the margin's room.
    const inline = () => (comparisonOf(this.pane, this.review)?.view ?? "inline") === "inline";
    const measure = () => (this.wide.value = pane.clientWidth >= MARGIN_FROM_PX && inline());
    const observer = new ResizeObserver(measure);
    observer.observe(pane);
    const stop = effect(() => void measure());
    return () => {
      observer.disconnect();
      stop();
    };
  }

  private watchText(): () => void {
    const observer = new MutationObserver(() => void this.painter.more());
    observer.observe(this.host, { childList: true });
    return () => observer.disconnect();
  }

  /** The outline is told a moment after the text shows it. */
  private countLater(): () => void {
    let timer = 0;
    const stop = effect(() => {
      const toc = this.toc.value;
      const marks = this.marks.value;
      window.clearTimeout(timer);
      if (this.drawn.value > 0 && toc.length > 0) timer = window.setTimeout(() => this.count(toc, marks), 60);
    });
    return () => {
      stop();
      window.clearTimeout(timer);
    };
  }

  /** The person's marks of this round under each heading of the outline. */
  private count(toc: readonly Heading[], marks: readonly Annotation[]): void {
    const own = marks.filter((mark) => mark.place !== null && mark.live_on === this.revision);
    if (own.length === 0) {
      if (markCounts(this.pane).peek().size > 0) markCounts(this.pane).value = new Map();
      return;
    }
    const { byId } = this.blocks;
    const heads = this.headsOf(toc);
    const found = new Map<string, number>();
    for (const mark of own) {
      const at = byId.get(mark.place?.start_block ?? "")?.at ?? -1;
      const head = heads[firstIndex(heads, (heading) => heading.at > at) - 1];
      if (head !== undefined) found.set(head.id, (found.get(head.id) ?? 0) + 1);
    }
    markCounts(this.pane).value = found;
  }

  /** The outline's headings that stand in the text, looked for anew when more of it has come. */
  private headsOf(toc: readonly Heading[]): readonly Head[] {
    const { blocks, known } = this;
    if (known?.toc === toc && known.of === blocks && known.parts === blocks.children) return known.heads;
    const listed = new Set(outlineOf(toc).map(({ id }) => id));
    const heads = [...this.host.querySelectorAll<HTMLElement>("h1, h2, h3, h4, h5, h6")]
      .map((heading) => ({ id: heading.id, at: blocks.byId.get(heading.dataset["block"] ?? "")?.at ?? -1 }))
      .filter(({ id, at }) => at >= 0 && listed.has(id));
    this.known = { toc, of: blocks, parts: blocks.children, heads };
    return heads;
  }
}

function untracked1<Value>(value: Value, work: (value: Value) => void): void {
  untracked(() => work(value));
}
