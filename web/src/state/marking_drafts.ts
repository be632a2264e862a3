/** Marks that are being written: in this browser at every key, at the hub soon after. */
import type { Signal } from "@preact/signals";
import { HubError, saveDraft } from "../wire/client";
import type { MarkDraft, MarkDraftKept } from "../wire/types.gen";
import { forgetPictures, isAwaiting } from "./images_pending";
import { forget, keep, kept } from "./keep";
import { signalIn } from "./signal_in";

/** What a mark in work is made of: every field is told. */
export type MarkForm = Required<MarkDraft>;

/** What the hub leaves out of a mark in work. */
const UNTOLD = { label: null, tip: null, place: null };

export interface MarkWords {
  /** The id of the mark, which may be one that exists already. */
  slot: string;
  revision: number;
  mark: MarkForm;
  /** The comment or the reason. */
  words: string;
  version: number;
  /** kept: the hub has them; saving: not yet; local: only this browser; unkept: neither could keep them. */
  state: "kept" | "saving" | "local" | "unkept";
}

const DEBOUNCE_MS = 300;
const RETRY_MS = 2000;

const all = new Map<string, Signal<readonly MarkWords[]>>();
const timers = new Map<string, number>();
const sending = new Set<string>();
/** Slots that were kept or thrown away here: the hub's copy of them is no news. */
const over = new Set<string>();
const keepName = (review: string) => `mark_drafts.${review}`;

const isWords = (value: unknown): value is MarkWords =>
  typeof value === "object" && value !== null && "slot" in value && "mark" in value && "words" in value && typeof value.words === "string";

function stored(review: string): readonly MarkWords[] {
  const value = kept(keepName(review));
  return Array.isArray(value) ? value.filter(isWords) : [];
}

export function markDraftsOf(review: string): Signal<readonly MarkWords[]> {
  return signalIn(all, review, () => stored(review));
}

export const markDraft = (review: string, slot: string | null) => markDraftsOf(review).value.find((draft) => draft.slot === slot) ?? null;

function set(review: string, slot: string, changes: Partial<MarkWords> | null): void {
  const drafts = markDraftsOf(review);
  drafts.value = drafts.peek().flatMap((draft) => (draft.slot !== slot ? [draft] : changes === null ? [] : [{ ...draft, ...changes }]));
  if (drafts.value.length === 0) return forget(keepName(review));
  if (!keep(keepName(review), drafts.value) && changes !== null && changes.state !== "unkept") set(review, slot, { state: "unkept" });
}

export const isEmptyDraft = ({ slot, words, mark }: MarkWords) =>
  words.trim() === "" && mark.text.trim() === "" && mark.images.length === 0 && !isAwaiting(slot);

/** As typed: kept here at once, sent to the hub when the hand rests. */
export function writeMark(review: string, slot: string, revision: number, mark: MarkForm, words: string): void {
  const drafts = markDraftsOf(review);
  over.delete(slot);
  if (drafts.peek().every((draft) => draft.slot !== slot)) {
    drafts.value = [...drafts.peek(), { slot, revision, mark, words, version: 0, state: "saving" }];
  }
  set(review, slot, { revision, mark, words, state: "saving" });
  sendSoon(review, slot, DEBOUNCE_MS);
}

function sendSoon(review: string, slot: string, wait_ms: number): void {
  window.clearTimeout(timers.get(slot));
  timers.set(slot, window.setTimeout(() => void send(review, slot), wait_ms));
}

const find = (review: string, slot: string) => markDraftsOf(review).peek().find((draft) => draft.slot === slot);

async function send(review: string, slot: string): Promise<void> {
  const draft = find(review, slot);
  if (draft === undefined || draft.state === "kept") return;
  if (sending.has(slot)) return sendSoon(review, slot, DEBOUNCE_MS);
  sending.add(slot);
  const { revision, words, mark, version } = draft;
  try {
    const answer = await saveDraft(review, { revision, text: words, kind: null, version, slot, mark });
    const now = find(review, slot);
    const same = now?.words === words && now.mark === mark;
    if (now === undefined) forgetAtHub(review, { ...draft, version: answer.version });
    else set(review, slot, { version: answer.version, ...(same ? { state: "kept" } : {}) });
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    notKept(review, slot, failure);
  } finally {
    sending.delete(slot);
  }
}

function notKept(review: string, slot: string, failure: HubError): void {
  if (failure.draft !== null) {
    // Another tab was quicker with the same mark: its words go below ours, none are lost.
    const mine = find(review, slot)?.words ?? "";
    const theirs = failure.draft.text.trim();
    const words = theirs === "" || mine.includes(theirs) || theirs.startsWith(mine.trim()) ? mine : `${mine.trimEnd()}\n\n${theirs}`;
    set(review, slot, { version: failure.draft.version, words });
    return sendSoon(review, slot, 0);
  }
  if (find(review, slot)?.state === "saving") set(review, slot, { state: "local" });
  if (failure.status === 0 || failure.status >= 500 || failure.status === 401) sendSoon(review, slot, RETRY_MS);
}

function forgetAtHub(review: string, { slot, revision, version }: MarkWords): void {
  void saveDraft(review, { revision, text: "", kind: null, version, slot, mark: null }).catch(() => undefined);
}

/** Kept as a mark, or thrown away: the draft goes here and at the hub. */
export function forgetMarkDraft(review: string, slot: string): void {
  const draft = find(review, slot);
  over.add(slot);
  forgetPictures(slot);
  window.clearTimeout(timers.get(slot));
  set(review, slot, null);
  // What is on its way is forgotten when its answer comes.
  if (draft !== undefined && draft.version > 0 && !sending.has(slot)) forgetAtHub(review, draft);
}

/** The hub's copies, read with the review: they win unless this browser holds something newer. */
export function adoptMarkDrafts(review: string, told: readonly MarkDraftKept[]): void {
  const drafts = markDraftsOf(review);
  const mine = new Map(drafts.peek().map((draft) => [draft.slot, draft]));
  for (const { slot, revision, text, mark, version } of told) {
    const own = mine.get(slot);
    if (mark === null || over.has(slot) || (own !== undefined && own.version >= version)) continue;
    if (own !== undefined && own.state !== "kept") continue;
    mine.set(slot, { slot, revision, mark: { ...UNTOLD, ...mark }, words: text, version, state: "kept" });
  }
  drafts.value = [...mine.values()];
  for (const draft of mine.values()) if (draft.state !== "kept") sendSoon(review, draft.slot, 0);
}

/** Asks before leaving only when words exist that nothing could keep. */
export function guardMarkDrafts(): void {
  window.addEventListener("beforeunload", (event) => {
    const lost = [...all.values()].some((drafts) => drafts.peek().some(({ state }) => state === "unkept"));
    if (lost) event.preventDefault();
  });
}
