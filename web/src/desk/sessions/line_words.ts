/** A session as one line of a list or of the rail. */
import { seen } from "../../state/unseen_characters";
import type { ListedSession } from "../../wire/types.gen";

export const titleOfLine = ({ title, folder_name }: Pick<ListedSession, "title" | "folder_name">) => seen(title === "" ? `Session in ${folder_name}` : title);

/** "Claude Code · your turn" */
export function lineWords({ agent_name, connection, closed, deleted, working, waiting }: ListedSession): string {
  if (deleted) return `${agent_name} · deleted`;
  if (closed) return `${agent_name} · closed`;
  if (waiting > 0) return `${agent_name} · waits for you`;
  if (connection === "initialised") return `${agent_name} · ${working ? "working" : "your turn"}`;
  return `${agent_name} · ${connection === "failed" ? "could not be started" : connection}`;
}
