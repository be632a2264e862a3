/** Permissions: the card as the hub tells it, what of it was shown, and the way of an answer to the hub. */
import type { Signal } from "@preact/signals";
import { answerPermission, fetchPermission, fetchSettled, HubError, stopPermissionCountdown, type PermissionChoice } from "../wire/client";
import type { Permission, PermissionAnswered, PermissionCard } from "../wire/types.gen";
import { announce, narrate } from "./announce";
import { outcomeWords } from "./asked";
import { AT_REST, changePermission, dropAnswer, permissionDraft, sendingOf } from "./asked_drafts";
import { NewestAnswer } from "./asking";
import { deafness } from "./cards";
import { sentChoice } from "./offered";
import { cannotAnswer, editedOf } from "./permission_answers";
import { adopt, permissionOf } from "./reviews";
import { signalIn } from "./signal_in";

/** What an answer would settle besides; null: not known yet. */
export interface Settles {
  answer: PermissionChoice;
  others: readonly Permission[] | null;
}

const cards = new Map<string, Signal<PermissionCard | null>>();
const settlings = new Map<string, Signal<Settles | null>>();
const askings = new Map<string, NewestAnswer>();
const shownWhole = new Map<string, Signal<string | null>>();

export const permissionCard = (id: string) => signalIn<PermissionCard | null>(cards, id, () => null);
export const settlesOf = (id: string) => signalIn<Settles | null>(settlings, id, () => null);
/** The digest of what has been shown to its end; null: not all of it yet. */
export const shownWholeOf = (id: string) => signalIn<string | null>(shownWhole, id, () => null);

export const isShownWhole = ({ id, sha256 }: Pick<Permission, "id" | "sha256">) => shownWholeOf(id).value === sha256;

export async function loadPermission(id: string): Promise<void> {
  const asking = askings.get(id) ?? new NewestAnswer();
  askings.set(id, asking);
  const card = await asking.newest(() => fetchPermission(id));
  if (card === null) return;
  adopt(card.permission, card.seq);
  permissionCard(id).value = card;
}

/** What each of these settles besides must be listed before it is sent. */
const isSettling = (answer: PermissionChoice) => answer === "conversation" || answer === "always";

async function loadSettled(id: string, answer: PermissionChoice): Promise<void> {
  if (!isSettling(answer)) {
    settlesOf(id).value = { answer, others: [] };
    return;
  }
  settlesOf(id).value = { answer, others: null };
  const settled = await fetchSettled(id, answer, permissionDraft(id).peek().until).catch(() => null);
  if (settled === null) announce("The hub did not say what else this would answer");
  else if (settlesOf(id).peek()?.answer === answer) settlesOf(id).value = { answer, others: settled.permissions };
}

/** Chosen, not sent. Returns whether it could be chosen. */
export function chooseAnswer(pane: string, id: string, answer: PermissionChoice): boolean {
  const card = permissionCard(id).peek();
  if (card === null || permissionOf(id)?.status !== "open" || deafness(pane).peek()) return false;
  if (sendingOf(id).peek().at === "sending") return false;
  const cannot = cannotAnswer(card, permissionDraft(id).peek(), answer);
  if (cannot !== null) {
    announce(`Cannot now: ${cannot}`);
    return false;
  }
  sendingOf(id).value = AT_REST;
  changePermission(id, { answer, option: null });
  void loadSettled(id, answer);
  return true;
}

export function unchoose(id: string): void {
  sendingOf(id).value = AT_REST;
  changePermission(id, { answer: null, option: null });
  settlesOf(id).value = null;
}

function answerFrom(card: PermissionCard, answer: PermissionChoice): PermissionAnswered {
  const { id, sha256 } = card.permission;
  const draft = permissionDraft(id).peek();
  const words = draft.words.trim();
  const settles = settlesOf(id).peek();
  const others = settles?.answer === answer ? (settles.others ?? []) : [];
  return {
    answer,
    shown_sha256: sha256,
    words: answer === "no_with_words" && words !== "" ? words : null,
    edited: answer === "once" ? editedOf(card, draft) : null,
    until: answer === "always" ? draft.until : null,
    rules_sha256: answer === "always" ? card.proposal.sha256 : null,
    option: sentChoice(card, answer, draft)?.id ?? null,
    settles: others.map((other) => other.id),
  };
}

/** Sends what is chosen; returns whether the hub has it. Whether it may be sent is the bar's to know. */
export async function sendAnswer(id: string): Promise<boolean> {
  const card = permissionCard(id).peek();
  const { answer } = permissionDraft(id).peek();
  if (card === null || answer === null || sendingOf(id).peek().at === "sending") return false;
  sendingOf(id).value = { at: "sending" };
  try {
    const now = await answerPermission(id, answerFrom(card, answer));
    adopt(now.permission, now.seq);
    sendingOf(id).value = AT_REST;
    dropAnswer(id);
    narrate(`${outcomeWords(now.permission)}. The answer is sent.`);
    return true;
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    await notSent(id, answer, failure);
    return false;
  }
}

async function notSent(id: string, answer: PermissionChoice, failure: HubError): Promise<void> {
  if (failure.isPassing) {
    sendingOf(id).value = { at: "failed", message: failure.message, hint: failure.hint };
    return announce(`Not sent: ${failure.message}`);
  }
  // What was shown is no longer how it is: it is asked for anew, and nothing stays chosen.
  await loadPermission(id).catch(() => undefined);
  const isOver = permissionOf(id)?.status === "decided";
  sendingOf(id).value = isOver ? AT_REST : { at: "failed", message: failure.message, hint: failure.hint };
  if (isOver) dropAnswer(id);
  else void loadSettled(id, answer);
  announce(`Not sent: ${failure.message}`);
}

export async function keepWaiting(id: string): Promise<void> {
  try {
    const now = await stopPermissionCountdown(id);
    adopt(now.permission, now.seq);
    announce("The countdown is stopped");
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    announce(`The countdown goes on: ${failure.message}`);
  }
}
