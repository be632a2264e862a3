/** The desk's colours, for frames that have none of its style sheets. */
import type { DrawingColours } from "../../drawings/messages";

type Scheme = "light" | "dark";

/** The desk's colours as they are now, or as they are in one of its schemes. */
export function coloursOf(scheme?: Scheme): DrawingColours {
  const probe = document.body.appendChild(Object.assign(document.createElement("i"), { className: "colour-probe" }));
  const { style } = probe;
  if (scheme !== undefined) style.colorScheme = scheme;
  const read = (name: string) => {
    style.color = `var(--${name})`;
    const parts = getComputedStyle(probe).color.match(/[\d.]+/g) ?? [];
    return `#${parts.slice(0, 3).map((part) => Math.round(Number(part)).toString(16).padStart(2, "0")).join("")}`;
  };
  const [paper = "", sheet = "", ink = "", ink2 = "", ink3 = "", rule = ""] = ["paper", "sheet", "ink", "ink-2", "ink-3", "rule"].map(read);
  probe.remove();
  return { dark: parseInt(paper.slice(1, 3), 16) < 128, paper, sheet, ink, ink2, ink3, rule };
}
