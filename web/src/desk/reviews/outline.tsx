/** The outline beside the page: headings, with the section that is being read. */
import type { Signal } from "@preact/signals";
import { useComputed, useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { markCounts } from "../../state/annotations";
import { nameInPane } from "../../state/panes";
import type { Heading } from "../../wire/types.gen";
import { goTo } from "./document_page";

const LONG = 40;

/** Two levels below the title; of a long text only the upper one. */
export function outlineOf(toc: readonly Heading[]): Heading[] {
  const levels = [...new Set(toc.map((heading) => heading.level))].sort((one, other) => one - other);
  const titles = toc.filter((heading) => heading.level === levels[0]).length;
  const top = titles === 1 && levels.length > 1 ? levels[1] : levels[0];
  // A title alone is no outline.
  if (top === undefined || toc.length < 2) return [];
  const two = toc.filter((heading) => heading.level === top || heading.level === top + 1);
  const one = two.filter((heading) => heading.level === top);
  return (two.length > LONG ? one : two).map((heading) => ({ ...heading, level: heading.level === top ? 2 : 3 }));
}

/** How far below the top of the pane a heading counts as reached. */
const LINE_PX = 120;

interface Stretch {
  slice: Element;
  /** The first of the outline's headings in this slice, and their elements in order. */
  from: number;
  elements: Element[];
}

/** The outline's headings by slice: a slice out of sight is not laid out, and must not be asked about its inside. */
function stretchesOf(host: HTMLElement, headings: readonly Heading[]): Stretch[] {
  const wanted = new Map(headings.map(({ id }, index) => [id, index]));
  const stretches: Stretch[] = [];
  for (const heading of host.querySelectorAll<HTMLElement>("h1, h2, h3, h4, h5, h6")) {
    const index = wanted.get(heading.id) ?? wanted.get(heading.dataset["block"] ?? "");
    const slice = heading.closest(".slice");
    if (index === undefined || slice === null) continue;
    const last = stretches.at(-1);
    if (last?.slice === slice) last.elements.push(heading);
    else stretches.push({ slice, from: index, elements: [heading] });
  }
  return stretches;
}

const isReached = (element: Element, line: number) => element.getBoundingClientRect().top <= line;

function reachedHeading(stretches: readonly Stretch[], line: number): number {
  const stretch = stretches.findLast(({ slice }) => isReached(slice, line));
  if (stretch === undefined) return 0;
  // A slice that was passed as a whole is not laid out either.
  const passed = stretch.slice.getBoundingClientRect().bottom <= line;
  const last = passed ? stretch.elements.length - 1 : stretch.elements.findLastIndex((element) => isReached(element, line));
  return Math.max(0, stretch.from + last);
}

/** Follows the reading: which heading was passed last, looked up once a frame while the page moves. */
function follow(host: HTMLElement, headings: readonly Heading[], current: Signal<string>): () => void {
  const root = host.closest(".scroll");
  if (root === null) return () => undefined;
  const stretches = stretchesOf(host, headings);
  let frame = 0;
  const look = () => {
    frame = 0;
    const atEnd = root.scrollTop > 0 && root.scrollTop + root.clientHeight > root.scrollHeight - 4;
    const line = root.getBoundingClientRect().top + (atEnd ? root.clientHeight : LINE_PX);
    current.value = headings[reachedHeading(stretches, line)]?.id ?? "";
  };
  const moved = () => (frame ||= requestAnimationFrame(look));
  root.addEventListener("scroll", moved, { passive: true });
  return () => {
    cancelAnimationFrame(frame);
    root.removeEventListener("scroll", moved);
  };
}

/** Keeps the current line of a long outline in sight without moving the page. */
function keepInSight(nav: HTMLElement | null): void {
  const link = nav?.querySelector<HTMLElement>("[aria-current]");
  if (nav == null || link == null || nav.scrollHeight <= nav.clientHeight) return;
  const above = link.offsetTop < nav.scrollTop;
  const below = link.offsetTop + link.offsetHeight > nav.scrollTop + nav.clientHeight;
  if (above || below) nav.scrollTop = link.offsetTop - nav.clientHeight / 2;
}

const CHUNK = 60;

interface ChunkProps {
  pane: string;
  /** Those of the outline, in order, and how many marks stand under each. */
  headings: readonly Heading[];
  current: Signal<string>;
  onChoose: (event: Event, id: string) => void;
}

/** A stretch of the outline, drawn again only when the current line enters or leaves it. */
function Chunk({ pane, headings, current, onChoose }: ChunkProps) {
  const counted = useComputed(() => headings.map(({ id }) => markCounts(pane).value.get(id) ?? 0).join());
  const counts = counted.value.split(",");
  const here = useComputed(() => (headings.some(({ id }) => id === current.value) ? current.value : ""));
  const reached = here.value;
  return (
    <div class="stretch">
      {headings.map(({ id, level, text }, at) => (
        <a
          key={id}
          href={`#${id}`}
          data-level={level}
          tabIndex={id === reached ? 0 : -1}
          aria-current={id === reached ? "true" : undefined}
          onClick={(event) => onChoose(event, id)}
        >
          {text}
          {counts[at] === "0" ? null : <Count count={counts[at] ?? ""} />}
        </a>
      ))}
    </div>
  );
}

const Count = ({ count }: { count: string }) => (
  <span class="count" title={count === "1" ? "1 mark" : `${count} marks`}>
    <span class="unseen">, marks: </span>
    {count}
  </span>
);

/** The outline of a long text grows stretch by stretch, so that no task holds up the typing. */
function useStretches(headings: readonly Heading[], whole: boolean, draw: (part: readonly Heading[], from: number) => VNode): VNode[] {
  const [count, grow] = useState(1);
  // The same node again tells Preact that nothing changed in it.
  const drawn = useMemo<VNode[]>(() => [], [headings]);
  useEffect(() => {
    if (!whole || count * CHUNK >= headings.length) return undefined;
    const timer = window.setTimeout(() => grow(count + 1), 16);
    return () => window.clearTimeout(timer);
  }, [headings, whole, count]);
  for (let from = drawn.length * CHUNK; from < Math.min(headings.length, count * CHUNK); from += CHUNK) {
    drawn.push(draw(headings.slice(from, from + CHUNK), from));
  }
  return drawn;
}

export const outlineId = (pane: string) => `${pane}-outline`;

/** Where the outline has no column, it opens under its button. */
function underButton(nav: HTMLElement): void {
  const button = document.querySelector(`[popovertarget="${nav.id}"]`)?.getBoundingClientRect();
  if (button === undefined) return;
  nav.style.setProperty("--under", `${button.bottom + 6}px`);
  nav.style.setProperty("--until", `${Math.max(8, window.innerWidth - button.right)}px`);
}

interface Props {
  pane: string;
  toc: readonly Heading[];
  /** The first screen stands, the whole text stands: when there are new headings to watch. */
  inserted: boolean;
  whole: boolean;
}

export function DocumentOutline({ pane, toc, inserted, whole }: Props) {
  const nav = useRef<HTMLElement>(null);
  const current = useSignal("");
  /** A heading that was asked for before its slice had come. */
  const wish = useRef<string | null>(null);
  const headings = useMemo(() => outlineOf(toc), [toc]);
  const host = () => document.querySelector<HTMLElement>(`#${pane} .document`);
  useEffect(() => {
    const page = host();
    if (page === null || headings.length === 0 || !inserted) return undefined;
    current.value = headings.some(({ id }) => id === current.value) ? current.value : (headings[0]?.id ?? "");
    return follow(page, headings, current);
  }, [headings, inserted, whole]);
  useEffect(() => current.subscribe(() => window.setTimeout(() => keepInSight(nav.current))), []);
  const go = (id: string) => {
    const page = host();
    const there = page !== null && goTo(page, id);
    if (there) current.value = id;
    return there;
  };
  useEffect(() => {
    if (whole && wish.current !== null) go(wish.current);
    wish.current = null;
  }, [whole]);
  const choose = (event: Event, id: string) => {
    event.preventDefault();
    if (nav.current?.matches(":popover-open") === true) nav.current.hidePopover();
    wish.current = go(id) || whole ? null : id;
  };
  const stretches = useStretches(headings, whole, (part, from) => <Chunk key={from} pane={pane} headings={part} current={current} onChoose={choose} />);
  return (
    <nav
      class="outline"
      id={outlineId(pane)}
      popover="auto"
      aria-label={nameInPane("Outline", pane)}
      ref={nav}
      onKeyDown={step}
      onBeforeToggle={() => nav.current !== null && underButton(nav.current)}
    >
      {stretches}
    </nav>
  );
}

/** Arrows walk the outline, which is one stop for Tab. */
function step(event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined || !(event.target instanceof HTMLElement)) return;
  event.preventDefault();
  const links = [...(event.currentTarget as HTMLElement).querySelectorAll("a")];
  links[links.findIndex((link) => link === event.target) + by]?.focus();
}
