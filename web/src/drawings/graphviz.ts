/** The frame in which Graphviz draws. Its one script runs twice: in the page, and in the worker that the page starts with it. */
import { asXml, pictureIn, serve } from "./frame";
import { dress } from "./graphviz_look";
import { withDefaults } from "./graphviz_source";
import { serveLayouts, type Layout } from "./graphviz_worker";
import type { DrawingJob } from "./messages";

const MOST_CHARACTERS = 50_000;

/** Laid out beside the page's thread: what takes too long ends with the frame, and nothing waits for it. */
class LayoutWorker {
  private port: MessagePort | null = null;
  private worker: Worker | null = null;

  constructor(private readonly script: string) {}

  layOut(source: string): Promise<Layout> {
    const port = (this.port ??= this.start());
    return new Promise((resolve, reject) => {
      port.onmessage = ({ data }: MessageEvent<Layout>) => resolve(data);
      if (this.worker !== null) this.worker.onerror = () => reject(new Error("Graphviz cannot be started here."));
      port.postMessage(source);
    });
  }

  /** Whatever has broken in it is gone; the next drawing gets a new one. */
  end(): void {
    this.port?.close();
    this.worker?.terminate();
    this.port = this.worker = null;
  }

  private start(): MessagePort {
    const address = URL.createObjectURL(new Blob([this.script], { type: "text/javascript" }));
    this.worker = new Worker(address);
    const { port1, port2 } = new MessageChannel();
    this.worker.postMessage(null, [port2]);
    return port1;
  }
}

function serveDrawings(script: string): void {
  const worker = new LayoutWorker(script);
  const draw = async ({ source, colours, light }: DrawingJob) => {
    if (source.length > MOST_CHARACTERS) throw new Error(`The source is longer than ${MOST_CHARACTERS} characters.`);
    const layout = await worker.layOut(withDefaults(source));
    if ("broken" in layout) worker.end();
    if (!("svg" in layout)) throw new Error(layout.error);
    const picture = pictureIn(layout.svg);
    dress(picture, { colours, light });
    return asXml(picture);
  };
  serve(draw);
}

if (typeof document === "undefined") serveLayouts();
else serveDrawings(document.currentScript?.textContent ?? "");
