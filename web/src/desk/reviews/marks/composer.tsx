/** Where a mark gets its words: kept as they are typed, in this browser and at the hub. */
import { untracked, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { announce } from "../../../state/announce";
import { holdBack } from "../../../state/decisions";
import { ACCEPTED, forgetRefused, pastedFiles, sendPictures } from "../../../state/images";
import { isAwaiting, picturesFor } from "../../../state/images_pending";
import { markDraft, markDraftsOf, writeMark, type MarkForm, type MarkWords } from "../../../state/drafts/marks";
import { MARK_KINDS } from "../../../state/mark_kinds";
import { ownKey } from "../../../parts/caps";
import * as acts from "./acts";
import type { PaneMarks } from "./pane_marks";
import { ComingPictures, Pictures } from "./pictures";

const STATES = { kept: "Draft kept", saving: "Keeping …", local: "Kept in this browser", unkept: "Not kept: do not close" } as const;

const WAITS = "Kept when the picture is there";

export function Composer({ paneMarks, slot }: { paneMarks: PaneMarks; slot: string }) {
  const draft = markDraft(paneMarks.review, slot);
  const over = draft === null;
  // Kept with an answer, or in another pane: there is nothing to write any more.
  useEffect(() => {
    if (over && paneMarks.composing.peek() === slot) paneMarks.compose(null);
  }, [over, slot]);
  return draft === null ? null : <Form key={slot} paneMarks={paneMarks} draft={draft} />;
}

/** As it is now, which may be later than what is drawn: a picture may just have come. */
const draftNow = (paneMarks: PaneMarks, drawn: MarkWords) => markDraftsOf(paneMarks.review).peek().find(({ slot }) => slot === drawn.slot) ?? drawn;

/** Keeping waits for the pictures that are on their way, and for those that failed: no mark loses one unnoticed. */
function useKeeping(paneMarks: PaneMarks, draft: MarkWords): () => void {
  const { slot } = draft;
  const { keeping } = paneMarks;
  useSignalEffect(() => {
    if (keeping.value !== slot || isAwaiting(slot)) return;
    keeping.value = null;
    untracked(() => acts.finish(paneMarks, draftNow(paneMarks, draft)));
  });
  return () => {
    keeping.value = slot;
    if (isAwaiting(slot)) announce(WAITS);
  };
}

/** Pictures that are pasted, or let go over the form. */
function useFiles(take: (files: readonly File[]) => void) {
  const over = useSignal(false);
  const onDragOver = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes("Files") !== true) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    over.value = true;
  };
  const onDragLeave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(currentTarget instanceof Node && relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) over.value = false;
  };
  const taken = (event: Event, files: readonly File[]) => {
    over.value = false;
    if (files.length === 0) return;
    event.preventDefault();
    take(files);
  };
  const onDrop = (event: DragEvent) => taken(event, [...(event.dataTransfer?.files ?? [])]);
  const onPaste = (event: ClipboardEvent) => taken(event, pastedFiles(event.clipboardData));
  return { over, on: { onDragOver, onDragLeave, onDrop, onPaste } };
}

function Form({ paneMarks, draft }: { paneMarks: PaneMarks; draft: MarkWords }) {
  const { mark, words, slot } = draft;
  const form = useRef<HTMLFormElement>(null);
  const keep = useKeeping(paneMarks, draft);
  const take = (files: readonly File[]) => sendPictures(paneMarks.review, slot, files);
  const { over, on } = useFiles(take);
  const asksText = MARK_KINDS[mark.kind].hasText;
  /** Who writes on does not want it kept, or sent, as it was. */
  const goOn = () => {
    paneMarks.keeping.value = null;
    holdBack(paneMarks.review);
  };
  const write = (changes: Partial<MarkForm>, said?: string) => {
    const now = draftNow(paneMarks, draft);
    writeMark(paneMarks.review, slot, paneMarks.revision, { ...now.mark, ...changes }, said ?? now.words);
  };
  useLayoutEffect(() => focusFirst(form.current), []);
  useEffect(() => form.current?.scrollIntoView({ block: "nearest" }), []);
  useEffect(() => keepWordsInSight(paneMarks, draft, form.current), []);
  useEffect(() => () => forgetRefused(slot), []);
  return (
    <form
      class={over.value ? "composer over" : "composer"}
      ref={form}
      aria-label={MARK_KINDS[mark.kind].title}
      onSubmit={(event) => (event.preventDefault(), keep())}
      onKeyDown={(event) => keys(event, keep, () => (goOn(), acts.leaveWords(paneMarks, draftNow(paneMarks, draft))))}
      {...on}
    >
      <p class="about">
        <span class="kind">{mark.label ?? MARK_KINDS[mark.kind].title}</span>
        {mark.quote === "" ? null : <q>{shortened(mark.quote)}</q>}
      </p>
      {asksText ? <Field words="New words" value={mark.text} onInput={(text) => (goOn(), write({ text }))} pen /> : null}
      <Field words={MARK_KINDS[mark.kind].prompt} value={words} onInput={(said) => (goOn(), write({}, said))} />
      <Pictures images={mark.images} onRemove={(gone) => write({ images: draftNow(paneMarks, draft).mark.images.filter((image) => image !== gone) })} />
      <ComingPictures review={paneMarks.review} slot={slot} />
      <Foot draft={draft} waits={paneMarks.keeping.value === slot} take={take} throwAway={() => (goOn(), acts.throwAway(paneMarks, draft))} />
    </form>
  );
}

