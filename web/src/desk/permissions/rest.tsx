/** Where something long is folded: how much is left, and the way to it. */
export const Rest = ({ left, onWhole }: { left: string; onWhole: () => void }) => (
  <p class="rest">
    <button type="button" class="button" onClick={onWhole}>
      Show {left}
      <span class="key" aria-hidden="true">
        f
      </span>
    </button>
  </p>
);
