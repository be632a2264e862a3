/** A review to start from in tests. */
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
    marks: 0,
    modes: [],
    mode: null,
    ...changes,
  };
}
