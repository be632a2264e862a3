/** What is allowed for the rest of a conversation, and the way to take it back. */
import { useEffect } from "preact/hooks";
import { slowNow } from "../../state/clock";
import { grants, loadGrants, takeBack } from "../../state/grants";
import { lastEntry } from "../../state/hub";
import { plural, whenWords } from "../../state/words";
import { Dialog } from "../../parts/dialog";
import type { Grant } from "../../wire/types.gen";
import "../../style/answers.css";
import "../../style/answering.css";

const CHANGES = new Set<string>(["grant_given", "grant_ended", "permission_decided", "conversation_ended"]);

export function GrantsDialog({ onClose }: { onClose: () => void }) {
  useEffect(() => void loadGrants(), []);
  useEffect(() => lastEntry.subscribe((entry) => entry !== null && CHANGES.has(entry.kind) && void loadGrants()), []);
  const list = grants.value;
  return (
    <Dialog kind="grants-dialog" title="Allowed for conversations" onClose={onClose}>
      {list === null ? <p>Asking the hub …</p> : list.length === 0 ? <p>Nothing: every request is asked, or decided by a rule.</p> : <ul class="grants">{list.map((grant) => <Line key={grant.id} grant={grant} />)}</ul>}
    </Dialog>
  );
}

const Line = ({ grant }: { grant: Grant }) => (
  <li>
    <code>{grant.title}</code>
    <button type="button" class="link" aria-label={`Take back: ${grant.title}`} onClick={() => void takeBack(grant)}>
      Take back
    </button>
    <span class="whose">
      {grant.workspace_name}, {grant.agent_name}, conversation <span title={grant.conversation}>{grant.conversation.slice(0, 8)}</span>. Since {whenWords(grant.given_at, slowNow.value)}, used {plural(grant.used, "time")}.
    </span>
  </li>
);
