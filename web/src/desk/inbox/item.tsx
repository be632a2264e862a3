/** One line of the inbox: what it is, whose it is, how long it waits or has left. */
import { now, slowNow } from "../../state/clock";
import { countdownTime, heldSince } from "../../state/attention";
import { isTogether } from "../../state/bulk";
import { countdownOf, itemWords, RING_FROM_MS } from "../../state/inbox";
import type { ByKind, Item } from "../../state/items";
import { CountdownClock } from "../../parts/countdown";
import { Icon, type Shape } from "../../parts/icon";

interface Props {
  item: Item;
  current: boolean;
  tabIndex: number;
  onOpen: (beside: boolean) => void;
}

/** The icon of each kind, wherever an item is listed. */
export const ITEM_SHAPE: ByKind<Shape> = { review: "sheet", permission: "key", question: "speech" };

/** What is asked for is a command, and stands as machines speak. */
const isCommand = (item: Item) => item.item_kind === "permission" && item.tool_kind === "bash";

/** Only an item near its end looks at the clock every second. */
function clockFor(item: Item): number {
  const slow = slowNow.value;
  const end = item.expires_at === null || item.status !== "open" ? Infinity : Date.parse(item.expires_at);
  return end - slow < RING_FROM_MS + 15_000 ? now.value : slow;
}

export function InboxItem({ item, current, tabIndex, onOpen }: Props) {
  const at = clockFor(item);
  const left = countdownOf(item, countdownTime(item, at, heldSince.value));
  const fresh = !item.seen && item.status === "open";
  const classes = ["item", fresh ? "fresh" : "", item.status === "decided" ? "over" : ""].join(" ").trim();
  return (
    <li>
      <button
        type="button"
        class={classes}
        data-item={item.id}
        aria-current={current ? "true" : undefined}
        tabIndex={tabIndex}
        title={item.title}
        onClick={(event) => onOpen(event.shiftKey || event.ctrlKey || event.metaKey)}
      >
        {fresh ? <i class="dot" /> : null}
        <Icon shape={ITEM_SHAPE[item.item_kind]} />
        <span class={isCommand(item) ? "title mono" : "title"}>
          {isTogether(item.id) ? <span class="together">✓ <span class="unseen">to be answered together: </span></span> : null}
          {fresh ? <span class="unseen">New: </span> : null}
          {item.title}
        </span>
        {left === null ? null : <CountdownClock left={left} />}
        <span class="line">{itemWords(item, at)}</span>
      </button>
    </li>
  );
}
