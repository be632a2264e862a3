/** The inside of a drawing frame: takes its one port from the desk, and draws what comes through it, one at a time. */
import { DRAWING_FACE, type DrawingJob, type DrawingReply } from "./messages";

type Draw = (job: DrawingJob) => Promise<string> | string;

const LONGEST_ERROR = 500;

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_ERROR);

async function replyTo(job: DrawingJob, draw: Draw): Promise<DrawingReply> {
  try {
    return { id: job.id, made: await draw(job) };
  } catch (error) {
    return { id: job.id, error: wordsOf(error) };
  }
}

/** The first SVG in a text, in HTML's or XML's spelling. */
export function pictureIn(text: string): SVGSVGElement {
  const root = new DOMParser().parseFromString(text, "text/html").querySelector("svg");
  if (root === null) throw new Error("Nothing was drawn.");
  return root;
}

/** As plain XML, which is all that the desk reads. */
export const asXml = (picture: SVGSVGElement) => new XMLSerializer().serializeToString(picture);

/** Words are measured in the face in which the desk will show them. */
async function takeFont(font: unknown): Promise<void> {
  if (!(font instanceof ArrayBuffer)) return;
  document.fonts.add(await new FontFace(DRAWING_FACE, font, { weight: "100 900" }).load());
}

export function serve(draw: Draw): void {
  const take = ({ source, data: font, ports: [port] }: MessageEvent<unknown>) => {
    if (source !== window.parent || port === undefined) return;
    window.removeEventListener("message", take);
    // Without the face it is the machine's own that is measured.
    let last: Promise<unknown> = takeFont(font).catch(() => undefined);
    port.onmessage = ({ data }: MessageEvent<DrawingJob>) => {
      last = last.then(async () => port.postMessage(await replyTo(data, draw)));
    };
  };
  window.addEventListener("message", take);
}
