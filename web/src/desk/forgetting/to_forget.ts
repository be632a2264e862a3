/** Which item the dialog asks about, as it was when it was asked: its title goes before the dialog does. */
import { signal } from "@preact/signals";
import type { Item } from "../../state/items";
import { openDialog } from "../dialogs";

export interface ToForget {
  /** The pane from whose head it was asked. */
  pane: string;
  item: Item;
}

export const toForget = signal<ToForget | null>(null);

export function askToForget(pane: string, item: Item): void {
  toForget.value = { pane, item };
  openDialog.value = "forget";
}

/** What a person calls it. */
export const nounOf = (item: Item): string => (item.item_kind === "review" ? item.kind : item.item_kind);
