/** Where something long is folded: how much is left, and the way to it. */
import { plural } from "../../state/words";

export const Rest = ({ left, what, onWhole }: { left: number; what: string; onWhole: () => void }) => (
  <p class="rest">
    <button type="button" class="button" onClick={onWhole}>
      Show the other {plural(left, what)}
      <span class="key" aria-hidden="true">
        f
      </span>
    </button>
  </p>
);
