/** The agent's own choices: each in its words, beside what the desk makes of it; and which of them an answer sends. */
import { changePermission, permissionDraft } from "../../state/asked_drafts";
import { missingWords, offerWords, sendable, sentChoice } from "../../state/offered";
import { amid } from "../../state/words";
import { AgentWords } from "../../parts/agent_words";
import type { PermissionChoice } from "../../wire/client";
import type { PermissionCard } from "../../wire/types.gen";

export function Offered({ card }: { card: PermissionCard }) {
  if (card.offered.length === 0) return null;
  const heading = `What ${amid(card.permission.agent_name)} offers`;
  return (
    <section class="offered" aria-label={heading}>
      <h2>{heading}, in its own words</h2>
      <dl>
        {card.offered.map((choice) => (
          <div key={choice.id}>
            <dt>“<AgentWords words={choice.name} />”</dt>
            <dd class={choice.becomes === "unknown" ? "heed" : undefined}><Named words={offerWords(choice)} /></dd>
          </div>
        ))}
      </dl>
      {missingWords(card).map((words) => <p key={words} class="heed">{words}</p>)}
    </section>
  );
}

/** A sentence in which names of answers stand between stars. */
const Named = ({ words }: { words: string }) => (
  <>{words.split("*").map((part, at) => (at % 2 === 1 ? <em key={at}>{part}</em> : part))}</>
);

interface Props {
  pane: string;
  card: PermissionCard;
  choice: PermissionChoice;
}

/** Which of the agent's words are sent, where there are several for this answer. */
export function SentWords({ pane, card, choice }: Props) {
  const { id, agent_name } = card.permission;
  const fit = sendable(card, choice);
  const sent = sentChoice(card, choice, permissionDraft(id).value);
  if (fit.every(({ usual }) => usual)) return null;
  const group = `${pane}-sent-${choice}`;
  return (
    <fieldset class="sent-words">
      <legend>Sent to {amid(agent_name)}</legend>
      {fit.map((each, at) => (
        <label key={each.id}>
          <input type="radio" name={group} checked={each.id === sent?.id} id={`${group}-${at}`} onChange={() => changePermission(id, { option: each.id })} />
          <span>“<AgentWords words={each.name} />”</span>
        </label>
      ))}
    </fieldset>
  );
}
