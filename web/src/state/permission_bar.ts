/** The bar of a permission: what would be sent, and why it cannot be yet. */
import type { PermissionCard } from "../wire/types.gen";
import { askedBar, type AskedBar } from "./asked_bar";
import type { PermissionDraft, Sending } from "./asked_drafts";
import type { Settles } from "./permissions";
import { isAllow } from "./answer_kinds";
import { sentChoice } from "./offered";
import { cannotAnswer, sendLabel } from "./permission_answers";

interface PermissionFacts {
  card: PermissionCard;
  draft: PermissionDraft;
  settles: Settles | null;
  /** Whether all of it has been before the person's eyes. */
  shown: boolean;
  sending: Sending;
  now: number;
  held: boolean;
}

export const permissionBar = (facts: PermissionFacts): AskedBar =>
  askedBar({ ...facts, item: facts.card.permission, label: sendLabel(facts.card, facts.draft), cannot: cannotSend(facts) });

/** Why what is chosen cannot go yet; null: it can. */
export function cannotSend({ card, draft, settles, shown }: Pick<PermissionFacts, "card" | "draft" | "settles" | "shown">): string | null {
  const { answer } = draft;
  if (answer === null) return "choose one of 1 to 6";
  const cannot = cannotAnswer(card, draft, answer);
  if (cannot !== null) return cannot;
  if (isAllow(answer) && card.offered.length > 0 && sentChoice(card, answer, draft) === undefined) return "choose which of the agent’s words are sent";
  if (isAllow(answer) && !shown) return `${whatIsUnseen(card)} has not been shown to its end`;
  if (answer === "no_with_words" && draft.words.trim() === "") return "say it in words first";
  if (answer === "once" && draft.edited?.trim() === "") return "there is no command";
  return settles?.answer === answer && settles.others !== null ? null : "the hub is asked what else this answers";
}

function whatIsUnseen({ changes, is_command }: PermissionCard): string {
  if (changes.length > 0) return "the change";
  return is_command ? "the command" : "the request";
}
