/** Marks on lines of a difference, kept by the hub until they go with the next words. */
import { HubError } from "../../wire/client";
import { removeDiffMark, setDiffMark } from "../../wire/sessions";
import { announce } from "../announce";
import type { DiffMarkGiven } from "../../wire/types.gen";

/** Why it was not kept; null once it is. */
export async function keepMark(session: string, known: string | null, given: DiffMarkGiven): Promise<string | null> {
  try {
    await setDiffMark(session, known ?? crypto.randomUUID(), given);
    return null;
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    return failure.told;
  }
}

export async function takeMarkBack(session: string, mark: string): Promise<void> {
  try {
    await removeDiffMark(session, mark);
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    announce(`Not taken back: ${failure.told}`);
  }
}
