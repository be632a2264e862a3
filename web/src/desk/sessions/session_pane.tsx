/** A session in its pane: its head, the conversation as a ledger, and the bar where the person writes. */
import { useEffect, useLayoutEffect } from "preact/hooks";
import { LinkButton } from "../../parts/link_button";
import { activeId, showIn, type Pane } from "../../state/panes";
import { comeBack, goAway, lookedAt } from "../../state/sessions/receipts";
import { lookAtSession, readAgain, shownSessionOf, type HereSession, type ShownSession } from "../../state/sessions/sessions";
import { titleOf } from "../../state/sessions/words";
import { Announced } from "../announced";
import { send, SessionBar, stop } from "./bar/bar";
import { useDrops } from "./bar/drops";
import { SessionHead } from "./head/head";
import { Strip } from "./head/strip";
import { trafficIn } from "./head/shown";
import { SessionLedger } from "./ledger/ledger";
import { takeSessionOrders, type SessionCommand } from "./orders";
import { Traffic } from "./traffic";
import "../../style/word_menu.css";
import "../../style/sessions/pane.css";
import "../../style/sessions/ledger.css";
import "../../style/sessions/bar.css";

export function SessionPane({ pane, session }: { pane: Pane; session: string }) {
  useEffect(() => lookAtSession(session), [session]);
  const shown = shownSessionOf(session).value;
  const here = shown.at === "here" ? shown : null;
  return (
    <>
      <SessionHead pane={pane} here={here} />
      {here === null ? <NotHere pane={pane} session={session} why={shown} /> : <Conversation key={session} pane={pane} here={here} />}
    </>
  );
}

function NotHere({ pane, session, why }: { pane: Pane; session: string; why: ShownSession }) {
  return (
    <div class="blank scroll" id={`${pane.id}-scroll`} tabIndex={-1}>
      {why.at === "gone" ? (
        <>
          <h1>This session is not here.</h1>
          <p>
            It was removed. <LinkButton words="All sessions" onClick={() => showIn(pane.id, { kind: "sessions" })} />
          </p>
        </>
      ) : null}
      {why.at === "away" ? (
        <p role="status">
          {why.why}. <LinkButton words="Try again" onClick={() => readAgain(session)} />
        </p>
      ) : null}
    </div>
  );
}

/** Seen by a person who is there, not by a window in the background. */
function useLooking(pane: Pane, { id, state }: HereSession): void {
  const active = activeId.value === pane.id;
  useEffect(() => {
    void comeBack(id, state.number);
    return () => goAway(id);
  }, [id]);
  useEffect(() => {
    if (active && document.visibilityState === "visible" && document.hasFocus()) lookedAt(id, state.number);
  }, [active, id, state.number]);
}

function Conversation({ pane, here }: { pane: Pane; here: HereSession }) {
  useLooking(pane, here);
  useDrops(pane.id, here.id);
  useLayoutEffect(() => takeSessionOrders(pane.id, (command) => obey(pane.id, here, command)));
  return (
    <>
      <Strip pane={pane.id} here={here} />
      <SessionLedger pane={pane.id} here={here} name={titleOf(here.state)} />
      {trafficIn(pane.id).value ? <Traffic session={here.id} /> : null}
      <Announced pane={pane.id} />
      <SessionBar pane={pane.id} here={here} />
    </>
  );
}

/** From one line that can be opened to another; the last one, if none has the focus. */
function walk(pane: string, by: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(`#${pane}-scroll button.session-act`)];
  const at = all.findIndex((each) => each === document.activeElement);
  const next = at < 0 ? all.at(-1) : all[at + by];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

function obey(pane: string, here: HereSession, command: SessionCommand): void {
  switch (command) {
    case "send": return send(here);
    case "stop": return stop(here);
    case "write": return document.getElementById(`${pane}-words`)?.focus();
    case "next": return walk(pane, 1);
    case "previous": return walk(pane, -1);
    case "leave": return document.getElementById(`${pane}-scroll`)?.focus({ preventScroll: true });
  }
}
