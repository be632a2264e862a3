/** What a person does to marks: shown at once, sent to the hub in order, kept here until it has answered. */
import { batch } from "@preact/signals";
import { HubError } from "../wire/client";
import type { Annotation, AnnotationNow, Place } from "../wire/types.gen";
import {
  addressAnnotation,
  keepAnnotation,
  patchAnnotation,
  putAnnotation,
  removeAnnotation,
  reopenAnnotation,
  restoreAnnotation,
  unkeepAnnotation,
} from "../wire/annotations";
import { dropAnnotation, markOn, reloadAnnotations, takeAnnotation, toldMark, versionOf } from "./annotations";
import { pendingOf, reviewsWithPending, setPending, TAB, type Deed, type MarkChange, type NewMark, type Write } from "./annotations_pending";
import { announce } from "./announce";
import { forgetMarkDraft, type MarkWords } from "./drafts/marks";
import { MARK_KINDS } from "./mark_kinds";
import { remember } from "./undo";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const RETRY_MS = 2000;

/** A name for a new mark, made as the hub makes names: it sorts by time. */
export function newMarkId(at = Date.now(), randomness = crypto.getRandomValues(new Uint8Array(10))): string {
  let number = BigInt(at);
  for (const byte of randomness) number = (number << 8n) | BigInt(byte);
  const digits = Array.from({ length: 26 }, (_, index) => ALPHABET[Number((number >> BigInt(125 - 5 * index)) & 31n)] ?? "0");
  return `an_${digits.join("")}`;
}

const sending = new Set<string>();
const timers = new Map<string, number>();

function add(review: string, mark: string, deed: Deed): void {
  const write: Write = { mark, deed, at: new Date().toISOString(), tab: TAB, refused: null };
  const keptHere = setPending(review, [...pendingOf(review).peek(), write]);
  if (!keptHere) announce("This browser keeps nothing: do not close it before the hub has answered");
  void pump(review);
}

/** The first deed that can go: those of a mark stay in their order. */
function nextOf(writes: readonly Write[]): Write | undefined {
  const held = new Set<string>();
  return writes.find(({ mark, refused }) => {
    if (refused !== null) held.add(mark);
    return !held.has(mark);
  });
}

function ask(review: string, { mark, deed }: Write): Promise<AnnotationNow> {
  switch (deed.do) {
    case "put":
      return putAnnotation(review, mark, deed.words);
    case "patch":
      return patchAnnotation(review, mark, { ...deed.change, version: versionOf(review, mark) });
    case "remove":
      return removeAnnotation(review, mark);
    case "restore":
      return restoreAnnotation(review, mark);
    case "keep":
      return keepAnnotation(review, mark, deed.revision, deed.as);
    case "unkeep":
      return unkeepAnnotation(review, mark, deed.revision);
    case "address":
      return addressAnnotation(review, mark);
    case "reopen":
      return reopenAnnotation(review, mark);
  }
}

const without = (writes: readonly Write[], gone: Write) => writes.filter((write) => write !== gone);

function settle(review: string, write: Write, now: AnnotationNow | null): void {
  batch(() => {
    if (write.deed.do === "remove") dropAnnotation(review, write.mark, now?.seq ?? 0);
    else if (now !== null) takeAnnotation(now.annotation, now.seq);
    setPending(review, without(pendingOf(review).peek(), write));
  });
}

/** The hub had our change already, and its answer was lost on the way. */
function isDone(review: string, { mark, deed }: Write): boolean {
  const told = toldMark(review, mark);
  if (deed.do === "remove") return told === null;
  if (deed.do !== "patch" || told === null) return false;
  return Object.entries(deed.change).every(([name, value]) => name === "revision" || JSON.stringify(Reflect.get(told, name)) === JSON.stringify(value));
}

async function refuse(review: string, write: Write, failure: HubError): Promise<void> {
  if (write.deed.do !== "put") await reloadAnnotations(review).catch(() => undefined);
  if (isDone(review, write)) return settle(review, write, null);
  const refused = failure.code === "annotation_newer" ? "It was changed in another tab meanwhile" : failure.message;
  setPending(review, pendingOf(review).peek().map((each) => (each === write ? { ...write, refused } : each)));
  announce(`Not kept at the hub: ${refused}`);
}

