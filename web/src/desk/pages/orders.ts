/** How the desk's keys reach a pane of pages, whose code is fetched after the first screen. */
export type PageOrder = "accept" | "reopen" | "reply" | "edit" | "remove" | "note" | "next" | "previous" | "undo";

type Taker = (order: PageOrder) => void;

const takers = new Map<string, Taker>();

/** Returns how to take no more orders. */
export function takeOrders(pane: string, taker: Taker): () => void {
  takers.set(pane, taker);
  return () => {
    if (takers.get(pane) === taker) takers.delete(pane);
  };
}

export const orderPages = (pane: string, what: PageOrder) => takers.get(pane)?.(what);
