/** How the desk's keys reach a session's pane, whose code is fetched after the first screen. */

export type SessionCommand = "send" | "write" | "stop" | "next" | "previous" | "leave";

type Taker = (command: SessionCommand) => void;

const takers = new Map<string, Taker>();

/** Returns how to take no more. */
export function takeSessionOrders(pane: string, taker: Taker): () => void {
  takers.set(pane, taker);
  return () => {
    if (takers.get(pane) === taker) takers.delete(pane);
  };
}

export const orderSession = (pane: string, command: SessionCommand) => takers.get(pane)?.(command);
