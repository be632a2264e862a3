/** What a pane knows about its marks beyond the marks themselves: what is selected, written, pointed at, and where. */
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { blocksOf, type Blocks } from "../../../anchors/dom";
import { annotationsOn, chosenMark, heldMarkDrafts, markCounts, numbersOf } from "../../../state/annotations";
import { pendingOf } from "../../../state/annotations_pending";
import { documentIn } from "../../../state/documents";
import { keep, kept } from "../../../state/keep";
import { adoptMarkDrafts, markDraftsOf } from "../../../state/marking_drafts";
import { reviewOf } from "../../../state/reviews";
import type { Annotation, Place } from "../../../wire/annotation_types";
import { outlineOf } from "../outline";
import { isNoted, itemsOf, type Item } from "./items";
import { Painter } from "./painter";
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

const opened = (review: string) => `composing.${review}`;

export class PaneMarks {
  readonly selected = signal<Selected | null>(null);
  /** The mark under the pointer, or whose note has the focus. */
  readonly pointed = signal<string | null>(null);
  /** The mark that is being written. */
  readonly composing = signal<string | null>(null);
  /** The lost mark that waits for a new place. */
  readonly anew = signal<string | null>(null);
  readonly wide = signal(true);
  readonly listed = signal(false);
  /** Grows whenever something was drawn into the text. */
  readonly drawn = signal(0);
  /** The marks whose notes stand near what is in sight. */
  readonly near = signal<ReadonlySet<string>>(new Set());
  readonly painter: Painter;
  readonly marks;
  readonly items;
  readonly numbers;
  readonly lit;

  constructor(
    readonly pane: string,
    readonly review: string,
    readonly revision: number,
    readonly host: HTMLElement,
    readonly scroll: HTMLElement,
  ) {
    this.marks = annotationsOn(review, revision);
    this.numbers = computed(() => numbersOf(this.marks.value));
    this.items = computed<readonly Item[]>(() => itemsOf(this.marks.value, markDraftsOf(review).value, revision, this.composing.value));
    this.lit = computed(() => this.pointed.value ?? chosenMark(pane).value);
    this.painter = new Painter(host, () => (this.drawn.value += 1));
  }

  /** Whether words can be marked here: on the newest revision, before a person has answered it. */
  get open(): boolean {
    const review = reviewOf(this.review);
    return review !== null && review.revision === this.revision && (review.status === "open" || review.verdict === "expired" || review.verdict === "withdrawn");
  }

  get blocks(): Blocks {
    return blocksOf(this.host);
  }

  mark(id: string | null): Annotation | null {
    return this.marks.value.find((mark) => mark.id === id) ?? null;
  }

  refusalOf(id: string): string | null {
    return pendingOf(this.review).value.find((write) => write.mark === id)?.refused ?? null;
  }

  /** Notes that are shown in the margin: those that say something, and the one that is chosen. */
  get notes(): readonly Item[] {
    const chosen = chosenMark(this.pane).value;
    const anew = this.anew.value;
    return this.items.value.filter((item) => isNoted(item) || item.id === chosen || item.id === anew || this.refusalOf(item.id) !== null);
  }

  compose(slot: string | null): void {
    this.composing.value = slot;
    keep(opened(this.review), slot);
  }

  /** Keeps the page true to what is known; returns how to stop. */
  follow(): () => void {
    const stops = [
      effect(() => untracked1(heldMarkDrafts(this.review).value, (told) => adoptMarkDrafts(this.review, told))),
      effect(() => this.paint()),
      effect(() => this.painter.choose(new Set(this.lit.value === null ? [] : [this.lit.value]))),
      effect(() => this.count()),
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
    const paints = paintsOf(this.marks.value, begun, this.revision);
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
    const observer = new ResizeObserver(() => (this.wide.value = pane.clientWidth >= MARGIN_FROM_PX));
    observer.observe(pane);
    this.wide.value = pane.clientWidth >= MARGIN_FROM_PX;
    return () => observer.disconnect();
  }

  private watchText(): () => void {
    const observer = new MutationObserver(() => void this.painter.more());
    observer.observe(this.host, { childList: true });
    return () => observer.disconnect();
  }

  /** The person's marks of this round under each heading of the outline. */
  private count(): void {
    const toc = documentIn(this.pane).value?.toc ?? [];
    const own = this.marks.value.filter((mark) => mark.place !== null && mark.live_on === this.revision);
    // Marks are found in the text once it is drawn there.
    if (this.drawn.value === 0 || toc.length === 0) return;
    const rank = (block: string) => this.blocks.byId.get(block)?.at ?? -1;
    const listed = new Set(outlineOf(toc).map(({ id }) => id));
    const heads = [...this.host.querySelectorAll<HTMLElement>("h1, h2, h3, h4, h5, h6")]
      .map((heading) => ({ id: heading.id, at: rank(heading.dataset["block"] ?? "") }))
      .filter(({ id, at }) => at >= 0 && listed.has(id));
    const found = new Map<string, number>();
    for (const mark of own) {
      const at = rank(mark.place?.start_block ?? "");
      const head = heads.findLast((heading) => heading.at <= at);
      if (head !== undefined) found.set(head.id, (found.get(head.id) ?? 0) + 1);
    }
    batch(() => (markCounts(this.pane).value = found));
  }
}

function untracked1<Value>(value: Value, work: (value: Value) => void): void {
  untracked(() => work(value));
}
