/** The system's notification that something waits: in the desk's own words, and one for all that come together. */
import { isLookedAt } from "../state/looking";
import { noticeKinds } from "../state/notices";
import type { ByKind, Item } from "../state/items";
import { itemOf } from "../state/reviews";
import { rested } from "../state/sessions/list";
import type { ListedSession } from "../wire/types.gen";
import { openItem, openSessionPane } from "./opening";

const GATHER_MS = 1000;
/** Not more often than this, whatever agents do. */
const BETWEEN_MS = 10_000;
const NOUN: ByKind<[one: string, more: string]> = {
  review: ["A plan", "plans"],
  permission: ["A permission", "permissions"],
  question: ["A question", "questions"],
};

const coming = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;
let shown: Notification | null = null;
let shownAt = 0;

/** Something has come: the person is told, if they want that and do not look. */
export function tell(item: Item): void {
  if (document.visibilityState === "visible" || !noticeKinds.peek().has(item.item_kind)) return;
  coming.add(item.id);
  timer ??= setTimeout(() => void tellOfAll(), Math.max(GATHER_MS, shownAt + BETWEEN_MS - Date.now()));
}

/** A turn has ended: of a session, the newest word replaces the one before. */
async function tellOfTurn({ id, agent_name }: ListedSession): Promise<void> {
  if (document.visibilityState === "visible" || !noticeKinds.peek().has("session") || (await isLookedAt())) return;
  const notice = new Notification(`A turn has ended · ${agent_name}`, { body: "Open the desk to go on.", tag: `countermark-${id}` });
  notice.onclick = () => {
    notice.close();
    window.focus();
    openSessionPane(id);
  };
}

export function followTurns(): void {
  rested.subscribe((line) => {
    if (line !== null) void tellOfTurn(line);
  });
}

async function tellOfAll(): Promise<void> {
  timer = undefined;
  // Others were decided in the meantime, by a rule or by a person elsewhere.
  const items = [...coming].map(itemOf).filter((item) => item?.status === "open");
  coming.clear();
  const [first] = items;
  if (first === undefined || first === null || (await isLookedAt())) return;
  shown?.close();
  // Two hidden tabs say the same thing: the second replaces the first.
  shown = new Notification(titleOf(items.filter((item) => item !== null)), { body: "Open the desk to answer.", tag: `countermark-${first.id}` });
  shownAt = Date.now();
  shown.onclick = () => {
    shown?.close();
    window.focus();
    openItem(first);
  };
}

/** No word of an agent's stands in it: its name is ours, from our own list. */
function titleOf(items: readonly Item[]): string {
  const [only, ...others] = items;
  if (only !== undefined && others.length === 0) return `${NOUN[only.item_kind][0]} waits · ${only.agent_name}`;
  const counts = new Map<Item["item_kind"], number>();
  for (const { item_kind } of items) counts.set(item_kind, (counts.get(item_kind) ?? 0) + 1);
  const parts = [...counts].map(([kind, count]) => (count === 1 ? NOUN[kind][0].toLowerCase() : `${count} ${NOUN[kind][1]}`));
  const words = [parts.slice(0, -1).join(", "), parts.at(-1)].filter((part) => part !== "").join(" and ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} wait`;
}
