/** What a choice in the decision bar does. */
import { announce } from "../../state/announce";
import type { Choice } from "../../state/bar_facts";
import { deafen, deafness } from "../../state/cards";
import { stopComparing } from "../../state/comparison";
import { ask, backToRest, copyAsMarkdown, keepAndSend, loadReview, phaseOf, sendWish, sendWithout, startWriting, stepBack, tryAgain, type SendOutcome } from "../../state/decisions";
import { documentIn } from "../../state/documents";
import { wordsOf } from "../../state/drafts/answers";
import { showIn, type Pane } from "../../state/panes";
import { isQuestion, writingIn, type Wish } from "../../state/phases";
import { openPreview, rereadPreview } from "../../state/preview";
import { openDialog } from "../dialogs";
import { openNext } from "../opening";

/** How a choice was made. The chord keeps a comment elsewhere, so it asks about an answer and never gives one. */
type Hand = "letter" | "enter" | "click" | "chord";

const SENDING = new Set<Choice>(["send_approval", "send_notes", "send_changes", "send_without", "keep_and_send", "try_again"]);

export function choose(pane: Pane, id: string, choice: Choice, hand: Hand): void {
  if (SENDING.has(choice)) answer(pane, id, choice, hand);
  else prepare(pane, id, choice, hand);
}

/** What gives an answer stands in a question, and takes Enter or a click. */
function answer(pane: Pane, id: string, choice: Choice, hand: Hand): void {
  if (hand === "chord") return pointToQuestion(pane);
  if (hand === "letter" || deafness(pane.id).peek()) return;
  const gone = sent(pane, id, choice);
  if (gone !== null) void gone.then((outcome) => showOtherWords(pane, id, outcome));
}

/** Enter answers where the focus is, and it may have gone into the text or to another choice meanwhile. */
function pointToQuestion(pane: Pane): void {
  document.getElementById(`${pane.id}-bar`)?.focus();
  announce("Enter answers the question, Esc goes back");
}

function sent(pane: Pane, id: string, choice: Choice): Promise<SendOutcome> | null {
  switch (choice) {
    case "send_approval":
      return sendWish(pane.id, id, true);
    case "send_notes":
    case "send_changes":
      return sendWish(pane.id, id, false);
    case "send_without":
      return sendWithout(pane.id, id);
    case "keep_and_send":
      return keepAndSend(pane.id, id);
    case "try_again":
      return tryAgain(pane.id, id);
    default:
      return null;
  }
}

const wish = (what: Wish["what"]): Wish => ({ what, previewed: null });

function prepare(pane: Pane, id: string, choice: Choice, hand: Hand): void {
  switch (choice) {
    case "approve":
      return ask(pane.id, id, wish("approve"));
    case "approve_with_notes":
      return hand === "chord" ? ask(pane.id, id, wish(choice)) : startWriting(pane.id, id, "approved");
    case "request_changes":
      return hand === "chord" ? ask(pane.id, id, wish(choice)) : startWriting(pane.id, id, "changes_requested");
    case "send":
      return ask(pane.id, id, wish(writingIn(phaseOf(id).peek())?.kind === "approved" ? "approve_with_notes" : "request_changes"));
    case "back":
      return stepBack(id);
    case "copy":
      return void copy(pane, id);
    case "next":
      return openNext();
    case "show_newest":
    case "read_again":
      return showNewest(pane, id);
  }
}

/** The hub had other words than those that were read: the preview comes back with the new ones. */
function showOtherWords(pane: Pane, id: string, outcome: SendOutcome): void {
  if (outcome !== "other_words") return;
  announce("Not sent: the words have changed since you read them");
  openPreview(pane.id, id);
  openDialog.value = "preview";
  void rereadPreview();
}

/** A letter is no answer: who types at a question means something else. Returns whether there was one. */
export function takeQuestionBack(id: string): boolean {
  const phase = phaseOf(id).peek();
  if (!isQuestion(phase) || (phase.at === "open" && phase.keeping)) return false;
  stepBack(id);
  return true;
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
