/** The round button in the corner: opens and closes the panel, and counts what is on this page. */
import { el, icon, setText } from "./dom";

const CLIPBOARD = "M9 3h6v4H9zM9 5H5v16h14V5h-4M8.5 12h7M8.5 16h5";
const PLUS = "M12 5v14M5 12h14";

export interface Fab {
  button: HTMLButtonElement;
  show: (open: boolean) => void;
  count: (annotations: number) => void;
}

export function createFab(root: ShadowRoot, onToggle: (open: boolean) => void): Fab {
  const button = el("button", { type: "button", class: "air-fab", "data-air-el": "fab", "aria-label": "Toggle inline review panel", title: "Inline Review" });
  const badge = el("span", { class: "air-fab__badge", "data-air-el": "badge", "aria-hidden": "true" }, "0");
  badge.style.display = "none";
  button.append(icon(CLIPBOARD), badge);
  button.addEventListener("click", () => onToggle(button.dataset["airState"] !== "open"));
  button.dataset["airState"] = "closed";
  root.append(button);
  return {
    button,
    show(open) {
      button.dataset["airState"] = open ? "open" : "closed";
      button.classList.toggle("air-fab--open", open);
      button.setAttribute("aria-expanded", String(open));
      button.querySelector("path")?.setAttribute("d", open ? PLUS : CLIPBOARD);
    },
    count(annotations) {
      const words = annotations === 0 ? "panel" : `(${annotations} annotation${annotations === 1 ? "" : "s"})`;
      button.setAttribute("aria-label", `Toggle inline review ${words}`);
      setText(badge, String(annotations));
      badge.style.display = annotations === 0 ? "none" : "";
    },
  };
}
