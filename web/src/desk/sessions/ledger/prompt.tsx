/** The person's words in the ledger: what the agent got, how the turn ended, and a way to send them once more. */
import { LinkButton } from "../../../parts/link_button";
import type { Prompt, PromptPart } from "../../../wire/types.gen";
import { isAgain, sendAgain } from "../../../state/sessions/drafts";
import { shownSessionOf } from "../../../state/sessions/sessions";
import { endWords } from "../../../state/sessions/words";
import { plural } from "../../../state/words";
import { Chips } from "../bar/chips";
import { Folded, LedgerLine } from "./line";

export function PromptLine({ session, part }: { session: string; part: PromptPart }) {
  const { prompt, id, at } = part;
  const ended = endWords(prompt);
  const isMore = prompt.sent !== null && prompt.sent.trim() !== prompt.text.trim();
  return (
    <LedgerLine at={at} id={id} shape="person" kind="prompt" spoken="You: ">
      {prompt.text.trim() === "" ? null : <p class="session-prompt">{prompt.text}</p>}
      <Chips attachments={prompt.attachments} />
      {prompt.marks.length === 0 ? null : <p class="session-small">{plural(prompt.marks.length, "mark")} went along</p>}
      {isMore ? (
        <Folded words="As it was sent">
          <pre class="session-raw" tabIndex={0} aria-label="As it was sent">{prompt.sent}</pre>
        </Folded>
      ) : null}
      {ended === null ? null : <p class={prompt.state === "interrupted" ? "session-small heed" : "session-small"}>{ended}</p>}
      {prompt.state === "interrupted" ? <Again session={session} prompt={prompt} /> : null}
    </LedgerLine>
  );
}

/** The way to send it once more, until that was done. */
function Again({ session, prompt }: { session: string; prompt: Prompt }) {
  const shown = shownSessionOf(session).value;
  if (shown.at !== "here") return null;
  return (
    <p class="session-small">
      The agent may have acted on it.{" "}
      {isAgain(shown.state, prompt.id) ? null : <LinkButton words="Send again" onClick={() => void sendAgain(session, prompt, shown.state)} />}
    </p>
  );
}
