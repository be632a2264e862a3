/** The mock hub's memory: reviews, their journal, and who listens. */
import { createHash } from "node:crypto";
import { PLANS } from "./plans.js";

const MINUTE = 60_000;
export const iso = (time) => new Date(time).toISOString();
export const digest = (text) => createHash("sha256").update(text).digest("hex");

let counter = 0;
const newId = () => `rv_${String((counter += 1)).padStart(6, "0")}`;

export class World {
  reviews = new Map();
  drafts = new Map();
  entries = [];
  listeners = new Set();
  settings = { single_keys: true, theme: "system", labels: [{ label: "Why this way?", tip: "Give the reason and one alternative." }, { label: "Too vague", tip: "" }] };

  append(kind, actor, review, body = {}, beside = {}) {
    const entry = {
      seq: this.entries.length + 1,
      at: iso(Date.now()),
      kind,
      actor,
      review: review?.id ?? null,
      revision: review?.revision ?? null,
      shown_sha256: null,
      title: review?.title ?? null,
      body,
      hash: digest(String(this.entries.length)),
      prev: digest(String(this.entries.length - 1)),
    };
    this.entries.push(entry);
    Object.assign(entry, beside);
    const told = review ? { ...entry, review_now: this.row(review) } : entry;
    for (const tell of this.listeners) tell(told);
    return entry;
  }

  row(review) {
    const { plan: _plan, history: _history, feedback: _feedback, ...row } = review;
    return row;
  }

  open(plan, changes = {}) {
    const opened = Date.now() - (changes.age_min ?? 0) * MINUTE;
    const review = {
      id: newId(),
      title: PLANS[plan].title,
      agent: "claude-code",
      agent_name: "Claude Code",
      what: "plan",
      workspace: "/home/ann/src/web-store",
      workspace_name: "web-store",
      file: null,
      branch: null,
      status: "open",
      verdict: null,
      reason: null,
      revision: 1,
      revisions: 1,
      opened_at: iso(opened),
      expires_at: iso(opened + (changes.wait_min ?? 30) * MINUTE),
      decided_at: null,
      delivery: "waiting",
      delivered_ms: null,
      notes: null,
      marks: 0,
      takes_notes: true,
      notes_reason: null,
      notes_delivery: null,
      sha256: digest(PLANS[plan].slices.join("")),
      seen: false,
      ...changes,
      plan,
      history: [],
    };
    delete review.age_min;
    delete review.wait_min;
    this.reviews.set(review.id, review);
    this.append("review_opened", { kind: "agent", id: review.agent }, review, { title: review.title });
    return review;
  }

  revise(review) {
    review.history.push(this.revisionOf(review));
    Object.assign(review, {
      revision: review.revision + 1,
      revisions: review.revisions + 1,
      status: "open",
      verdict: null,
      notes: null,
      marks: 0,
      decided_at: null,
      delivery: "waiting",
      delivered_ms: null,
      seen: false,
      opened_at: iso(Date.now()),
      expires_at: iso(Date.now() + 30 * MINUTE),
    });
    this.append("revision_added", { kind: "agent", id: review.agent }, review, { title: review.title });
  }

  revisionOf(review) {
    const { sha256, title, opened_at, expires_at, status, verdict, reason, notes, marks, decided_at, delivery, delivered_ms } = review;
    return { number: review.revision, sha256, title, opened_at, expires_at, status, verdict, reason, notes, marks, decided_at, delivery, delivered_ms };
  }

  revisions(review) {
    return [...review.history, this.revisionOf(review)];
  }

  end(review, changes, kind, actor, body = {}) {
    Object.assign(review, { status: "decided", decided_at: iso(Date.now()), ...changes });
    this.append(kind, actor, review, body);
  }

  decide(review, verdict, notes) {
    const delivery = review.delivery === "gone" ? "kept" : "sent";
    const notes_delivery = notes !== null && verdict === "approved" ? "pending" : null;
    const you = { kind: "person", id: "si_1" };
    this.end(review, { verdict, notes, delivery, notes_delivery, seen: true }, "review_decided", you, { verdict, notes });
  }

  deliver(review, delivery) {
    review.delivery = delivery;
    review.delivered_ms = Math.max(1, Date.now() - Date.parse(review.decided_at));
    this.append(`answer_${delivery}`, { kind: "agent", id: review.agent }, review);
  }
}

/** The desk as the pictures show it. */
export function fill(world) {
  const old = world.open("short", { age_min: 40 });
  world.decide(old, "approved", null);
  world.deliver(old, "received");
  for (const title of ["Rename ledger columns", "Cache the price list", "Retry with jitter"]) {
    const review = world.open("short", { title, age_min: 90, workspace: "/home/ann/src/ingest", workspace_name: "ingest" });
    world.decide(review, "changes_requested", "Say which table first.");
    world.deliver(review, "received");
  }
  const webhooks = world.open("webhooks", { age_min: 20, branch: "fix/webhook-retries", seen: true });
  world.decide(webhooks, "changes_requested", "How many customers? Give the number.");
  world.deliver(webhooks, "received");
  world.revise(webhooks);
  Object.assign(webhooks, { seen: true, opened_at: iso(Date.now() - 5 * MINUTE) });
  world.open("everything", { age_min: 12, seen: true, workspace: "/home/ann/src/docs-site", workspace_name: "docs-site", takes_notes: false, notes_reason: "Codex takes no notes with an approval", agent: "codex", agent_name: "Codex" });
  world.open("long", { age_min: 1, seen: true, workspace: "/home/ann/src/ingest", workspace_name: "ingest" });
  world.open("untitled", { age_min: 29, wait_min: 30, seen: true, workspace: "/home/ann/src/ingest", workspace_name: "ingest" });
}
