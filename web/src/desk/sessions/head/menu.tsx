/** What can be done with a session beside talking: name, traffic, export, allow for a while, disconnect, close. */
import { useRef } from "preact/hooks";
import { Icon } from "../../../parts/icon";
import { now } from "../../../state/clock";
import { announce } from "../../../state/announce";
import { showIn } from "../../../state/panes";
import { close, order, startAutoAllow } from "../../../state/sessions/acts";
import type { HereSession } from "../../../state/sessions/sessions";
import { isConnected } from "../../../state/sessions/words";
import { HubError } from "../../../wire/client";
import { fetchExport } from "../../../wire/sessions";
import { askedAbout, renaming, trafficIn } from "./shown";

interface Act {
  words: string;
  go: () => void;
}

const HOUR = 3_600_000;

function actsFor(pane: string, { id, state }: HereSession): Act[] {
  const connected = isConnected(state);
  const acts: (Act | null)[] = [
    { words: "Rename …", go: () => (renaming.value = id) },
    { words: trafficIn(pane).value ? "Hide the traffic" : "Traffic and messages of the program", go: () => (trafficIn(pane).value = !trafficIn(pane).peek()) },
    { words: "Export as Markdown", go: () => void download(id, state.title) },
    connected && (state.auto_allow_until ?? 0) <= now.value ? { words: "Allow what it asks for an hour", go: () => void startAutoAllow(id, Date.now() + HOUR) } : null,
    connected && state.facts?.signs_out === true ? { words: "Sign out at the agent", go: () => void order(id, { type: "sign_out" }) } : null,
    connected ? { words: "Disconnect", go: () => void order(id, { type: "disconnect" }) } : state.deleted ? null : { words: "Connect", go: () => void order(id, { type: "connect" }) },
    state.closed ? null : { words: "Close the session", go: () => void shut(pane, id) },
    connected && state.facts?.deletes === true && state.conversation !== null && !state.deleted ? { words: "Delete the conversation …", go: () => (askedAbout.value = { session: id, what: "delete" }) } : null,
    { words: "Remove from the desk …", go: () => (askedAbout.value = { session: id, what: "remove" }) },
  ];
  return acts.filter((act) => act !== null);
}

async function shut(pane: string, id: string): Promise<void> {
  if (!(await close(id))) return;
  announce("The session is closed; it stays in the list");
  showIn(pane, { kind: "sessions" });
}

async function download(id: string, title: string): Promise<void> {
  try {
    const address = URL.createObjectURL(await fetchExport(id));
    const link = document.createElement("a");
    link.href = address;
    link.download = `${title.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60) || "session"}.md`;
    link.click();
    window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    announce(failure.message);
  }
}

export function SessionMenu({ pane, here }: { pane: string; here: HereSession }) {
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const id = `${pane}-session-menu`;
  const place = () => {
    const { bottom, right } = button.current?.getBoundingClientRect() ?? { bottom: 0, right: 0 };
    menu.current?.style.setProperty("--under", `${bottom + 6}px`);
    menu.current?.style.setProperty("--until", `${Math.max(8, window.innerWidth - right)}px`);
  };
  return (
    <>
      <button type="button" class="tool" ref={button} popovertarget={id} aria-label="More about this session" title="More">
        <Icon shape="more" />
      </button>
      <div class="session-menu" id={id} ref={menu} popover="auto" role="group" aria-label="More about this session" onBeforeToggle={place}>
        {actsFor(pane, here).map(({ words, go }) => (
          <button key={words} type="button" onClick={() => (menu.current?.hidePopover(), go())}>
            {words}
          </button>
        ))}
      </div>
    </>
  );
}
