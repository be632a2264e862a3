/** The worker in which Graphviz lays out: takes one port from its page, and answers each source with an SVG or with why not. */
import { instance } from "@viz-js/viz";

type Viz = Awaited<ReturnType<typeof instance>>;

/** `broken`: Graphviz has ended in the midst of its work and cannot be asked again. */
export type Layout = { svg: string } | { error: string; broken?: true };

const LARGEST_SVG = 2_000_000;
const MOST_PAGES = 8192; // of 64 KiB: 512 MiB
const LONGEST_ERROR = 500;
const LEFT_OUT = /^in label of /;
const GAVE_UP = "Graphviz has given up.";

/** More memory than that is refused; Graphviz then ends, and says that it had too little. */
function boundMemory(): void {
  const { prototype } = WebAssembly.Memory;
  // The method is kept to be called on what it was called on.
  // eslint-disable-next-line @typescript-eslint/unbound-method
  const { grow } = prototype;
  prototype.grow = function (this: WebAssembly.Memory, pages: number): number {
    if (this.buffer.byteLength / 65_536 + pages > MOST_PAGES) throw new RangeError("No more memory is given.");
    return grow.call(this, pages);
  };
}

function layOut(viz: Viz, source: string): Layout {
  const { output, errors } = viz.render(source, { format: "svg_inline" });
  const told = errors.filter(({ level }) => level !== "warning").map(({ message }) => message);
  // A label that cannot be read is left out of the picture, which would then say less than its source.
  const lacks = told.some((message) => LEFT_OUT.test(message));
  if (output === undefined || lacks) return { error: told.join("\n").slice(0, LONGEST_ERROR) || "There is no graph in it." };
  return output.length > LARGEST_SVG ? { error: "What came of it is too large to be shown." } : { svg: output };
}

export function serveLayouts(): void {
  boundMemory();
  const coming = instance();
  const answer = async (source: string): Promise<Layout> => {
    try {
      return layOut(await coming, source);
    } catch (error) {
      const words = error instanceof Error ? `${GAVE_UP} ${error.message}` : GAVE_UP;
      return { error: words.slice(0, LONGEST_ERROR), broken: true };
    }
  };
  addEventListener("message", ({ ports: [port] }) => {
    if (port === undefined) return;
    port.onmessage = async ({ data }: MessageEvent<string>) => port.postMessage(await answer(data));
  });
}
