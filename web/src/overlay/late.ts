/** What nobody needs before a person acts: a script of its own, which `later.ts` fetches. Nothing in it has a state of its own. */
export { annotate, edit, resume } from "./annotating";
export { exportToClipboard } from "./clipboard";
export { findChanged } from "./finding/changed";
export { goTo } from "./going";
export { dress } from "./late_styles";
export { fillPanel } from "./panel_inside";
export { createInspector } from "./pointing/inspector";
export { pictureOf } from "./pointing/picture";
export { createPopup } from "./popup";
export { clear, reanchor } from "./writing";
export { createWritingPlace } from "./writing_place";
