/** That a person answers something just now: then the countdowns of everything else stand still, at the hub and here. */
import { signal } from "@preact/signals";
import { sayAnswering } from "../wire/client";
import type { Item } from "./items";
import { isAsked } from "./items";

const AGAIN_MS = 5000;
/** Who does nothing for so long has gone to do something else. */
const IDLE_MS = 60_000;
/** Between two answers: the countdowns need not start for that. */
const BETWEEN_MS = 2500;

/** Since when they stand still, in milliseconds since 1970; null: they run. */
export const heldSince = signal<number | null>(null);

/** The time that a countdown shows: what arrived while others stand still has not begun to run either. */
export function countdownTime(item: Item, now: number, held: number | null): number {
  if (held === null || !isAsked(item)) return now;
  return Math.max(Math.min(now, held), Math.min(now, Date.parse(item.opened_at)));
}

/** The end after the countdowns have stood still for so long; as the hub moves it. */
export function postponed<T extends Item>(item: T, held_ms: number, at: number): T {
  if (!isAsked(item) || item.status !== "open" || item.expires_at === null || item.countdown_stopped) return item;
  const later = Date.parse(item.expires_at) + Math.min(held_ms, Math.max(0, at - Date.parse(item.opened_at)));
  const limit = item.waits_until === null ? later : Math.min(later, Date.parse(item.waits_until));
  return { ...item, expires_at: new Date(limit).toISOString() };
}

/** What is being answered on this page. */
const answering = new Set<string>();
let lastDeed = 0;
let timer: ReturnType<typeof setInterval> | undefined;
let ending: ReturnType<typeof setTimeout> | undefined;

/** A hold that began before this page did has told it nothing. */
function adoptHold(held: boolean): void {
  if (held) heldSince.value ??= Date.now();
}

const say = (on: boolean) => void sayAnswering(on).then(({ held }) => adoptHold(held), () => undefined);

function goOn(): void {
  if (Date.now() - lastDeed > IDLE_MS || document.visibilityState !== "visible") return pause();
  say(true);
}

function pause(): void {
  clearTimeout(ending);
  if (timer === undefined) return;
  clearInterval(timer);
  timer = undefined;
  say(false);
}

function begin(): void {
  lastDeed = Date.now();
  clearTimeout(ending);
  if (timer !== undefined || answering.size === 0) return;
  say(true);
  timer = setInterval(goOn, AGAIN_MS);
}

/** Whether the person is in the middle of an answer to this item. */
export function attend(id: string, on: boolean): void {
  if (!on && !answering.delete(id)) return;
  if (on) answering.add(id);
  clearTimeout(ending);
  if (answering.size > 0) begin();
  else ending = setTimeout(pause, BETWEEN_MS);
}

/** A person who types, points or looks goes on answering. */
export function followDeeds(): void {
  window.addEventListener("pagehide", pause);
  for (const deed of ["keydown", "pointerdown", "wheel", "visibilitychange"]) {
    document.addEventListener(deed, () => answering.size > 0 && document.visibilityState === "visible" && begin(), { capture: true, passive: true });
  }
}
