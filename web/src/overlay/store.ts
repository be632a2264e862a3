/** What this page knows of the page file: asked for when it changes, changed by this tab's own writes, cached for bad times. */
import { Refused, type Api } from "./api";
import { forever, keep, kept, parsed } from "./keep";
import { readAnnotation, readNote, readProblems, readStore } from "./reading";
import type { PageNote, PageProblem } from "../wire/types.gen";
import type { Annotation, ReviewStore } from "./types";

const CACHE = "astro-inline-review";
const EMPTY: ReviewStore = { version: 1, annotations: [], pageNotes: [] };
const SERVERS_FAULT = 500;

type Kind = "annotations" | "pageNotes";

function replaced<Entry extends { id: string }>(entries: readonly Entry[], entry: Entry | null): Entry[] {
  if (entry === null) return [...entries];
  const at = entries.findIndex(({ id }) => id === entry.id);
  return at < 0 ? [...entries, entry] : entries.with(at, entry);
}

/** A page file as one tab sees it. */
export class Store {
  problems: readonly PageProblem[] = [];
  /** Why what is shown may not be what there is, or why nothing can be written. */
  trouble: Refused | null = null;
  #now = readStore(parsed(kept(forever, CACHE))) ?? EMPTY;
  #lastText = "";
  /** Writes that have begun and have ended. */
  #begun = 0;
  #ended = 0;
  #loading: Promise<void> | null = null;
  #again = false;

  /**
   * @param wantsAll whether more than this page's annotations are wanted
   * @param onChange called after anything above has changed
   */
  constructor(
    private readonly api: Api,
    private readonly wantsAll: () => boolean,
    private readonly onChange: () => void,
  ) {}

  get annotations(): readonly Annotation[] {
    return this.#now.annotations;
  }

  get notes(): readonly PageNote[] {
    return this.#now.pageNotes;
  }

  /** Asks for what is wanted now; a call while one runs makes that one ask again. Throws when it failed. */
  load(): Promise<void> {
    this.#again = true;
    if (this.#begun !== this.#ended) return Promise.resolve();
    this.#loading ??= this.#loadAll().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  /** All of it, fresh. */
  async whole(): Promise<ReviewStore> {
    return readStore(parsed(await this.api.get("/annotations"))) ?? EMPTY;
  }

  /** All of it as Markdown. */
  exported(): Promise<string> {
    return this.api.get("/export");
  }

  /** Between the beginning and the end of a write no answer to a question counts. */
  async send(...write: Parameters<Api["write"]>): Promise<unknown> {
    this.#begun += 1;
    try {
      return await this.api.write(...write);
    } catch (error) {
      throw this.#failed(error);
    } finally {
      this.#ended += 1;
      if (this.#again) void this.load().catch(() => undefined);
    }
  }

  /** Knows an entry as the hub has stored it. */
  put(kind: Kind, said: unknown): void {
    if (kind === "annotations") this.set({ annotations: replaced(this.annotations, readAnnotation(said)) });
    else this.set({ pageNotes: replaced(this.notes, readNote(said)) });
  }

  drop(gone: string): void {
    const others = <Entry extends { id: string }>(entries: readonly Entry[]) => entries.filter(({ id }) => id !== gone);
    this.set({ annotations: others(this.annotations), pageNotes: others(this.notes) });
  }

  set(next: Partial<ReviewStore>): void {
    this.trouble = null;
    this.#now = { ...this.#now, ...next };
    this.#lastText = "";
    keep(forever, CACHE, JSON.stringify(this.#now));
    this.onChange();
  }

  async #loadAll(): Promise<void> {
    while (this.#again && this.#begun === this.#ended) {
      this.#again = false;
      await this.#loadOnce();
    }
  }

  async #loadOnce(): Promise<void> {
    const before = this.#begun;
    const asked = this.#query();
    const answer = await this.api.get(asked).catch((error: unknown) => {
      throw this.#failed(error);
    });
    // An answer from before a write would bring back what the write took away.
    this.#again ||= before !== this.#begun || asked !== this.#query();
    if (this.#again) return;
    if (answer === this.#lastText && this.trouble === null) return;
    const said = parsed(answer);
    this.problems = readProblems(said);
    this.set(readStore(said) ?? EMPTY);
    this.#lastText = answer;
  }

  #query(): string {
    return this.wantsAll() ? "/annotations" : `/annotations?page=${encodeURIComponent(location.pathname)}`;
  }

  #failed(error: unknown): unknown {
    if (error instanceof Refused && (error.status === 0 || error.status >= SERVERS_FAULT)) this.trouble = error;
    this.onChange();
    return error;
  }
}
