/** What goes, and what stays, before a conversation is deleted at its agent, or a session is removed from the desk. */
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { announce } from "../../../state/announce";
import { showIn } from "../../../state/panes";
import { forgetWhole, order } from "../../../state/sessions/acts";
import type { HereSession } from "../../../state/sessions/sessions";
import { isConnected } from "../../../state/sessions/words";
import { askedAbout, type AskedAct } from "./shown";

interface Question {
  title: string;
  goes: string;
  stays: string;
  does: string;
  /** Whether it was done. */
  go: () => Promise<boolean>;
}

function questionOf(what: AskedAct["what"], pane: string, here: HereSession): Question {
  const { id, agent_name, state } = here;
  const ends = isConnected(state) ? "Its program is ended first. " : "";
  switch (what) {
    case "delete":
      return {
        title: "Delete the conversation at the agent",
        goes: `${agent_name} deletes its own record of it: nobody can go on with it, neither here nor in its own program.`,
        stays: "What was said stays at this desk until you remove the session. Files that were changed stay as they are.",
        does: "Delete it",
        go: async () => {
          const done = await order(id, { type: "delete_conversation" });
          if (done) announce("The agent has deleted the conversation");
          return done;
        },
      };
    case "remove":
      return {
        title: "Remove the session from the desk",
        goes: `${ends}All that was said here goes: prompts, answers, differences, the traffic.`,
        stays: `${state.deleted || state.conversation === null ? "" : `The conversation stays at ${agent_name}, as far as it keeps it. `}The journal keeps its lines. Files that were changed stay as they are.`,
        does: "Remove it",
        go: async () => {
          if (isConnected(state) && !(await order(id, { type: "disconnect" }))) return false;
          const done = await forgetWhole(id);
          if (!done) return false;
          showIn(pane, { kind: "sessions" });
          announce("The session is removed");
          return true;
        },
      };
  }
}

export function AskedFirst({ pane, here, what }: { pane: string; here: HereSession; what: AskedAct["what"] }) {
  const back = useRef<HTMLButtonElement>(null);
  const busy = useSignal(false);
  const { title, goes, stays, does, go } = questionOf(what, pane, here);
  // Once the menu, which gives the focus back to its own button, is shut.
  useLayoutEffect(() => {
    const soon = window.setTimeout(() => back.current?.focus());
    return () => window.clearTimeout(soon);
  }, []);
  const end = () => {
    askedAbout.value = null;
    document.getElementById(`${pane}-scroll`)?.focus();
  };
  const act = async () => {
    if (busy.peek()) return;
    busy.value = true;
    const done = await go();
    busy.value = false;
    if (done) end();
  };
  return (
    <div class="session-asked" role="group" aria-label={title} onKeyDown={(event) => event.key === "Escape" && (event.preventDefault(), event.stopPropagation(), end())}>
      <p>
        <b>{title}?</b> {goes} {stays}
      </p>
      <p class="buttons">
        <button type="button" class="button" ref={back} onClick={end}>
          Back
        </button>
        <button type="button" class="button filled" aria-disabled={busy.value ? "true" : undefined} onClick={() => void act()}>
          {does}
        </button>
      </p>
    </div>
  );
}
