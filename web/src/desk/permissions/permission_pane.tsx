/** A permission in its pane: what the agent wants to do, what is known about it, six answers, and the time that is left. */
import { useMemo } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { announce } from "../../state/announce";
import { countdownTime, heldSince } from "../../state/attention";
import { changePermission, permissionDraft, sendingOf } from "../../state/asked_drafts";
import { nextApart, putTogether, together } from "../../state/bulk";
import { deafness } from "../../state/cards";
import { now } from "../../state/clock";
import type { Pane } from "../../state/panes";
import { ANSWERS, sendLabel } from "../../state/permission_answers";
import { permissionBar } from "../../state/permission_bar";
import { chooseAnswer, isShownWhole, keepWaiting, loadPermission, permissionCard, sendAnswer, settlesOf, shownWholeOf, unchoose } from "../../state/permissions";
import { permissionOf } from "../../state/reviews";
import { amid, plural } from "../../state/words";
import { isTyping } from "../../parts/typing";
import { AgentWords } from "../../parts/agent_words";
import { markPermissionSeen, type PermissionChoice } from "../../wire/client";
import type { PermissionCard } from "../../wire/types.gen";
import { Announced } from "../announced";
import { AnswerBar, OtherAnswer } from "../asked/bar";
import { AskedByline, AskedHead, NotHere } from "../asked/head";
import { bringUp, showNext } from "../asked/next_card";
import type { CardOrder } from "../asked/orders";
import { YourWords } from "../asked/said";
import { useCard, useOrders } from "../asked/use_card";
import { openDialog } from "../dialogs";
import { ForgottenAsked } from "../forgotten";
import { useSeen } from "../seen";
import { Answers } from "./answers";
import { CommandBlock } from "./command";
import { Difference } from "./difference";
import { Editing } from "./editing";
import { Facts } from "./facts";
import { Offered } from "./offered";
import { RiskNotes } from "./risk_notes";
import "../../style/card.css";
import "../../style/answers.css";
import "../../style/answering.css";
import "../../style/offered.css";

export function PermissionPane({ pane, id }: { pane: Pane; id: string }) {
  const card = permissionCard(id).value;
  const missing = useCard(pane, id, card !== null, loadPermission);
  const permission = permissionOf(id) ?? card?.permission ?? null;
  const isForgotten = permission !== null && permission.forgotten_at !== null;
  return (
    <>
      <AskedHead pane={pane} id={id} shape="key" title="Permission" />
      {isForgotten ? <ForgottenAsked pane={pane} item={permission} /> : null}
      {isForgotten ? null : card === null ? <NotHere pane={pane} why={missing} /> : <Card key={id} pane={pane} card={{ ...card, permission: permission ?? card.permission }} />}
    </>
  );
}

const scrollOf = (pane: Pane) => document.getElementById(`${pane.id}-scroll`);

/** Chosen by a key or by the pointer; sending is another act. */
function choose(pane: Pane, id: string, choice: PermissionChoice): void {
  chooseAnswer(pane.id, id, choice);
}

/** Sends what is chosen, unless something is missing; then the next one that waits comes. */
async function send(pane: Pane, card: PermissionCard, cannot: string | null): Promise<void> {
  const { id, title } = card.permission;
  if (deafness(pane.id).peek()) return;
  if (cannot !== null) return announce(`Cannot now: ${cannot}`);
  const label = sendLabel(card, permissionDraft(id).peek());
  const others = settlesOf(id).peek()?.others ?? [];
  if (!(await sendAnswer(id))) return;
  showNext(pane.id, [id, ...others.map((other) => other.id)], `${label}: ${title}`);
}

/** Puts it with others, and goes on to the next; after the last one all of them are listed. */
function putAside(pane: Pane, card: PermissionCard): void {
  if (deafness(pane.id).peek() || !putTogether(card.permission)) return;
  const next = nextApart(card.permission.id);
  if (next === null) {
    openDialog.value = "together";
    return;
  }
  announce(`${plural(together.peek().length, "request")} together. Next: ${next.title}`);
  bringUp(pane.id, next);
}

function edit(card: PermissionCard): void {
  const { id, agent_name } = card.permission;
  if (card.editable === null) return announce(`${agent_name} takes no other words for this`);
  const { edited, answer } = permissionDraft(id).peek();
  const kept = answer === "conversation" || answer === "always" ? null : answer;
  changePermission(id, { edited: edited ?? card.editable, answer: kept });
}

/** Out of a field first, then out of the choice. */
function stepOut(pane: Pane, id: string): void {
  if (isTyping(document.activeElement)) scrollOf(pane)?.focus({ preventScroll: true });
  else if (permissionDraft(id).peek().answer !== null) unchoose(id);
}

/** The difference says all that the arguments say. */
const isToldByChange = ({ changes }: PermissionCard) => changes.length > 0 && changes.every(({ problem }) => problem === null);

