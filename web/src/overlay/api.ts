/** The requests to the hub, which the page's own server hands on to it. */
import { isFields, words } from "./reading";
import { parsed } from "./keep";
import { newWriteId } from "./write_ids";

/** The hub puts this before the script; see docs/reference/pages.md. */
declare const COUNTERMARK_SITE: { token: string };

const BASE = "/__inline-review/api";

/** The hub said no, or nobody answered (status 0). */
export class Refused extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly code: string,
    readonly hint: string,
  ) {
    super(message);
  }
}

export const isBroken = (error: unknown): error is Refused => error instanceof Refused && error.code === "page_file_broken";

export interface Api {
  /** The text of the answer. */
  get: (path: string) => Promise<string>;
  /** Under one `id` the hub makes a write once; see unheard.ts. */
  write: (method: "POST" | "PATCH" | "DELETE", path: string, body?: unknown, id?: string) => Promise<unknown>;
  /** Opens the stream of changes. */
  events: (signal: AbortSignal, lastId: string) => Promise<Response>;
  /** Was this write one of this tab? */
  isOwn: (write: string) => boolean;
}

const token = () => (typeof COUNTERMARK_SITE === "undefined" ? "" : COUNTERMARK_SITE.token);

async function refusal(response: Response): Promise<Refused> {
  const said = parsed(await response.text());
  const fields = isFields(said) ? said : {};
  return new Refused(words(fields["error"]) || `HTTP ${response.status}`, response.status, words(fields["code"]), words(fields["hint"]));
}

export function createApi(): Api {
  const own = new Set<string>();
  const request = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = { "Content-Type": "application/json", "X-Countermark-Site": token(), ...(init.headers as Record<string, string>) };
    const response = await fetch(BASE + path, { cache: "no-store", ...init, headers }).catch((error: unknown) => {
      throw new Refused(String(error), 0, "", "");
    });
    if (!response.ok) throw await refusal(response);
    return response;
  };
  return {
    get: async (path) => (await request(path, {})).text(),
    async write(method, path, body, id = newWriteId()) {
      own.add(id);
      const init = { method, headers: { "X-Countermark-Write": id } };
      return parsed(await (await request(path, body === undefined ? init : { ...init, body: JSON.stringify(body) })).text());
    },
    events: (signal, lastId) => {
      const headers = { Accept: "text/event-stream", ...(lastId && { "Last-Event-ID": lastId }) };
      return request("/events", { signal, headers });
    },
    isOwn: (write) => own.has(write),
  };
}
