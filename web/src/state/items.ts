/** What waits for the person: of one kind today, with a second one a union that is told apart by `item_kind`. */
import type { Review } from "../wire/types.gen";

export type Item = Review;
/** What is enough to find an item. */
export type ItemName = Pick<Item, "item_kind" | "id">;
/** One entry for each kind, so that the compiler lists every table when a kind is added. */
export type ByKind<T> = Record<Item["item_kind"], T>;
