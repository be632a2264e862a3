/** What this page has done to marks and the hub does not know yet: shown at once, kept in this browser until it does. */
import type { Signal } from "@preact/signals";
import type { Annotation, AnnotationGiven } from "../wire/types.gen";
import { forget, keep, kept, keptNames } from "./keep";
import { signalIn } from "./signal_in";

/** A new mark: every field is told. */
export type NewMark = Required<AnnotationGiven>;
/** What a change gives a mark; what is left out stays. */
export type MarkChange = Partial<Pick<Annotation, "kind" | "words" | "text" | "label" | "tip" | "images" | "place" | "quote" | "revision">>;

export type Deed =
  /** `position` is where the page believes it to be, for the order until the hub says. */
  | { do: "put"; words: NewMark; position: number }
  | { do: "patch"; change: MarkChange; position?: number }
  | { do: "remove" }
  | { do: "restore"; was: Annotation }
  | { do: "keep"; revision: number; as: "mark" | "note" }
  | { do: "unkeep"; revision: number; was: Annotation }
  | { do: "address" }
  | { do: "reopen" };

export interface Write {
  mark: string;
  deed: Deed;
  at: string;
  /** The page that will send it. */
  tab: string;
  /** Why the hub would not have it; it waits for the person then. */
  refused: string | null;
}

/** This page, as long as it is open: what another one has still to send is left alone. */
export const TAB = crypto.randomUUID();

const all = new Map<string, Signal<readonly Write[]>>();
const PREFIX = "marks.";
const keepName = (review: string) => `${PREFIX}${review}`;

const isWrite = (value: unknown): value is Write =>
  typeof value === "object" && value !== null && "mark" in value && "deed" in value && typeof value.mark === "string";

function stored(review: string): readonly Write[] {
  const value = kept(keepName(review));
  return Array.isArray(value) ? value.filter(isWrite) : [];
}

/** What an earlier page has left is this one's to send; sending a deed twice does no harm. */
function restored(review: string): readonly Write[] {
  const writes = stored(review).map((write) => ({ ...write, tab: TAB }));
  if (writes.length > 0) keep(keepName(review), writes);
  return writes;
}

/** The reviews of which this browser keeps something unsent. */
export const reviewsWithPending = () => keptNames(PREFIX).map((name) => name.slice(PREFIX.length));

export function pendingOf(review: string): Signal<readonly Write[]> {
  return signalIn(all, review, () => restored(review));
}

/** Returns whether this browser could keep them as well. */
export function setPending(review: string, writes: readonly Write[]): boolean {
  pendingOf(review).value = writes;
  const all = [...stored(review).filter(({ tab }) => tab !== TAB), ...writes];
  if (all.length > 0) return keep(keepName(review), all);
  forget(keepName(review));
  return true;
}

function made(review: string, { mark, at }: Write, words: NewMark, position: number): Annotation {
  return {
    ...words,
    id: mark,
    review,
    live_on: words.revision,
    status: "open",
    sent: false,
    version: 0,
    created_at: at,
    changed_at: at,
    position,
    lines: null,
    occurrence: [1, 1],
    author: null,
    chosen: true,
    fate: null,
    reads_now: null,
    hint: null,
    placed_on: words.revision,
    removed: false,
  };
}

const note = { kind: "note", place: null, position: 0 } as const;

/** What has become of the place of a mark that was done and is opened again. */
function openedAgain(mark: Annotation): Annotation {
  if (mark.fate !== "done") return { ...mark, status: "open" };
  return { ...mark, status: "open", fate: mark.place === null ? "gone" : mark.kind === "insertion" ? "there" : "changed" };
}

/** A mark after a deed; null when it is gone. */
function after(review: string, before: Annotation | undefined, write: Write): Annotation | null {
  const { deed } = write;
  if (deed.do === "put") return made(review, write, deed.words, deed.position);
  if (deed.do === "restore") return before ?? deed.was;
  if (before === undefined || deed.do === "remove") return null;
  switch (deed.do) {
    case "patch": {
      const { revision, ...change } = deed.change;
      const moved = change.place === undefined ? {} : { fate: null, hint: null, live_on: revision ?? before.live_on, sent: false };
      return { ...before, ...change, ...moved, position: deed.position ?? before.position };
    }
    case "keep":
      return { ...before, live_on: deed.revision, status: "open", sent: false, ...(deed.as === "note" ? { ...note, fate: null, hint: null } : {}) };
    case "unkeep":
      return deed.was;
    case "address":
      return { ...before, status: "addressed" };
    case "reopen":
      return openedAgain(before);
  }
}

/** The hub's marks with this page's own deeds on top, as they stand on a revision. */
export function withPending(review: string, revision: number, marks: ReadonlyMap<string, Annotation>, writes: readonly Write[]): Annotation[] {
  const next = new Map(marks);
  for (const write of writes) {
    if (write.deed.do === "put" && write.deed.words.revision > revision) continue;
    const mark = after(review, next.get(write.mark), write);
    if (mark === null) next.delete(write.mark);
    else next.set(write.mark, mark);
  }
  return [...next.values()];
}
