/** Attached servers: read when they are asked for, and again when an entry says that something changed. */
import { signal } from "@preact/signals";
import { detachServer, fetchServers, HubError, takeSavedBack } from "../wire/client";
import type { AgentServer, AgentServers, SavedGrant } from "../wire/types.gen";
import { announce } from "./announce";
import { NewestAnswer } from "./asking";

/** Null until the hub has said. */
export const servers = signal<readonly AgentServer[] | null>(null);
const asking = new NewestAnswer();

export async function loadServers(): Promise<void> {
  const list = await asking.newest(fetchServers).catch(() => undefined);
  if (list === undefined) announce("The hub does not say which servers are attached");
  else if (list !== null) servers.value = list.servers;
}

export const detach = (server: AgentServer) => change(() => detachServer(server.id), "Detached: it is left to its own terminal");

export const takeBackSaved = (server: AgentServer, grant: SavedGrant) =>
  change(() => takeSavedBack(server.id, grant.id), `${server.agent_name} is told to ask about it again`);

async function change(ask: () => Promise<AgentServers>, done: string): Promise<void> {
  try {
    servers.value = (await ask()).servers;
    announce(done);
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    announce(`Nothing was changed: ${failure.message}`);
    await loadServers();
  }
}
