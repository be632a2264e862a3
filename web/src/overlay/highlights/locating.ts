/** Finds the marked words again in the page's text: the seed's tiers (8.4), each with its context, and twins one to one. */
import type { TextAnnotation } from "../types";
import { apart } from "./attempt";
import type { Best, Lookup, Wanted } from "./candidates";
import type { Evidence, Span } from "./evidence";
import { lastAt } from "./page_text";

/** Where one stands. `again`: by a tier after which the stored range is made anew (15.5). */
export interface Spot {
  start: number;
  end: number;
  again: boolean;
  /** Other places of the page read the same. */
  twin: boolean;
}

/** Share of all twins that, annotated, says that once all of them were. */
const NEARLY_ALL = 0.9;
const SEVERAL = 3;

/** One that reads like others, of which nothing else is known. */
interface Twin {
  annotation: TextAnnotation;
  again: boolean;
}

interface Group {
  twins: Twin[];
  places: readonly Span[];
}

/** The places of annotations, in short steps; those that are not in the answer stand nowhere. */
export function* locate(annotations: readonly TextAnnotation[], lookup: Lookup, evidence: Evidence): Generator<void, Map<string, Spot>> {
  const spots = new Map<string, Spot>();
  const groups = new Map<string, Group>();
  for (const annotation of annotations) {
    yield;
    const found = apart(annotation.id, () => one(annotation, lookup, evidence));
    if (found === null) continue;
    const { places, again, twin, key } = found;
    const [only] = places;
    if (places.length === 1 && only !== undefined) {
      spots.set(annotation.id, { start: only[0], end: only[1], again, twin });
      continue;
    }
    const group = groups.get(key) ?? { twins: [], places };
    group.twins.push({ annotation, again });
    groups.set(key, group);
  }
  for (const group of groups.values()) {
    yield;
    for (const [{ annotation, again }, place] of settle(group, lookup)) {
      if (place !== null) spots.set(annotation.id, { start: place[0], end: place[1], again, twin: true });
    }
  }
  return spots;
}

interface Choice {
  places: readonly Span[];
  again: boolean;
  twin: boolean;
  key: string;
}

/** The places of one annotation by the first tier that has any. */
function one(annotation: TextAnnotation, lookup: Lookup, evidence: Evidence): Choice | null {
  const { range, replacedText } = annotation;
  const wanted = { quote: range.selectedText || annotation.selectedText, before: range.contextBefore, after: range.contextAfter };
  for (const quote of [wanted.quote, replacedText ?? ""]) {
    const best = lookup.best({ ...wanted, quote });
    const route = lookup.routed(range, quote);
    if (!isAcceptable(best, route)) continue;
    const { places, sure } = evidence.judge(annotation, best.places, best.exact);
    if (places.length === 0 && !sure) continue;
    if (places.length === 0) break;
    const key = `${quote}\0${places.map(([start]) => start).join()}`;
    return { places, again: quote !== wanted.quote, twin: best.places.length > 1, key };
  }
  return seam(annotation, wanted, lookup, evidence);
}

/** Enough of the context agrees; without it the quote is where it was, and nowhere else. */
const isAcceptable = ({ places, enough, count }: Best, route: Span | null) =>
  places.length > 0 && (enough || (count === 1 && route !== null && route[0] === places[0]?.[0]));

function seam(annotation: TextAnnotation, wanted: Wanted, lookup: Lookup, evidence: Evidence): Choice | null {
  const gaps = lookup.seams(wanted);
  const [first, second] = gaps;
  if (first === undefined) return null;
  const { places } = evidence.judge(annotation, gaps, true);
  const [only] = places;
  if (only === undefined) return null;
  const choice = (place: Span): Choice => ({ places: [place], again: true, twin: gaps.length > 1, key: "" });
  if (places.length === 1) return choice(only);
  const routed = lookup.routedTo(annotation.range.startXPath, annotation.range.startOffset);
  const there = places.find(([start]) => start === routed);
  if (there !== undefined) return choice(there);
  const isClear = second === undefined || second[1] - second[0] > first[1] - first[0];
  return isClear ? choice(first) : null;
}

const routeOf = ({ range }: TextAnnotation) => `${range.startXPath}:${range.startOffset}`;

/** Twins one to one: what stands where it stood, what keeps the order, and nothing that would be a guess. */
function settle({ twins, places }: Group, lookup: Lookup): [Twin, Span | null][] {
  const routes = [...new Set(twins.map(({ annotation }) => routeOf(annotation)))].sort(inOrder);
  if (routes.length === places.length) return twins.map((twin) => [twin, places[routes.indexOf(routeOf(twin.annotation))] ?? null]);
  // Once all were annotated, and now there are more or fewer of them: nobody can tell which ones are new.
  const isMost = routes.length >= SEVERAL && routes.length >= NEARLY_ALL * places.length;
  if (isMost || routes.length > places.length) return twins.map((twin) => [twin, null]);
  const taken = new Set<Span>();
  const standing = new Map<string, Span | null>();
  for (const { annotation } of twins) {
    const at = lookup.routedTo(annotation.range.startXPath, annotation.range.startOffset);
    const place = places.find(([start]) => start === at);
    if (place !== undefined) standing.set(routeOf(annotation), place);
    if (place !== undefined) taken.add(place);
  }
  for (const { annotation } of twins) {
    const route = routeOf(annotation);
    if (!standing.has(route)) standing.set(route, alike(annotation, places.filter((place) => !taken.has(place)), routes.length === 1, lookup));
  }
  return twins.map((twin) => [twin, standing.get(routeOf(twin.annotation)) ?? null]);
}

/** The one place whose path ends like ours; the first of several for an annotation that has no twins of its own (15.3). */
function alike({ range }: TextAnnotation, places: readonly Span[], isAlone: boolean, { page }: Lookup): Span | null {
  const ours = range.startXPath.split("/").reverse();
  const scores = places.map(([start]) => {
    const theirs = page.paths[lastAt(page.starts, start)]?.split("/").reverse() ?? [];
    const differs = ours.findIndex((step, at) => step !== theirs[at]);
    return differs < 0 ? ours.length : differs;
  });
  const top = Math.max(...scores);
  const best = places.filter((_, at) => scores[at] === top);
  return best.length === 1 || isAlone ? (best[0] ?? null) : null;
}

/** Paths in the order of the tree, as far as their numbers tell. */
function inOrder(one: string, other: string): number {
  const numbers = (route: string) => (route.match(/\d+(?=\]|$)/g) ?? []).map(Number);
  const [ours, theirs] = [numbers(one), numbers(other)];
  const at = ours.findIndex((number, index) => number !== theirs[index]);
  return at < 0 ? 0 : (ours[at] ?? 0) - (theirs[at] ?? 0);
}
