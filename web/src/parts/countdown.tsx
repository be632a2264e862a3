/** The time that is left, in figures and as a ring; it moves once a second. */
import { countdown, plural } from "../state/words";
import type { Countdown } from "../state/inbox";
import { Ring } from "./icon";

export function CountdownClock({ left }: { left: Countdown }) {
  const minutes = Math.ceil(left.left_ms / 60_000);
  return (
    <span class={left.heed ? "clock figures heed" : "clock figures"} title={`Expires in ${plural(minutes, "minute")}`}>
      <span>
        <span class="unseen">expires in </span>
        {countdown(left.left_ms)}
      </span>
      <Ring share={left.share} />
    </span>
  );
}
