/** Marks that are being written: in this browser at every key, at the hub soon after. */
import type { Signal } from "@preact/signals";
import type { Draft, DraftKept, MarkDraft, MarkDraftKept } from "../../wire/types.gen";
import { forgetPictures, isAwaiting } from "../images_pending";
import { forget, keep, kept } from "../keep";
import { signalIn } from "../signal_in";
import { DraftSender, emptyAtHub, type DraftState } from "./sending";

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
  state: DraftState;
}

const all = new Map<string, Signal<readonly MarkWords[]>>();
const senders = new Map<string, DraftSender>();
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
  senderOf(review, slot).sendSoon();
}

const find = (review: string, slot: string) => markDraftsOf(review).peek().find((draft) => draft.slot === slot);

function senderOf(review: string, slot: string): DraftSender {
  const known = senders.get(slot);
  if (known !== undefined) return known;
  const sender = new DraftSender(review, {
    unsent: () => unsent(review, slot),
    saved: (sent, { version }) => settle(review, sent, version),
    overtaken: (newer) => followNewer(review, slot, newer),
    notSaved: () => {
      if (find(review, slot)?.state === "saving") set(review, slot, { state: "local" });
    },
  });
  senders.set(slot, sender);
  return sender;
}

function unsent(review: string, slot: string): DraftKept | null {
  const draft = find(review, slot);
  if (draft === undefined || draft.state === "kept") return null;
  const { revision, words, mark, version } = draft;
  return { slot, revision, text: words, kind: null, version, mark };
}

function settle(review: string, sent: DraftKept, version: number): void {
  const draft = find(review, sent.slot);
  if (draft === undefined) return emptyAtHub(review, { slot: sent.slot, revision: sent.revision, version });
  const isSame = draft.words === sent.text && draft.mark === sent.mark;
  set(review, sent.slot, { version, ...(isSame ? { state: "kept" } : {}) });
}

/** Another tab was quicker with the same mark: its words go below ours, none are lost. */
function followNewer(review: string, slot: string, newer: Draft): void {
  const mine = find(review, slot)?.words ?? "";
  const theirs = newer.text.trim();
  const words = theirs === "" || mine.includes(theirs) || theirs.startsWith(mine.trim()) ? mine : `${mine.trimEnd()}\n\n${theirs}`;
  set(review, slot, { version: newer.version, words });
}

/** Kept as a mark, or thrown away: the draft goes here and at the hub. */
export function forgetMarkDraft(review: string, slot: string): void {
  const draft = find(review, slot);
  over.add(slot);
  forgetPictures(slot);
  const sender = senderOf(review, slot);
  sender.stop();
  set(review, slot, null);
  // What is on its way is forgotten when its answer comes.
  if (draft !== undefined && draft.version > 0 && !sender.isSending) emptyAtHub(review, { slot, revision: draft.revision, version: draft.version });
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
  for (const draft of mine.values()) if (draft.state !== "kept") senderOf(review, draft.slot).sendSoon(0);
}

/** Whether there are words that neither the hub nor this browser could keep. */
export const areMarksUnkept = () => [...all.values()].some((drafts) => drafts.peek().some(({ state }) => state === "unkept"));
