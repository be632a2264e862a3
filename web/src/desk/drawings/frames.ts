/** The drawing frames of one text: which source goes to which engine, and what none of them is asked for. */
import type { DrawingColours, Engine } from "../../drawings/messages";
import "../../style/drawings.css";
import { coloursOf } from "./colours";
import { DrawingFrame } from "./frame";
import { isCut, sourceText } from "./source";

/** Of one text; the sources of what comes after them are shown. */
export const MOST = { drawings: 200, formulas: 2000 };
const LONGEST_SOURCE = 50_000;
const LONGEST_FORMULA = 4000;

type Made = { made: string; error: null } | { error: string };

export function engineOf(source: HTMLElement): Engine {
  if (source.dataset["math"] !== undefined) return "formulas";
  return source.dataset["language"]?.toLowerCase() === "mermaid" ? "mermaid" : "graphviz";
}

export class DrawingFrames {
  private readonly frames = new Map<Engine, DrawingFrame>();
  private readonly light = coloursOf("light");
  private last = 0;

  async make(source: HTMLElement, colours: DrawingColours): Promise<Made> {
    const engine = engineOf(source);
    const text = sourceText(source);
    const longest = engine === "formulas" ? LONGEST_FORMULA : LONGEST_SOURCE;
    if (text.length > longest || isCut(source, text)) return { error: `The source has more than ${longest} characters.` };
    if (text.trim() === "") return { error: "The source is empty." };
    const display = source.dataset["math"] === "display";
    this.last += 1;
    const result = await this.frameOf(engine).ask({ id: this.last, source: text, colours, light: this.light, display });
    return "made" in result ? { made: result.made, error: null } : result;
  }

  end(): void {
    for (const frame of this.frames.values()) frame.end();
  }

  private frameOf(engine: Engine): DrawingFrame {
    const frame = this.frames.get(engine) ?? new DrawingFrame(engine);
    this.frames.set(engine, frame);
    return frame;
  }
}
