/** What the bar of a permission or a question says, whatever is asked: time, silence, delivery, who decided. */
import { askedEnd, deciderWords, outcomeWords, ownDialogAt } from "./asked";
import type { Sending } from "./asked_drafts";
import { dotsOf } from "./bar";
import type { Dot } from "./bar_facts";
import { countdownOf, type Countdown } from "./inbox";
import type { Asked } from "./items";
import { amid, clockTime, exactTime, travelWords } from "./words";

export interface AskedBar {
  headline: string;
  small: string;
  tone: "plain" | "heed";
  dots: readonly Dot[];
  countdown: Countdown | null;
  /** Whether the countdown can be stopped. */
  stoppable: boolean;
  /** Why what is chosen cannot be sent yet, or what is missing. */
  reason: string | null;
  /** The filled button; null where nothing is to be sent any more. */
  send: string | null;
}

interface Facts {
  item: Asked;
  sending: Sending;
  /** The time that countdowns show. */
  now: number;
  held: boolean;
  /** What the button would send, and why not yet. */
  label: string;
  cannot: string | null;
}

const QUIET: AskedBar = { headline: "", small: "", tone: "plain", dots: [], countdown: null, stoppable: false, reason: null, send: null };

export function askedBar(facts: Facts): AskedBar {
  const { item, sending } = facts;
  if (item.status === "decided") return endedBar(item);
  if (sending.at === "sending") return { ...QUIET, headline: "Sending …", small: item.title, dots: dotsOf("waiting") };
  const open = openBar(facts);
  if (sending.at !== "failed") return open;
  const message = sending.message.charAt(0).toLowerCase() + sending.message.slice(1);
  return { ...open, headline: `Not sent: ${message}`, small: sending.hint ?? "Nothing was sent", tone: "heed" };
}

function openBar(facts: Facts): AskedBar {
  const { item, now, held, label, cannot } = facts;
  const countdown = countdownOf(item, now);
  const [headline, small] = silenceWords(item, countdown !== null, held);
  const stoppable = item.expires_at !== null && !item.countdown_stopped;
  return { ...QUIET, headline, small, countdown, stoppable, reason: cannot, send: label };
}

/** What becomes of it if nobody answers. */
function silenceWords(item: Asked, counts: boolean, held: boolean): [string, string] {
  const agent = item.agent_name;
  if (item.delivery === "gone") return [item.by_server ? `${agent}’s server cannot be reached` : `${agent} no longer waits`, item.expires_at === null ? "Your answer is kept for its return" : `Until ${clockTime(item.expires_at)} it may come back for your answer`];
  if (item.countdown_stopped) return ["It waits for you", item.waits_until === null ? `As long as ${amid(agent)} waits` : `Until ${exactTime(item.waits_until)}, when ${amid(agent)} itself stops waiting`];
  if (!counts) return [`${agent} waits`, item.expires_at === null ? `since ${clockTime(item.opened_at)}` : `Until ${clockTime(item.expires_at)}; then it expires, unanswered`];
  if (held) return ["The countdown stands still", "While you answer; then it goes on"];
  if (item.point === "dialog") return ["Then it expires here, unanswered", ownDialogWords(item, item.dialog_follows ? "opens then" : "stays open")];
  return ["Then it expires, unanswered", `${agent} is told that nobody answered, never that you said no`];
}

function endedBar(item: Asked): AskedBar {
  const when = item.ended_at === null ? "" : exactTime(item.ended_at);
  const agent = item.agent_name;
  if (item.outcome === "expired") return { ...QUIET, headline: `Expired ${when}, nobody answered`, small: expiredWords(item) };
  if (item.outcome === "withdrawn") return { ...QUIET, headline: outcomeWords(item), small: `${when}. No answer is needed` };
  const dots = dotsOf(item.delivery);
  const decided = [outcomeWords(item), deciderWords(item.decider)].join(" ").trim();
  if (item.delivery_failed) return { ...QUIET, headline: `Not delivered: ${amid(agent)} went away before it had the answer`, small: `${decided}; it is sent again when ${amid(agent)} returns`, tone: "heed", dots };
  if (askedEnd(item) !== null && (item.delivery === "kept" || item.delivery === "gone")) return { ...QUIET, headline: `${agent} no longer waits`, small: `${decided}; the answer is kept, and sent when it returns`, dots };
  const travel = item.delivery === "received" && item.delivered_ms !== null ? `received in ${travelWords(item.delivered_ms)}` : "";
  return { ...QUIET, headline: decided, small: [when, ruleWords(item), travel].filter((part) => part !== "").join(", "), dots };
}

/** "Codex’s own dialog opens then in the terminal", "OpenCode’s own dialog stays open". */
const ownDialogWords = (item: Asked, does: string) => `${item.agent_name}’s own dialog ${does}${item.by_server ? "" : ` in ${ownDialogAt(item)}`}`;

const expiredWords = (item: Asked) =>
  item.point === "dialog" ? ownDialogWords(item, item.dialog_follows ? "was opened" : "was left open") : `${item.agent_name} was told that nobody answered; nothing was sent in your name`;

function ruleWords({ decider }: Asked): string {
  if (decider?.kind !== "rule") return "";
  return decider.line === null ? decider.id : `${decider.id}, line ${decider.line}`;
}
