/** Of which kinds of things this browser says that they wait, while no desk is looked at. */
import { signal } from "@preact/signals";
import type { ByKind, Item } from "./items";
import { keep, kept } from "./keep";

/** An item of a kind waits, or a turn of a session has ended. */
export type NoticeKind = Item["item_kind"] | "session";
const NAME = "notifies";
const ALL: ByKind<true> & Record<"session", true> = { review: true, permission: true, question: true, session: true };
export const KINDS = Object.keys(ALL) as readonly NoticeKind[];

/** Earlier there was one switch for all. */
function read(): ReadonlySet<NoticeKind> {
  const was = kept(NAME);
  if (was === true) return new Set(KINDS);
  return new Set(Array.isArray(was) ? KINDS.filter((kind) => was.includes(kind)) : []);
}

export const noticeKinds = signal(read());

/** Whether the browser lets this page say anything; `default` is: it was not asked yet. */
export const permission = signal<NotificationPermission | "missing">(ask());

function ask(): NotificationPermission | "missing" {
  return "Notification" in window ? Notification.permission : "missing";
}

/** The browser asks the person the first time. */
export async function wantNotices(kind: NoticeKind, wanted: boolean): Promise<void> {
  if (wanted && ask() === "default") await Notification.requestPermission();
  permission.value = ask();
  const kinds = new Set(noticeKinds.peek());
  if (wanted && permission.value === "granted") kinds.add(kind);
  else kinds.delete(kind);
  noticeKinds.value = kinds;
  keep(NAME, [...kinds]);
}
