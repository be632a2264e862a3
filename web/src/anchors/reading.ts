/** A host's blocks as a text that anchors can be described and found in. */
import { isBlank } from "./place";
import { ownText, takeSlices } from "./page_blocks";
import { atOnce, inSlices, type Pace } from "./slices";
import type { Source, Unit } from "./text";

const KINDS: readonly (readonly [selector: string, kind: string])[] = [
  ["p,summary", "paragraph"],
  ["td,th", "cell"],
  ["section.footnotes > ol > li", "footnote"],
  ["li", "item"],
  ["h1,h2,h3,h4,h5,h6", "heading"],
  ["pre[data-math]", "math"],
  ["pre", "code"],
  ["blockquote", "quote"],
  ["tr", "row"],
  ["div.alert", "alert"],
  ["dl.front-matter", "front_matter"],
];

const kindOf = (element: Element | undefined) => KINDS.find(([selector]) => element?.matches(selector))?.[1] ?? "html";

const levelOf = (element: Element | undefined) => Number(/^H([1-6])$/.exec(element?.tagName ?? "")?.[1] ?? 0);

function* read(host: Element): Generator<void, Source> {
  const { ranked } = yield* takeSlices(host);
  const units: Unit[] = [];
  const above: { level: number; words: string }[] = [];
  for (const block of ranked) {
    const [element] = block.parts;
    const text = ownText(block);
    if (isBlank(text)) continue;
    const level = levelOf(element);
    while (level > 0 && (above.at(-1)?.level ?? 0) >= level) above.pop();
    units.push({ block: block.id, kind: kindOf(element), text, section: above.map(({ words }) => words) });
    if (level > 0) above.push({ level, words: text.trim() });
    yield;
  }
  return { units };
}

/** The units of a host that has arrived as a whole. */
export const sourceOf = (host: Element) => atOnce(read(host));

/** The same in short tasks. */
export const sourceInSlices = (host: Element, pace?: Pace) => inSlices(read(host), pace);
