/** What the keys, the rail and the command list can do: one function per command. */
import { signal } from "@preact/signals";
import { inboxItems, nextItem, linger } from "../state/reviews";
import { active, activate, activateNext, activeId, close, moveTowards, open, openBeside, paneOf, phoneShows, setLocked, shownReview, split } from "../state/panes";
import type { Command } from "../state/keys";
import { signOut } from "../wire/client";
import { announce } from "../state/announce";
import { barIn } from "../state/pane_bar";
import { choose } from "./reviews/choices";

export type Room = "keys" | "settings" | "commands";

/** The dialog that is open. */
export const room = signal<Room | null>(null);
/** The inbox item that `j` and `k` stand on. */
export const chosenItem = signal<string | null>(null);

const element = (id: string) => document.getElementById(id);

/** After Preact has drawn what was asked for. */
function soon(work: () => void): void {
  window.setTimeout(work);
}

export function focusPane(id: string): void {
  soon(() => element(`${id}-scroll`)?.focus({ preventScroll: true }));
}

export function openReview(id: string, beside = false): void {
  const view = { kind: "review", review: id, revision: null } as const;
  const pane = beside ? openBeside(activeId.value, "right", view) : open(view);
  activate(pane);
  phoneShows.value = "pane";
  focusPane(pane);
}

function step(by: 1 | -1): void {
  const items = inboxItems.value;
  const here = items.findIndex((review) => review.id === (chosenItem.value ?? shownReview(active.value)));
  const next = items[here < 0 ? 0 : Math.min(items.length - 1, Math.max(0, here + by))];
  if (next === undefined) return;
  chosenItem.value = next.id;
  // At once: an Enter that follows closely is meant for this item.
  document.querySelector<HTMLElement>(`.item[data-review="${CSS.escape(next.id)}"]`)?.focus();
}

function openNext(): void {
  const here = shownReview(active.value);
  const next = nextItem(here);
  if (here !== null) linger(here, false);
  if (next !== null) openReview(next.id);
  else announce("Nothing else waits");
}

function openHistory(): void {
  const pane = open({ kind: "history" });
  soon(() => window.setTimeout(() => document.querySelector<HTMLInputElement>(`#${pane}-search`)?.focus(), 60));
}

function toggleLock(): void {
  const pane = active.value;
  if (pane === null) return;
  setLocked(pane.id, !pane.locked);
  announce(pane.locked ? "Pane unlocked" : "Pane locked");
}

/** What the filled button of the active pane says. */
function send(): void {
  const pane = active.value;
  const id = shownReview(pane);
  if (pane === null || id === null) return;
  const filled = barIn(pane)?.offers.find((offer) => offer.filled && offer.cannot === null);
  if (filled !== undefined) choose(pane, id, filled.choice, "chord");
}

function decide(choice: "approve" | "approve_with_notes" | "request_changes" | "back"): void {
  const pane = active.value;
  const id = shownReview(pane);
  if (pane === null || id === null) return;
  const bar = barIn(pane);
  const offered = bar?.offers.find((offer) => offer.choice === choice);
  if (offered === undefined) return;
  if (offered.cannot !== null) announce(`Cannot now: ${offered.cannot}`);
  else choose(pane, id, choice, "key");
}

/** Out of an answer, else out of a journal or history that covers a plan. */
function goBack(): void {
  const pane = active.value;
  if (pane?.under == null) return decide("back");
  close(pane.id);
  focusPane(pane.id);
}

async function leave(): Promise<void> {
  await signOut().catch(() => undefined);
  location.reload();
}

function changePane(by: 1 | -1): void {
  const id = activateNext(by);
  focusPane(id);
  announce(element(id)?.getAttribute("aria-label") ?? "Pane");
}

const whole: Record<Command, () => void> = {
  next_item: () => step(1),
  previous_item: () => step(-1),
  open_item: () => chosenItem.value !== null && openReview(chosenItem.value),
  open_item_beside: () => chosenItem.value !== null && openReview(chosenItem.value, true),
  next_waiting: openNext,
  approve: () => decide("approve"),
  approve_with_notes: () => decide("approve_with_notes"),
  request_changes: () => decide("request_changes"),
  send,
  back: goBack,
  search: openHistory,
  journal: () => focusPane(open({ kind: "journal" })),
  keys: () => (room.value = "keys"),
  settings: () => (room.value = "settings"),
  commands: () => (room.value = "commands"),
  next_pane: () => changePane(1),
  previous_pane: () => changePane(-1),
  split_right: () => split(activeId.value, "right"),
  split_down: () => split(activeId.value, "bottom"),
  lock: toggleLock,
  close_pane: () => close(activeId.value),
  move_left: () => moveTowards(activeId.value, "left"),
  move_right: () => moveTowards(activeId.value, "right"),
  move_up: () => moveTowards(activeId.value, "top"),
  move_down: () => moveTowards(activeId.value, "bottom"),
  sign_out: () => void leave(),
};

export function run(command: Command): void {
  whole[command]();
}

export function closePane(id: string): void {
  const shown = shownReview(paneOf(id));
  if (shown !== null) linger(shown, false);
  close(id);
}
