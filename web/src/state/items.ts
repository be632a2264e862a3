/** What waits for the person: a union of kinds that is told apart by `item_kind`. */
import type { Permission, Question, Review } from "../wire/types.gen";

export type Item = Review | Permission | Question;
/** What an agent asks on the line, while it waits: a countdown runs. */
export type Asked = Permission | Question;
/** What is enough to find an item. */
export type ItemName = Pick<Item, "item_kind" | "id">;
/** One entry for each kind, so that the compiler lists every table when a kind is added. */
export type ByKind<T> = Record<Item["item_kind"], T>;

export const isAsked = (item: Item): item is Asked => item.item_kind !== "review";
