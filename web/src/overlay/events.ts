/** Hears what has changed in the page file: by a stream of events, or by asking every two seconds where there is no stream. */
import { isBroken, Refused, type Api } from "./api";
import { isFields, words } from "./reading";
import { parsed } from "./keep";
import { eventsOf } from "../wire/event_stream";

const POLL_MS = 2000;
/** The hub says something at once and then every ten seconds; who hears nothing is behind a proxy that hoards. */
const FIRST_MS = 4000;
const SILENCE_MS = 35_000;
const STREAM_AGAIN_MS = 30_000;
/** What is known of a file that cannot be read, and of a server that does not answer. */
const BROKEN = "broken";
const AWAY = "away";

interface Hearing {
  api: Api;
  /** Someone else has changed something, or may have while nobody answered. */
  onChange: () => void;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function untilShown(): Promise<void> {
  return new Promise((resolve) => {
    if (!document.hidden) resolve();
    else document.addEventListener("visibilitychange", () => resolve(untilShown()), { once: true });
  });
}

class Changes {
  #known: string | null = null;
  #lastId = "";

  constructor(private readonly hearing: Hearing) {}

  /** Asks what there is now; a store that is loaded after this misses nothing that comes later. */
  begin(): Promise<void> {
    return this.#ask();
  }

  /** Runs as long as the page does; a hidden page asks nothing. */
  async follow(): Promise<never> {
    let streamAt = 0;
    for (;;) {
      await untilShown();
      if (Date.now() >= streamAt) streamAt = (await this.#stream()) ? 0 : Date.now() + STREAM_AGAIN_MS;
      await untilShown();
      await this.#ask();
      await pause(POLL_MS);
    }
  }

  async #ask(): Promise<void> {
    try {
      const said = parsed(await this.hearing.api.get("/version"));
      this.#notice(isFields(said) ? words(said["fingerprint"]) : "");
    } catch (error) {
      // Whoever restarts a server needs no word about it; the next question finds out.
      this.#notice(isBroken(error) ? BROKEN : AWAY);
    }
  }

  #notice(said: string): void {
    const before = this.#known;
    this.#known = said;
    if (before !== null && before !== said && said !== AWAY) this.hearing.onChange();
  }

  /** Listens until the stream ends; false when there was none. */
  async #stream(): Promise<boolean> {
    const ended = new AbortController();
    const end = () => ended.abort();
    let heard = false;
    let timer = window.setTimeout(end, FIRST_MS);
    document.addEventListener("visibilitychange", end, { once: true, signal: ended.signal });
    window.addEventListener("pagehide", end, { once: true, signal: ended.signal });
    try {
      const response = await this.hearing.api.events(ended.signal, this.#lastId);
      const alive = () => {
        if (!heard) void this.#ask();
        heard = true;
        clearTimeout(timer);
        timer = window.setTimeout(end, SILENCE_MS);
      };
      for await (const { id, data } of eventsOf(response, alive)) this.#told(id, parsed(data));
    } catch (error) {
      if (!(error instanceof Refused || error instanceof TypeError || error instanceof DOMException)) throw error;
    } finally {
      clearTimeout(timer);
      end();
    }
    return heard;
  }

  #told(id: string, data: unknown): void {
    this.#lastId = id;
    if (!isFields(data)) return;
    this.#known = words(data["fingerprint"]);
    if (!this.hearing.api.isOwn(words(data["write"]))) this.hearing.onChange();
  }
}

/** Resolves when the store can be loaded without missing anything. */
export async function followChanges(hearing: Hearing): Promise<void> {
  const changes = new Changes(hearing);
  await changes.begin();
  void changes.follow();
}
