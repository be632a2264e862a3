/** What tests/browser/test_anchors_dom.py calls in a real page: the room as it is, and slower ways to the same answers. */
import { blocksOf, ownText, placeOf, rangeOf, segmentsOf } from "../src/anchors/dom";
import { isBlank, type Place } from "../src/anchors/place";

export { placeBefore, placeOf, quoteOf, rangeOf, segmentsOf } from "../src/anchors/dom";
export { forget } from "../src/anchors/page_blocks";

/** A block with words of its own. */
interface Unit {
  block: string;
  text: string;
  isFrontMatter: boolean;
}

/** The units of a host, as the hub reads them. */
export const unitsOf = (host: Element): Unit[] =>
  blocksOf(host)
    .ranked.map((block) => ({ block: block.id, text: ownText(block), isFrontMatter: block.parts[0]?.matches("dl.front-matter") === true }))
    .filter(({ text }) => !isBlank(text));

const dices = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

/** The page as the desk builds it: slices one after another, the title before the front matter, the desk's own line under it. */
export function show(slices: readonly string[]): HTMLElement {
  const host = document.createElement("article");
  document.body.replaceChildren(host);
  slices.forEach((html, at) => {
    const template = document.createElement("template");
    template.innerHTML = html;
    const [first, second] = template.content.children;
    const title = first?.matches("dl.front-matter") === true ? second : first;
    if (at === 0 && title?.tagName === "H1") {
      host.append(Object.assign(document.createElement("div"), { className: "slice" }));
      host.firstElementChild?.append(title);
      host.append(Object.assign(document.createElement("div"), { innerHTML: "<p data-desk>by an <i>agent</i></p>" }));
    }
    const slice = document.createElement("div");
    slice.append(template.content);
    host.append(slice);
    if (at % 2 === 0) unitsOf(host); // ask in between, so that some slices come later
  });
  return host;
}

/** Every text node with its block and its place in the block's own text, found by looking up from each. */
function slowly(host: Element): { node: Text; block: string; start: number }[] {
  const walker = document.createTreeWalker(host, NodeFilter.SHOW_TEXT);
  const lengths = new Map<string, number>();
  const found: { node: Text; block: string; start: number }[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const owner = node.parentElement?.closest("[data-block],[data-continues]") ?? null;
    if (!(node instanceof Text) || owner === null || node.parentElement?.closest("[data-desk]") != null) continue;
    const block = owner.getAttribute("data-block") ?? owner.getAttribute("data-continues") ?? "";
    const start = lengths.get(block) ?? 0;
    found.push({ node, block, start });
    lengths.set(block, start + node.length);
  }
  return found;
}

/** The characters of the whole text that a range holds, one by one. */
function held(range: Range, host: Element, starts: ReadonlyMap<string, number>): Set<number> {
  const found = new Set<number>();
  for (const { node, block, start } of slowly(host)) {
    const unit = starts.get(block);
    if (unit === undefined || !range.intersectsNode(node)) continue;
    for (let at = 0; at < node.length; at += 1) {
      if (range.comparePoint(node, at) >= 0 && range.comparePoint(node, at + 1) <= 0) found.add(unit + start + at);
    }
  }
  return found;
}

function startsOf(units: readonly Unit[]): Map<string, number> {
  let at = 0;
  return new Map(
    units.map(({ block, text }) => {
      at += text.length + 1;
      return [block, at - text.length - 1];
    }),
  );
}

function anywhere(host: Element, random: () => number): [Node, number] {
  const walker = document.createTreeWalker(host);
  const nodes: Node[] = [host];
  while (walker.nextNode() !== null) nodes.push(walker.currentNode);
  const node = nodes[Math.floor(random() * nodes.length)] ?? host;
  const length = node instanceof Text ? node.length : node.childNodes.length;
  return [node, Math.floor(random() * (length + 1))];
}

