/** How the desk's keys reach the marks of a pane, whose code is fetched after the first screen. */
export type MarkOrder =
  | "comment"
  | "delete"
  | "replace"
  | "insert"
  | "looks_good"
  | "note"
  | "choose_block"
  | "next_mark"
  | "previous_mark"
  | "edit"
  | "remove"
  | "take_along"
  | "take_all_along"
  | "undo"
  | "redo"
  | "list"
  | "leave";

type Taker = (order: MarkOrder) => boolean;

const takers = new Map<string, Taker>();

/** Returns how to take no more orders. */
export function takeOrders(pane: string, taker: Taker): () => void {
  takers.set(pane, taker);
  return () => {
    if (takers.get(pane) === taker) takers.delete(pane);
  };
}

/** Returns whether there was something to do. */
export const order = (pane: string, what: MarkOrder): boolean => takers.get(pane)?.(what) ?? false;
