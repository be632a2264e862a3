/** What a person writes to an agent: kept in this browser as it is typed, until the hub has it. */
import type { Signal } from "@preact/signals";
import { HubError } from "../../wire/client";
import { changePrompt, queuePrompt } from "../../wire/sessions";
import { announce } from "../announce";
import { forget, keep, kept } from "../keep";
import { signalIn } from "../signal_in";
import type { Attachment, Prompt } from "../../wire/types.gen";
import type { Part } from "./model";
import type { SessionState } from "./reducer";

interface PromptDraft {
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** The queued prompt that these words replace. */
  readonly replaces: string | null;
  /** Names the attempt, so that words that are sent twice arrive once. */
  readonly key: string;
  readonly sending: boolean;
  readonly failed: string | null;
}

const fresh = (): PromptDraft => ({ text: "", attachments: [], replaces: null, key: crypto.randomUUID(), sending: false, failed: null });
const all = new Map<string, Signal<PromptDraft>>();
const nameOf = (session: string) => `session_draft.${session}`;

function readDraft(value: unknown): PromptDraft {
  if (typeof value !== "object" || value === null || !("text" in value) || typeof value.text !== "string") return fresh();
  const attachments = "attachments" in value && Array.isArray(value.attachments) ? (value.attachments as Attachment[]) : [];
  const replaces = "replaces" in value && typeof value.replaces === "string" ? value.replaces : null;
  const key = "key" in value && typeof value.key === "string" ? value.key : crypto.randomUUID();
  return { ...fresh(), text: value.text, attachments, replaces, key };
}

export const promptDraft = (session: string): Signal<PromptDraft> => signalIn(all, session, () => readDraft(kept(nameOf(session))));

/** As typed; other words are another attempt. */
export function changeDraft(session: string, changes: Partial<PromptDraft>): void {
  const draft = promptDraft(session);
  const isOther = "text" in changes || "attachments" in changes || "replaces" in changes;
  draft.value = { ...draft.peek(), ...(isOther ? { key: crypto.randomUUID(), failed: null } : {}), ...changes };
  const { text, attachments, replaces, key } = draft.peek();
  if (text === "" && attachments.length === 0) forget(nameOf(session));
  else keep(nameOf(session), { text, attachments, replaces, key });
}

export const isBlank = ({ text, attachments }: Pick<PromptDraft, "text" | "attachments">) => text.trim() === "" && attachments.length === 0;

/** The queued prompt that the draft replaces, as long as it waits: what was taken meanwhile is replaced by nothing. */
export const replacedBy = ({ replaces }: Pick<PromptDraft, "replaces">, queue: readonly Pick<Prompt, "id">[]) =>
  queue.some(({ id }) => id === replaces) ? replaces : null;

/** Sends what is written, with the marks that wait; true once the hub has it. */
export async function sendDraft(session: string, marks: readonly string[], queue: readonly Pick<Prompt, "id">[]): Promise<boolean> {
  const draft = promptDraft(session).peek();
  if (draft.sending || (isBlank(draft) && marks.length === 0)) return false;
  const { text, attachments, key } = draft;
  const replaces = replacedBy(draft, queue);
  changeDraft(session, { sending: true, failed: null });
  try {
    if (replaces !== null) await changePrompt(session, replaces, text, attachments);
    else await queuePrompt(session, { text, attachments, marks, again_of: null, key });
    const now = promptDraft(session).peek();
    // What was typed meanwhile are the next words.
    if (now.key === key) changeDraft(session, fresh());
    else changeDraft(session, { sending: false });
    return true;
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    changeDraft(session, { sending: false, failed: failure.told });
    return false;
  }
}

/** A queued prompt goes back into the field; what stands there is kept behind it. */
export function editQueued(session: string, { id, text, attachments }: Prompt): void {
  const now = promptDraft(session).peek();
  if (!isBlank(now) && now.replaces !== id) return announce("Send or clear what you are writing first");
  changeDraft(session, { text, attachments, replaces: id });
}

type Again = Pick<SessionState, "number" | "queue"> & { readonly ledger: Iterable<Part> };

const prompts = ({ queue, ledger }: Again): Prompt[] => [...queue, ...[...ledger].flatMap((part) => (part.type === "prompt" ? [part.prompt] : []))];

/** Whether it was sent once more already, or waits to be. */
export const isAgain = (state: Again, id: string) => prompts(state).some(({ again_of }) => again_of === id);

/** So often may words be taken back before they are sent once more. */
const MOST_TRIES = 20;

/**
 * Once more what was not answered, by the person's own hand. The key is the same at every desk and for both halves of
 * a double click; one whose prompt was taken back since stands for nothing any more, and the next one is used.
 */
export async function sendAgain(session: string, { id, text, attachments }: Prompt, state: Again): Promise<void> {
  if (isAgain(state, id)) return;
  try {
    for (let number = 0; number < MOST_TRIES; number += 1) {
      const placed = await queuePrompt(session, { text, attachments, marks: [], again_of: id, key: `again-${id}-${number}` });
      if (placed.number > state.number || prompts(state).some((each) => each.id === placed.prompt)) break;
    }
    announce("Queued once more");
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    announce(`Not sent: ${failure.message}`);
  }
}

