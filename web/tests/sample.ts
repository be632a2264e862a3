/** A review to start from in tests. */
import type { JournalLine } from "../src/state/journal/lines";
import type { Review } from "../src/wire/types.gen";

export const NOW = Date.parse("2026-11-21T14:30:00.000Z");
export const ago = (ms: number) => new Date(NOW - ms).toISOString();

export function review(changes: Partial<Review> = {}): Review {
  return {
    item_kind: "review",
    id: "rv_1",
    title: "Idempotent payment webhooks",
    agent: "claude-code",
    agent_name: "Claude Code",
    kind: "plan",
    workspace: "/home/ann/src/web-store",
    workspace_name: "web-store",
    file: null,
    branch: null,
    status: "open",
    verdict: null,
    reason: null,
    revision: 1,
    revisions: 1,
    opened_at: ago(5 * 60_000),
    expires_at: ago(-25 * 60_000),
    decided_at: null,
    delivery: "waiting",
    delivered_ms: null,
    notes: null,
    takes_notes: true,
    notes_reason: null,
    notes_delivery: null,
    sha256: "7f3a91c0".repeat(8),
    seen: true,
    forgotten_at: null,
    forgotten_by: null,
    marks: 0,
    modes: [],
    mode: null,
    ...changes,
  };
}

/** A line of the journal: an approval, unless it is said otherwise. */
export const journalLine = (changes: Partial<JournalLine> = {}): JournalLine => ({
  seq: 1,
  at: ago(0),
  kind: "review_decided",
  actor: { kind: "person", id: "si_1" },
  item: { kind: "review", id: "rv_1", number: 2 },
  shown_sha256: null,
  body: { verdict: "approved" },
  hash: "",
  prev: "",
  title: "Cut the cart",
  agent: null,
  agent_name: null,
  workspace: null,
  workspace_name: null,
  tool_kind: null,
  asked_at: null,
  decider: null,
  decider_id: null,
  ...changes,
});
