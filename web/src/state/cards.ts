/** A card that has just appeared takes no answer for a moment, so that a key meant for the last one does not decide it. */
import { signal, type Signal } from "@preact/signals";

const DEAF_MS = 350;

const cards = new Map<string, { deaf: Signal<boolean>; timer: number }>();

function cardOf(pane: string) {
  let card = cards.get(pane);
  if (card === undefined) {
    card = { deaf: signal(false), timer: 0 };
    cards.set(pane, card);
  }
  return card;
}

export const deafness = (pane: string): Signal<boolean> => cardOf(pane).deaf;

export function deafen(pane: string): void {
  const card = cardOf(pane);
  window.clearTimeout(card.timer);
  card.deaf.value = true;
  card.timer = window.setTimeout(() => (card.deaf.value = false), DEAF_MS);
}
