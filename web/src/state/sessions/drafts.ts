/** What a person writes to an agent: kept in this browser as it is typed, until the hub has it. */
import type { Signal } from "@preact/signals";
import { HubError } from "../../wire/client";
import { changePrompt, queuePrompt } from "../../wire/sessions";
import { announce } from "../announce";
import { forget, keep, kept } from "../keep";
import { signalIn } from "../signal_in";
import type { Attachment, Prompt } from "../../wire/types.gen";

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

/** Sends what is written, with the marks that wait; true once the hub has it. */
export async function sendDraft(session: string, marks: readonly string[]): Promise<boolean> {
  const draft = promptDraft(session).peek();
  if (draft.sending || (isBlank(draft) && marks.length === 0)) return false;
  const { text, attachments, replaces, key } = draft;
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

/** Once more what was not answered, by the person's own hand. */
export async function sendAgain(session: string, { id, text, attachments }: Prompt): Promise<void> {
  try {
    await queuePrompt(session, { text, attachments, marks: [], again_of: id, key: `again-${id}` });
    announce("Queued once more");
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    announce(`Not sent: ${failure.message}`);
  }
}

