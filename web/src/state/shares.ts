/** What is being shared and opened: links that arrive, others' marks that the person chooses, and the person's name. */
import { signal } from "@preact/signals";
import { chooseAtHub } from "../wire/shares";
import { HubError } from "../wire/client";
import type { Annotation } from "../wire/types.gen";
import { announce } from "./announce";
import { annotationsOn, isChoosable } from "./annotations";
import { keep, kept } from "./keep";

/** A link that was pasted, or stood in the address, and has not been answered yet. */
export const arrivedLink = signal<string | null>(null);

const LINK = /^\s*(?:\S*#)?cm\d{1,4}\.[\w-]|#cm\d{1,4}\.[\w-]{20}|^\s*https?:\/\/[^\s#]+#[\w-]{40,}\s*$/;

/** Whether pasted text is meant for the desk as a link: ours, or one of Plannotator. */
export const looksShared = (text: string): boolean => LINK.test(text.slice(0, 4_000)) || /^\s*https?:\/\/[^\s#]+#[\w-]{3000}/.test(text.slice(0, 4_000));

/** The link in the address, taken out before anything else can see it. */
export function takeLink(): void {
  if (!/^#cm\d{1,4}\./.test(location.hash)) return;
  arrivedLink.value = location.hash;
  history.replaceState(history.state, "", location.pathname);
}

const NAME = "share_name";
const known = kept(NAME);
/** The name that the person's marks travel under. */
export const shareName = signal(typeof known === "string" ? known : "");

export function setShareName(name: string): void {
  shareName.value = name;
  keep(NAME, name);
}

/** The review that the dialog shares. */
export const sharing = signal<string | null>(null);

/** Whose marks there are beside the person's own, with how many. */
export function othersOn(review: string, revision: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { author } of annotationsOn(review, revision).value) if (author !== null) counts.set(author, (counts.get(author) ?? 0) + 1);
  return counts;
}

async function tell(review: string, marks: readonly Annotation[], chosen: boolean): Promise<void> {
  try {
    await chooseAtHub(review, marks.map(({ id }) => id), chosen);
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    announce(`Not done: ${failure.told}`);
  }
}

/** Takes another's mark along with the next answer, or leaves it out. */
export function takeAlong(mark: Annotation): void {
  if (mark.author === null) return announce("This mark is your own: it goes with your answer");
  announce(mark.chosen ? "Left out of the answer" : `Goes with your answer, as a mark of ${mark.author}`);
  void tell(mark.review, [mark], !mark.chosen);
}

/** The same for all marks of one author: all go along, unless all do already. */
export function takeAllAlong(mark: Annotation, revision: number): void {
  const { author, review } = mark;
  if (author === null) return announce("This mark is your own: it goes with your answer");
  const theirs = annotationsOn(review, revision).peek().filter((each) => each.author === author && isChoosable(each, revision));
  const chosen = !theirs.every((each) => each.chosen);
  announce(chosen ? `All marks of ${author} go with your answer` : `All marks of ${author} are left out`);
  void tell(review, theirs.filter((each) => each.chosen !== chosen), chosen);
}
