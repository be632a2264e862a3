/** What the desk and a drawing frame say to each other: both sides of the only channel between them. */

/** The face of words in drawings, as the frame and the picture call it. */
export const DRAWING_FACE = "Countermark Drawing";

/** A kind of source that can be drawn; each has a frame of its own. */
export type Engine = "mermaid" | "graphviz" | "formulas";

/** The desk's colours as they are now, as CSS colours without functions. */
export interface DrawingColours {
  dark: boolean;
  paper: string;
  sheet: string;
  ink: string;
  ink2: string;
  ink3: string;
  rule: string;
}

export interface DrawingJob {
  id: number;
  source: string;
  colours: DrawingColours;
  /** The desk's colours when it is light: what an author has coloured was meant for a light ground. */
  light: DrawingColours;
  /** A formula that stands by itself; means nothing to the other engines. */
  display: boolean;
}

/** What comes back. Whatever it says, it is hostile: the frame has run what an agent wrote. */
export type DrawingReply = { id: number; made: string } | { id: number; error: string };
