/** The desk's clock: one tick a second, and a slower hand for what only counts minutes. */
import { computed, signal } from "@preact/signals";

const TEN_SECONDS = 10_000;

export const now = signal(Date.now());
/** Moves every ten seconds: enough for "waits 5 min". */
export const slowNow = computed(() => Math.floor(now.value / TEN_SECONDS) * TEN_SECONDS);

export function startClock(): void {
  window.setInterval(() => (now.value = Date.now()), 1000);
}
