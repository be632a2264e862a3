/** The person's unsent words: in this browser at every key, at the hub soon after, never lost in between. */
import type { Signal } from "@preact/signals";
import type { PersonVerdict } from "../../wire/client";
import type { Draft, DraftKept } from "../../wire/types.gen";
import { forget, keep, kept } from "../keep";
import { signalIn } from "../signal_in";
import { DraftSender, emptyAtHub, type DraftState } from "./sending";

export interface Words {
  text: string;
  kind: PersonVerdict;
  revision: number;
  /** The hub's number of the draft that these words follow. */
  version: number;
  /** When the hub kept them last. */
  saved_at: string | null;
  state: DraftState;
  /** What another tab or browser wrote meanwhile; shown, never thrown away. */
  other: string | null;
}

/** What the hub calls the words of an answer; the words of a mark have its id. */
const ANSWER = "answer";

const all = new Map<string, Signal<Words | null>>();
const senders = new Map<string, DraftSender>();

const keepName = (review: string) => `draft.${review}`;

export function wordsOf(review: string): Signal<Words | null> {
  return signalIn(all, review, () => readWords(kept(keepName(review))));
}

export const hasWords = (review: string) => (wordsOf(review).peek()?.text ?? "").trim() !== "";

function keepHere(review: string, { text, kind, revision, version, state, other }: Words): boolean {
  return keep(keepName(review), { text, kind, revision, version, at_hub: state === "kept", other });
}

export function readWords(value: unknown): Words | null {
  if (typeof value !== "object" || value === null || !("text" in value) || typeof value.text !== "string") return null;
  const number = (name: string) => {
    const found: unknown = Reflect.get(value, name);
    return typeof found === "number" ? found : 0;
  };
  const kind = "kind" in value && value.kind === "approved" ? "approved" : "changes_requested";
  const state = "at_hub" in value && value.at_hub === true ? "kept" : "local";
  const other = "other" in value && typeof value.other === "string" ? value.other : null;
  return { text: value.text, kind, revision: number("revision"), version: number("version"), saved_at: null, state, other };
}

/** As typed: kept here at once, sent to the hub when the hand rests. */
export function write(review: string, revision: number, kind: PersonVerdict, text: string): void {
  const before = wordsOf(review).peek();
  const words: Words = {
    text,
    kind,
    revision,
    version: before?.version ?? 0,
    saved_at: before?.saved_at ?? null,
    state: "saving",
    other: before?.other ?? null,
  };
  wordsOf(review).value = keepHere(review, words) ? words : { ...words, state: "unkept" };
  senderOf(review).sendSoon();
}

function senderOf(review: string): DraftSender {
  const known = senders.get(review);
  if (known !== undefined) return known;
  const sender = new DraftSender(review, {
    unsent: () => unsent(review),
    saved: (sent, { version, saved_at }) => settle(review, sent.text, { version, saved_at, state: "kept" }),
    overtaken: (newer) => followNewer(review, newer),
    notSaved: (sent) => settle(review, sent.text, { state: wordsOf(review).peek()?.state === "unkept" ? "unkept" : "local" }),
  });
  senders.set(review, sender);
  return sender;
}

function unsent(review: string): DraftKept | null {
  const words = wordsOf(review).peek();
  if (words === null || words.state === "kept") return null;
  const { revision, text, kind, version } = words;
  return { slot: ANSWER, revision, text, kind: text === "" ? null : kind, version };
}

/** The hub's number counts for whatever was typed since; the rest only if nothing was. */
function settle(review: string, text: string, changes: Partial<Words>): void {
  const words = wordsOf(review);
  const current = words.peek();
  if (current === null) return;
  if (current.text !== text) {
    words.value = { ...current, version: changes.version ?? current.version };
    return;
  }
  words.value = { ...current, ...changes };
  if (words.value.state === "kept" && text === "" && words.value.other === null) drop(review);
  else keepHere(review, words.value);
}

/** Words at the hub that this browser would lose by writing over them: not its own, and not in `mine`. */
export function wordsBeside(mine: Words, theirs: string, sent: string | null): string | null {
  const same = theirs.trim() === "" || mine.text.includes(theirs.trim()) || theirs === sent;
  return same ? mine.other : theirs;
}

/** Another tab was quicker: our words go on top of its number, its words stay beside ours. */
function followNewer(review: string, newer: Draft): void {
  const words = wordsOf(review);
  const mine = words.peek();
  if (mine === null) return;
  words.value = { ...mine, version: newer.version, other: wordsBeside(mine, newer.text, senderOf(review).lastSent) };
  keepHere(review, words.value);
}

export function takeOther(review: string): void {
  const words = wordsOf(review).peek();
  if (words?.other == null) return;
  const text = words.text.trim() === "" ? words.other : `${words.text.trimEnd()}\n\n${words.other}`;
  leaveOther(review);
  write(review, words.revision, words.kind, text);
}

export function leaveOther(review: string): void {
  const words = wordsOf(review);
  const current = words.peek();
  if (current === null) return;
  words.value = { ...current, other: null };
  keepHere(review, words.value);
}

/** The hub's number of the draft that this browser knows of; 0 for none. */
export const versionOf = (review: string) => wordsOf(review).peek()?.version ?? 0;

/** Whether the hub read its copy before it kept, or lost, what this browser knows of: `asked` is the number when it was asked. */
const isOlder = (review: string, draft: Draft | null, asked: number) =>
  versionOf(review) !== asked && (draft?.version ?? 0) <= Math.max(asked, versionOf(review));

/** The hub's copy, read with the review: it wins unless this browser holds something the hub had not. `version` is the number when it was asked. */
export function adoptDraft(review: string, draft: Draft | null, { open, version: asked }: { open: boolean; version: number }): void {
  const words = wordsOf(review);
  const mine = words.peek();
  const newer = mine !== null && draft !== null && draft.version > mine.version;
  if (mine !== null && mine.state !== "kept" && !(newer && mine.text === "")) {
    if (newer) followNewer(review, draft);
    return senderOf(review).sendSoon(0);
  }
  if (isOlder(review, draft, asked)) return;
  if (draft !== null) {
    const { text, revision, version, saved_at } = draft;
    words.value = { text, revision, version, saved_at, kind: draft.kind === "approved" ? "approved" : "changes_requested", state: "kept", other: mine?.other ?? null };
    keepHere(review, words.value);
    // A decided review has no open draft at the hub, but its words may still be wanted here.
  } else if (open) drop(review);
}

function drop(review: string): void {
  senders.get(review)?.stop();
  forget(keepName(review));
  wordsOf(review).value = null;
}

/** The words have gone with an answer: the hub's copy goes too. */
export function sentWords(review: string): void {
  const words = wordsOf(review).peek();
  drop(review);
  if (words !== null) emptyAtHub(review, { slot: ANSWER, revision: words.revision, version: words.version });
}

/** Another tab of this browser wrote: follow it while nobody types here. */
export function followOtherTabs(): void {
  window.addEventListener("storage", (event) => {
    const review = event.key?.startsWith("countermark.draft.") ? event.key.slice("countermark.draft.".length) : null;
    const typing = document.hasFocus() && document.activeElement instanceof HTMLTextAreaElement;
    if (review === null || !all.has(review) || typing) return;
    const theirs = readWords(kept(keepName(review)));
    wordsOf(review).value = theirs === null ? null : { ...theirs, state: "kept", saved_at: new Date().toISOString() };
  });
}

/** Whether there are words that neither the hub nor this browser could keep. */
export const areWordsUnkept = () => [...all.values()].some((words) => words.peek()?.state === "unkept");
