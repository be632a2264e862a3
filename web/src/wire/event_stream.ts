/** Reads server-sent events out of a stream that a request brings: an EventSource could not send the token. */
export interface StreamEvent {
  kind: string;
  data: string;
}

function eventIn(block: string): StreamEvent | null {
  let kind = "message";
  const data: string[] = [];
  for (const line of block.split("\n")) {
    const [, name, value = ""] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
    if (name === "event") kind = value;
    if (name === "data") data.push(value);
  }
  return data.length === 0 ? null : { kind, data: data.join("\n") };
}

/** Takes the text piece by piece, cut anywhere, and gives the events that are whole by then. */
export function eventReader(): (piece: string) => StreamEvent[] {
  let rest = "";
  return (piece) => {
    const blocks = (rest + piece).split("\n\n");
    rest = blocks.pop() ?? "";
    return blocks.map(eventIn).filter((event) => event !== null);
  };
}
