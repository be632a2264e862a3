/** What the keys, the rail and the command list can do: one function per command. */
import { signal } from "@preact/signals";
import { itemOf, reviewOf } from "../state/reviews";
import { railIds } from "../state/rail";
import { active, activateNext, activeId, moveTowards, paneOf, setLocked, shownAsked, shownItem, shownReview, shownSession, shownSite, split } from "../state/panes";
import type { Item } from "../state/items";
import type { Command } from "../state/keys";
import { signOut } from "../wire/client";
import { announce, narrate } from "../state/announce";
import { together } from "../state/bulk";
import { compare, comparingIn, sinceBefore, stopComparing } from "../state/comparison";
import { documentIn } from "../state/documents";
import { barIn } from "../state/pane_bar";
import { openPreview } from "../state/preview";
import { sharing } from "../state/shares";
import { phaseOf } from "../state/decisions";
import { orderCard, type CardOrder } from "./asked/orders";
import { openDialog } from "./dialogs";
import { askToForget } from "./forgetting/to_forget";
import { focusPane, leavePane, openAgents, openHistory, openLine, openNext, openPages, openRecord, openRules, openSessions } from "./opening";
import { choose } from "./reviews/choices";
import { orderPages, type PageOrder } from "./pages/orders";
import { orderSession, type SessionCommand } from "./sessions/orders";
import { order, type MarkOrder } from "./reviews/marks/orders";

/** The inbox item that `j` and `k` stand on. */
export const chosenItem = signal<string | null>(null);

const shownLine = (pane: typeof active.value) => shownItem(pane) ?? shownSession(pane) ?? shownSite(pane);
const element = (id: string) => document.getElementById(id);

function step(by: 1 | -1): void {
  const items = railIds.value;
  const here = items.findIndex((id) => id === (chosenItem.value ?? shownLine(active.value)));
  const next = items[here < 0 ? 0 : Math.min(items.length - 1, Math.max(0, here + by))];
  if (next === undefined) return;
  chosenItem.value = next;
  // At once: an Enter that follows closely is meant for this item.
  document.querySelector<HTMLElement>(`.item[data-item="${CSS.escape(next)}"]`)?.focus();
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
  if (talk("send")) return;
  if (shownAsked(pane) !== null) return card("send");
  if (pane === null || id === null) return;
  const filled = barIn(pane)?.offers.find((offer) => offer.filled && offer.cannot === null);
  if (filled !== undefined) choose(pane, id, filled.choice, "chord");
}

/** What the session of the active pane is told to do; false: there is none. */
function talk(what: SessionCommand): boolean {
  if (shownSession(active.value) === null) return false;
  orderSession(activeId.value, what);
  return true;
}

function stopTurn(): void {
  if (!talk("stop")) announce("Open a session first");
}

/** What the permission or question of the active pane is told to do. */
function card(what: CardOrder): void {
  if (shownAsked(active.value) !== null) orderCard(activeId.value, what);
}

function decide(choice: "approve" | "approve_with_notes" | "request_changes" | "back"): void {
  const pane = active.value;
  if (choice === "request_changes" && talk("write")) return;
  if (shownSite(pane) !== null && (choice === "approve" || choice === "request_changes")) {
    return orderPages(activeId.value, choice === "approve" ? "accept" : "reopen");
  }
  if (shownAsked(pane) !== null) return choice === "back" ? card("back") : announce("Here the answers are the numbers");
  const id = shownReview(pane);
  if (pane === null || id === null) return;
  const bar = barIn(pane);
  const offered = bar?.offers.find((offer) => offer.choice === choice);
  if (offered === undefined) {
    // The words are being written already: the letter leads back to them.
    if (choice === "request_changes" || choice === "approve_with_notes") element(`${pane.id}-words`)?.focus();
    return;
  }
  if (offered.cannot !== null) announce(`Cannot now: ${offered.cannot}`);
  else choose(pane, id, choice, "letter");
}

