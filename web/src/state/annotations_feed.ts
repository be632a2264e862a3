/** Keeps the marks true to the hub: asks for them once, then follows the feed. */
import { effect } from "@preact/signals";
import { HubError } from "../wire/client";
import type { KnownEntry } from "../wire/types.gen";
import { dropAnnotation, loadAnnotations, reloadAnnotations, takeAnnotation } from "./annotations";
import { lastEntry } from "./hub";

const RETRY_MS = 2000;
let following = false;

function take(entry: KnownEntry): void {
  const review = entry.item?.id ?? null;
  if (review === null) return;
  if (entry.kind === "marks_carried") insist(() => reloadAnnotations(review));
  if (!entry.kind.startsWith("annotation_")) return;
  const told = entry.annotation_now ?? null;
  const named: unknown = entry.body["annotation"] ?? entry.body["id"];
  const id = told?.id ?? (typeof named === "string" ? named : null);
  if (entry.kind === "annotation_removed" && id !== null) dropAnnotation(review, id, entry.seq);
  else if (told !== null) takeAnnotation(told, entry.seq);
}

function followFeed(): void {
  if (following) return;
  following = true;
  effect(() => {
    const entry = lastEntry.value;
    if (entry !== null) take(entry);
  });
}

/** Asks until the hub answers; returns how to stop asking. */
function insist(ask: () => Promise<void>): () => void {
  let timer = 0;
  let stopped = false;
  const load = () =>
    ask().catch((failure: unknown) => {
      if (!(failure instanceof HubError)) throw failure;
      if (!stopped && failure.isPassing) timer = window.setTimeout(() => void load(), RETRY_MS);
    });
  void load();
  return () => {
    stopped = true;
    window.clearTimeout(timer);
  };
}

/** Returns how to stop asking. */
export function followAnnotations(review: string, revision: number): () => void {
  followFeed();
  return insist(() => loadAnnotations(review, revision));
}
