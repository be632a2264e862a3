/** The six answers with what each means; below the chosen one, what it needs or would do besides. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { changePermission, permissionDraft } from "../../state/asked_drafts";
import { ANSWERS, cannotAnswer, rulesUntil, withoutEnd } from "../../state/permission_answers";
import { settlesOf } from "../../state/permissions";
import { amid, plural } from "../../state/words";
import { isAllow } from "../../state/answer_kinds";
import { Quoted } from "../../parts/quoted";
import { SentWords } from "./offered";
import type { PermissionChoice } from "../../wire/client";
import type { PermissionCard, RuleProposal } from "../../wire/types.gen";
import { singleKeys } from "../../state/settings";
import { activeId } from "../../state/panes";

interface Props {
  pane: string;
  card: PermissionCard;
  onChoose: (choice: PermissionChoice) => void;
}

export function Answers({ pane, card, onChoose }: Props) {
  const draft = permissionDraft(card.permission.id).value;
  return (
    <fieldset class="answers">
      <legend class="unseen">Your answer</legend>
      {ANSWERS.map(({ choice, label, means }, at) => {
        const cannot = cannotAnswer(card, draft, choice);
        const id = `${pane}-answer-${choice}`;
        return (
          <div key={choice} class={["answer", isAllow(choice) ? "" : "no", cannot === null ? "" : "cannot"].join(" ").trim()}>
            <input
              type="radio"
              id={id}
              name={`${pane}-answer`}
              checked={draft.answer === choice}
              aria-disabled={cannot === null ? undefined : "true"}
              aria-describedby={`${id}-means`}
              onChange={(event) => {
                onChoose(choice);
                // What could not be chosen does not look chosen.
                event.currentTarget.checked = permissionDraft(card.permission.id).peek().answer === choice;
              }}
            />
            <label for={id}>{label}</label>
            <span class="means" id={`${id}-means`}><Quoted words={cannot === null ? means(card) : `Not here: ${cannot}.`} /></span>
            {singleKeys.value ? <kbd class="cap" aria-hidden="true">{at + 1}</kbd> : null}
            {draft.answer === choice ? <Details pane={pane} card={card} choice={choice} /> : null}
          </div>
        );
      })}
    </fieldset>
  );
}

function Details({ pane, card, choice }: { pane: string; card: PermissionCard; choice: PermissionChoice }) {
  const { id } = card.permission;
  const details = useRef<HTMLDivElement>(null);
  const others = settlesOf(id).value?.others?.length ?? 0;
  // What is chosen with it has to be seen before it is sent.
  useLayoutEffect(() => details.current?.scrollIntoView({ block: "nearest" }), [others]);
  return (
    <div class="details" ref={details}>
      {choice === "always" ? <Proposal id={id} pane={pane} proposal={card.proposal} /> : null}
      {choice === "no_with_words" ? <Words pane={pane} id={id} agent={card.permission.agent_name} /> : null}
      <SentWords pane={pane} card={card} choice={choice} />
      <Settling id={id} choice={choice} />
    </div>
  );
}

/** The rules that would be written, before they are. */
function Proposal({ id, pane, proposal }: { id: string; pane: string; proposal: RuleProposal }) {
  const { until } = permissionDraft(id).value;
  const field = `${pane}-until`;
  return (
    <>
      <p class="until">
        <label for={field}>Until</label>
        <input
          type="date"
          id={field}
          value={until ?? proposal.until.slice(0, 10)}
          min={new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}
          onChange={(event) => changePermission(id, { until: event.currentTarget.value === "" ? null : event.currentTarget.value })}
        />
        <span>and asked again after that.</span>
      </p>
      <ul class="sentences">
        {proposal.sentences.map((sentence) => (
          <li key={sentence}><Quoted words={withoutEnd(sentence)} /></li>
        ))}
      </ul>
      <pre class="rules" aria-label="The rules as they would be written" tabIndex={0}>
        <code>{rulesUntil(proposal.toml, proposal.until, until)}</code>
      </pre>
    </>
  );
}

function Words({ pane, id, agent }: { pane: string; id: string; agent: string }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const field = `${pane}-words`;
  useLayoutEffect(() => {
    if (activeId.peek() === pane) area.current?.focus();
  }, []);
  return (
    <>
      <label for={field}>What should {amid(agent)} do instead?</label>
      <textarea id={field} ref={area} rows={2} spellcheck value={permissionDraft(id).value.words} onInput={(event) => changePermission(id, { words: event.currentTarget.value })} />
    </>
  );
}

/** What else waits and would be answered, too: said before it is sent. */
function Settling({ id, choice }: { id: string; choice: PermissionChoice }) {
  const settles = settlesOf(id).value;
  if (settles?.answer !== choice || settles.others === null || settles.others.length === 0) return null;
  const { others } = settles;
  return (
    <div class="settling" role="status">
      <p>This would also allow {plural(others.length, "request")} that {others.length === 1 ? "waits" : "wait"}:</p>
      <ul>
        {others.map((other) => (
          <li key={other.id}>
            <code>{other.title}</code> <span>{other.workspace_name}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
