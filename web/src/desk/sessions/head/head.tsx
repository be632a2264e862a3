/** The head of a session's pane: where it works, with whom, and how that stands; and what else can be done with it. */
import { AgentWords } from "../../../parts/agent_words";
import { PaneHead } from "../../panes/pane_head";
import type { Pane } from "../../../state/panes";
import type { HereSession } from "../../../state/sessions/sessions";
import { folderName, standingWords } from "../../../state/sessions/words";
import { SessionMenu } from "./menu";

export function SessionHead({ pane, here }: { pane: Pane; here: HereSession | null }) {
  if (here === null) {
    return (
      <PaneHead pane={pane} shape="prompt" title="Session" closable>
        <span class="push" />
      </PaneHead>
    );
  }
  const { state, agent_name } = here;
  return (
    <PaneHead pane={pane} shape="prompt" title="Session" closable>
      <span class="where" title={state.folder}>
        <AgentWords words={state.title === "" ? folderName(state.folder) : state.title} />
      </span>
      <span class="session-agent">
        <span class="session-with">{agent_name}, </span>
        {standingWords(state)}
      </span>
      <span class="push" />
      <SessionMenu pane={pane.id} here={here} />
    </PaneHead>
  );
}
