/** The attached servers: how the lines to them are, what they have saved as allowed, and the way to end both. */
import { useEffect } from "preact/hooks";
import { slowNow } from "../../state/clock";
import { lastEntry } from "../../state/hub";
import { detach, loadServers, servers, takeBackSaved } from "../../state/servers";
import { plural, whenWords } from "../../state/words";
import { Dialog } from "../../parts/dialog";
import type { AgentServer, SavedGrant } from "../../wire/types.gen";
import "../../style/answers.css";
import "../../style/answering.css";

const CHANGES = /^(agent_server|saved_grant|permission|question)_/;
/** How long a server may take until it has told what it saves after it was told to forget something. */
const LOOK_AGAIN_MS = 2000;

export function ServersDialog({ onClose }: { onClose: () => void }) {
  useEffect(() => void loadServers(), []);
  useEffect(() => lastEntry.subscribe((entry) => entry !== null && CHANGES.test(entry.kind) && void loadServers()), []);
  useEffect(() => {
    const look = setInterval(() => void loadServers(), LOOK_AGAIN_MS);
    return () => clearInterval(look);
  }, []);
  const list = servers.value;
  return (
    <Dialog kind="grants-dialog" title="Attached servers" onClose={onClose}>
      {list === null ? <p>Asking the hub …</p> : list.length === 0 ? <None /> : <ul class="grants">{list.map((server) => <Line key={server.id} server={server} />)}</ul>}
    </Dialog>
  );
}

const None = () => (
  <p>
    None. <code>countermark opencode attach URL</code> in a terminal attaches a running <code>opencode serve</code>.
  </p>
);

const stateWords = (server: AgentServer) =>
  server.connected_since === null ? `Not connected: ${server.problem ?? "not yet"}.` : `Connected since ${whenWords(server.connected_since, slowNow.value)}, version ${server.version ?? "unknown"}.`;

const Line = ({ server }: { server: AgentServer }) => (
  <li>
    <code>{server.address}</code>
    <button type="button" class="link" aria-label={`Detach ${server.address}`} onClick={() => void detach(server)}>
      Detach
    </button>
    <span class="whose">
      {server.agent_name}. {stateWords(server)} {server.waiting === 0 ? "Nothing waits" : `${plural(server.waiting, "request")} ${server.waiting === 1 ? "waits" : "wait"}`} in {server.folders.join(", ")}.
      {server.seen_live ? null : " Version 2 of OpenCode is not yet seen live: it is known from its documents alone."}
    </span>
    {server.saved.map((grant) => <Saved key={grant.id} server={server} grant={grant} />)}
  </li>
);

const Saved = ({ server, grant }: { server: AgentServer; grant: SavedGrant }) => (
  <span class="whose">
    {server.agent_name} itself allows <code>{grant.title}</code> without asking.{" "}
    <button type="button" class="link" aria-label={`Take back: ${grant.title}`} onClick={() => void takeBackSaved(server, grant)}>
      Take back
    </button>
  </span>
);
