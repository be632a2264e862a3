/** What changed between two revisions: which panes show it, where its text comes from, and its one line of words. */
import { signal, type Signal } from "@preact/signals";
import { fetchComparison, HubError } from "../wire/client";
import type { ComparisonView } from "../wire/client";
import type { Annotation, ComparisonSlice, ComparisonSummary, DocumentSlice } from "../wire/types.gen";
import type { TextSource } from "./documents";
import { isDone } from "./annotations";
import { keep, kept } from "./keep";
import { plural } from "./words";
import { signalIn } from "./signal_in";

export interface Comparing {
  review: string;
  old: number;
  new: number;
  view: ComparisonView;
}

const VIEWS: readonly ComparisonView[] = ["inline", "side", "source"];

const shown = new Map<string, Signal<Comparing | null>>();
const summaries = new Map<string, Signal<ComparisonSummary | null>>();

/** What a pane compares now. */
export function comparingIn(pane: string): Signal<Comparing | null> {
  return signalIn(shown, pane, () => null);
}

/** The comparison of this review in this pane; another review's, left behind by the pane, is none. */
export function comparisonOf(pane: string, review: string): Comparing | null {
  const comparing = comparingIn(pane).value;
  return comparing?.review === review ? comparing : null;
}

/** The view that the person used last, in this browser. */
function lastView(): ComparisonView {
  const last = kept("comparison");
  return VIEWS.find((view) => view === last) ?? "inline";
}

/** What `newer` has that `older` had not; a pane's own view is kept until another one is chosen. */
export function compare(pane: string, review: string, older: number, newer: number, view?: ComparisonView): void {
  if (older >= newer || older < 1) return;
  // Unfolded is a source that is open at a place, not a way to look at the next comparison.
  if (view !== undefined && view !== "source_whole") keep("comparison", view);
  const before = comparingIn(pane).peek();
  comparingIn(pane).value = { review, old: older, new: newer, view: view ?? before?.view ?? lastView() };
}

export const stopComparing = (pane: string) => (comparingIn(pane).value = null);

const narrow = new Map<string, Signal<boolean>>();

/** Whether a pane has no room for two columns. */
export function isNarrow(pane: string): Signal<boolean> {
  return signalIn(narrow, pane, () => false);
}

/** The view that is drawn: a narrow pane shows inline what was to stand side by side. */
export const viewOf = (pane: string, { view }: Comparing): ComparisonView => (view === "side" && isNarrow(pane).value ? "inline" : view);

/** With a revision before the eyes: since the one before it. The first has none before, so the next is held against it. */
export const sinceBefore = (revision: number): [number, number] => (revision > 1 ? [revision - 1, revision] : [1, 2]);

export function summaryOf(review: string, older: number, newer: number): Signal<ComparisonSummary | null> {
  const name = `${review} ${older} ${newer}`;
  let summary = summaries.get(name);
  if (summary === undefined) {
    summary = signal(null);
    summaries.set(name, summary);
  }
  return summary;
}

async function fetchPart({ review, old, new: newer, view }: Comparing, slice: number): Promise<ComparisonSlice> {
  const part = await fetchComparison(review, old, newer, view, slice);
  if (part.summary != null) summaryOf(review, old, newer).value = part.summary;
  return part;
}

/** For the quiet line that offers the comparison; the hub has it ready when it is then asked for. */
export async function loadSummary(review: string, older: number, newer: number): Promise<void> {
  if (summaryOf(review, older, newer).peek() !== null) return;
  await fetchPart({ review, old: older, new: newer, view: "inline" }, 0).catch((failure: unknown) => {
    if (!(failure instanceof HubError)) throw failure;
  });
}

/** A comparison holds the whole new text: it stands in the page like a document, under the new revision's digest. */
function asDocument({ html, slice, slices, new_sha256, toc, unshown }: ComparisonSlice): DocumentSlice {
  return { html, slice, slices, sha256: new_sha256, title: null, toc, front_matter: null, unshown, is_source: false };
}

