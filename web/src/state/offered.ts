/** The choices that an agent offers with a request: what is made of each, and which of them an answer can send. */
import type { PermissionChoice } from "../wire/client";
import type { OfferedOption, PermissionCard } from "../wire/types.gen";
import { isAllow } from "./answer_kinds";
import type { PermissionDraft } from "./asked_drafts";

const usualFor = (card: PermissionCard, sense: OfferedOption["becomes"]) => card.offered.find(({ usual, becomes }) => usual && becomes === sense);

/** What the desk makes of a choice, beside the agent's own words for it. */
export function offerWords({ becomes, usual }: OfferedOption): string {
  switch (becomes) {
    case "yes": return usual ? "Sent for every yes, however long yours lasts." : "Sent if you choose it under *Allow once*.";
    case "no": return usual ? "Sent for every no, and when nobody answers in time." : "Sent if you choose it under *No*.";
    case "rule": return "Never sent. *Allow this conversation* and *Allow always until …* are kept here instead.";
    case "unknown": return "Nobody here knows what it does. Sent if you choose it under *Allow once*.";
  }
}

/** What is missing among the choices, in the person's words. */
export function missingWords(card: PermissionCard): readonly string[] {
  if (card.offered.length === 0) return [];
  const name = card.permission.agent_name;
  return [
    ...(usualFor(card, "yes") === undefined ? [`${name} offers nothing that allows once.`] : []),
    ...(usualFor(card, "no") === undefined ? [`${name} offers no way to say no. It waits until you answer, and a no is told as an error.`] : []),
  ];
}

/** The choices that one of our answers can send; without others there is nothing to choose. */
export function sendable(card: PermissionCard, choice: PermissionChoice): readonly OfferedOption[] {
  if (choice === "conversation" || choice === "always") return card.offered.filter(({ becomes, usual }) => becomes === "yes" && usual);
  return card.offered.filter(({ becomes }) => (isAllow(choice) ? becomes === "yes" || becomes === "unknown" : becomes === "no"));
}

/** The choice that is sent: the one that was chosen, else the usual one. */
export function sentChoice(card: PermissionCard, choice: PermissionChoice, { option }: Pick<PermissionDraft, "option">): OfferedOption | undefined {
  const fit = sendable(card, choice);
  return fit.find(({ id }) => id === option) ?? fit.find(({ usual }) => usual);
}

/** Why an answer cannot be told to the agent at all; null: it can. */
export function cannotTell(card: PermissionCard, choice: PermissionChoice): string | null {
  if (card.offered.length === 0 || !isAllow(choice) || sendable(card, choice).length > 0) return null;
  return `${card.permission.agent_name} offers nothing that allows once`;
}