/** What becomes of it, in a few words. */
function stateOf({ slot, state }: MarkWords, waits: boolean): string {
  const pictures = picturesFor(slot).value;
  if (pictures.some(({ at }) => at === "coming")) return waits ? WAITS : "Sending the picture …";
  if (waits && isAwaiting(slot)) return "Not kept yet: a picture is missing";
  return STATES[state];
}

interface FootProps {
  draft: MarkWords;
  /** Whether it is to be kept as soon as its pictures are there. */
  waits: boolean;
  take: (files: readonly File[]) => void;
  throwAway: () => void;
}

const Foot = ({ draft, waits, take, throwAway }: FootProps) => (
  <div class="ends">
    <button type="submit" class="button filled" aria-disabled={waits ? "true" : undefined}>
      Keep
      <span class="key" aria-hidden="true">
        {ownKey("Ctrl")} ⏎
      </span>
    </button>
    <label class="picture link" title="Or paste or drop one">
      Picture
      <input type="file" class="unseen" accept={ACCEPTED} multiple onChange={(event) => choosePictures(event, take)} />
    </label>
    <button type="button" class="link" onClick={throwAway}>
      Throw away
    </button>
    <span class="state">{stateOf(draft, waits)}</span>
  </div>
);

function choosePictures(event: Event, take: (files: readonly File[]) => void): void {
  const input = event.currentTarget as HTMLInputElement;
  take([...(input.files ?? [])]);
  input.value = "";
}

/** New words are a line: Enter ends them, with Shift it breaks them. */
const isEndOfNewWords = ({ key, shiftKey, altKey, target }: KeyboardEvent) =>
  key === "Enter" && !shiftKey && !altKey && target instanceof Element && target.matches(".new-words");

function keys(event: KeyboardEvent, keep: () => void, leave: () => void): void {
  if (event.isComposing) return;
  const chord = event.key === "Enter" && (event.ctrlKey || event.metaKey);
  const keeps = chord || isEndOfNewWords(event);
  if (!keeps && event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  if (keeps) keep();
  else leave();
}

/** Where the form stands below the text, the words it is about are not behind it, however large it grows. */
function keepWordsInSight(paneMarks: PaneMarks, { slot, mark }: MarkWords, form: HTMLFormElement | null): () => void {
  const sizes = new ResizeObserver(() => {
    if (!paneMarks.wide.peek()) acts.keepInSight(paneMarks, slot, mark.place);
  });
  if (form !== null) sizes.observe(form);
  return () => sizes.disconnect();
}

function focusFirst(form: HTMLFormElement | null): void {
  const area = form?.querySelector("textarea");
  area?.focus({ preventScroll: true });
  area?.setSelectionRange(area.value.length, area.value.length);
}

const QUOTED = 60;
export const shortened = (quote: string) => (quote.length <= QUOTED ? quote : `${quote.slice(0, QUOTED / 2).trimEnd()} … ${quote.slice(-QUOTED / 2).trimStart()}`);

interface FieldProps {
  words: string;
  value: string;
  pen?: boolean;
  onInput: (value: string) => void;
}

const Field = ({ words, value, pen = false, onInput }: FieldProps) => (
  <textarea
    class={pen ? "new-words" : undefined}
    rows={pen ? 1 : 2}
    aria-label={words}
    placeholder={words}
    value={value}
    spellcheck
    onInput={(event) => onInput(event.currentTarget.value)}
  />
);
