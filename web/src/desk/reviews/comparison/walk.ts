/** From change to change, in the order of the text. */
import { announce, narrate } from "../../../state/announce";
import { land } from "../landing";
import { flash } from "./links";

const CHANGES = "ins, del.was, .changed, .arrived, pre.gone, .moved, .moved-away, .pair:not(.same), tr.added, tr.removed, tr.changed";
/** What is visited as one: a row, a removed or an old place, else the block. */
const STOP = ".pair, tr.added, tr.removed, tr.changed, .gone, .moved-away, [data-block], [data-continues]";

/** One stop per changed block; what follows at once in the source is one change. */
function stopsOf(host: HTMLElement): HTMLElement[] {
  const stops: HTMLElement[] = [];
  for (const change of host.querySelectorAll(CHANGES)) {
    // Only the outermost: a list that came anew is one change, not one for each of its items.
    const stop = change.closest<HTMLElement>(".pair") ?? change.closest<HTMLElement>(STOP);
    const last = stops.at(-1);
    if (stop === null || stop === last || last?.contains(stop) === true) continue;
    if (stop.tagName === "TR" && last !== undefined && last === stop.previousElementSibling && sameRun(last, stop)) {
      stops[stops.length - 1] = stop;
      runs.set(stop, runs.get(last) ?? last);
      continue;
    }
    stops.push(stop);
  }
  return stops.map((stop) => runs.get(stop) ?? stop);
}

/** The first row of a run of changed rows, by its last. */
const runs = new WeakMap<HTMLElement, HTMLElement>();
const sameRun = (one: HTMLElement, other: HTMLElement) => one.closest("table.source") !== null && other.closest("table.source") !== null;

/** Where each pane's walk stands. */
const stood = new Map<string, { at: HTMLElement; top: number }>();

const LINE_PX = 130;

/** The stop before or after the line that is being read. */
function fromReading(host: HTMLElement, scroll: Element, stops: readonly HTMLElement[], by: 1 | -1): number {
  if (scroll.scrollTop < 8) return by === 1 ? 0 : -1;
  const box = host.getBoundingClientRect();
  const here = document.elementFromPoint(box.left + box.width * 0.75, scroll.getBoundingClientRect().top + LINE_PX);
  if (here === null || !host.contains(here)) return by === 1 ? 0 : stops.length - 1;
  const after = stops.findIndex((stop) => (here.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0);
  if (by === 1) return after;
  return (after < 0 ? stops.length : after) - 1;
}

/** The person has not moved the page since: then the walk goes on from its last stop. */
function nextStop(pane: string, host: HTMLElement, scroll: Element, stops: readonly HTMLElement[], by: 1 | -1): number {
  const last = stood.get(pane);
  const at = last === undefined ? -1 : stops.indexOf(last.at);
  if (at >= 0 && last !== undefined && Math.abs(scroll.scrollTop - last.top) < 4) return at + by;
  return fromReading(host, scroll, stops, by);
}

export function walkChanges(pane: string, by: 1 | -1): void {
  const host = document.querySelector<HTMLElement>(`#${CSS.escape(pane)} .document`);
  const scroll = host?.closest(".scroll");
  if (host == null || scroll == null) return;
  const stops = stopsOf(host);
  const at = nextStop(pane, host, scroll, stops, by);
  const stop = stops[at];
  if (stop === undefined) return announce(stops.length === 0 ? "Nothing changed here" : by === 1 ? "That was the last change" : "That was the first change");
  const go = () => {
    stop.scrollIntoView({ block: "center" });
    stood.set(pane, { at: stop, top: scroll.scrollTop });
  };
  land(scroll, go);
  flash(stop);
  stop.tabIndex = -1;
  stop.focus({ preventScroll: true });
  narrate(`Change ${at + 1} of ${stops.length}`);
}
