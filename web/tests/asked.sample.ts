/** A permission and a question to start from in tests. */
import type { PermissionCard, Permission, QuestionPrompt, Question, QuestionCard } from "../src/wire/types.gen";
import { ago } from "./sample";

const ASKED = {
  agent: "claude-code",
  agent_name: "Claude Code",
  workspace: "/home/ann/src/web-store",
  workspace_name: "web-store",
  conversation: "7d4b2b1c",
  sub_agent: null,
  by_server: false,
  dialog_follows: false,
  point: "before_use",
  status: "open",
  opened_at: ago(20_000),
  expires_at: ago(-40_000),
  waits_until: ago(-600_000),
  countdown_stopped: false,
  ended_at: null,
  ending: null,
  decider: null,
  delivery: "waiting",
  delivered_ms: null,
  delivery_failed: false,
  sha256: "7f3a91c0".repeat(8),
  seen: true,
  forgotten_at: null,
  forgotten_by: null,
} as const;

export const permission = (changes: Partial<Permission> = {}): Permission => ({
  ...ASKED,
  item_kind: "permission",
  id: "pm_1",
  title: "npm run build",
  tool_kind: "bash",
  tool: "Bash",
  outcome: null,
  scope: null,
  words: null,
  stops_turn: false,
  edited: false,
  ...changes,
});

export const question = (changes: Partial<Question> = {}): Question => ({
  ...ASKED,
  item_kind: "question",
  id: "qu_1",
  title: "Which time zone?",
  source: "agent",
  server: null,
  outcome: null,
  words: null,
  ...changes,
});

export const card = (changes: Partial<PermissionCard> = {}): PermissionCard => ({
  permission: permission(),
  headline: "Run this command?",
  reason: null,
  shown: [{ text: "npm run build", look: "plain", risk: null }],
  is_command: true,
  changes: [],
  risks: [],
  facts: [],
  grant: "the same command",
  proposal: { toml: 'id = "a"\nexpires = 2026-12-21\n', sha256: "a".repeat(64), sentences: ["npm run build"], until: "2026-12-21", why_not: "" },
  offered: [],
  editable: "npm run build",
  seq: 5,
  ...changes,
});

export const prompt = (changes: Partial<QuestionPrompt> = {}): QuestionPrompt => ({
  name: "zone",
  text: "In which time zone?",
  header: "Zone",
  kind: "choice",
  choices: ["UTC", "Local"].map((label) => ({ value: label, label, description: "", preview_html: "" })),
  several: false,
  free: true,
  required: true,
  ...changes,
});

export const questionCard = (...prompts: QuestionPrompt[]): QuestionCard => ({
  question: question(),
  headline: "Claude Code asks",
  message: "",
  url: null,
  prompts,
  answers: null,
  seq: 5,
});