/** The very words for the agent, when there are any or some have gone. */
export function showPreview(pane: string, id: string): void {
  const shown = paneOf(pane);
  if (shown === null || barIn(shown)?.preview !== true) return announce("There are no words for the agent yet");
  openPreview(pane, id);
  openDialog.value = "preview";
}

function previewHere(): void {
  const id = shownReview(active.value);
  if (id !== null) showPreview(activeId.value, id);
}

/** The comparison with the revision before, or back to the text. */
export function whatChanged(pane: string, id: string): void {
  const review = reviewOf(id);
  if (review === null) return;
  if (review.revisions < 2) return announce("There is only one revision");
  if (comparingIn(pane).peek()?.review === id) return void stopComparing(pane);
  const shown = documentIn(pane).peek();
  const [older, newer] = sinceBefore(shown?.review === id ? shown.revision : review.revision);
  compare(pane, id, older, newer);
}

/** The dialog that shares a review. */
export function share(review: string): void {
  sharing.value = review;
  openDialog.value = "share";
}

function shareHere(): void {
  const id = shownReview(active.value);
  if (id === null) announce("Open a plan first");
  else share(id);
}

function compareHere(): void {
  const id = shownReview(active.value);
  if (id !== null) whatChanged(activeId.value, id);
}

/** Between the changes; without a comparison in the pane one is asked for. */
function walk(by: 1 | -1): void {
  const id = shownReview(active.value);
  if (id === null) return;
  if (comparingIn(activeId.value).peek()?.review !== id) compareHere();
  else void import("./reviews/comparison/walk").then(({ walkChanges }) => walkChanges(activeId.value, by));
}

const FOR_PAGES: Partial<Record<MarkOrder, PageOrder>> = {
  comment: "reply",
  note: "note",
  next_mark: "next",
  previous_mark: "previous",
  edit: "edit",
  remove: "remove",
  undo: "undo",
};

const IN_SESSIONS: Partial<Record<MarkOrder, SessionCommand>> = { next_mark: "next", previous_mark: "previous" };

const ON_CARDS: Partial<Record<MarkOrder, CardOrder>> = { edit: "edit", next_mark: "next", previous_mark: "previous" };

function markOnCard(what: MarkOrder): void {
  const onCard = ON_CARDS[what];
  if (onCard === undefined) announce("Not here: only plans take marks");
  else card(onCard);
}

/** What the marks of the active pane are told to do. */
function mark(what: MarkOrder): void {
  const onPages = FOR_PAGES[what];
  if (shownSite(active.value) !== null) return onPages === undefined ? announce("Not on pages: mark words in the page itself") : orderPages(activeId.value, onPages);
  const inSession = IN_SESSIONS[what];
  if (inSession !== undefined && talk(inSession)) return;
  if (shownAsked(active.value) !== null) return markOnCard(what);
  if (shownReview(active.value) === null) return announce("Open a plan first");
  if (!order(activeId.value, what)) announce("Not yet: the text is loading");
}

/** Out of a selection or a chosen mark, unless words to the agent are being written. */
function leaveMarks(): boolean {
  const id = shownReview(active.value);
  return id !== null && phaseOf(id).peek().at === "rest" && order(activeId.value, "leave");
}

/** Whether Escape is wanted in the pane itself: for an answer that is being given, or a question about one. */
function isAnswering(id: string | null): boolean {
  return id !== null && (itemOf(id)?.status !== "decided" || phaseOf(id).peek().at !== "rest");
}

/** Out of an answer, else out of a journal or history that covers a plan, or of what was opened from there. */
function goBack(): void {
  const pane = active.value;
  const covers = pane !== null && pane.under.length > 0;
  if (leaveMarks() || (!covers && talk("leave"))) return;
  if (!covers || isAnswering(shownItem(pane))) return decide("back");
  leavePane(pane.id);
}

function listTogether(): void {
  if (together.peek().length === 0) announce("Nothing is put together yet: x does it, on a permission");
  else openDialog.value = "together";
}

/** What the journal knows of the item on the desk. */
function recordHere(): void {
  const item = shownItem(active.value);
  if (item === null) announce("Open an item first");
  else openRecord(item);
}

