/** The last line while a turn is under way: what the agent does just now, and since when. */
import { now } from "../../../state/clock";
import { isOpenCall } from "../../../state/sessions/reducer";
import type { HereSession } from "../../../state/sessions/sessions";
import { runsSince } from "../../../state/sessions/words";

export function Activity({ here: { state, open } }: { here: HereSession }) {
  const began = state.ledger.findLast((part) => part.id === state.taken)?.at;
  if (began === undefined || open.message !== null || state.waiting.length > 0 || state.ledger.some(isOpenCall)) return null;
  const words = state.cancelling ? "stopping" : (open.activity ?? "working");
  return (
    <li class="session-line" data-kind="doing">
      <span />
      <span class="session-glyph">
        <i class="session-pulse" />
      </span>
      <p class="session-small figures">
        {words}, {runsSince(began, now.value)}
      </p>
    </li>
  );
}
