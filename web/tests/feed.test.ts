import { describe, expect, it, vi } from "vitest";
import { followFeed, onWhisper } from "../src/wire/feed";
import { eventReader, type StreamEvent } from "../src/wire/event_stream";

const STREAM = 'event: hello\ndata: {"seq":1}\n\n: still here\n\nid: 2\nevent: review_opened\ndata: {"title":"ö: \\"x\\""}\n\n';
const EVENTS: StreamEvent[] = [
  { kind: "hello", id: "", data: '{"seq":1}' },
  { kind: "review_opened", id: "2", data: '{"title":"ö: \\"x\\""}' },
];

describe("the event stream", () => {
  it("is read whole, and comments are nothing", () => {
    expect(eventReader()(STREAM)).toEqual(EVENTS);
  });

  it("is read wherever it is cut", () => {
    for (let cut = 0; cut <= STREAM.length; cut++) {
      const read = eventReader();
      expect([...read(STREAM.slice(0, cut)), ...read(STREAM.slice(cut))]).toEqual(EVENTS);
    }
  });

  it("is read with the line ends of a proxy", () => {
    const read = eventReader();
    const lines = STREAM.replaceAll("\n", "\r\n");
    expect(Array.from(lines, (sign) => read(sign)).flat()).toEqual(EVENTS);
  });

  it("gives nothing of an event that is not whole", () => {
    expect(eventReader()("event: hello\ndata: {}\n")).toEqual([]);
  });

  it("joins the lines of one event's data", () => {
    expect(eventReader()("data: one\ndata:two\ndata\n\n")).toEqual([{ kind: "", id: "", data: "one\ntwo\n" }]);
  });
});

describe("the feed", () => {
  it("says whether entries are gone that this page has not seen", async () => {
    const told: boolean[] = [];
    vi.stubGlobal("window", { setTimeout: () => 0, clearTimeout: () => undefined });
    for (const since of [6, 7]) {
      vi.stubGlobal("fetch", () => Promise.resolve(new Response('event: hello\ndata: {"seq":9,"dropped":7}\n\n')));
      const lost = new Promise<void>((ended) => {
        followFeed(since, { hello: (_, missed) => told.push(missed), entry: () => undefined, lost: ended });
      });
      await lost;
    }
    expect(told).toEqual([true, false]);
    vi.unstubAllGlobals();
  });

  it("gives its connection back when what an entry does to the page fails", async () => {
    const cancel = vi.fn();
    const body = new ReadableStream<Uint8Array>({ start: (stream) => stream.enqueue(new TextEncoder().encode(STREAM)), cancel });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(body)));
    vi.stubGlobal("reportError", () => undefined);
    vi.stubGlobal("window", { setTimeout: () => 0, clearTimeout: () => undefined });
    const fail = () => {
      throw new Error("a fault of ours");
    };
    const stop = followFeed(0, { hello: fail, entry: fail, lost: () => undefined });
    await vi.waitFor(() => expect(cancel).toHaveBeenCalled());
    stop();
    vi.unstubAllGlobals();
  });

  it("reads each whisper once for all who listen, between the entries, and goes on from the last entry", async () => {
    const whisper = (n: number) => `event: whisper\ndata: {"session":"se_1","n":${n},"op":{"kind":"text","at":0,"text":"ö"}}\n\n`;
    const entry = (seq: number) => `id: ${seq}\nevent: review_opened\ndata: {"seq":${seq}}\n\n`;
    const asked: string[] = [];
    vi.stubGlobal("window", { setTimeout: (again: () => void) => (asked.length < 2 ? again() : undefined), clearTimeout: () => undefined });
    vi.stubGlobal("fetch", (url: string) => {
      asked.push(url);
      return Promise.resolve(new Response(asked.length === 1 ? whisper(1) + entry(8) + whisper(2) + whisper(3) : ""));
    });
    const heard: unknown[] = [];
    const parse = vi.spyOn(JSON, "parse");
    const stops = [onWhisper(({ n }) => heard.push(n)), onWhisper(({ n }) => heard.push(-n))];
    const deaf = onWhisper(() => heard.push("stopped"));
    deaf();
    const lost = vi.fn();
    const stop = followFeed(7, { hello: () => undefined, entry: ({ seq }) => heard.push(`entry ${seq}`), lost });
    await vi.waitFor(() => expect(lost).toHaveBeenCalledTimes(2));
    stop();
    expect(heard).toEqual([1, -1, "entry 8", 2, -2, 3, -3]);
    expect(parse).toHaveBeenCalledTimes(4);
    expect(asked).toEqual(["/api/feed?since=7", "/api/feed?since=8"]);
    stops.forEach((each) => each());
    parse.mockRestore();
    vi.unstubAllGlobals();
  });
});
