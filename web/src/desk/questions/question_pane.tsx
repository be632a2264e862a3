/** A question in its pane: what an agent or a server wants to know, the answers it offers, and the time that is left. */
import { useSignal } from "@preact/signals";
import { announce } from "../../state/announce";
import { askerOf, outcomeWords } from "../../state/asked";
import { questionDraft, sendingOf } from "../../state/asked_drafts";
import { countdownTime, heldSince } from "../../state/attention";
import { deafness } from "../../state/cards";
import { now } from "../../state/clock";
import type { Pane } from "../../state/panes";
import { chooseOutcome, keepQuestionWaiting, loadQuestion, nextUnanswered, questionBar, questionCard, replyLabel, sendReply, takeChoice } from "../../state/questions";
import { questionOf } from "../../state/reviews";
import { amid } from "../../state/words";
import { AgentWords } from "../../parts/agent_words";
import { isTyping } from "../../parts/typing";
import { markQuestionSeen } from "../../wire/client";
import type { Choice, QuestionCard } from "../../wire/types.gen";
import { Announced } from "../announced";
import { AnswerBar, OtherAnswer } from "../asked/bar";
import { AskedByline, AskedHead, NotHere } from "../asked/head";
import { showNext } from "../asked/next_card";
import { ForgottenAsked } from "../forgotten";
import type { CardOrder } from "../asked/orders";
import { YourWords } from "../asked/said";
import { useCard, useOrders } from "../asked/use_card";
import { useSeen } from "../seen";
import { Address } from "./address";
import { choicesOf, AskedPrompt } from "./prompt";
import "../../style/card.css";
import "../../style/answers.css";
import "../../style/answering.css";
import "../../style/questions.css";

export function QuestionPane({ pane, id }: { pane: Pane; id: string }) {
  const card = questionCard(id).value;
  const missing = useCard(pane, id, card !== null, loadQuestion);
  const question = questionOf(id) ?? card?.question ?? null;
  const isForgotten = question !== null && question.forgotten_at !== null;
  return (
    <>
      <AskedHead pane={pane} id={id} shape="speech" title="Question" />
      {isForgotten ? <ForgottenAsked pane={pane} item={question} /> : null}
      {isForgotten ? null : card === null ? <NotHere pane={pane} why={missing} /> : <Card key={id} pane={pane} card={{ ...card, question: question ?? card.question }} />}
    </>
  );
}

const scrollOf = (pane: Pane) => document.getElementById(`${pane.id}-scroll`);

async function send(pane: Pane, card: QuestionCard, cannot: string | null): Promise<void> {
  const { id, title } = card.question;
  if (deafness(pane.id).peek()) return;
  if (cannot !== null) return announce(`Cannot now: ${cannot}`);
  const label = replyLabel(card, questionDraft(id).peek());
  if (await sendReply(id)) showNext(pane.id, [id], `${label === "Send" ? "Answered" : label}: ${title}`);
}

/** Which of several questions the numbers speak to. */
function useCurrent(pane: Pane, card: QuestionCard) {
  const at = useSignal(0);
  const { id } = card.question;
  const go = (to: number) => {
    at.value = Math.min(card.prompts.length - 1, Math.max(0, to));
    document.getElementById(`${pane.id}-prompt-${at.value}`)?.scrollIntoView({ block: "nearest" });
  };
  const take = (number: number) => {
    const prompt = card.prompts[at.peek()];
    const choices = prompt === undefined ? [] : choicesOf(prompt);
    const choice = choices[number - 1];
    if (prompt === undefined) return;
    if (choice === undefined) {
      if (number === choices.length + 1) document.getElementById(`${pane.id}-prompt-${at.peek()}-own`)?.focus();
      return;
    }
    takeChoice(id, prompt, choice.value);
    if (!prompt.several) go(nextUnanswered(card, questionDraft(id).peek(), at.peek() + 1) ?? at.peek());
  };
  return { at, go, take };
}

