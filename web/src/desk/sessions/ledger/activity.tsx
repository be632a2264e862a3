/** The last line while a turn is under way: what the agent does just now, and since when. */
import { now } from "../../../state/clock";
import type { HereSession } from "../../../state/sessions/sessions";
import { runsSince } from "../../../state/sessions/words";

export function Activity({ here: { state, open } }: { here: HereSession }) {
  if (state.taken === null || open.message !== null || state.waiting.length > 0 || state.ledger.openCalls > 0) return null;
  const began = state.ledger.part(state.taken)?.at;
  const words = state.cancelling ? "stopping" : (open.activity ?? "working");
  return (
    <li class="session-line" data-kind="doing">
      <span />
      <span class="session-glyph">
        <i class="session-pulse" />
      </span>
      <p class="session-small figures">
        {began === undefined ? words : `${words}, ${runsSince(began, now.value)}`}
      </p>
    </li>
  );
}