export function textOf(comparing: Comparing): TextSource {
  const { review, old, new: newer, view } = comparing;
  return {
    name: `${review} ${old} ${newer} ${view}`,
    // Source leaves out what stayed the same; the hub's own sign of it cannot be forged, text in it is escaped.
    folds: (html) => view === "source" && html.includes('<tr class="fold"'),
    fetch: async (slice) => asDocument(await fetchPart(comparing, slice)),
  };
}

/** A figure and what it counts: `52`, "words added". */
export type Figure = [number, string];

const counted = (figures: readonly Figure[]) => figures.filter(([count]) => count > 0);
const noun = (count: number, one: string, many = `${one}s`) => (count === 1 ? one : many);

/** The line under the title; a change that touched no word still says what it touched. */
export function figuresOf(summary: ComparisonSummary): Figure[] {
  const { words_added: added, words_removed: removed, blocks_moved: moved, blocks_split: split } = summary;
  const words = counted([
    [added, `${noun(added, "word")} added`],
    [removed, added > 0 ? "removed" : `${noun(removed, "word")} removed`],
    [moved, `${noun(moved, "block")} moved`],
    [split, `${noun(split, "block")} split`],
  ]);
  return words.length > 0 ? words : blockFigures(summary);
}

function blockFigures({ blocks_changed: changed, blocks_added: added, blocks_removed: removed, blocks_moved: moved, blocks_split: split }: ComparisonSummary): Figure[] {
  const figures = counted([
    [changed, "changed"],
    [added, "added"],
    [removed, "removed"],
    [moved, "moved"],
    [split, "split"],
  ]);
  return figures.map(([count, done], at) => [count, at === 0 ? `${noun(count, "block")} ${done}` : done]);
}

/** "4 blocks changed, 1 moved" */
export function blockWords(summary: ComparisonSummary): string {
  const figures = blockFigures(summary);
  return figures.length === 0 ? "nothing changed" : figures.map(([count, words]) => `${count} ${words}`).join(", ");
}

/** What became of the marks of earlier rounds. */
interface Round {
  marks: number;
  /** The revision with whose answer they went; null when they went with several. */
  number: number | null;
  done: number;
  addressed: number;
  changed: number;
  lost: number;
}

export function roundOf(marks: readonly Annotation[]): Round | null {
  const [first] = marks;
  if (first === undefined) return null;
  const open = marks.filter(({ status }) => status !== "addressed");
  const fated = (fate: Annotation["fate"]) => open.filter((mark) => mark.fate === fate).length;
  return {
    marks: marks.length,
    number: marks.every(({ live_on }) => live_on === first.live_on) ? first.live_on : null,
    done: marks.filter(isDone).length,
    addressed: marks.length - open.length - marks.filter(isDone).length,
    changed: fated("changed"),
    lost: fated("gone"),
  };
}

/** "4 marks of round 2" and "2 addressed, 1 changed, 1 lost", the figures apart. */
export function roundFigures({ marks, number, done, addressed, changed, lost }: Round): { of: string; figures: Figure[] } {
  const still = marks - done - addressed - changed - lost;
  const of = number === null ? `${marks} earlier ${noun(marks, "mark")}` : `${plural(marks, "mark")} of round ${number}`;
  return { of, figures: counted([[done, "done as asked"], [addressed, "addressed"], [changed, "changed"], [lost, "lost"], [still, "still there"]]) };
}

/** "4 blocks changed, 1 moved, 2 of your 3 marks touched" */
export function spokenWords(summary: ComparisonSummary, marks: readonly Annotation[]): string {
  const touched = marks.filter(({ fate }) => fate !== null && fate !== "there").length;
  const yours = marks.length === 0 ? "" : `, ${touched} of your ${plural(marks.length, "mark")} touched`;
  return `${blockWords(summary)}${yours}`;
}