function whyNeitherLeavesNorGoes(item: Item | null): string | null {
  if (item === null) return "Open an item first";
  if (item.status === "open") return "It is open: only what is decided can be exported or forgotten";
  return item.forgotten_at === null ? null : "Its texts are forgotten";
}

/** The item on the desk, once it has ended and still has its texts; else says why there is none. */
function endedItem(): Item | null {
  const item = itemOf(shownItem(active.value) ?? "");
  const why = whyNeitherLeavesNorGoes(item);
  if (why === null) return item;
  announce(why);
  return null;
}

/** The menu in the head of the pane. */
function exportHere(): void {
  const menu = endedItem() === null ? null : element(`${activeId.value}-export`);
  menu?.showPopover();
  menu?.querySelector("button")?.focus();
}

function forgetHere(): void {
  const item = endedItem();
  if (item !== null) askToForget(activeId.value, item);
}

async function leave(): Promise<void> {
  await signOut();
  location.reload();
}

function changePane(by: 1 | -1): void {
  const id = activateNext(by);
  focusPane(id);
  narrate(element(id)?.getAttribute("aria-label") ?? "Pane");
}

const whole: Record<Command, () => void> = {
  next_item: () => step(1),
  previous_item: () => step(-1),
  open_item: () => chosenItem.value !== null && openLine(chosenItem.value),
  open_item_beside: () => chosenItem.value !== null && openLine(chosenItem.value, true),
  next_waiting: openNext,
  approve: () => decide("approve"),
  approve_with_notes: () => decide("approve_with_notes"),
  request_changes: () => decide("request_changes"),
  answer_1: () => card(1),
  answer_2: () => card(2),
  answer_3: () => card(3),
  answer_4: () => card(4),
  answer_5: () => card(5),
  answer_6: () => card(6),
  answer_7: () => card(7),
  answer_8: () => card(8),
  answer_9: () => card(9),
  put_together: () => card("together"),
  together: listTogether,
  show_rest: () => card("rest"),
  keep_waiting: () => card("wait"),
  grants: () => (openDialog.value = "grants"),
  servers: () => (openDialog.value = "servers"),
  preview: previewHere,
  send,
  what_changed: compareHere,
  next_change: () => walk(1),
  previous_change: () => walk(-1),
  comment: () => mark("comment"),
  delete: () => mark("delete"),
  replace: () => mark("replace"),
  insert: () => mark("insert"),
  looks_good: () => mark("looks_good"),
  quick_label: () => announce("Select some words, then press Alt and the number of a label"),
  note: () => mark("note"),
  choose_block: () => mark("choose_block"),
  next_mark: () => mark("next_mark"),
  previous_mark: () => mark("previous_mark"),
  edit_mark: () => mark("edit"),
  remove_mark: () => mark("remove"),
  take_along: () => mark("take_along"),
  take_all_along: () => mark("take_all_along"),
  share: shareHere,
  export_item: exportHere,
  forget: forgetHere,
  undo: () => mark("undo"),
  redo: () => mark("redo"),
  list_marks: () => mark("list"),
  back: goBack,
  search: openHistory,
  pages: openPages,
  sessions: openSessions,
  agents: openAgents,
  new_session: () => (openDialog.value = "new_session"),
  stop_turn: stopTurn,
  journal: () => openRecord(null),
  record: recordHere,
  rules: openRules,
  keys: () => (openDialog.value = "keys"),
  settings: () => (openDialog.value = "settings"),
  commands: () => (openDialog.value = "commands"),
  next_pane: () => changePane(1),
  previous_pane: () => changePane(-1),
  split_right: () => split(activeId.value, "right"),
  split_down: () => split(activeId.value, "bottom"),
  lock: toggleLock,
  close_pane: () => leavePane(activeId.value),
  move_left: () => moveTowards(activeId.value, "left"),
  move_right: () => moveTowards(activeId.value, "right"),
  move_up: () => moveTowards(activeId.value, "top"),
  move_down: () => moveTowards(activeId.value, "bottom"),
  sign_out: () => void leave(),
};

export function run(command: Command): void {
  whole[command]();
}
