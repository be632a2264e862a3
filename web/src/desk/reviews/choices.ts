/** What a choice in the decision bar does. */
import { announce } from "../../state/announce";
import type { Choice } from "../../state/bar";
import { deafen, deafness } from "../../state/cards";
import { stopComparing } from "../../state/comparison";
import { approve, approveByClick, askToApprove, backToRest, copyAsMarkdown, loadReview, phaseOf, requestChanges, startWriting, tryAgain } from "../../state/decisions";
import { documentIn } from "../../state/documents";
import { wordsOf } from "../../state/drafts";
import { showIn, type Pane } from "../../state/panes";
import { run } from "../commands";

/** A letter asks first; a click and Ctrl+Enter are meant. */
export type Hand = "key" | "click" | "chord";

const SENDING = new Set<Choice>(["approve", "approve_only", "approve_with_notes", "send", "try_again", "request_changes"]);

export function choose(pane: Pane, id: string, choice: Choice, hand: Hand): void {
  if (SENDING.has(choice) && deafness(pane.id).peek()) return;
  const phase = phaseOf(id).peek();
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
    case "back":
      return backToRest(id);
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
