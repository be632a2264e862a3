/** The popup as it stands in every page, hidden and without a use: `popup.ts` gives it one. */
import { el } from "./dom";

export interface Frame {
  node: HTMLElement;
  label: HTMLElement;
  textarea: HTMLTextAreaElement;
  extras: HTMLElement;
  footer: HTMLElement;
}

export function createFrame(root: ShadowRoot): Frame {
  const label = el("div", { class: "air-popup__label", dir: "auto" });
  const placeholder = "Add a note (optional)...";
  const textarea = el("textarea", { class: "air-textarea", "data-air-el": "popup-textarea", placeholder, "aria-label": "Note", rows: "3", dir: "auto" });
  const extras = el("div", { class: "air-popup__extras" });
  const footer = el("div", { class: "air-popup__footer" });
  const attributes = { class: "air-popup", "data-air-el": "popup", "data-air-state": "hidden", "data-air-form": "" };
  const dialog = { role: "dialog", "aria-modal": "true", "aria-label": "Add annotation" };
  const node = el("div", { ...attributes, ...dialog }, label, textarea, extras, footer);
  root.append(node);
  return { label, textarea, extras, footer, node };
}
