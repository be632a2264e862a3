/** A permission or a question comes into its pane: deaf for a moment, read from the hub, seen after a while. */
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { lookAway, lookBack } from "../../state/asked_drafts";
import { deafen } from "../../state/cards";
import { activeId, type Pane } from "../../state/panes";
import { HubError } from "../../wire/client";
import { takeOrders, type CardOrder } from "./orders";

/** Returns why it cannot be shown, or null. `there`: whether it can be read already. */
export function useCard(pane: Pane, id: string, there: boolean, load: (id: string) => Promise<void>): string | null {
  const missing = useSignal<string | null>(null);
  useEffect(() => {
    missing.value = null;
    load(id).catch((failure: unknown) => {
      if (failure instanceof HubError) missing.value = failure.message;
    });
  }, [id]);
  // From when it can be read, not from when it was asked for; at once, so that no key comes between.
  useLayoutEffect(() => deafen(pane.id), [id, there]);
  const active = activeId.value === pane.id;
  useEffect(() => {
    if (!active) return undefined;
    lookBack(id);
    return () => lookAway(id);
  }, [active, id]);
  return there ? null : missing.value;
}

/** What the keys say reaches the newest drawing of the card, before the next key. */
export function useOrders(pane: string, take: (order: CardOrder) => void): void {
  useLayoutEffect(() => takeOrders(pane, take));
}
