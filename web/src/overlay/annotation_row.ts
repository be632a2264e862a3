/** An annotation in the panel's list: what it is about, what was said, where it stands, and what can be done with it. */
import { button, el, hasFocus, slot, twoClicks, type Child } from "./dom";
import { once, type Doings } from "./doings";
import { draftOf, here, reopenKey } from "./drafts";
import { REOPEN_NAMES, writingForm, type Form } from "./forms";
import { labelOf } from "./labels";
import type { Whereabouts } from "./orphans";
import type { Tab } from "./panel_tabs";
import type { PanelRow } from "./rows";
import { since, statusOf } from "./status";
import type { PageReply } from "../wire/types.gen";
import type { Annotation, AnnotationStatus } from "./types";
import { remove, reopen } from "./writing";

const LONGEST_LABEL = 80;
const BADGES = { in_progress: "⏳ In progress", addressed: "🔧 Addressed" } as const;
const CLASS = "air-annotation-item";
const GONE = "gone";

type Status = AnnotationStatus | typeof GONE;

function shortTime(stamp: string | undefined): string {
  const time = new Date(stamp ?? "");
  return Number.isNaN(time.getTime()) ? "" : time.toLocaleString(undefined, { dateStyle: "short", timeStyle: "short" });
}

function badgeOf(annotation: Annotation, status: AnnotationStatus): Child[] {
  if (status === "open") return [];
  const time = shortTime(since(annotation));
  const name = status.replace("_", "-");
  const stamp = time === "" ? null : el("span", { class: "air-item__time", "data-air-el": `${name}-time` }, ` ${time}`);
  const badge = el("span", { class: `${CLASS}__${name}-badge`, "data-air-el": `${name}-badge` }, BADGES[status], stamp);
  return [el("div", { "data-air-el": "status-badge" }, badge)];
}

function reply({ message, role, createdAt }: PageReply): HTMLElement {
  const who = role === "reviewer" ? "reviewer" : "agent";
  const name = el("span", { class: "air-reply__who", title: shortTime(createdAt) }, role === "reviewer" ? "Reviewer: " : "Agent: ");
  return el("div", { class: `air-reply air-reply--${who}`, "data-air-el": `${who}-reply` }, name, el("bdi", {}, message));
}

function pictureOf({ picture }: Annotation): HTMLElement | null {
  if (!picture?.startsWith("data:image/")) return null;
  return el("img", { class: "air-item__picture", src: picture, alt: "Picture of the element" });
}

function sourceOf({ source }: Annotation): HTMLElement | null {
  if (typeof source?.file !== "string") return null;
  const place = [source.file, source.line].filter((part) => part != null).join(":");
  return el("div", { class: "air-item__source" }, place);
}

function orphan(whereabouts: Whereabouts): Child[] {
  if (whereabouts === "here") return [];
  if (whereabouts === "checking") return [el("div", { class: `${CLASS}__checking` }, "Checking…")];
  return [el("div", { class: `${CLASS}__orphan` }, "Could not locate on page")];
}

function wordsOf(annotation: Annotation, label: string): Child[] {
  return [
    el("div", { class: `${CLASS}__${annotation.type}`, dir: "auto" }, label),
    sourceOf(annotation),
    pictureOf(annotation),
    annotation.note === "" ? null : el("div", { class: `${CLASS}__note`, dir: "auto" }, annotation.note),
    ...(annotation.replies ?? []).map(reply),
  ];
}

/** The buttons that fit its status, and the form that Reopen opens. */
function actions(id: string, doings: Doings, key: string) {
  const { attempt, store } = doings;
  const buttons = slot({ class: "air-item__actions" });
  const under = el("div");
  let form: Form | null = null;
  /** Whoever was in what goes away is on the Reopen button then, or else on the item. */
  const keepingFocus = (work: () => void) => {
    const item = under.parentElement;
    const wasIn = item !== null && hasFocus(item);
    work();
    if (wasIn && !hasFocus(item)) (buttons.node.querySelector<HTMLElement>('[data-air-el^="annotation-reopen"]') ?? item).focus();
  };
  const fold = () => {
    form = null;
    under.replaceChildren();
  };
  const close = () => {
    keepingFocus(fold);
    doings.redraw();
  };
  const open = () => {
    if (form !== null) return;
    const { pageUrl, pageTitle } = store.annotations.find((one) => one.id === id) ?? draftOf(key) ?? here();
    const place = { pageUrl, pageTitle };
    form = writingForm({
      names: REOPEN_NAMES,
      key,
      place,
      words: "",
      placeholder: "Add a follow-up note (optional)…",
      label: "Follow-up note",
      send: "Reopen",
      adds: true,
      onSend: (words) => attempt("Failed to update status", () => reopen(store, id, words.trim(), place, key)),
      onClose: close,
    });
    under.replaceChildren(form.node);
  };
  if (draftOf(key) !== undefined) open();
  const end = () => attempt("Failed to delete annotation", () => remove(store, id));
  const build = (status: Status): Child[] => {
    if (status === "open") return [twoClicks("Delete", "Sure?", "annotation-delete", () => void end())];
    if (status === GONE) return [];
    // An agent that went away ends nothing: whoever waits for it can end that.
    if (status === "in_progress") return [button("Reopen", "annotation-reopen-in-progress", "", open)];
    const accept = button("Accept", "annotation-accept", "accept", () => void once(accept, end));
    return [accept, button("Reopen", "annotation-reopen", "", open)];
  };
  const draw = (status: Status) =>
    keepingFocus(() => {
      if (status !== "addressed" && status !== "in_progress" && form?.holdsWords() === false) fold();
      buttons.fill(status, () => build(status));
    });
  return { nodes: [buttons.node, under], draw, holdsWords: () => form?.holdsWords() === true };
}

export function annotationRow({ id, type }: Pick<Annotation, "id" | "type">, doings: Doings, tab: Tab): PanelRow {
  const [top, said, where] = [slot(), slot(), slot()];
  const can = actions(id, doings, reopenKey(tab, type, id));
  const name = type === "element" ? "element-annotation-item" : "annotation-item";
  const node = el("div", { class: `air-item ${CLASS}`, "data-air-el": name, tabindex: "0", role: "group" }, top.node, said.node, where.node, ...can.nodes);
  const find = () => doings.store.annotations.find((annotation) => annotation.id === id);
  node.addEventListener("click", () => {
    const annotation = find();
    if (annotation !== undefined) doings.goTo(annotation);
  });
  const draw = () => {
    const annotation = find();
    if (annotation === undefined) {
      where.fill(GONE, () => [el("div", { class: `${CLASS}__orphan` }, "This annotation is gone. Reopen makes your words a note on its page.")]);
      can.draw(GONE);
      return;
    }
    const status = statusOf(annotation);
    const whereabouts = doings.whereabouts(annotation);
    const label = labelOf(annotation, LONGEST_LABEL);
    for (const each of ["in_progress", "addressed"]) node.classList.toggle(`${CLASS}--${each.replace("_", "-")}`, status === each);
    node.classList.toggle(`${CLASS}--orphan`, whereabouts === "orphaned");
    top.fill(`${status}${since(annotation) ?? ""}`, () => badgeOf(annotation, status));
    if (node.ariaLabel !== label) node.ariaLabel = label;
    said.fill(JSON.stringify([label, annotation.note, annotation.replies, annotation.source, annotation.picture]), () => wordsOf(annotation, label));
    where.fill(whereabouts, () => orphan(whereabouts));
    can.draw(status);
  };
  return { node, draw, holdsWords: can.holdsWords };
}