function wrong(range: Range, host: Element, units: readonly Unit[]): string | null {
  const starts = startsOf(units);
  const text = units.map((unit) => unit.text).join("\n");
  const selected = held(range, host, starts);
  const place = placeOf(range, host);
  const isWord = (at: number) => /\S/.test(text.charAt(at));
  const words = [...selected].filter(isWord).sort((one, other) => one - other);
  if (place === null) return words.length === 0 ? null : `nothing for ${JSON.stringify(words.map((at) => text[at]).join(""))}`;
  const start = (starts.get(place.start_block) ?? NaN) + place.start;
  const end = (starts.get(place.end_block) ?? NaN) + place.end;
  if (!(start < end)) return `no such place ${JSON.stringify(place)}`;
  const taken = words.filter((at) => at >= start && at < end);
  let missing = 0;
  for (let at = start; at < end; at += 1) if (isWord(at) && !selected.has(at)) missing += 1;
  // Half a character that is selected is taken whole.
  if (missing > 2) return `${missing} words' characters that are not selected in ${JSON.stringify(text.slice(start, end))}`;
  const onePiece = words.length > 0 && text.slice(words[0], (words.at(-1) ?? 0) + 1).replace(/\s/g, "").length === words.length;
  if (onePiece && taken.length !== words.length) return `only ${taken.length} of ${words.length} characters`;
  return null;
}

/** Random selections, each checked character by character; what was wrong with those that were. */
export function checkSelections(host: Element, seed: number, count: number): string[] {
  const random = dices(seed);
  const units = unitsOf(host);
  const failures: string[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const range = document.createRange();
    const [one, other] = [anywhere(host, random), anywhere(host, random)];
    range.setStart(...one);
    range.setEnd(...(random() < 0.7 ? other : one));
    if (range.collapsed && one[0] instanceof Text) range.setEnd(one[0], one[0].length);
    const failure = wrong(range, host, units);
    if (failure !== null) failures.push(`${turn}: ${failure}`);
  }
  return failures;
}

/** Random places that begin and end with words. */
export function somePlaces(host: Element, seed: number, count: number, longest = 3): Place[] {
  const random = dices(seed);
  const units = unitsOf(host);
  const word = (text: string) => {
    const words = [...text.matchAll(/[^\s\ud800-\udfff]+/g)];
    const found = words[Math.floor(random() * words.length)];
    return found === undefined ? null : { start: found.index, end: found.index + found[0].length };
  };
  const places: Place[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const at = Math.floor(random() * units.length);
    const first = units[at];
    const last = units[Math.min(units.length - 1, at + Math.floor(random() * longest))];
    const [from, to] = [word(first?.text ?? ""), word(last?.text ?? "")];
    if (first === undefined || last === undefined || from === null || to === null) continue;
    // The page turns the title and the front matter around: no range is just a part of both.
    if (first !== last && (first.isFrontMatter || (at === 1 && units[0]?.isFrontMatter === true))) continue;
    const [start, end] = first === last ? [Math.min(from.start, to.start), Math.max(from.end, to.end)] : [from.start, to.end];
    places.push({ start_block: first.block, start, end_block: last.block, end });
  }
  return places;
}

/** Places whose range does not lead back to them. */
export function lostOnTheWay(host: Element, places: readonly Place[]): { place: Place; got: Place | null }[] {
  return places
    .map((place) => ({ place, range: rangeOf(place, host) }))
    .map(({ place, range }) => ({ place, got: range === null ? null : placeOf(range, host) }))
    .filter(({ place, got }) => JSON.stringify(place) !== JSON.stringify(got));
}

/** Wraps what these places show, one place after another, the last piece of each first. */
export function wrap(host: Element, places: readonly Place[]): void {
  for (const place of places) {
    for (const { node, start, end } of segmentsOf(place, host).reverse()) {
      node.splitText(end);
      const inside = node.splitText(start);
      const mark = document.createElement("mark");
      inside.replaceWith(mark);
      mark.append(inside);
    }
  }
}

/** Takes all marks away again, without joining what they have split. */
export function unwrap(host: Element, tidy: boolean): void {
  for (const mark of host.querySelectorAll("mark")) mark.replaceWith(...mark.childNodes);
  if (tidy) host.normalize();
}

export const wordsOfSegments = (place: Place, host: Element) =>
  segmentsOf(place, host).map(({ node, start, end }) => node.data.slice(start, end)).join("");
