/** Which annotation an event of the page means: its mark, a highlight without one, or an outlined element around the target. */
import { ghostAt } from "./drawn";
import { ID } from "./outlines";

interface Hit {
  id: string;
  at: Element;
}

export function idUnder(event: MouseEvent): Hit | null {
  const path = event.composedPath().filter((node) => (node as Node).nodeType === 1) as Element[];
  const [target] = path;
  if (target === undefined) return null;
  const mark = target.closest("mark[data-air-id]") ?? ghostAt(target, event.clientX, event.clientY);
  const id = mark?.getAttribute("data-air-id");
  if (mark != null && id != null) return { id, at: mark };
  const element = path.find((one) => one.hasAttribute(ID));
  return element === undefined ? null : { id: element.getAttribute(ID) ?? "", at: element };
}
