/** What the hub's answer to a wish to forget means, in the words of `countermark forget`. */
import { plural } from "../../state/words";
import type { HubError } from "../../wire/client";
import type { ForgottenNow } from "../../wire/types.gen";

/** Whether nothing is left that the person has to know. */
export const isWhole = ({ is_clean, copies }: ForgottenNow): boolean => is_clean && copies.length === 0;

export const amountWords = ({ entries, marks, images }: ForgottenNow): string =>
  entries === 0
    ? "It was forgotten before."
    : `Forgotten: the texts of ${plural(entries, "entry", "entries")} of the journal, ${plural(marks, "mark")}, ${plural(images, "image")}.`;

/** A hub that does not answer may have forgotten it all the same. */
export const failureWords = (failure: HubError): string =>
  failure.status === 0
    ? "It is not known whether it is forgotten: the hub does not answer. Start it again with countermark open, then look at it here."
    : `It is not forgotten. ${failure.told}`;
