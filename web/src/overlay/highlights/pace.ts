/** When and how long we work in the page: in short tasks, and not before it has come to rest. */
import { isHydrated } from "./owned";
import type { Pace } from "../../anchors/slices";

const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();

interface Scheduling {
  scheduler?: { yield?: () => Promise<void> };
}

/** A new task, after what is already waiting. */
function breathe(): Promise<void> {
  const { scheduler } = globalThis as Scheduling;
  if (scheduler?.yield !== undefined) return scheduler.yield();
  return new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(null);
  });
}

export const SHORT: Pace = { budget_ms: 8, breathe };

/** The next frame; in a hidden tab there are none. */
const frame = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => resolve());
    setTimeout(resolve, 100);
  });

const LOADS_AT_MOST_MS = 5_000;
const QUIET_FRAMES = 2;
const MOVES_AT_MOST_MS = 1_500;
/** A framework that finds marks in what its server wrote may throw all of it away. */
const HYDRATES_AT_MOST_MS = 4_000;

/**
 * Waits for the page to have loaded, for its framework to have woken up, and for two frames in which nothing has changed; not
 * for ever. `changes` counts them. `isThere`: the page is no longer the one before.
 */
export async function settled(changes: () => number, isThere: () => boolean): Promise<void> {
  const begun = performance.now();
  const loading = new AbortController();
  if (document.readyState !== "complete") {
    await new Promise<void>((resolve) => {
      addEventListener("load", () => resolve(), { once: true, signal: loading.signal });
      setTimeout(resolve, LOADS_AT_MOST_MS);
    });
    loading.abort();
  }
  const loaded = Math.max(begun, performance.now());
  while (!isThere() || !isHydrated(performance.now() > loaded + HYDRATES_AT_MOST_MS)) await frame();
  const until = performance.now() + MOVES_AT_MOST_MS;
  for (let quiet = 0, seen = changes(); quiet < QUIET_FRAMES && performance.now() < until; ) {
    await frame();
    quiet = changes() === seen ? quiet + 1 : 0;
    seen = changes();
  }
}

/** When the page has nothing better to do. */
export function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(work, { timeout: 1_000 });
  else setTimeout(work, 50);
}
