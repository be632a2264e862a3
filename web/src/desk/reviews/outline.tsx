/** The outline beside the page: headings, with the section that is being read. */
import type { Signal } from "@preact/signals";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Shown } from "../../state/documents";
import type { Heading } from "../../wire/types";
import { goTo } from "./document_page";

const LONG = 40;

/** Two levels below the title; of a long text only the upper one. */
export function outlineOf(toc: readonly Heading[]): Heading[] {
  const levels = [...new Set(toc.map((heading) => heading.level))].sort((one, other) => one - other);
  const titles = toc.filter((heading) => heading.level === levels[0]).length;
  const top = titles === 1 && levels.length > 1 ? levels[1] : levels[0];
  if (top === undefined) return [];
  const two = toc.filter((heading) => heading.level === top || heading.level === top + 1);
  const one = two.filter((heading) => heading.level === top);
  return (two.length > LONG ? one : two).map((heading) => ({ ...heading, level: heading.level === top ? 2 : 3 }));
}

/** Watches which heading was passed last; a heading below the fold hands back to the one before it. */
function watch(host: HTMLElement, headings: readonly Heading[], current: Signal<string>): () => void {
  const root = host.closest(".scroll");
  const elements = headings.map(({ id }) => host.querySelector(`[id="${CSS.escape(id)}"], [data-block="${CSS.escape(id)}"]`));
  const observer = new IntersectionObserver(
    (seen) => {
      for (const { target, isIntersecting, boundingClientRect, rootBounds } of seen) {
        const index = elements.indexOf(target);
        const below = boundingClientRect.top > (rootBounds?.bottom ?? Infinity) - 1;
        if (isIntersecting) current.value = headings[index]?.id ?? current.value;
        else if (below && headings[index]?.id === current.value) current.value = headings[Math.max(0, index - 1)]?.id ?? "";
      }
    },
    { root, rootMargin: "0px 0px -70% 0px" },
  );
  for (const element of elements) if (element !== null) observer.observe(element);
  return () => observer.disconnect();
}

export function Outline({ pane, shown }: { pane: string; shown: Shown | null }) {
  const nav = useRef<HTMLElement>(null);
  const current = useSignal("");
  const headings = outlineOf(shown?.toc ?? []);
  const inserted = shown?.inserted ?? 0;
  const host = () => document.querySelector<HTMLElement>(`#${pane} .document`);
  useEffect(() => {
    const page = host();
    if (page === null || headings.length === 0) return undefined;
    current.value = headings.some(({ id }) => id === current.value) ? current.value : (headings[0]?.id ?? "");
    return watch(page, headings, current);
  }, [shown?.sha256, inserted]);
  const choose = (event: Event, id: string) => {
    event.preventDefault();
    const page = host();
    if (page !== null && goTo(page, id)) current.value = id;
  };
  return (
    <nav class="outline" aria-label="Outline" ref={nav} onKeyDown={step}>
      {headings.map(({ id, level, text }) => (
        <a
          key={id}
          href={`#${id}`}
          data-level={level}
          tabIndex={id === current.value ? 0 : -1}
          aria-current={id === current.value ? "true" : undefined}
          onClick={(event) => choose(event, id)}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}

/** Arrows walk the outline, which is one stop for Tab. */
function step(event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined || !(event.target instanceof HTMLElement)) return;
  event.preventDefault();
  const next = by > 0 ? event.target.nextElementSibling : event.target.previousElementSibling;
  if (next instanceof HTMLElement) next.focus();
}
