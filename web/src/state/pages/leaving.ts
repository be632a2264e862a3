/** What a person has accepted or deleted stays in sight for a moment, so that it can be taken back. */
import { signal } from "@preact/signals";
import { announce } from "../announce";

export interface Leaving {
  site: string;
  id: string;
  what: "mark" | "note";
  verb: "Accepted" | "Deleted";
  /** How it stood when the person said so: if it changes, they have not seen what they would take away. */
  updated_at: string | null;
  take: () => Promise<string | null>;
}

/** Long enough to see a slip and to find the key for it. */
const UNDO_MS = 8000;

const leaving = signal<ReadonlyMap<string, Leaving>>(new Map());
const timers = new Map<string, number>();
/** Whose request is under way: too late to be taken back. */
const going = new Set<string>();

const keyOf = ({ site, id }: Pick<Leaving, "site" | "id">) => `${site}/${id}`;
export const leavingOf = (site: string, id: string) => leaving.value.get(keyOf({ site, id })) ?? null;

function drop(one: Leaving): void {
  window.clearTimeout(timers.get(keyOf(one)));
  timers.delete(keyOf(one));
  const next = new Map(leaving.peek());
  next.delete(keyOf(one));
  leaving.value = next;
}

async function go(one: Leaving): Promise<void> {
  const key = keyOf(one);
  if (going.has(key) || !leaving.peek().has(key)) return;
  going.add(key);
  const failed = await one.take();
  going.delete(key);
  drop(one);
  if (failed !== null) announce(`Not ${one.verb.toLowerCase()}: ${failed}`);
}

export function leave(one: Leaving): void {
  leaving.value = new Map(leaving.peek()).set(keyOf(one), one);
  timers.set(keyOf(one), window.setTimeout(() => void go(one), UNDO_MS));
  announce(`${one.verb}. Undo with ${/mac/i.test(navigator.userAgent) ? "⌘" : "Ctrl"} Z`);
}

/** Returns whether there was something to take back. */
export function takeBack(site: string, id: string | null): Leaving | null {
  const mine = [...leaving.peek().values()].filter((one) => one.site === site && (id === null || one.id === id) && !going.has(keyOf(one)));
  const last = mine.at(-1);
  if (last === undefined) return null;
  drop(last);
  announce("Taken back");
  return last;
}

/** Nothing more leaves this site. */
export function countermand(site: string): void {
  for (const one of leaving.peek().values()) if (one.site === site) drop(one);
}

/** The file has changed: what is gone already leaves no more, and what is not as it was seen stays. */
export function settleLeaving(site: string, there: readonly { id: string; updated_at: string | null }[]): void {
  for (const one of leaving.peek().values()) {
    if (one.site !== site || going.has(keyOf(one))) continue;
    const now = there.find(({ id }) => id === one.id);
    if (now !== undefined && now.updated_at === one.updated_at) continue;
    drop(one);
    if (now !== undefined) announce(`Not ${one.verb.toLowerCase()}: it was changed meanwhile`);
  }
}

/** Who closes the tab meant what they said. */
export function leaveWithTab(): void {
  window.addEventListener("pagehide", () => {
    for (const one of leaving.peek().values()) void go(one);
  });
}
