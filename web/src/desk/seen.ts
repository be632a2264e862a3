/** An item counts as seen when it has stood before the person's eyes for a moment. */
import { useEffect } from "preact/hooks";
import { activate, activeId, type Pane } from "../state/panes";
import { linger } from "../state/reviews";
import type { Item } from "../state/items";

const LOOK_MS = 1200;

const inView = () => document.visibilityState === "visible" && document.hasFocus();

/** `tell` says it to the hub; `version` is what else may come and be looked at anew. */
export function useSeen(pane: Pane, item: Item, painted: boolean, tell: () => Promise<unknown>, version = 1): void {
  const active = activeId.value === pane.id;
  const { id, seen, status } = item;
  const wanted = active && painted && (!seen || pane.fresh);
  useEffect(() => {
    if (!wanted) return undefined;
    const timer = window.setInterval(() => {
      if (!inView()) return;
      window.clearInterval(timer);
      activate(pane.id);
      if (!seen) void tell().catch(() => undefined);
    }, LOOK_MS);
    return () => window.clearInterval(timer);
  }, [wanted, id, version]);
  // What ended without the person leaves the list once it was looked at and left.
  useEffect(() => {
    if (!active || !painted || status === "open") return undefined;
    return () => linger(id, false);
  }, [active, painted, status, id]);
}
