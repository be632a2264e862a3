/** What a choice in the decision bar does. */
import { announce } from "../../state/announce";
import type { Choice } from "../../state/bar";
import { deafen, deafness } from "../../state/cards";
import { stopComparing } from "../../state/comparison";
import {
  approve,
  approveByClick,
  askAboutOpen,
  askToApprove,
  backToRest,
  copyAsMarkdown,
  keepAndSend,
  loadReview,
  phaseOf,
  requestChanges,
  sendWithout,
  startWriting,
  stepBack,
  tryAgain,
  type Outcome,
  type Phase,
  type Wish,
} from "../../state/decisions";
import { documentIn } from "../../state/documents";
import { wordsOf } from "../../state/drafts";
import { showIn, type Pane } from "../../state/panes";
import { run } from "../commands";

/** A letter asks first; a click and Ctrl+Enter are meant. */
export type Hand = "key" | "click" | "chord";

const SENDING = new Set<Choice>(["approve", "approve_only", "approve_with_notes", "send", "send_without", "keep_and_send", "try_again", "request_changes"]);

/** The answer that a choice would send at once, or ask about; null: it sends nothing. */
function wishOf(choice: Choice, hand: Hand, phase: Phase): Wish["what"] | null {
  switch (choice) {
    case "approve":
    case "approve_only":
      return choice;
    case "approve_with_notes":
      return phase.at === "confirm" || hand === "chord" ? choice : null;
    case "request_changes":
      return hand === "chord" ? choice : null;
    case "send":
      return phase.at === "writing" && phase.kind === "approved" ? "approve_with_notes" : "request_changes";
    default:
      return null;
  }
}

export function choose(pane: Pane, id: string, choice: Choice, hand: Hand): void {
  if (SENDING.has(choice) && deafness(pane.id).peek()) return;
  const phase = phaseOf(id).peek();
  const what = wishOf(choice, hand, phase);
  if (what !== null && askAboutOpen(pane.id, id, { what, previewed: null })) return;
  switch (choice) {
    case "approve":
      return hand === "key" ? askToApprove(pane.id, id) : approveByClick(pane.id, id);
    case "approve_only":
      return void approve(pane.id, id, false);
    case "approve_with_notes":
      if (phase.at === "confirm" || hand === "chord") return void approve(pane.id, id, true);
      return startWriting(pane.id, id, "approved");
    case "request_changes":
      return hand === "chord" ? void requestChanges(pane.id, id) : startWriting(pane.id, id, "changes_requested");
    case "send":
      return void (phase.at === "writing" && phase.kind === "approved" ? approve(pane.id, id, true) : requestChanges(pane.id, id));
    case "send_without":
      return void sendWithout(pane.id, id).then(sayOtherWords);
    case "keep_and_send":
      return void keepAndSend(pane.id, id).then(sayOtherWords);
    case "back":
      return stepBack(id);
    case "try_again":
      return void tryAgain(pane.id, id);
    case "copy":
      return void copy(pane, id);
    case "next":
      return run("next_waiting");
    case "show_newest":
    case "read_again":
      return showNewest(pane, id);
  }
}

function sayOtherWords(outcome: Outcome): void {
  if (outcome === "other_words") announce("Not sent: the words have changed since you read the preview");
}

async function copy(pane: Pane, id: string): Promise<void> {
  const revision = documentIn(pane.id).peek()?.revision ?? wordsOf(id).peek()?.revision ?? 1;
  await copyAsMarkdown(id, revision).catch(() => announce("Not copied: the hub does not answer"));
}

function showNewest(pane: Pane, id: string): void {
  backToRest(id);
  stopComparing(pane.id);
  showIn(pane.id, { kind: "review", review: id, revision: null });
  readAnew.get(pane.id)?.();
  deafen(pane.id);
  void loadReview(id).catch(() => undefined);
}

/** How each pane's page is told to load its text again. */
export const readAnew = new Map<string, () => void>();
