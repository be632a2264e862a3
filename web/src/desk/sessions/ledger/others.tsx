/** What else stands in the ledger: what waits for the person, notices, a shortened memory, and what nobody knows. */
import { AgentWords } from "../../../parts/agent_words";
import { LinkButton } from "../../../parts/link_button";
import type { Shape } from "../../../parts/icon";
import { seen } from "../../../state/unseen_characters";
import { itemOf } from "../../../state/reviews";
import type { ByKind } from "../../../state/items";
import type { CompactionPart, ItemPart, NoticePart, UnknownPart } from "../../../wire/types.gen";
import { openItemBeside } from "../../opening";
import { LedgerLine, RawFold } from "./line";

const SHAPE: ByKind<Shape> = { review: "sheet", permission: "key", question: "speech" };
const NOUN: ByKind<string> = { review: "Plan", permission: "Permission", question: "Question" };

export function ItemLine({ part }: { part: ItemPart }) {
  const { id, kind, title, state, outcome } = part;
  const waits = state === "waiting";
  const known = itemOf(id);
  return (
    <LedgerLine at={part.at} id={id} shape={SHAPE[kind]} kind={waits ? "item waits" : "item"} spoken="">
      <div class="session-act">
        <b>{NOUN[kind]}</b> <span class="session-title"><AgentWords words={known?.title ?? title} /></span>
        <small class={waits ? "heed" : undefined}>
          {waits ? "waits for you " : outcome === null ? "" : `${outcome} `}
          {known !== null || waits ? <LinkButton words="open beside" onClick={() => openItemBeside({ item_kind: kind, id })} /> : null}
        </small>
      </div>
    </LedgerLine>
  );
}

const HEEDED = new Set(["warning", "error"]);

/** What the agent says of the session is never taken for the desk's own word. */
export const NoticeLine = ({ part: { id, at, severity, title, description, by_desk } }: { part: NoticePart }) => (
  <LedgerLine at={at} id={id} shape="note" kind="notice" spoken={`${severity}: `}>
    <p class={HEEDED.has(severity) ? "session-notice heed" : "session-notice"}>
      {by_desk ? null : <span class="quiet">The agent says: </span>}
      <AgentWords words={title} />
    </p>
    {description === null ? null : <p class="session-small"><AgentWords words={description} /></p>}
  </LedgerLine>
);

const COMPACTED: Readonly<Record<string, string>> = {
  in_progress: "The agent is shortening what it remembers …",
  completed: "The agent has shortened what it remembers",
  failed: "The agent could not shorten what it remembers",
};

export const CompactionLine = ({ part: { id, at, status, summary, error } }: { part: CompactionPart }) => (
  <LedgerLine at={at} id={id} shape="wave" kind="notice" spoken="">
    <p class="session-notice">{COMPACTED[status] ?? `The agent shortens what it remembers: ${seen(status)}`}</p>
    {summary === "" ? null : (
      <details class="session-fold">
        <summary>What it keeps</summary>
        <p class="session-prompt-quiet"><AgentWords words={summary} /></p>
      </details>
    )}
    {error === null ? null : <p class="session-small heed"><AgentWords words={error} /></p>}
  </LedgerLine>
);

export const UnknownLine = ({ part: { id, at, kind, raw } }: { part: UnknownPart }) => (
  <LedgerLine at={at} id={id} shape="dashed" kind="notice" spoken="">
    <RawFold words={`The agent has told something that the desk does not know: ${seen(kind)}`} raw={raw} />
  </LedgerLine>
);
