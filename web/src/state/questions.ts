/** Questions: the card as the hub tells it, whether its prompts are answered, and the way of an answer to the hub. */
import type { Signal } from "@preact/signals";
import { answerQuestion, fetchQuestion, HubError, stopQuestionCountdown } from "../wire/client";
import type { QuestionPrompt, PromptAnswer, QuestionCard, QuestionReplied } from "../wire/types.gen";
import { announce, narrate } from "./announce";
import { outcomeWords } from "./asked";
import { askedBar, type AskedBar } from "./asked_bar";
import { AT_REST, changePrompt, changeQuestion, dropAnswer, NO_PROMPT, questionDraft, sendingOf, type PromptDraft, type QuestionDraft, type Sending } from "./asked_drafts";
import { NewestAnswer } from "./asking";
import { deafness } from "./cards";
import { adopt, questionOf } from "./reviews";
import { signalIn } from "./signal_in";

const cards = new Map<string, Signal<QuestionCard | null>>();
const askings = new Map<string, NewestAnswer>();

export const questionCard = (id: string) => signalIn<QuestionCard | null>(cards, id, () => null);

export async function loadQuestion(id: string): Promise<void> {
  const asking = askings.get(id) ?? new NewestAnswer();
  askings.set(id, asking);
  const card = await asking.newest(() => fetchQuestion(id));
  if (card === null) return;
  adopt(card.question, card.seq);
  questionCard(id).value = card;
}

/** Own words stand beside several choices, and instead of a single one. */
export function valuesOf(prompt: QuestionPrompt, { values, own }: PromptDraft): string[] {
  const words = own.trim();
  if (prompt.kind !== "choice" && prompt.kind !== "yes_or_no") return words === "" ? [] : [words];
  if (words === "" || !prompt.free) return [...values];
  return prompt.several ? [...values, words] : values.length > 0 ? [...values] : [words];
}

const NUMBERS: Partial<Record<QuestionPrompt["kind"], [RegExp, string]>> = {
  number: [/^-?\d+(\.\d+)?$/, "a number, such as 1.5"],
  whole_number: [/^-?\d{1,18}$/, "a whole number"],
};

/** What a prompt still lacks; null: nothing. */
export function lackOf(prompt: QuestionPrompt, draft: PromptDraft): string | null {
  const [value] = valuesOf(prompt, draft);
  const name = prompt.header || prompt.text;
  if (value === undefined) return prompt.required ? `“${name}” has no answer yet` : null;
  const [pattern, wanted] = NUMBERS[prompt.kind] ?? [null, ""];
  return pattern === null || pattern.test(value) ? null : `“${name}” wants ${wanted}`;
}

const promptDraft = ({ prompts }: QuestionDraft, { name }: QuestionPrompt) => prompts[name] ?? NO_PROMPT;

/** Why the answer cannot go yet; a refusal always can. */
export function cannotReply(card: QuestionCard, draft: QuestionDraft): string | null {
  if (draft.outcome !== "answered") return null;
  return card.prompts.map((prompt) => lackOf(prompt, promptDraft(draft, prompt))).find((lack) => lack !== null) ?? null;
}

const LABELS: Record<QuestionReplied["outcome"], string> = { answered: "Send", declined: "Decline", cancelled: "Cancel" };
export const replyLabel = ({ url }: QuestionCard, { outcome }: QuestionDraft) => (outcome === "answered" && url !== null ? "Agree" : LABELS[outcome]);

interface Facts {
  card: QuestionCard;
  draft: QuestionDraft;
  sending: Sending;
  now: number;
  held: boolean;
}

export const questionBar = (facts: Facts): AskedBar =>
  askedBar({ ...facts, item: facts.card.question, label: replyLabel(facts.card, facts.draft), cannot: cannotReply(facts.card, facts.draft) });

/** The first prompt that has no answer, from one on; after the last one none. */
export function nextUnanswered(card: QuestionCard, draft: QuestionDraft, from: number): number | null {
  const at = card.prompts.findIndex((prompt, index) => index >= from && valuesOf(prompt, promptDraft(draft, prompt)).length === 0);
  return at < 0 ? null : at;
}

/** Takes a choice, or takes it back where several are taken. */
export function takeChoice(id: string, prompt: QuestionPrompt, value: string): void {
  const { values } = promptDraft(questionDraft(id).peek(), prompt);
  const had = values.includes(value);
  const next = prompt.several ? (had ? values.filter((each) => each !== value) : [...values, value]) : [value];
  sendingOf(id).value = AT_REST;
  changePrompt(id, prompt.name, { values: next });
}

/** Words of the person's own are meant instead of a single choice. */
export function writeOwn(id: string, prompt: QuestionPrompt, own: string): void {
  const instead = !prompt.several && own.trim() !== "";
  changePrompt(id, prompt.name, instead ? { own, values: [] } : { own });
}

export function chooseOutcome(pane: string, id: string, outcome: QuestionReplied["outcome"]): void {
  if (deafness(pane).peek() || questionOf(id)?.status !== "open") return;
  sendingOf(id).value = AT_REST;
  changeQuestion(id, { outcome, chosen: outcome !== "answered" });
}

function answersOf(card: QuestionCard, draft: QuestionDraft): PromptAnswer[] {
  const all = card.prompts.map((prompt) => ({ name: prompt.name, values: valuesOf(prompt, promptDraft(draft, prompt)) }));
  return all.filter(({ values }) => values.length > 0);
}

/** Sends the answer, or the refusal; returns whether the hub has it. */
export async function sendReply(id: string): Promise<boolean> {
  const card = questionCard(id).peek();
  if (card === null || sendingOf(id).peek().at === "sending") return false;
  const draft = questionDraft(id).peek();
  const { outcome } = draft;
  sendingOf(id).value = { at: "sending" };
  try {
    const answers = outcome === "answered" ? answersOf(card, draft) : [];
    const now = await answerQuestion(id, { outcome, shown_sha256: card.question.sha256, answers, words: null });
    adopt(now.question, now.seq);
    sendingOf(id).value = AT_REST;
    dropAnswer(id);
    void loadQuestion(id).catch(() => undefined);
    narrate(`${outcomeWords(now.question)}. The answer is sent.`);
    return true;
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    await notSent(id, failure);
    return false;
  }
}

async function notSent(id: string, failure: HubError): Promise<void> {
  if (!failure.isPassing) await loadQuestion(id).catch(() => undefined);
  const isOver = questionOf(id)?.status === "decided";
  sendingOf(id).value = isOver ? AT_REST : { at: "failed", message: failure.message, hint: failure.hint };
  announce(`Not sent: ${failure.message}`);
}

export async function keepQuestionWaiting(id: string): Promise<void> {
  try {
    const now = await stopQuestionCountdown(id);
    adopt(now.question, now.seq);
    announce("The countdown is stopped");
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    announce(`The countdown goes on: ${failure.message}`);
  }
}
