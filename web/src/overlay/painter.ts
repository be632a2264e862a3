/** Shows annotations in the page by difference: finds their places, marks them, and keeps marks and page from harming each other. */
import { apart } from "./highlights/attempt";
import { Lookup } from "./highlights/candidates";
import { locate, type Spot } from "./highlights/locating";
import { Evidence } from "./highlights/evidence";
import { keep, outdate, outline, recall, type Lines } from "./highlights/history";
import { follow } from "./highlights/drawn";
import { SHORT, settled, whenIdle } from "./highlights/pace";
import { readText, segmentsOf, type PageText, type TextRoot } from "./highlights/page_text";
import { keyOf, Painted } from "./highlights/painted";
import { nameOf, rootOf } from "./highlights/roots";
import { textsNow, wholeText } from "./highlights/splits";
import { anchorAt, rangeAt } from "./highlights/stored";
import { Watch } from "./highlights/watch";
import { late } from "./later";
import { inSlices } from "../anchors/slices";
import type { Anchor } from "./finding/anchor";
import type { Annotation, SerializedRange, Standing, TextAnnotation } from "./types";

/** After a change of the page, how long it must rest before what is missing is looked for again. */
const REST_MS = 120;
/** Of all time, at most one part in so many goes into looking. */
const SPARING = 10;
/** So long after a step of the page's router there may be the page before, or less than all of the next one. */
const ARRIVES_MS = 3_000;
/** A page that changes for ever is not written down for ever. */
const ANEW_AT_MOST = 3;

type Reanchored = (id: string, range: SerializedRange, anchor: Anchor | undefined) => void;

/** Shows annotations of the current page in the page, by difference. */
export class Painter {
  readonly #shown = new Map<string, Painted>();
  readonly #standings = new Map<string, Standing>();
  /** By id, the words that were stored anew. */
  readonly #reanchored = new Map<string, Set<string>>();
  readonly #listeners: ((ids: readonly string[]) => void)[] = [];
  readonly #reanchoring: Reanchored[] = [];
  readonly #watch = new Watch((marks) => this.#disturbed(marks));
  #wanted: readonly Annotation[] = [];
  #latest: Promise<void> = Promise.resolve();
  #run = 0;
  #timer = 0;
  #rest = REST_MS;
  #isKept = false;
  /** The page that is shown, what the one before said, and how often the page had changed by then. */
  #path = location.pathname;
  #before = new WeakMap<Node, string>();
  #then = -1;
  #hasArrived = true;
  #arrival = 0;

  /** Paints exactly these (all of the current page); resolves when each one was looked for. Later calls win over earlier ones. */
  async show(annotations: readonly Annotation[]): Promise<void> {
    const then = this.#watch.changes;
    const before = new Map(this.#wanted.map((one) => [one.id, keyOf(one)]));
    this.#wanted = annotations;
    const ids = new Set(annotations.map(({ id }) => id));
    this.#watch.silently(() => {
      for (const [id, painted] of this.#shown) if (!ids.has(id)) this.#erase(id, painted);
      for (const one of annotations) apart(one.id, () => this.#shown.get(one.id)?.recolour(one));
    });
    for (const id of [...this.#standings.keys()]) if (!ids.has(id)) this.#standings.delete(id);
    if (this.#path !== location.pathname) this.#turn(then);
    const news = this.#sought().filter((one) => this.standing(one.id) !== "missing" || before.get(one.id) !== keyOf(one));
    this.#tell(news.map(({ id }): [string, Standing] => [id, "searching"]));
    this.#look(false);
    for (let waiting; waiting !== this.#latest; ) await (waiting = this.#latest);
  }

  standing = (id: string): Standing => this.#standings.get(id) ?? "missing";

  /** Scrolls to it and pulses; false if it stands nowhere. */
  pulse(id: string): boolean {
    const painted = this.#shown.get(id);
    if (painted?.stands() !== true) return false;
    painted.pulse();
    return true;
  }

  /** Calls with ids whose standing has changed. */
  onStanding = (listener: (ids: readonly string[]) => void) => void this.#listeners.push(listener);
  /** Calls when a fallback tier found a place: the overlay PATCHes it; once per session and annotation, or the words are others. */
  onReanchored = (listener: Reanchored) => void this.#reanchoring.push(listener);

  /** The address is another page's; the content may come later, or in parts. What stands there by now is the page's before. */
  #turn(then: number): void {
    this.#path = location.pathname;
    this.#before = textsNow();
    this.#then = then;
    this.#isKept = this.#hasArrived = false;
    clearTimeout(this.#arrival);
    this.#arrival = window.setTimeout(() => {
      this.#hasArrived = true;
      this.#look(true);
    }, ARRIVES_MS);
  }

  #erase(id: string, painted: Painted): void {
    this.#shown.delete(id);
    apart(id, () => painted.erase());
  }

  #tell(changes: readonly (readonly [string, Standing])[]): void {
    const news = changes.filter(([id, standing]) => this.#standings.get(id) !== standing);
    for (const [id, standing] of news) this.#standings.set(id, standing);
    const ids = news.map(([id]) => id);
    if (ids.length > 0) for (const listener of this.#listeners) listener(ids);
  }

  /** Those that do not stand where they should, or of which that is not known. */
  #sought(again = false): Annotation[] {
    return this.#wanted.filter((one) => {
      const painted = this.#shown.get(one.id);
      return painted === undefined || !painted.shows(one) || (again && painted.unsure);
    });
  }

