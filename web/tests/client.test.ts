import { afterEach, describe, expect, it, vi } from "vitest";
import { fetchSession, HubError, signIn } from "../src/wire/client";

/** The hub ends in the middle of what it says. */
function cutShort(): void {
  const said = new TextEncoder().encode('{"version": "1.');
  const body = new ReadableStream<Uint8Array>({ start: (to) => to.enqueue(said), pull: (to) => to.error(new TypeError("network error")) });
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body)));
  vi.stubGlobal("localStorage", { getItem: () => null });
}

describe("an answer that is cut short", () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([["asking", () => fetchSession()], ["signing in", () => signIn("one-time")]])("is no answer, which may be tried again: %s", async (_, ask) => {
    cutShort();
    const failure = await ask().catch((reason: unknown) => reason);
    expect(failure).toBeInstanceOf(HubError);
    expect(failure).toMatchObject({ code: "no_answer", isPassing: true });
  });
});
