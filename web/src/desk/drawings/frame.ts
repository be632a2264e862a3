/** The outside of a drawing frame: a page without an origin, rights or network, asked for one drawing after another. */
import type { DrawingJob, DrawingReply, Engine } from "../../drawings/messages";
import { drawingFont } from "./font";

const LOADING_MS = 30_000;
const DRAWING_MS = 10_000;
const IDLE_MS = 20_000;
const LONGEST_MADE = 4_000_000;
const LONGEST_ERROR = 500;

type Result = { made: string } | { error: string };

const TOO_SLOW: Result = { error: `It took longer than ${DRAWING_MS / 1000} seconds.` };
const TOO_LARGE: Result = { error: "What came of it is too large to be shown." };

/** What a frame says is read as a stranger's words: it may be anything. */
function resultOf(told: unknown, id: number): Result | null {
  if (typeof told !== "object" || told === null) return null;
  const reply = told as Partial<Record<"id" | "made" | "error", unknown>> satisfies Partial<Record<keyof DrawingReply, unknown>>;
  if (reply.id !== id) return null;
  if (typeof reply.made === "string") return reply.made.length > LONGEST_MADE ? TOO_LARGE : { made: reply.made };
  return { error: typeof reply.error === "string" ? reply.error.slice(0, LONGEST_ERROR) : "It says nothing that can be shown." };
}

function within<Value>(wait_ms: number, work: (resolve: (value: Value) => void) => void, otherwise: Value): Promise<Value> {
  return new Promise((resolve) => {
    const timer = window.setTimeout(() => resolve(otherwise), wait_ms);
    work((value) => {
      window.clearTimeout(timer);
      resolve(value);
    });
  });
}

export class DrawingFrame {
  private element: HTMLIFrameElement | null = null;
  private port: MessagePort | null = null;
  private last: Promise<unknown> = Promise.resolve();
  private idle = 0;
  private ended = false;

  constructor(private readonly engine: Engine) {}

  /** The drawings are made in the order in which they are asked for, each within its time. */
  ask(job: DrawingJob): Promise<Result> {
    const result = this.last.then(() => this.draw(job));
    this.last = result;
    return result;
  }

  /** Ends what is running; what is asked for later gets a new frame. */
  close(): void {
    window.clearTimeout(this.idle);
    this.port?.close();
    this.element?.remove();
    this.element = this.port = null;
  }

  end(): void {
    this.ended = true;
    this.close();
  }

  private async draw(job: DrawingJob): Promise<Result> {
    window.clearTimeout(this.idle);
    if (this.ended) return TOO_SLOW;
    const port = (this.port ??= await this.open());
    if (port === null) return { error: "What draws it could not be fetched." };
    const result = await this.reply(port, job);
    if (result === TOO_SLOW) this.close();
    this.idle = window.setTimeout(() => this.close(), IDLE_MS);
    return result;
  }

  private reply(port: MessagePort, job: DrawingJob): Promise<Result> {
    const work = (resolve: (result: Result) => void) => {
      port.onmessage = ({ data }: MessageEvent<unknown>) => {
        const result = resultOf(data, job.id);
        if (result !== null) resolve(result);
      };
      port.postMessage(job);
    };
    return within(DRAWING_MS, work, TOO_SLOW);
  }

  private async open(): Promise<MessagePort | null> {
    const font = (await drawingFont()).bytes;
    const frame = document.createElement("iframe");
    this.element = frame;
    frame.className = "drawing-frame";
    frame.title = "Makes drawings";
    frame.tabIndex = -1;
    frame.ariaHidden = "true";
    // No right but to run: no origin, no forms, no windows, no way to lead the desk anywhere.
    frame.setAttribute("sandbox", "allow-scripts");
    frame.referrerPolicy = "no-referrer";
    frame.src = `/drawings/${this.engine}.html`;
    const loaded = await within<boolean>(
      LOADING_MS,
      (resolve) => {
        frame.onload = () => resolve(true);
        document.body.append(frame);
      },
      false,
    );
    frame.onload = null;
    if (!loaded || frame.contentWindow === null) {
      this.close();
      return null;
    }
    const { port1, port2 } = new MessageChannel();
    // An opaque origin has no name to send to; what is sent is a face, then the text that the frame is to draw.
    frame.contentWindow.postMessage(font, "*", [port2]);
    return port1;
  }
}
