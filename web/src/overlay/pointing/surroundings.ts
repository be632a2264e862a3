/** Where something stands when the page is not the whole world: in frames and shadow roots. */
import type { TextRoot } from "../highlights/page_text";
import { cssSelector } from "./selectors";

interface Surroundings {
  root: TextRoot;
  frames?: string[];
  shadow?: string[];
}

const rootOf = (node: Node) => node.getRootNode() as TextRoot;

/** The tree of a node, and the selectors of the frames and hosts around it, outermost first. */
export function surroundings(node: Node): Surroundings {
  const root = rootOf(node);
  const [frames, shadow]: [string[], string[]] = [[], []];
  for (let at: TextRoot = root; ; ) {
    const host: Element | null = at.nodeType === 9 ? ((at as Document).defaultView?.frameElement ?? null) : (at as ShadowRoot).host;
    if (host === null) break;
    const around = rootOf(host);
    (at.nodeType === 9 ? frames : shadow).unshift(cssSelector(host, around));
    at = around;
  }
  return { root, ...(frames.length > 0 && { frames }), ...(shadow.length > 0 && { shadow }) };
}
