/** Several permissions with one answer: each was shown whole, each is answered for this once. */
import { computed, signal } from "@preact/signals";
import { answerPermissions, HubError } from "../wire/client";
import type { BulkAnswer, BulkAnswered, Permission } from "../wire/types.gen";
import { announce, narrate } from "./announce";
import { dropAnswer } from "./asked_drafts";
import { isShownWhole } from "./permissions";
import { adopt, inboxItems, permissionOf } from "./reviews";
import { plural } from "./words";

/** Ids, in the order in which they were put together, and the digest that was shown of each. */
const marked = signal<ReadonlyMap<string, string>>(new Map());

/** Those that still wait and are still what was shown. */
export const together = computed<readonly Permission[]>(() =>
  [...marked.value].map(([id, sha256]) => ({ permission: permissionOf(id), sha256 }))
    .filter(({ permission, sha256 }) => permission?.status === "open" && permission.sha256 === sha256)
    .map(({ permission }) => permission)
    .filter((permission) => permission !== null),
);

export const isTogether = (id: string) => together.value.some((permission) => permission.id === id);

export function takeOut(id: string): void {
  const rest = new Map(marked.value);
  rest.delete(id);
  marked.value = rest;
}

/** Returns whether it is among them now. */
export function putTogether(permission: Permission): boolean {
  if (isTogether(permission.id)) {
    takeOut(permission.id);
    announce("Taken out again");
    return false;
  }
  if (permission.status !== "open" || !isShownWhole(permission)) {
    announce("Cannot now: it has not been shown to its end");
    return false;
  }
  marked.value = new Map(marked.value).set(permission.id, permission.sha256);
  dropAnswer(permission.id);
  return true;
}

/** The next permission that is not among them, after this one; they stay where they are in the inbox. */
export function nextApart(id: string): Permission | null {
  const all = inboxItems.value.filter((item) => item.item_kind === "permission").filter((item) => item.status === "open");
  const here = all.findIndex((item) => item.id === id);
  const order = [...all.slice(here + 1), ...all.slice(0, Math.max(0, here))];
  return order.find((item) => !isTogether(item.id)) ?? null;
}

/** Answers them all; null: the hub did not answer. What it refused stays, and says why. */
export async function answerTogether(answer: BulkAnswer["answer"], all: readonly Permission[]): Promise<BulkAnswered | null> {
  try {
    const done = await answerPermissions({ answer, permissions: all.map(({ id, sha256 }) => ({ id, shown_sha256: sha256 })) });
    for (const permission of done.answered) {
      adopt(permission, done.seq);
      takeOut(permission.id);
    }
    narrate(`${answer === "once" ? "Allowed once" : "No"}: ${plural(done.answered.length, "request")}`);
    return done;
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    announce(`Not sent: ${failure.message}`);
    return null;
  }
}
