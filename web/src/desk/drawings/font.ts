/** The desk's own face for the words of drawings: measured with in the frame, and carried inside each picture. */
import { DRAWING_FACE } from "../../drawings/messages";
import address from "../../style/fonts/sans/sans-normal-first.woff2?url";

interface DrawingFont {
  bytes: ArrayBuffer | null;
  /** The rule that a picture carries; empty when the face could not be fetched. */
  face: string;
}

const NONE: DrawingFont = { bytes: null, face: "" };
const CHUNK = 8192;

let coming: Promise<DrawingFont> | null = null;

export function base64(codes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < codes.length; at += CHUNK) text += String.fromCharCode(...codes.subarray(at, at + CHUNK));
  return btoa(text);
}

async function fetchFont(): Promise<DrawingFont> {
  const answer = await fetch(address);
  if (!answer.ok) return NONE;
  const bytes = await answer.arrayBuffer();
  const face = `@font-face{font-family:"${DRAWING_FACE}";font-weight:100 900;src:url("data:font/woff2;base64,${base64(new Uint8Array(bytes))}")}`;
  return { bytes, face };
}

export const drawingFont = () => (coming ??= fetchFont().catch(() => NONE));
