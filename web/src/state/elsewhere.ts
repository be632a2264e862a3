/** What the hub tells outside of the desk, as its settings say. */
import { signal } from "@preact/signals";
import { fetchNotices, HubError, sendNoticeTest } from "../wire/client";
import type { NoticeState } from "../wire/types.gen";
import { announce } from "./announce";

/** Null until the hub has said it. */
export const elsewhere = signal<NoticeState | null>(null);
export const testing = signal(false);
/** Why the last request failed, in words. */
export const trouble = signal("");

async function take(state: Promise<NoticeState>): Promise<boolean> {
  try {
    elsewhere.value = await state;
    trouble.value = "";
    return true;
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    trouble.value = failure.message;
    return false;
  }
}

export const loadElsewhere = () => take(fetchNotices());

export async function sendTest(): Promise<void> {
  if (testing.peek()) return;
  testing.value = true;
  const done = await take(sendNoticeTest());
  testing.value = false;
  const failed = (elsewhere.peek()?.services ?? []).filter(({ last }) => last?.sent !== true);
  announce(!done ? "The test was not sent" : failed.length === 0 ? "The test is sent" : `Not sent to ${failed.map(({ service }) => service).join(", ")}`);
}
