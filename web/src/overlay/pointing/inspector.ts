/** The box over the element that Alt points at (6.5), in the page's own tree so that it can lie over anything. */
import { inPage } from "./in_page";
import { label } from "./label";

const BOX = "position:fixed;z-index:10002;pointer-events:none;box-sizing:border-box;background:rgba(66,133,244,0.15);border:2px solid rgba(66,133,244,0.6)";
const LABEL =
  "position:absolute;left:-2px;bottom:100%;max-width:400px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;padding:2px 6px;background:rgba(66,133,244,0.9);color:white;font:12px/1.5 -apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,sans-serif";

function make(): [box: HTMLElement, name: HTMLElement] {
  const [box, name] = [document.createElement("div"), document.createElement("div")];
  box.className = "air-inspector-overlay";
  name.className = "air-inspector-label";
  box.dataset["airEl"] = "inspector-overlay";
  name.dataset["airEl"] = "inspector-label";
  box.style.cssText = BOX;
  name.style.cssText = LABEL;
  box.append(name);
  return [box, name];
}

/** Lays the box over an element, or takes it away. */
export type Inspect = (element: Element | null) => void;

export function createInspector(): Inspect {
  const [box, name] = make();
  return (element) => {
    if (element === null) {
      box.remove();
      return;
    }
    const { left, top, width, height } = inPage(element.getBoundingClientRect(), element.ownerDocument.defaultView);
    Object.assign(box.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    name.textContent = label(element);
    // At the window's upper edge it goes inside.
    name.style.bottom = top < 24 ? "auto" : "100%";
    if (!box.isConnected) document.body.append(box);
  };
}
