/** "Since you were away": what happened, what waits, what has to be looked at again. */
import { LinkButton } from "../../parts/link_button";
import { receiptLine, receiptOf } from "../../state/sessions/receipts";
import { itemOf } from "../../state/reviews";
import { openItemBeside } from "../opening";
import { whenWords } from "../../state/words";
import { slowNow } from "../../state/clock";

const MOST_LINES = 8;

export function MissedPart({ pane, session }: { pane: string; session: string }) {
  const receipt = receiptOf(session).value;
  if (receipt === null) return null;
  const { waiting, look_again: again, happened } = receipt;
  const first = happened[0];
  const since = first === undefined ? "" : ` (${whenWords(new Date(first.at).toISOString(), slowNow.value)})`;
  return (
    <section class="session-receipt" aria-label="Since you were away">
      <p>
        <b>Since you were away</b>{since}: {receiptLine(receipt)}.{" "}
        <LinkButton words="Seen" onClick={() => (receiptOf(session).value = null)} />
      </p>
      {waiting.length === 0 ? null : (
        <ul aria-label="Waits for you">
          {waiting.map(({ part, words }) => (
            <li key={part ?? words}>
              Waits: {part === null ? words : <LinkButton words={words} onClick={() => showWaiting(part)} />}
            </li>
          ))}
        </ul>
      )}
      {again.length === 0 ? null : (
        <ul aria-label="To look at again">
          {again.slice(0, MOST_LINES).map(({ part, words }) => (
            <li key={part ?? words}>
              Look at: {part === null ? words : <LinkButton words={words} onClick={() => showPart(pane, part)} />}
            </li>
          ))}
          {again.length > MOST_LINES ? <li>and {again.length - MOST_LINES} more</li> : null}
        </ul>
      )}
    </section>
  );
}

function showWaiting(id: string): void {
  const item = itemOf(id);
  if (item !== null) openItemBeside(item);
}

/** The line of the ledger, opened and in sight. */
function showPart(pane: string, part: string): void {
  const line = document.querySelector<HTMLElement>(`#${pane}-scroll [data-part="${CSS.escape(part)}"]`);
  const act = line?.querySelector<HTMLElement>("button.session-act");
  line?.scrollIntoView({ block: "center" });
  if (act?.getAttribute("aria-expanded") === "false") act.click();
  act?.focus({ preventScroll: true });
}
