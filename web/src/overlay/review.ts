/** The review of one page: connects store, panel, button, popup, painter and pointing. */
import type { Annotating } from "./annotating";
import { createApi, Refused, type Api } from "./api";
import type { Doings } from "./doings";
import { followChanges } from "./events";
import { createFab, type Fab } from "./fab";
import { whenIdle } from "./highlights/pace";
import { createHost, type Host } from "./host";
import { DRAFTS, GO_TO, keep, kept, thisTab } from "./keep";
import { listenToKeys } from "./keys";
import { late, type Late } from "./later";
import { followNavigation } from "./navigation";
import { trackOrphans } from "./orphans";
import { Painter } from "./painter";
import { createPanel, type Panel } from "./panel";
import { startPointing } from "./pointing";
import { createFrame, type Frame } from "./popup_frame";
import { useShortcuts } from "./shortcuts";
import { Store } from "./store";
import { createToast, type Toast } from "./toast";
import { showTooltipOnce } from "./tooltip";
import type { Annotation } from "./types";

/** Whether the panel is open in this tab. */
const PANEL = "astro-inline-review-panel";
const LONG_MS = 6000;
const LOAD_FAILED = "Failed to load annotations";

export class Overlay {
  readonly #host: Host = createHost();
  readonly #api: Api = createApi();
  readonly #painter = new Painter();
  readonly #store = new Store(this.#api, () => this.#panel.isOpen(), () => this.#draw());
  readonly #doings = this.#makeDoings();
  readonly #orphans = trackOrphans(() => this.#panel.draw());
  readonly #panel: Panel;
  readonly #fab: Fab;
  readonly #frame: Frame;
  /** Once the late part is there. */
  #annotating: Annotating | null = null;
  #pointed: Element | null = null;
  readonly #toast: Toast;

  constructor() {
    const { root } = this.#host;
    this.#toast = createToast(root);
    this.#panel = createPanel(root, this.#doings, () => void this.#toggleNoteForm());
    this.#fab = createFab(root, (open) => this.#setOpen(open));
    this.#frame = createFrame(root);
  }

  begin(): void {
    startPointing(
      {
        isBusy: () => this.#annotating?.popup.isOpen() === true,
        onPointed: (element) => this.#pointAt(element),
        onMore: (element) => this.#annotating?.popup.addElement(element),
        onCaptured: (captured) => void this.#annotate(({ annotate }, annotating) => annotate(annotating, captured)),
        onClicked: (id, rect) => void this.#annotate(({ edit }, annotating) => edit(annotating, id, rect)),
      },
      this.#host.element,
    );
    listenToKeys(this.#host.element, useShortcuts(this.#shortcuts()), [(event, target) => this.#annotating?.popup.keys(event, target) === true, this.#panel.keys]);
    this.#painter.onStanding((ids) => {
      for (const id of ids) this.#orphans.heard(id, this.#painter.standing(id));
      this.#panel.draw();
    });
    this.#painter.onReanchored((...place) => void this.#reanchor(...place));
    followNavigation({ onPage: () => this.#turnTo(), onContent: () => void this.#paint() });
    if (kept(thisTab, PANEL) !== null) this.#open();
    void followChanges({ api: this.#api, onChange: () => this.#onChange() })
      .then(() => this.#load(LOAD_FAILED))
      .then(() => this.#arrive())
      .then(() => whenIdle(() => this.#prepare()));
    showTooltipOnce(this.#host.root, this.#fab.button);
    this.#resume();
  }

  /** Shows again what was being written on this page. */
  #resume(): void {
    if (kept(thisTab, DRAFTS) !== null) void this.#annotate(({ resume }, annotating) => resume(annotating));
  }

  /** Does it, and says in a word what failed, with the hub's reason if it gave one, or else what to think of. */
  async #attempt(failure: string, work: () => Promise<unknown>, advice = ""): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      console.error("[astro-inline-review]", failure + advice, error);
      if (error instanceof Refused && error.code !== "") this.#toast(`${failure}: ${error.message.replace(/\.?$/, ".")} ${error.hint}`, LONG_MS);
      else this.#toast(failure + advice);
      return false;
    }
  }

  /** The late part, put to use once it is there. */
  async #rest(): Promise<[Late, Annotating]> {
    const part = await late();
    this.#annotating ??= this.#furnished(part);
    return [part, this.#annotating];
  }

  /** Fetches it unasked; if that fails, whoever asks for it is told. */
  #prepare(): void {
    void this.#rest().catch(() => undefined);
  }

  #furnished(part: Late): Annotating {
    const { root } = this.#host;
    part.dress(root);
    this.#panel.furnish(part);
    const popup = part.createPopup(root, this.#frame, this.#panel.node);
    return { ...this.#doings, popup, inspect: part.createInspector(), writingPlace: part.createWritingPlace(root) };
  }

  /** What draws the box may still be on its way. */
  #pointAt(element: Element | null): void {
    const isNew = this.#pointed === null;
    this.#pointed = element;
    if (this.#annotating !== null) this.#annotating.inspect(element);
    else if (isNew) void this.#rest().then(([, { inspect }]) => inspect(this.#pointed)).catch(() => undefined);
  }

  #furnish(): Promise<boolean> {
    return this.#attempt("Failed to load the panel", () => this.#rest());
  }

  #annotate(work: (part: Late, annotating: Annotating) => void | Promise<void>, failure = "Failed to open the note"): Promise<boolean> {
    return this.#attempt(failure, async () => work(...(await this.#rest())));
  }

  async #toggleNoteForm(wanted?: boolean): Promise<void> {
    if (await this.#furnish()) this.#panel.toggleNoteForm(wanted);
  }

  #makeDoings(): Doings {
    return {
      store: this.#store,
      attempt: (failure, work) => this.#attempt(failure, work),
      tell: (...words) => this.#toast(...words),
      redraw: () => this.#panel.draw(),
      whereabouts: (annotation) =>
        annotation.pageUrl === location.pathname ? this.#orphans.whereabouts(annotation, this.#painter.standing(annotation.id)) : "here",
      goTo: (annotation) => this.#goTo(annotation),
      clear: () => void this.#annotate(({ clear }, { store }) => clear(store), "Failed to delete annotations"),
      exportToClipboard: () => this.#export(),
    };
  }

  #shortcuts() {
    return {
      togglePanel: () => this.#setOpen(!this.#panel.isOpen()),
      closeActive: () => this.#closeActive(),
      exportToClipboard: () => this.#export(),
      addPageNote: () => {
        if (!this.#panel.isOpen()) this.#open();
        void this.#toggleNoteForm(true);
      },
    };
  }

  #closeActive(): boolean {
    const popup = this.#annotating?.popup;
    if (popup?.isOpen() === true) {
      if (!popup.holdsWords()) popup.close();
      return true;
    }
    if (!this.#panel.isOpen()) return false;
    // Whoever writes in the panel leaves the form, not the panel; and neither with new words in it.
    const form = this.#host.root.activeElement?.closest('[data-air-form]:not([data-air-el=popup])');
    if (form == null) this.#setOpen(false);
    else if (!form.hasAttribute("data-air-written")) form.querySelector<HTMLElement>("[data-air-cancel]")?.click();
    return true;
  }

  #open(): void {
    this.#panel.show(true);
    this.#fab.show(true);
    keep(thisTab, PANEL, "open");
    void this.#furnish();
    void this.#load(LOAD_FAILED, ". Is the dev server running?");
  }

  /** As a person wants it, so the focus goes along. */
  #setOpen(open: boolean): void {
    if (open) {
      this.#open();
      this.#panel.moveFocusIn();
      return;
    }
    this.#panel.show(false);
    this.#fab.show(false);
    keep(thisTab, PANEL, null);
    this.#fab.button.focus({ preventScroll: true });
  }

