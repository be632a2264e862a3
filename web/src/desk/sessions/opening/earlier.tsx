/** Going on with a conversation that the agent knows: chosen from its own list, or named by its id. */
import { AgentWords } from "../../../parts/agent_words";
import { Icon } from "../../../parts/icon";
import { slowNow } from "../../../state/clock";
import { want, wantedSession, objectionToSession } from "../../../state/sessions/beginning";
import { askForConversations, chooseConversation, conversationWords, listingNow, matching } from "../../../state/sessions/conversations";
import { seen } from "../../../state/unseen_characters";
import { whenWords } from "../../../state/words";
import type { AgentConversation, AgentConversations } from "../../../wire/types.gen";

const WAYS = [
  { way: "load", words: "Load it: what was said in it is shown" },
  { way: "resume", words: "Resume it: the agent remembers it, and it is not told again" },
  { way: "fork", words: "Fork it: a new one that begins where it ends" },
] as const;

export function Earlier({ agent }: { agent: string }) {
  const { conversation } = wantedSession.value;
  return (
    <details class="session-more session-earlier-talks">
      <summary>An earlier conversation{conversation.trim() === "" ? "" : ": one is chosen"}</summary>
      <Listed agent={agent} />
      <label>
        By its own id
        <input type="text" value={conversation} placeholder="none: a new one" autocomplete="off" spellcheck={false} onInput={(event) => want({ conversation: event.currentTarget.value })} />
      </label>
      {conversation.trim() === "" ? null : <Ways />}
    </details>
  );
}

function Listed({ agent }: { agent: string }) {
  const listing = listingNow.value;
  const objection = objectionToSession(wantedSession.value);
  const asks = (words: string) => (
    <p class="session-ask">
      <button
        type="button" class={objection === null ? "button" : "button cannot"} aria-disabled={objection === null && listing.at !== "asking" ? undefined : "true"} title={objection ?? undefined}
        onClick={() => objection === null && void askForConversations()}
      >
        {words}
      </button>
    </p>
  );
  switch (listing.at) {
    case "unasked":
      return (
        <>
          {asks(`Ask ${agent} for its conversations`)}
          <p class="session-small">It is started in the folder for that, and ended again. Many agents can tell them.</p>
        </>
      );
    case "asking":
      return (
        <>
          {asks("It is asked …")}
          <p class="session-small" role="status">It is being started. What npx has to fetch takes its time.</p>
        </>
      );
    case "failed":
      return (
        <>
          <p class="heed" role="alert">{listing.why}</p>
          {asks("Ask again")}
        </>
      );
    case "here":
      return <Known known={listing.known} folder={listing.folder} agent={agent} />;
  }
}

function Known({ known, folder, agent }: { known: AgentConversations; folder: string; agent: string }) {
  const { conversations, whole, ways } = known;
  if (conversations.length === 0) return <p class="session-small" role="status">In {folder}, {agent} knows none.</p>;
  const { shown, more } = matching(conversations, conversationWords.value);
  return (
    <>
      <div class="filter">
        <Icon shape="search" />
        <input type="search" aria-label="Conversations with these words" placeholder="Words of a title, a folder, an id" value={conversationWords.value} onInput={(event) => (conversationWords.value = event.currentTarget.value)} />
      </div>
      <div class="session-talks" role="radiogroup" aria-label={`Conversations of ${agent}`}>
        <label>
          <input type="radio" name="session-talk" checked={wantedSession.value.conversation === ""} onChange={() => chooseConversation(null)} />
          <span>None: a new one</span>
        </label>
        {shown.map((each) => (
          <OneTalk key={each.id} talk={each} />
        ))}
      </div>
      <p class="session-small" role="status">
        {shown.length === 0 ? "None has these words. " : ""}
        {more === 0 ? "" : `${String(more)} more: search for them. `}
        {whole ? "" : `${agent} has more than it has told. `}
        {ways.length === 0 ? `${agent} does not say that it can go on with any of them.` : ""}
      </p>
    </>
  );
}

const OneTalk = ({ talk }: { talk: AgentConversation }) => (
  <label>
    <input type="radio" name="session-talk" checked={wantedSession.value.conversation === talk.id} onChange={() => chooseConversation(talk)} />
    <span>
      <b><AgentWords words={talk.title ?? talk.id} /></b>
      <small>{[seen(talk.folder_name ?? ""), talk.updated_at === null ? "" : whenWords(new Date(talk.updated_at).toISOString(), slowNow.value)].filter((part) => part !== "").join(" · ")}</small>
    </span>
  </label>
);

/** Those that the agent has said it can, once it was asked. */
function Ways() {
  const listing = listingNow.value;
  const can: readonly string[] | null = listing.at === "here" && listing.known.ways.length > 0 ? listing.known.ways : null;
  const { how } = wantedSession.value;
  return (
    <fieldset>
      <legend>How</legend>
      {WAYS.filter(({ way }) => can === null || can.includes(way)).map(({ way, words }) => (
        <label key={way} class="session-way">
          <input type="radio" name="session-how" checked={how === way} onChange={() => want({ how: way })} /> {words}
        </label>
      ))}
    </fieldset>
  );
}
