/** Tells of every item whose texts are forgotten, by whomever, to what keeps some of them in the page. */
import { lastEntry } from "./hub";

/** For as long as the page lives: what is kept is shown again later. */
export function onForgotten(tell: (item: string) => void): void {
  lastEntry.subscribe((entry) => {
    if (entry?.kind === "item_forgotten" && entry.item !== null) tell(entry.item.id);
  });
}
