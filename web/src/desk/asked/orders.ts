/** How the desk's keys reach a permission or a question, whose code is fetched after the first screen. */

/** A number is the choice of that number. */
export type CardOrder = number | "send" | "together" | "edit" | "rest" | "wait" | "next" | "previous" | "back";

type Taker = (order: CardOrder) => void;

const takers = new Map<string, Taker>();

/** Returns how to take no more orders. */
export function takeOrders(pane: string, taker: Taker): () => void {
  takers.set(pane, taker);
  return () => {
    if (takers.get(pane) === taker) takers.delete(pane);
  };
}

export const orderCard = (pane: string, what: CardOrder) => takers.get(pane)?.(what);
