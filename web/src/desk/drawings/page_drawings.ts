/** The drawings of one text: made when they come near the screen, the others after them, anew when the colours change. */
import { effect } from "@preact/signals";
import type { Engine } from "../../drawings/messages";
import { chosenMark } from "../../state/annotations";
import { theme } from "../../state/settings";
import { coloursOf } from "./colours";
import { complaint, DrawnFigure } from "./figure";
import { drawingFont } from "./font";
import { DrawnFormula } from "./formula";
import { DrawingFrames, engineOf, MOST } from "./frames";
import { safeFormula } from "./safe_mathml";
import { safePicture } from "./safe_svg";
import { hasMark, isSelected, sourceText } from "./source";

const NEAR_PX = 800;
const REST_MS = 1500;

interface Drawable {
  source: HTMLElement;
  engine: Engine;
  shown: DrawnFigure | DrawnFormula;
  state: "waiting" | "asked" | "drawn" | "failed";
  complaint: HTMLElement | null;
}

const drawableOf = (source: HTMLElement): Drawable => {
  const engine = engineOf(source);
  return { source, engine, shown: engine === "formulas" ? new DrawnFormula(source) : new DrawnFigure(source), state: "waiting", complaint: null };
};

export class PageDrawings {
  private readonly all = new Map<Element, Drawable>();
  private readonly frames = new DrawingFrames();
  private readonly near: IntersectionObserver;
  private readonly marked: MutationObserver;
  private readonly stops: (() => void)[] = [];
  private colours = coloursOf();
  private readonly counts = { drawings: 0, formulas: 0 };
  private rest = 0;

  constructor(host: HTMLElement, pane: string | null) {
    this.near = new IntersectionObserver((seen) => this.come(seen), { root: host.closest(".scroll"), rootMargin: `${NEAR_PX}px 0px` });
    this.marked = new MutationObserver((changes) => this.tell(changes));
    this.follow(pane);
  }

  add(sources: readonly HTMLElement[]): void {
    for (const source of sources) {
      if (this.all.has(source)) continue;
      const kind = engineOf(source) === "formulas" ? "formulas" : "drawings";
      if (this.counts[kind] >= MOST[kind]) continue;
      this.counts[kind] += 1;
      this.all.set(source, drawableOf(source));
      this.near.observe(source);
      this.marked.observe(source, { childList: true, subtree: true });
    }
  }

  end(): void {
    this.near.disconnect();
    this.marked.disconnect();
    window.clearTimeout(this.rest);
    for (const stop of this.stops) stop();
    this.frames.end();
    for (const { shown, complaint: said } of this.all.values()) {
      shown.take();
      said?.remove();
    }
  }

  private follow(pane: string | null): void {
    const listen = (target: EventTarget, name: string, act: () => void) => {
      target.addEventListener(name, act);
      this.stops.push(() => target.removeEventListener(name, act));
    };
    listen(matchMedia("(prefers-color-scheme: dark)"), "change", () => this.recolour());
    listen(document, "selectionchange", () => this.openWhere(isSelected));
    this.stops.push(theme.subscribe(() => this.recolour()));
    if (pane === null) return;
    this.stops.push(effect(() => this.openChosen(chosenMark(pane).value)));
  }

  private openChosen(mark: string | null): void {
    this.openWhere((source) => hasMark(source, mark));
  }

  private openWhere(isMeant: (source: Element) => boolean): void {
    for (const { source, shown, state } of this.all.values()) if (state === "drawn" && isMeant(source)) shown.show(true);
  }

  private come(seen: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of seen) if (isIntersecting) this.want(target);
    // One that is told to be far away does not call the others off.
    if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
    window.clearTimeout(this.rest);
    this.rest = window.setTimeout(() => this.wantRest(), REST_MS);
  }

  /** What is further down, so that it is there when it is printed or scrolled to. */
  private wantRest(): void {
    for (const source of this.all.keys()) this.want(source);
  }

  private want(source: Element): void {
    const one = this.all.get(source);
    if (one?.state !== "waiting") return;
    this.near.unobserve(source);
    void this.draw(one);
  }

  private async draw(one: Drawable): Promise<void> {
    one.state = "asked";
    const source = sourceText(one.source);
    const { colours } = this;
    const told = await this.frames.make(one.source, colours);
    const { face } = await drawingFont();
    if (!one.source.isConnected) return;
    // The colours may have changed while it was drawn.
    if (colours !== this.colours) return void this.draw(one);
    const words = told.error === null ? put(one, told.made, source, { paper: colours.paper, face }) : told.error;
    one.state = words === null ? "drawn" : "failed";
    this.complain(one, words);
  }

  private complain(one: Drawable, words: string | null): void {
    one.complaint?.remove();
    one.complaint = words === null ? null : complaint(words, one.source.tagName !== "PRE");
    if (one.complaint === null) return;
    one.shown.take();
    if (one.source.tagName === "PRE") one.source.after(one.complaint);
    else (one.source.closest("p, li, td, th, dd, h1, h2, h3, h4, h5, h6, blockquote") ?? one.source).append(one.complaint);
  }

  private recolour(): void {
    const colours = coloursOf();
    if (JSON.stringify(colours) === JSON.stringify(this.colours)) return;
    this.colours = colours;
    for (const one of this.all.values()) if (one.state === "drawn" && one.engine !== "formulas") void this.draw(one);
  }

  private tell(changes: readonly MutationRecord[]): void {
    for (const { target } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      this.all.get(element?.closest("pre, [data-math]") ?? document.body)?.shown.tellMarks();
    }
  }
}

/** Shows what was made; the words of why not, if it cannot be. */
function put({ shown }: Drawable, made: string, source: string, look: { paper: string; face: string }): string | null {
  try {
    if (shown instanceof DrawnFigure) shown.put(safePicture(made, look), source);
    else shown.put(safeFormula(made));
    return null;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}
