/** A plan counts as seen when it has stood before the person's eyes for a moment. */
import { useEffect } from "preact/hooks";
import { activate, activeId, type Pane } from "../../state/panes";
import { linger } from "../../state/reviews";
import { markSeen } from "../../wire/client";
import type { Review } from "../../wire/types.gen";

const LOOK_MS = 1200;

const inView = () => document.visibilityState === "visible" && document.hasFocus();

export function useSeen(pane: Pane, review: Review, painted: boolean): void {
  const active = activeId.value === pane.id;
  const { id, revision, seen, status } = review;
  const wanted = active && painted && (!seen || pane.fresh);
  useEffect(() => {
    if (!wanted) return undefined;
    const timer = window.setInterval(() => {
      if (!inView()) return;
      window.clearInterval(timer);
      activate(pane.id);
      if (!seen) void markSeen(id, revision).catch(() => undefined);
    }, LOOK_MS);
    return () => window.clearInterval(timer);
  }, [wanted, id, revision]);
  // What ended without the person leaves the list once it was looked at and left.
  useEffect(() => {
    if (!active || !painted || status === "open") return undefined;
    return () => linger(id, false);
  }, [active, painted, status, id]);
}