  /** Asks the hub anew; says so only when that fails and somebody has asked for it. */
  async #load(failure?: string, advice?: string): Promise<void> {
    if (failure !== undefined) await this.#attempt(failure, () => this.#store.load(), advice);
    else await this.#store.load().catch(() => undefined);
  }

  #onChange(): void {
    this.#orphans.onStoreChanged();
    void this.#load();
  }

  /** Shows what the store holds now: in the page, in the button and, while it is open, in the panel. */
  #draw(): void {
    this.#fab.count(this.#here().length);
    void this.#paint();
    this.#panel.draw();
    if (this.#panel.isOpen() && this.#annotating === null) this.#prepare();
  }

  /** Another page, without a load: what is known of it is shown at once, and what is not is asked for. */
  #turnTo(): void {
    this.#draw();
    void this.#load();
    this.#resume();
  }

  #here(): Annotation[] {
    return this.#store.annotations.filter(({ pageUrl }) => pageUrl === location.pathname);
  }

  async #paint(): Promise<void> {
    try {
      await this.#painter.show(this.#here());
    } catch (error) {
      console.error("[astro-inline-review]", "Failed to show annotations", error);
    }
  }

  /** Where an annotation of another page has led to. */
  async #arrive(): Promise<void> {
    const id = kept(thisTab, GO_TO);
    if (id === null) return;
    keep(thisTab, GO_TO, null);
    await this.#paint();
    this.#painter.pulse(id);
  }

  #goTo(annotation: Annotation): void {
    void this.#annotate(({ goTo }) => goTo(annotation, { closePanel: () => this.#setOpen(false), pulse: (id) => void this.#painter.pulse(id) }));
  }

  /** If this fails, the next session finds the place in the same way. */
  async #reanchor(...place: [id: string, range: unknown, anchor: unknown]): Promise<void> {
    await this.#rest().then(([{ reanchor }]) => reanchor(this.#store, ...place)).catch(() => undefined);
  }

  #export(): void {
    const failure = "Export failed — try again";
    void this.#annotate(({ exportToClipboard }, doings) => exportToClipboard(this.#host.root, doings, failure), failure);
  }
}
