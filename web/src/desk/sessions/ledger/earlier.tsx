/** The way to what is further above: lines that are here and not drawn, then parts that are not here yet. */
import { readEarlier, type HereSession } from "../../../state/sessions/sessions";
import { plural } from "../../../state/words";

interface Props {
  here: HereSession;
  /** So many of the lines that are here are not drawn. */
  hidden: number;
  onDraw: () => void;
}

export function Earlier({ here: { id, state }, hidden, onDraw }: Props) {
  const { earlier } = state.ledger;
  if (hidden + earlier === 0) return null;
  return (
    <p class="session-earlier">
      <button type="button" class="link" onClick={() => (hidden > 0 ? onDraw() : void readEarlier(id))}>
        Earlier: {plural(hidden + earlier, "part")}
      </button>
    </p>
  );
}
