/** In which mode an agent goes on after an approval: chosen by the person, remembered for each agent in this browser. */
import type { Signal } from "@preact/signals";
import type { Review } from "../wire/types.gen";
import { keep, kept } from "./keep";
import { signalIn } from "./signal_in";

const chosen = new Map<string, Signal<unknown>>();

const chosenFor = (agent: string) => signalIn(chosen, agent, () => kept(`mode.${agent}`));

/** The mode that was chosen last, the agent's usual one before that; null: it offers none. */
export function modeFor({ agent, modes }: Pick<Review, "agent" | "modes">): string | null {
  const last = chosenFor(agent).value;
  return (modes.find(({ id }) => id === last) ?? modes[0])?.id ?? null;
}

export function chooseMode(agent: string, mode: string): void {
  chosenFor(agent).value = mode;
  keep(`mode.${agent}`, mode);
}

/** As the desk calls a mode; one that the agent no longer has keeps its own name. */
export const modeName = (modes: Review["modes"], mode: string) => modes.find(({ id }) => id === mode)?.name ?? mode;
