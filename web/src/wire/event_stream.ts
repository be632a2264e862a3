/** Reads server-sent events out of the body of a response: an EventSource could not send the token. */
export interface StreamEvent {
  kind: string;
  id: string;
  data: string;
}

function eventsIn(block: string): StreamEvent[] {
  const fields = (name: string) => [...block.matchAll(new RegExp(`^${name}(?:: ?(.*))?$`, "gm"))].map(([, value]) => value ?? "");
  const data = fields("data");
  return data.length === 0 ? [] : [{ kind: fields("event").join(), id: fields("id").join(), data: data.join("\n") }];
}

/** Takes the text piece by piece, cut anywhere, and gives the events that are whole by then. */
export function eventReader(): (piece: string) => StreamEvent[] {
  let rest = "";
  return (piece) => {
    const blocks = (rest + piece).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? "";
    return blocks.flatMap(eventsIn);
  };
}

/** The events until the stream ends, in whichever way; `onPiece` is called for everything that comes, also for comments. */
export async function* eventsOf({ body }: Response, onPiece: () => void): AsyncGenerator<StreamEvent> {
  if (body === null) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const read = eventReader();
  try {
    for (;;) {
      // A hub that ends takes its streams along: a broken stream has ended too.
      const piece = await reader.read().catch(() => null);
      if (!piece?.value) return;
      onPiece();
      yield* read(piece.value);
    }
  } finally {
    // Who is called may fail: the connection is given back all the same, the browser has only six.
    reader.cancel().catch(() => undefined);
  }
}