  /** The page has changed, and with it perhaps our marks. */
  #disturbed(marks: boolean): void {
    if (this.#isKept) outdate(this.#path, Date.now());
    this.#isKept = false;
    follow();
    const lost = marks ? this.#wanted.filter(({ id }) => this.#shown.get(id)?.stands() === false) : [];
    this.#tell(lost.map(({ id }): [string, Standing] => [id, "searching"]));
    if (this.#wanted.length === 0 || (this.#timer !== 0 && lost.length === 0)) return;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => whenIdle(() => this.#again()), lost.length > 0 ? 0 : this.#rest);
  }

  #again(): void {
    this.#timer = 0;
    if (this.#sought(true).length > 0) this.#look(true);
  }

  #look(again: boolean): void {
    this.#run += 1;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#latest = this.#looking(this.#run, again).catch((error: unknown) => console.error("[astro-inline-review]", "Failed to show annotations", error));
  }

  async #looking(run: number, again: boolean): Promise<void> {
    await settled(() => this.#watch.changes, () => this.#hasArrived || this.#watch.changes !== this.#then);
    if (run !== this.#run) return;
    const begun = performance.now();
    const roots = new Map<TextRoot, Annotation[]>([[document, []]]);
    const lost: Annotation[] = [];
    for (const one of this.#sought(again)) {
      const root = apart(one.id, () => rootOf(one));
      if (root === null) lost.push(one);
      else roots.set(root, [...(roots.get(root) ?? []), one]);
    }
    for (const [root, annotations] of roots) {
      this.#watch.over(root);
      const isNeeded = annotations.length > 0 || (root === document && this.#hasArrived && !this.#isKept);
      if (isNeeded && !(await this.#inRoot(run, root, annotations))) return;
    }
    this.#lose(lost);
    this.#rest = Math.max(REST_MS, (performance.now() - begun) * SPARING);
  }

  #lose(annotations: readonly Annotation[]): void {
    this.#watch.silently(() => {
      for (const { id } of annotations) {
        const painted = this.#shown.get(id);
        if (painted !== undefined) this.#erase(id, painted);
      }
    });
    this.#tell(annotations.map(({ id }): [string, Standing] => [id, this.#hasArrived ? "missing" : "searching"]));
  }

  /** Looks for annotations in one tree, and marks them; false if another run has taken over. */
  async #inRoot(run: number, root: TextRoot, annotations: readonly Annotation[]): Promise<boolean> {
    const page = await inSlices(readText(root), SHORT);
    const lines = await inSlices(outline(page), SHORT);
    if (run !== this.#run) return false;
    const name = nameOf(annotations[0] ?? {});
    const texts = annotations.filter((one) => one.type === "text");
    const lookup = new Lookup(page);
    const evidence = new Evidence(page, lines.says, recall(name));
    const spots = await inSlices(locate(texts, lookup, evidence), SHORT);
    if (run !== this.#run) return false;
    let lost = await this.#paint(run, annotations, page, spots);
    const changed = lost.filter((one) => one.type === "text");
    if (changed.length > 0) {
      // Without the late part they are missing, as they are where it finds nothing.
      const found = await late().then(({ findChanged }) => inSlices(findChanged(changed, page, lines.says, evidence), SHORT), () => null);
      if (found !== null && run === this.#run) lost = await this.#paint(run, lost, page, found);
    }
    if (run !== this.#run) return false;
    this.#lose(lost);
    this.#remember(name, page, lines);
    return true;
  }

  /** Marks annotations, and says which of them have no place. */
  async #paint(run: number, annotations: readonly Annotation[], page: PageText, spots: ReadonlyMap<string, Spot>): Promise<Annotation[]> {
    const lost: Annotation[] = [];
    await inSlices(this.#painting(run, annotations, page, spots, lost), SHORT);
    return lost;
  }

  *#painting(run: number, annotations: readonly Annotation[], page: PageText, spots: ReadonlyMap<string, Spot>, lost: Annotation[]) {
    for (const annotation of annotations) {
      if (run !== this.#run) return;
      const { id } = annotation;
      const found = spots.get(id);
      const isOld = found?.again === true && this.#stoodBefore(page, found);
      const spot = isOld && !this.#hasArrived ? undefined : found;
      let painted = this.#shown.get(id);
      if (painted?.isAt(annotation, page, spot) !== true) {
        this.#watch.silently(() => {
          if (painted !== undefined) this.#erase(id, painted);
          const next = apart(id, () => Painted.on(annotation, page, spot));
          if (next === null) lost.push(annotation);
          else this.#shown.set(id, next);
        });
        painted = this.#shown.get(id);
      }
      if (painted !== undefined) {
        painted.unsure = !this.#hasArrived || isOld || spot?.twin === true;
        this.#tell([[id, "found"]]);
        if (annotation.type === "text" && spot?.again === true && this.#hasArrived && !isOld) this.#anchorAnew(annotation, page, spot);
      }
      yield;
    }
  }

  /** Are these still words of the page before? Between surroundings that both pages have, they were never this one's. */
  #stoodBefore = (page: PageText, { start, end }: Spot) => segmentsOf(page, start, end).some(({ node }) => this.#before.get(node) === wholeText(node));

  /** What a fallback has found is stored anew (15.5); other words once more, for the page may not have been done. */
  #anchorAnew({ id }: TextAnnotation, page: PageText, { start, end }: Spot): void {
    const range = rangeAt(page, start, end);
    const stored = this.#reanchored.get(id) ?? new Set();
    if (stored.has(range.selectedText) || stored.size >= ANEW_AT_MOST) return;
    this.#reanchored.set(id, stored.add(range.selectedText));
    for (const listener of this.#reanchoring) listener(id, range, anchorAt(page, start, end, range));
  }

  /** Keeps the page as it is now, with where each annotation stands in it; not what may be the page before. */
  #remember(name: string, page: PageText, lines: Lines): void {
    if (!this.#hasArrived || this.#watch.changes === this.#then) return;
    const order = new Map(page.nodes.map((node, at) => [node, at]));
    const held: Record<string, number> = {};
    for (const [id, painted] of this.#shown) {
      const begin = painted.begin();
      const at = begin === null ? undefined : order.get(begin.node);
      const rank = at === undefined ? -1 : (page.blocks[page.inBlock[at] ?? -1]?.rank ?? -1);
      if (rank >= 0) held[id] = rank;
    }
    keep(name, { at: Date.now(), ...lines, held });
    this.#isKept = true;
  }
}
