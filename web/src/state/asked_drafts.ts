/** Answers in the making: what is chosen and written for a permission or a question, until it is sent. */
import type { Signal } from "@preact/signals";
import type { PermissionChoice } from "../wire/client";
import type { QuestionReplied } from "../wire/types.gen";
import { attend } from "./attention";
import { forget, keep, kept } from "./keep";
import { signalIn } from "./signal_in";

export interface PermissionDraft {
  answer: PermissionChoice | null;
  /** What the agent should do instead. */
  words: string;
  /** With always: the chosen last day; null: the proposed one. */
  until: string | null;
  /** The command as the person changed it; null: as the agent wrote it. */
  edited: string | null;
  /** The id of the agent's own choice that is sent; null: the usual one. */
  option: string | null;
}

export interface PromptDraft {
  values: readonly string[];
  /** The person's own words beside, or instead of, the choices. */
  own: string;
}

export interface QuestionDraft {
  outcome: QuestionReplied["outcome"];
  /** Whether the outcome was chosen, or is only what the bar suggests. */
  chosen: boolean;
  prompts: Readonly<Record<string, PromptDraft>>;
}

/** How far the sending of an answer has come. */
export type Sending = { at: "rest" } | { at: "sending" } | { at: "failed"; message: string; hint: string | null };
export const AT_REST: Sending = { at: "rest" };

const NO_PERMISSION: PermissionDraft = { answer: null, words: "", until: null, edited: null, option: null };
const NO_QUESTION: QuestionDraft = { outcome: "answered", chosen: false, prompts: {} };
export const NO_PROMPT: PromptDraft = { values: [], own: "" };

const permissions = new Map<string, Signal<PermissionDraft>>();
const questions = new Map<string, Signal<QuestionDraft>>();
const sendings = new Map<string, Signal<Sending>>();

const keptAs = (id: string) => `answer.${id}`;
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Words come back after a reload; a choice does not: it is made by who sees the card. */
function keptPermission(id: string): PermissionDraft {
  const value = kept(keptAs(id));
  if (!isRecord(value)) return NO_PERMISSION;
  const words = typeof value["words"] === "string" ? value["words"] : "";
  return { ...NO_PERMISSION, words, edited: typeof value["edited"] === "string" ? value["edited"] : null };
}

function keptPrompt(value: unknown): PromptDraft {
  if (!isRecord(value)) return NO_PROMPT;
  const values = Array.isArray(value["values"]) ? value["values"].filter((each): each is string => typeof each === "string") : [];
  return { values, own: typeof value["own"] === "string" ? value["own"] : "" };
}

function keptQuestion(id: string): QuestionDraft {
  const value = kept(keptAs(id));
  const prompts = isRecord(value) && isRecord(value["prompts"]) ? Object.entries(value["prompts"]) : [];
  return { ...NO_QUESTION, prompts: Object.fromEntries(prompts.map(([name, draft]) => [name, keptPrompt(draft)])) };
}

export const permissionDraft = (id: string) => signalIn(permissions, id, () => keptPermission(id));
export const questionDraft = (id: string) => signalIn(questions, id, () => keptQuestion(id));
export const sendingOf = (id: string) => signalIn(sendings, id, () => AT_REST);

const isQuestionBegun = ({ chosen, prompts }: QuestionDraft) => chosen || Object.values(prompts).some(({ values, own }) => values.length > 0 || own !== "");
const isPermissionBegun = ({ answer, words, edited }: PermissionDraft) => answer !== null || words !== "" || edited !== null;

/** Whether the person has begun an answer that has not gone out. */
export function isAnswerBegun(id: string): boolean {
  const permission = permissions.get(id)?.peek();
  const question = questions.get(id)?.peek();
  return (permission !== undefined && isPermissionBegun(permission)) || (question !== undefined && isQuestionBegun(question));
}

export function changePermission(id: string, changes: Partial<PermissionDraft>): void {
  const draft = { ...permissionDraft(id).peek(), ...changes };
  permissionDraft(id).value = draft;
  if (draft.words !== "" || draft.edited !== null) keep(keptAs(id), { words: draft.words, edited: draft.edited });
  else forget(keptAs(id));
  attend(id, isPermissionBegun(draft));
}

export function changeQuestion(id: string, changes: Partial<QuestionDraft>): void {
  const draft = { ...questionDraft(id).peek(), ...changes };
  questionDraft(id).value = draft;
  keep(keptAs(id), { prompts: draft.prompts });
  attend(id, isQuestionBegun(draft));
}

export function changePrompt(id: string, name: string, changes: Partial<PromptDraft>): void {
  const { prompts } = questionDraft(id).peek();
  changeQuestion(id, { prompts: { ...prompts, [name]: { ...(prompts[name] ?? NO_PROMPT), ...changes } } });
}

/** The answer is with the hub, or nobody wants it any more. */
export function dropAnswer(id: string): void {
  forget(keptAs(id));
  if (permissions.has(id)) permissionDraft(id).value = NO_PERMISSION;
  if (questions.has(id)) questionDraft(id).value = NO_QUESTION;
  attend(id, false);
}

/** The person looks elsewhere: words stay, the other countdowns go on. */
export const lookAway = (id: string) => attend(id, false);
/** The person has it before them again. */
export const lookBack = (id: string) => attend(id, isAnswerBegun(id));
