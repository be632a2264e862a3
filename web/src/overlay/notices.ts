/** What a person must know about the page file: that it cannot be read, that a part of it cannot, that nobody answers. */
import type { Refused } from "./api";
import { button, el, type Child } from "./dom";
import { once, type Doings } from "./doings";
import type { PageProblem } from "../wire/types.gen";
import { setAside } from "./writing";

const MOST_PROBLEMS = 9;
const KEPT_AS_MS = 6000;

const notice = (name: string, ...children: Child[]) => el("div", { class: `air-notice air-notice--${name}`, "data-air-el": `notice-${name}`, role: "status" }, ...children);

function troubleNotice(trouble: Refused, { attempt, tell, store }: Doings): HTMLElement {
  // Who answers without a code of ours is not the hub.
  if (["", "no_hub"].includes(trouble.code)) return notice("away", "The review server cannot be reached. What you see is the last known state.");
  const told = [trouble.message, trouble.hint].map((words) => el("div", {}, words));
  if (trouble.code !== "page_file_broken") return notice("failed", ...told);
  const work = () => attempt("Failed to set the file aside", async () => tell(`Kept as ${await setAside(store)}`, KEPT_AS_MS));
  const pressed = button("Set aside and start anew", "set-aside", "", () => void once(pressed, work));
  return notice("broken", ...told, pressed);
}

function problemsNotice(problems: readonly PageProblem[]): HTMLElement {
  const one = problems.length === 1;
  const list = problems.slice(0, MOST_PROBLEMS).map(({ where, index, why }) => el("li", {}, `${where}[${index}]: ${why}`));
  const words = `${problems.length} ${one ? "entry" : "entries"} of the file cannot be shown; the file keeps ${one ? "it" : "them"}.`;
  return notice("problems", words, el("ul", {}, ...list));
}

export function noticesFor(doings: Doings): Child[] {
  const { trouble, problems } = doings.store;
  return [trouble === null ? null : troubleNotice(trouble, doings), problems.length === 0 ? null : problemsNotice(problems)];
}
