/** The marks of a review: as the hub knows them, with what this page has done since on top. */
import { computed, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import type { Annotation, MarkDraftKept } from "../wire/types.gen";
import { fetchAnnotations } from "../wire/annotations";
import { pendingOf, withPending } from "./annotations_pending";
import { NewestAnswer } from "./asking";
import { reviewOf } from "./reviews";
import { signalIn } from "./signal_in";

interface Known {
  marks: ReadonlyMap<string, Annotation>;
  /** Whether the hub has told them; before that only this page's own are there. */
  loaded: boolean;
}

interface Sheet {
  review: string;
  revision: number;
  asking: NewestAnswer;
  known: Signal<Known>;
  shown: ReadonlySignal<readonly Annotation[]>;
}

const NOTHING: Known = { marks: new Map(), loaded: false };
const sheets = new Map<string, Sheet>();
/** The revision that was looked at last, by review. */
const lookedAt = new Map<string, Signal<number>>();
/** When a mark was removed (the journal's number): an older list does not bring it back. */
const removedAt = new Map<string, number>();
/** When a mark was told by itself: an older list, which lacks it, does not take it away. */
const toldAt = new Map<string, number>();

export const inOrder = (one: Annotation, other: Annotation) =>
  one.position - other.position || other.quote.length - one.quote.length || (one.id < other.id ? -1 : 1);

function sheetOf(review: string, revision: number): Sheet {
  const name = `${review}/${revision}`;
  const found = sheets.get(name);
  if (found !== undefined) return found;
  const known = signal(NOTHING);
  const shown = computed(() => withPending(review, revision, known.value.marks, pendingOf(review).value).sort(inOrder));
  const sheet = { review, revision, asking: new NewestAnswer(), known, shown };
  sheets.set(name, sheet);
  return sheet;
}

function lastRevision(review: string): Signal<number> {
  return signalIn(lookedAt, review, () => reviewOf(review)?.revision ?? 1);
}

/** The marks as they stand on a revision, in the order of the text. */
export const annotationsOn = (review: string, revision: number): ReadonlySignal<readonly Annotation[]> => sheetOf(review, revision).shown;

export const isUnsent = (mark: Annotation, revision: number) => mark.chosen && isChoosable(mark, revision);

/** Whether it can go with an answer; another's mark does once the person has chosen it. */
export const isChoosable = (mark: Annotation, revision: number) =>
  mark.live_on === revision && !mark.sent && mark.status !== "addressed" && mark.fate !== "gone";

/** A note on the whole, or a lost mark that was kept as one. */
export const isOnWhole = ({ kind, place, fate }: Annotation) => kind === "note" || (place === null && fate !== "gone" && fate !== "done");

/** The agent has done what it asked: it is folded away, and asks for no click. */
export const isDone = ({ fate, status }: Annotation) => fate === "done" && status === "addressed";

/** Of an earlier round: it says what has become of it. */
export const isCarried = (mark: Annotation, revision: number) => mark.live_on < revision;

/** What a verdict on this revision would take along. */
export const unsentMarks = (review: string, revision: number): readonly Annotation[] =>
  annotationsOn(review, revision).value.filter((mark) => isUnsent(mark, revision));

/** The marks of earlier rounds, with their fates. */
export const carriedMarks = (review: string, revision: number): readonly Annotation[] =>
  annotationsOn(review, revision).value.filter((mark) => isCarried(mark, revision));

/** The marks that stand, or stood, in the text, counted down the document. */
export function numbersOf(marks: readonly Annotation[]): ReadonlyMap<string, number> {
  return new Map(marks.filter((mark) => !isOnWhole(mark)).map(({ id }, index) => [id, index + 1]));
}

const chosen = new Map<string, Signal<string | null>>();

/** The mark that a pane's keys speak of. */
export function chosenMark(pane: string): Signal<string | null> {
  return signalIn(chosen, pane, () => null);
}

export const markOn = (review: string, revision: number, id: string | null): Annotation | null =>
  annotationsOn(review, revision).peek().find((mark) => mark.id === id) ?? null;

export async function loadAnnotations(review: string, revision: number): Promise<void> {
  lastRevision(review).value = revision;
  await fill(sheetOf(review, revision));
}

/** Asks the hub for a revision's marks; what the feed or a later answer has told meanwhile is newer than this one. */
async function fill(sheet: Sheet): Promise<void> {
  const { review, revision, known } = sheet;
  const answer = await sheet.asking.newest(() => fetchAnnotations(review, revision));
  if (answer === null) return;
  const { annotations, seq } = answer;
  const before = known.peek().marks;
  const marks = new Map<string, Annotation>();
  for (const told of annotations) {
    if ((removedAt.get(told.id) ?? -1) > seq) continue;
    const mine = before.get(told.id);
    marks.set(told.id, mine !== undefined && mine.version > told.version ? mine : told);
  }
  for (const [id, mine] of before) if (!marks.has(id) && (toldAt.get(id) ?? -1) > seq) marks.set(id, mine);
  known.value = { marks, loaded: true };
}

export const isLoaded = (review: string, revision: number) => sheetOf(review, revision).known.value.loaded;

/** A mark of an older revision keeps its place there; everything else about it is as told. */
function onOlder(mine: Annotation, told: Annotation): Annotation {
  const { place, position, lines, occurrence, fate, reads_now, hint } = mine;
  return { ...told, place, position, lines, occurrence, fate, reads_now, hint };
}

function put(sheet: Sheet, told: Annotation, newest: boolean): void {
  const { marks, loaded } = sheet.known.peek();
  const mine = marks.get(told.id);
  if (mine !== undefined && mine.version > told.version) return;
  if (told.revision > sheet.revision || (mine === undefined && !newest)) return;
  const next = newest || mine === undefined ? told : onOlder(mine, told);
  sheet.known.value = { marks: new Map(marks).set(told.id, next), loaded };
}

/** A mark as the hub has just told it, placed on the review's newest revision; `seq` is the journal's number of that. */
export function takeAnnotation(told: Annotation, seq: number): void {
  const newest = reviewOf(told.review)?.revision ?? told.live_on;
  removedAt.delete(told.id);
  toldAt.set(told.id, seq);
  for (const sheet of sheets.values()) if (sheet.review === told.review) put(sheet, told, sheet.revision === newest);
}

/** The hub's number of a mark's last change that this page has heard of. */
export const versionOf = (review: string, id: string) =>
  Math.max(0, ...[...sheets.values()].filter((sheet) => sheet.review === review).map(({ known }) => known.peek().marks.get(id)?.version ?? 0));

/** A mark as the hub told it last, without what this page has done since. */
export const toldMark = (review: string, id: string): Annotation | null =>
  [...sheets.values()].find((sheet) => sheet.review === review && sheet.known.peek().marks.has(id))?.known.peek().marks.get(id) ?? null;

const held = new Map<string, Signal<readonly MarkDraftKept[]>>();

/** Marks that were being written when the hub was asked last. */
export function heldMarkDrafts(review: string): Signal<readonly MarkDraftKept[]> {
  return signalIn(held, review, () => []);
}

const counts = new Map<string, Signal<ReadonlyMap<string, number>>>();

/** How many of the person's marks stand under each heading of a pane's outline, by the heading's id. */
export function markCounts(pane: string): Signal<ReadonlyMap<string, number>> {
  return signalIn(counts, pane, () => new Map());
}

/** The hub no longer has it; `seq` is the journal's number of that. */
export function dropAnnotation(review: string, id: string, seq: number): void {
  removedAt.set(id, seq);
  toldAt.delete(id);
  for (const sheet of sheets.values()) {
    if (sheet.review !== review || !sheet.known.peek().marks.has(id)) continue;
    const marks = new Map(sheet.known.peek().marks);
    marks.delete(id);
    sheet.known.value = { ...sheet.known.peek(), marks };
  }
}

/** Every revision of the review that was looked at is asked for anew, also where an earlier answer is on its way. */
export async function reloadAnnotations(review: string): Promise<void> {
  await Promise.all([...sheets.values()].filter((sheet) => sheet.review === review && sheet.asking.asked > 0).map(fill));
}
