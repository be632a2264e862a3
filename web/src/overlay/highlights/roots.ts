/** The trees in which annotations stand: the page, the same-origin frames in it, and open shadow roots. */
import type { Annotation } from "../types";
import { attempt } from "./attempt";
import { HOST_ID, type TextRoot } from "./page_text";

/** Of selectors and paths: the hub takes no longer ones, but a file may hold anything. */
const LONGEST = 4_096;

/** The tree of an annotation; null while its frame or host is not there. */
export function rootOf({ frames = [], shadow = [] }: Pick<Annotation, "frames" | "shadow">): TextRoot | null {
  let root: TextRoot | null | undefined = document;
  for (const selector of frames) root = (found(root, selector) as HTMLIFrameElement | null)?.contentDocument;
  for (const selector of shadow) root = found(root, selector)?.shadowRoot;
  return root ?? null;
}

/** What a selector finds; nothing for one that is no selector. */
export const allOf = (root: TextRoot, selector: string): Element[] =>
  [...(attempt(() => (selector.length > LONGEST ? [] : root.querySelectorAll(selector))) ?? [])].filter(({ id }) => id !== HOST_ID);

/** Steps down from the top, or from one element by its id, as overlays and browsers write them. A cleverer path may take hours. */
const PLAIN = /^(?:\/\/(?:\*|[\w.-]+)\[@id=(?:"[^"]*"|'[^']*')\])?(?:\/(?:\*|[\w.-]+(?::[\w.-]+)?(?:\(\))?)(?:\[\d+\])?)*$/;

/** The node that a path leads to, whoever wrote it. */
export function evaluated(path: string, root: TextRoot): Node | null {
  if (path.length > LONGEST || !PLAIN.test(path)) return null;
  const within = root.ownerDocument ?? (root);
  return attempt(() => within.evaluate(path, root, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue);
}

const found = (root: TextRoot | null | undefined, selector: string) => (root == null ? null : (allOf(root, selector)[0] ?? null));

/** A name for the tree, under which it is remembered. */
export const nameOf = ({ frames = [], shadow = [] }: Pick<Annotation, "frames" | "shadow">) =>
  location.pathname + [...frames, ...shadow].map((step) => ` ${step}`).join("");