function Card({ pane, card }: { pane: Pane; card: QuestionCard }) {
  const { question } = card;
  const { id } = question;
  const open = question.status === "open";
  const held = heldSince.value;
  const draft = questionDraft(id).value;
  const bar = questionBar({ card, draft, sending: sendingOf(id).value, now: countdownTime(question, now.value, held), held: held !== null });
  const current = useCurrent(pane, card);
  useSeen(pane, question, true, () => markQuestionSeen(id));
  const sendNow = () => void send(pane, card, bar.reason);
  useOrders(pane.id, (order: CardOrder) => {
    if (!open || (typeof order === "number" && deafness(pane.id).peek())) return;
    if (typeof order === "number") current.take(order);
    else if (order === "send") sendNow();
    else if (order === "next" || order === "previous") current.go(current.at.peek() + (order === "next" ? 1 : -1));
    else if (order === "rest") scrollOf(pane)?.scrollBy({ top: scrollOf(pane)?.clientHeight ?? 0 });
    else if (order === "wait" && bar.stoppable) void keepQuestionWaiting(id);
    else if (order === "back") stepOut(pane, id);
  });
  const refuse = (outcome: "declined" | "cancelled", words: string) => (
    <OtherAnswer pane={pane} words={words} pressed={draft.outcome === outcome} onClick={() => chooseOutcome(pane.id, id, draft.outcome === outcome ? "answered" : outcome)} />
  );
  return (
    <>
      <div class="scroll" id={`${pane.id}-scroll`} tabIndex={0} role="group" aria-label="What is asked">
        <div class="spread card">
          <div class="page">
            <Asking card={card} />
            {open ? <Prompts pane={pane} card={card} current={current} /> : <><Answered card={card} /><YourWords item={question} /></>}
          </div>
        </div>
      </div>
      <Announced pane={pane.id} />
      <AnswerBar pane={pane} bar={bar} onSend={sendNow} onWait={() => void keepQuestionWaiting(id)}>
        {refuse("cancelled", "Cancel")}
        {refuse("declined", "Decline")}
      </AnswerBar>
    </>
  );
}

function stepOut(pane: Pane, id: string): void {
  if (isTyping(document.activeElement)) scrollOf(pane)?.focus({ preventScroll: true });
  else chooseOutcome(pane.id, id, "answered");
}

function Asking({ card: { question, headline, message, url } }: { card: QuestionCard }) {
  const asker = askerOf(question);
  return (
    <>
      <h1><AgentWords words={headline} /></h1>
      <AskedByline item={question} asker={question.server === null ? null : `By ${amid(question.agent_name)}`} />
      {message === "" || message === headline ? null : (
        <blockquote class="reason-words" aria-label={`In the words of ${amid(asker)}`}>
          “<AgentWords words={message} />”
        </blockquote>
      )}
      {url === null ? null : <Address url={url} />}
      {question.source === "server" ? <p class="warning">What you write here goes to {asker.charAt(0).toLowerCase() + asker.slice(1)}, by {amid(question.agent_name)}. Write no password and no other secret: no honest server asks for one by such a form.</p> : null}
    </>
  );
}

function Prompts({ pane, card, current }: { pane: Pane; card: QuestionCard; current: ReturnType<typeof useCurrent> }) {
  const looked = useSignal<Choice | null>(null);
  const { id } = card.question;
  const drafts = questionDraft(id).value.prompts;
  const here = card.prompts[current.at.value];
  const chosen = here?.choices.filter(({ value }) => drafts[here.name]?.values.includes(value) === true) ?? [];
  const own = here?.choices.find((choice) => choice === looked.value);
  // Of the question that the numbers speak to: what is looked at, else what is chosen, else the first.
  const preview = [own, ...chosen, ...(here?.choices ?? [])].find((choice) => choice !== undefined && choice.preview_html !== "") ?? null;
  return (
    <div class="prompts">
      {card.prompts.map((prompt, at) => (
        <AskedPrompt
          key={prompt.name}
          pane={pane.id}
          id={id}
          prompt={prompt}
          at={at}
          current={at === current.at.value}
          onFocus={() => (current.at.value = at)}
          onLook={(choice) => (looked.value = choice)}
          taking={() => !deafness(pane.id).peek()}
        />
      ))}
      {preview === null ? null : (
        <aside class="choice-preview" aria-label={`Preview of ${preview.label}`}>
          <p class="kind">Preview of “<AgentWords words={preview.label} />”</p>
          <div class="document" dangerouslySetInnerHTML={{ __html: preview.preview_html }} />
        </aside>
      )}
    </div>
  );
}

/** What was said to each question. */
function Answered({ card }: { card: QuestionCard }) {
  if (card.answers === null) return <p class="quiet">{outcomeWords(card.question)}.</p>;
  return (
    <dl class="facts said">
      {card.prompts.map((prompt) => (
        <div key={prompt.name}>
          <dt><AgentWords words={prompt.header || prompt.text} /></dt>
          <dd>{labelsOf(prompt.name, card).join(", ") || "No answer"}</dd>
        </div>
      ))}
    </dl>
  );
}

function labelsOf(name: string, { prompts, answers }: QuestionCard): string[] {
  const prompt = prompts.find((each) => each.name === name);
  const values = answers?.find((answer) => answer.name === name)?.values ?? [];
  return values.map((value) => prompt?.choices.find((choice) => choice.value === value)?.label ?? value);
}
