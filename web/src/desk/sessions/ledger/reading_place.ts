/** Where somebody reads within a message: it is found again when the message is drawn anew. */

export interface ReadingPlace {
  readonly scroll: HTMLElement;
  /** What stands at the top edge of what is in sight: its words, how many units come before it, how far below the edge it is. */
  readonly words: string;
  readonly count: number;
  readonly below: number;
}

const UNITS = ".session-block > *";
const top = (element: Element) => element.getBoundingClientRect().top;

const endsBelow = (edge: number) => (each: Element) => each.getBoundingClientRect().bottom > edge;

/** Null where the message begins or ends out of the way: then nothing moves. */
export function readingPlaceIn(words: HTMLElement): ReadingPlace | null {
  const scroll = words.closest<HTMLElement>(".session-scroll");
  const edge = scroll === null ? 0 : top(scroll);
  if (scroll === null || top(words) >= edge || words.getBoundingClientRect().bottom <= edge) return null;
  // From large to small: what is not in sight is not laid out for it.
  const stretch = [...words.querySelectorAll(".session-stretch")].find(endsBelow(edge));
  const units = [...(stretch?.querySelectorAll(UNITS) ?? [])].filter(endsBelow(edge));
  const unit = units.find((each) => top(each) >= edge) ?? units[0];
  if (unit === undefined) return null;
  return { scroll, words: unit.textContent, count: [...words.querySelectorAll(UNITS)].indexOf(unit), below: top(unit) - edge };
}

const NEAR = 40;

function alike(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** Of the units around the place that one which begins most alike: a note's sign, or a link, may stand in it now. */
function found(place: ReadingPlace, units: readonly Element[]): Element | null {
  const rank = (at: number) => alike(place.words, units[at]?.textContent ?? "") - Math.abs(at - place.count) / NEAR;
  const from = Math.max(0, place.count - NEAR);
  const around = units.slice(from, place.count + NEAR).map((_, at) => from + at);
  const best = around.toSorted((one, other) => rank(other) - rank(one))[0];
  return best === undefined ? null : (units[best] ?? null);
}

/** Brings the same words to the same height. */
export function goBackTo(place: ReadingPlace, words: HTMLElement): void {
  const unit = found(place, [...words.querySelectorAll(UNITS)]);
  if (unit !== null) place.scroll.scrollTop += top(unit) - top(place.scroll) - place.below;
}