/** Which long parts are unfolded, and whose ends have been in sight. */
function useReading(card: PermissionCard) {
  const unfolded = useSignal<ReadonlySet<string>>(new Set());
  const seen = useMemo(() => new Set<string>(), []);
  const parts = [...(card.shown.length > 0 && !isToldByChange(card) ? ["shown"] : []), ...card.changes.map((_, at) => `change ${at}`)];
  const { id, sha256 } = card.permission;
  const see = (part: string) => {
    seen.add(part);
    if (parts.every((each) => seen.has(each))) shownWholeOf(id).value = sha256;
  };
  const unfold = (part: string) => (unfolded.value = new Set([...unfolded.value, part]));
  const readOn = (scroll: HTMLElement | null) => {
    if (scroll?.querySelector(".rest") != null) unfolded.value = new Set(parts);
    else scroll?.scrollBy({ top: scroll.clientHeight * 0.85 });
  };
  return { unfolded: unfolded.value, see, unfold, readOn };
}

function Card({ pane, card }: { pane: Pane; card: PermissionCard }) {
  const { permission } = card;
  const { id } = permission;
  const draft = permissionDraft(id).value;
  const reading = useReading(card);
  const held = heldSince.value;
  const shown = isShownWhole(permission);
  const bar = permissionBar({
    card, draft, shown, settles: settlesOf(id).value, sending: sendingOf(id).value,
    now: countdownTime(permission, now.value, held), held: held !== null,
  });
  useSeen(pane, permission, true, () => markPermissionSeen(id));
  const sendNow = () => void send(pane, card, bar.reason);
  useOrders(pane.id, (order: CardOrder) => {
    if (permission.status !== "open") return order === "rest" ? reading.readOn(scrollOf(pane)) : undefined;
    const answer = typeof order === "number" ? ANSWERS[order - 1] : undefined;
    if (answer !== undefined) choose(pane, id, answer.choice);
    else if (order === "send") sendNow();
    else if (order === "together") putAside(pane, card);
    else if (order === "edit") edit(card);
    else if (order === "rest") reading.readOn(scrollOf(pane));
    else if (order === "wait" && bar.stoppable) void keepWaiting(id);
    else if (order === "back") stepOut(pane, id);
  });
  return (
    <>
      <div class="scroll" id={`${pane.id}-scroll`} tabIndex={0} role="group" aria-label="What is asked">
        <div class="spread card">
          <div class="page">
            <Asking card={card} reading={reading} />
            <EditPart pane={pane} card={card} />
            <Facts facts={card.facts} />
            <Offered card={card} />
            <YourWords item={permission} />
            {permission.status === "open" ? <Answers pane={pane.id} card={card} onChoose={(choice) => choose(pane, id, choice)} /> : null}
          </div>
        </div>
      </div>
      <Announced pane={pane.id} />
      <AnswerBar pane={pane} bar={bar} onSend={sendNow} onWait={() => void keepWaiting(id)}>
        <Together pane={pane} card={card} shown={shown} />
        <OtherAnswer pane={pane} words="No" cap="4" pressed={draft.answer === "no"} onClick={() => choose(pane, id, "no")} />
      </AnswerBar>
    </>
  );
}

/** What the agent wants, in the desk's words and in its own. */
function Asking({ card, reading }: { card: PermissionCard; reading: ReturnType<typeof useReading> }) {
  const { permission, headline, reason, shown, is_command, changes, risks } = card;
  const isOpen = (part: string) => reading.unfolded.has(part);
  return (
    <>
      <h1>{headline}</h1>
      <AskedByline item={permission} asker={`${permission.agent_name} asks`} />
      {reason === null ? null : (
        <blockquote class="reason-words" aria-label={`In ${amid(permission.agent_name)}’s words`}>
          “<AgentWords words={reason} />”
        </blockquote>
      )}
      {shown.length === 0 || isToldByChange(card) ? null : (
        <CommandBlock pieces={shown} isCommand={is_command} whole={isOpen("shown")} onWhole={() => reading.unfold("shown")} onSeen={() => reading.see("shown")} />
      )}
      <RiskNotes risks={risks} turn={[...reading.unfolded].join()} />
      {changes.map((change, at) => {
        const part = `change ${at}`;
        return <Difference key={at} change={change} whole={isOpen(part)} onWhole={() => reading.unfold(part)} onSeen={() => reading.see(part)} />;
      })}
      {shown.length > 0 && isToldByChange(card) ? (
        <details class="arguments">
          <summary>The arguments, as {permission.agent_name} sent them</summary>
          <CommandBlock pieces={shown} isCommand={false} whole onWhole={() => undefined} onSeen={() => undefined} />
        </details>
      ) : null}
    </>
  );
}

function EditPart({ pane, card }: { pane: Pane; card: PermissionCard }) {
  const { id, status } = card.permission;
  const { edited } = permissionDraft(id).value;
  if (card.editable === null || status !== "open") return null;
  if (edited !== null) return <Editing pane={pane.id} id={id} before={card.editable} edited={edited} />;
  return (
    <p class="edit">
      <button type="button" class="link" title="Key: e" onClick={() => edit(card)}>
        Change the command
      </button>
    </p>
  );
}

/** The way to one answer for several: this one, and those that are put together already. */
function Together({ pane, card, shown }: { pane: Pane; card: PermissionCard; shown: boolean }) {
  const count = together.value.length;
  if (count > 0) {
    return (
      <button type="button" class="button slight" onClick={() => (openDialog.value = "together")}>
        {count} together
        <span class="key" aria-hidden="true">u</span>
      </button>
    );
  }
  return (
    <button type="button" class="button slight" title="Answer it later, together with others" aria-disabled={shown ? undefined : "true"} onClick={() => putAside(pane, card)}>
      Later, together
      <span class="key" aria-hidden="true">x</span>
    </button>
  );
}
