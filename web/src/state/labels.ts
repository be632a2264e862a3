/** Quick labels as a person edits them: pure changes of the list, and what the hub would refuse. */
import type { Label } from "../wire/types.gen";

export const MOST_LABELS = 20;
export const LONGEST_LABEL = 40;
export const LONGEST_TIP = 500;
/** Always there, and no other may be called so. */
export const BUILT_IN: Label = { label: "Looks good", tip: "" };

type Labels = readonly Label[];

/** Why a label cannot be kept so; null: it can. `at` is its own place in the list, which may keep its name. */
export function cannotKeep(labels: Labels, { label, tip }: Label, at: number | null): string | null {
  const name = label.trim();
  const taken = (other: Label, index: number) => index !== at && other.label.toLowerCase() === name.toLowerCase();
  if (name === "") return "A label needs a name";
  if (name.length > LONGEST_LABEL) return `At most ${LONGEST_LABEL} characters`;
  if (tip.trim().length > LONGEST_TIP) return `What it tells the agent: at most ${LONGEST_TIP} characters`;
  if (labels.some(taken) || BUILT_IN.label.toLowerCase() === name.toLowerCase()) return "There is a label of that name already";
  return at === null && labels.length >= MOST_LABELS ? `At most ${MOST_LABELS} labels` : null;
}

const trimmed = ({ label, tip }: Label): Label => ({ label: label.trim(), tip: tip.trim() });

export const withLabel = (labels: Labels, label: Label, at: number | null): Label[] =>
  at === null ? [...labels, trimmed(label)] : labels.map((other, index) => (index === at ? trimmed(label) : other));

export const withoutLabel = (labels: Labels, at: number): Label[] => labels.filter((_, index) => index !== at);

/** One step up (-1) or down (1); at the end it stays where it is. */
export function moveLabel(labels: Labels, at: number, by: 1 | -1): Label[] {
  const next = [...labels];
  const [mine, other] = [labels[at], labels[at + by]];
  if (mine === undefined || other === undefined) return next;
  next[at] = other;
  next[at + by] = mine;
  return next;
}
