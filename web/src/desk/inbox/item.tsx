/** One line of the inbox: what it is, whose it is, how long it waits or has left. */
import { now, slowNow } from "../../state/clock";
import { countdownOf, itemWords, RING_FROM_MS } from "../../state/inbox";
import type { Review } from "../../wire/types.gen";
import { CountdownClock } from "../../parts/countdown";
import { Icon } from "../../parts/icon";

interface Props {
  review: Review;
  current: boolean;
  tabIndex: number;
  onOpen: (beside: boolean) => void;
}

/** Only an item near its end looks at the clock every second. */
function clockFor(review: Review): number {
  const slow = slowNow.value;
  const end = review.expires_at === null || review.status !== "open" ? Infinity : Date.parse(review.expires_at);
  return end - slow < RING_FROM_MS + 15_000 ? now.value : slow;
}

export function InboxItem({ review, current, tabIndex, onOpen }: Props) {
  const at = clockFor(review);
  const left = countdownOf(review, at);
  const fresh = !review.seen && review.status === "open";
  const classes = ["item", fresh ? "fresh" : "", review.status === "decided" ? "over" : ""].join(" ").trim();
  return (
    <li>
      <button
        type="button"
        class={classes}
        data-item={review.id}
        aria-current={current ? "true" : undefined}
        tabIndex={tabIndex}
        title={review.title}
        onClick={(event) => onOpen(event.shiftKey || event.ctrlKey || event.metaKey)}
      >
        {fresh ? <i class="dot" /> : null}
        <Icon shape="sheet" />
        <span class="title">
          {fresh ? <span class="unseen">New: </span> : null}
          {review.title}
        </span>
        {left === null ? null : <CountdownClock left={left} />}
        <span class="line">{itemWords(review, at)}</span>
      </button>
    </li>
  );
}