/** Sends one deed after the other; a hub that is away is asked again. */
async function pump(review: string): Promise<void> {
  if (sending.has(review)) return;
  sending.add(review);
  window.clearTimeout(timers.get(review));
  try {
    for (let write = nextOf(pendingOf(review).peek()); write !== undefined; write = nextOf(pendingOf(review).peek())) {
      settle(review, write, await ask(review, write));
    }
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    const write = nextOf(pendingOf(review).peek());
    if (write !== undefined && !failure.isPassing) await refuse(review, write, failure);
    const wait = failure.isPassing ? RETRY_MS : 0;
    if (nextOf(pendingOf(review).peek()) !== undefined) timers.set(review, window.setTimeout(() => void pump(review), wait));
  } finally {
    sending.delete(review);
  }
}

/** What an earlier page could not send any more. */
export function resume(): void {
  for (const review of reviewsWithPending()) if (pendingOf(review).peek().length > 0) void pump(review);
}

/** The person wants a refused deed to be tried again, or given up. */
export function answerRefusal(review: string, mark: string, again: boolean): void {
  const writes = pendingOf(review).peek();
  const next = again ? writes.map((write) => (write.mark === mark ? { ...write, refused: null } : write)) : writes.filter((write) => write.mark !== mark);
  setPending(review, next);
  void pump(review);
}

const kindName = ({ kind }: { kind: Annotation["kind"] }) => MARK_KINDS[kind].name;

export function make(review: string, id: string, words: NewMark, position: number): void {
  add(review, id, { do: "put", words, position });
  const was = markOn(review, words.revision, id);
  const says = `${kindName(words)} made`;
  const again = () => was !== null && add(review, id, { do: "restore", was });
  remember(review, { says, back: () => drop(review, id), again });
  announce(says);
}

const drop = (review: string, id: string) => add(review, id, { do: "remove" });

export function remove(review: string, mark: Annotation): void {
  drop(review, mark.id);
  const says = `${kindName(mark)} removed`;
  remember(review, { says, back: () => add(review, mark.id, { do: "restore", was: mark }), again: () => drop(review, mark.id) });
  announce(says);
}

type Change = Omit<MarkChange, "revision" | "place" | "quote">;

function change(review: string, mark: Annotation, wanted: Change): void {
  const before = Object.fromEntries(Object.keys(wanted).map((name) => [name, Reflect.get(mark, name) as unknown])) as Change;
  add(review, mark.id, { do: "patch", change: wanted });
  const says = `${kindName(mark)} changed`;
  const redo = (words: Change) => () => add(review, mark.id, { do: "patch", change: words });
  remember(review, { says, back: redo(before), again: redo(wanted) });
  announce(says);
}

/** The words of a draft become a mark, or a change of one. */
export function finishDraft(review: string, { slot, revision, mark, words }: MarkWords, position: number): void {
  const { kind, place, quote, text, label, tip, images } = mark;
  const more = { text, label, tip, images, words: words.trim() };
  const known = markOn(review, revision, slot);
  if (known !== null) change(review, known, more);
  else make(review, slot, { ...more, kind, revision, place, quote }, position);
  forgetMarkDraft(review, slot);
}

export interface MarkedPlace {
  revision: number;
  place: Place;
  quote: string;
  position: number;
}

/** A lost mark gets a new place. */
export function placeAnew(review: string, mark: Annotation, { revision, place, quote, position }: MarkedPlace): void {
  const again = () => add(review, mark.id, { do: "patch", change: { revision, place, quote }, position });
  again();
  remember(review, { says: "Mark placed anew", back: () => unkeep(review, mark, revision), again });
  announce("Mark placed anew");
}

export function keepOn(review: string, mark: Annotation, revision: number, as: "mark" | "note"): void {
  const again = () => add(review, mark.id, { do: "keep", revision, as });
  again();
  const says = as === "note" ? "Kept as a note on the whole" : "Mark kept for this revision";
  remember(review, { says, back: () => unkeep(review, mark, revision), again });
  announce(says);
}

const unkeep = (review: string, mark: Annotation, revision: number) => add(review, mark.id, { do: "unkeep", revision, was: mark });

export function setAddressed(review: string, mark: Annotation, addressed: boolean): void {
  const to = (wanted: boolean) => () => add(review, mark.id, { do: wanted ? "address" : "reopen" });
  to(addressed)();
  const says = addressed ? "Mark addressed" : "Mark open again";
  remember(review, { says, back: to(!addressed), again: to(addressed) });
  announce(says);
}
