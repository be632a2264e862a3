/** What nobody needs before a person acts: a script of its own, which `later.ts` fetches. Nothing in it has a state of its own. */
export { annotate, edit, resume } from "./annotating";
export { exportToClipboard } from "./clipboard";
export { dress } from "./late_styles";
export { fillPanel } from "./panel_inside";
export { pictureOf } from "./pointing/picture";
export { createPopup } from "./popup";
export { change, clear } from "./writing";
