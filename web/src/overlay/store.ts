/** What this page knows of the page file: asked for when it changes, changed by this tab's own writes, cached for bad times. */
import { isBroken, Refused, type Api } from "./api";
import type { Place } from "./drafts";
import { forever, keep, kept, parsed } from "./keep";
import { isFields, readAnnotation, readNote, readProblems, readStore, words, type Fields, type Problem } from "./reading";
import type { Annotation, PageNote, ReviewStore } from "./types";

const CACHE = "astro-inline-review";
const EMPTY: ReviewStore = { version: 1, annotations: [], pageNotes: [] };

/** Why what is shown may not be what there is. */
export interface Trouble {
  kind: "away" | "broken";
  message: string;
  hint: string;
}

const isGone = (error: unknown) => error instanceof Refused && error.status === 404;
const path = (kind: string, id: string) => `/${kind}/${encodeURIComponent(id)}`;

function replaced<Entry extends { id: string }>(entries: readonly Entry[], entry: Entry): Entry[] {
  const at = entries.findIndex(({ id }) => id === entry.id);
  return at < 0 ? [...entries, entry] : entries.with(at, entry);
}

/** A page file as one tab sees it. */
export class Store {
  problems: readonly Problem[] = [];
  trouble: Trouble | null = null;
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

  add(wish: Fields): Promise<void> {
    return this.#writing(async () => this.#put(await this.api.write("POST", "/annotations", wish)));
  }

  change(id: string, patch: Fields): Promise<void> {
    return this.#writing(async () => this.#put(await this.api.write("PATCH", path("annotations", id), patch)));
  }

  async remove(id: string): Promise<void> {
    await this.#erase("annotations", id);
    this.#set({ ...this.#now, annotations: this.annotations.filter((one) => one.id !== id) });
  }

  /** A new note when the id is null, or when the one that was edited is gone. */
  saveNote(id: string | null, note: string, place: Place): Promise<void> {
    const add = () => this.api.write("POST", "/page-notes", { ...place, note });
    return this.#writing(async () => {
      const isThere = id !== null && this.notes.some((one) => one.id === id);
      const saved = readNote(isThere ? await this.api.write("PATCH", path("page-notes", id), { note }) : await add());
      if (saved !== null) this.#set({ ...this.#now, pageNotes: replaced(this.notes, saved) });
    });
  }

  async removeNote(id: string): Promise<void> {
    await this.#erase("page-notes", id);
    this.#set({ ...this.#now, pageNotes: this.notes.filter((one) => one.id !== id) });
  }

  /** Deletes everything, one after another: there is no bulk delete. What is gone is gone here, too, whatever comes next. */
  async clear(): Promise<void> {
    const all = await this.whole();
    this.#set(all);
    for (const { id } of all.annotations) await this.remove(id);
    for (const { id } of all.pageNotes) await this.removeNote(id);
  }

  /** Has the unreadable file put away; says where it is kept. */
  async setAside(): Promise<string> {
    const said = await this.#writing(() => this.api.write("POST", "/set-aside", {}));
    await this.load();
    return isFields(said) ? words(said["kept_as"]) : "";
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
    this.trouble = null;
    this.#set(readStore(said) ?? EMPTY);
    this.#lastText = answer;
  }

  #query(): string {
    return this.wantsAll() ? "/annotations" : `/annotations?page=${encodeURIComponent(location.pathname)}`;
  }

  /** A write: between its beginning and its end no answer to a question counts. */
  async #writing<Result>(write: () => Promise<Result>): Promise<Result> {
    this.#begun += 1;
    try {
      return await write();
    } catch (error) {
      throw this.#failed(error);
    } finally {
      this.#ended += 1;
      if (this.#again) void this.load().catch(() => undefined);
    }
  }

  #erase(kind: string, id: string): Promise<unknown> {
    return this.#writing(() =>
      this.api.write("DELETE", path(kind, id)).catch((error: unknown) => {
        if (!isGone(error)) throw error;
      }),
    );
  }

  #put(said: unknown): void {
    const saved = readAnnotation(said);
    if (saved !== null) this.#set({ ...this.#now, annotations: replaced(this.annotations, saved) });
  }

  #set(next: ReviewStore): void {
    this.#now = next;
    this.#lastText = "";
    keep(forever, CACHE, JSON.stringify(next));
    this.onChange();
  }

  #failed(error: unknown): unknown {
    if (isBroken(error)) this.trouble = { kind: "broken", message: error.message, hint: error.hint };
    else if (error instanceof Refused && error.status === 0) this.trouble = { kind: "away", message: "", hint: "" };
    this.onChange();
    return error;
  }
}
