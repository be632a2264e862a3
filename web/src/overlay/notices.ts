/** What a person must know about the page file: that it cannot be read, that a part of it cannot, that nobody answers. */
import { button, el, type Child } from "./dom";
import { once, type Doings } from "./doings";
import type { Problem } from "./reading";
import type { Trouble } from "./store";

const MOST_PROBLEMS = 9;

const notice = (name: string, ...children: Child[]) => el("div", { class: `air-notice air-notice--${name}`, "data-air-el": `notice-${name}`, role: "status" }, ...children);

function troubleNotice(trouble: Trouble, doings: Doings): HTMLElement {
  if (trouble.kind === "away") return notice("away", "The review server cannot be reached. What you see is the last known state.");
  const setAside = button("Set aside and start anew", "set-aside", "", () => void once(setAside, doings.setAside));
  const hint = trouble.hint === "" ? null : el("div", {}, trouble.hint);
  return notice("broken", el("div", {}, trouble.message), hint, setAside);
}

function problemsNotice(problems: readonly Problem[]): HTMLElement {
  const one = problems.length === 1;
  const list = problems.slice(0, MOST_PROBLEMS).map(({ where, index, why }) => el("li", {}, `${where}[${index}]: ${why}`));
  const words = `${problems.length} ${one ? "entry" : "entries"} of the file cannot be shown; the file keeps ${one ? "it" : "them"}.`;
  return notice("problems", words, el("ul", {}, ...list));
}

export function noticesFor(doings: Doings): Child[] {
  const { trouble, problems } = doings.store;
  return [trouble === null ? null : troubleNotice(trouble, doings), problems.length === 0 ? null : problemsNotice(problems)];
}
