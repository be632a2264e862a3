/** Where a mark gets its words: kept as they are typed, in this browser and at the hub. */
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { HubError } from "../../../wire/client";
import type { MarkDraft } from "../../../wire/annotation_types";
import { ACCEPTED, picturesIn, sendPicture } from "../../../state/images";
import { markDraft, writeMark, type MarkWords } from "../../../state/marking_drafts";
import { ownKey } from "../../../parts/caps";
import * as acts from "./acts";
import type { PaneMarks } from "./pane_marks";
import { Pictures } from "./pictures";

const TITLES = { comment: "Comment", replacement: "Replace", insertion: "Insert", deletion: "Delete", note: "On the whole" } as const;
const ASKS = {
  comment: "Your comment",
  replacement: "Why, if it needs saying",
  insertion: "Why, if it needs saying",
  deletion: "Why, if it needs saying",
  note: "Your note on the whole",
} as const;
const STATES = { kept: "Draft kept", saving: "Keeping …", local: "Kept in this browser", unkept: "Not kept: do not close" } as const;

export function Composer({ desk, slot }: { desk: PaneMarks; slot: string }) {
  const draft = markDraft(desk.review, slot);
  return draft === null ? null : <Form desk={desk} draft={draft} />;
}

function useSending(desk: PaneMarks, slot: string) {
  const busy = useSignal(0);
  const failures = useSignal<readonly string[]>([]);
  const take = async (files: readonly File[]) => {
    failures.value = [];
    busy.value += files.length;
    for (const file of files) {
      try {
        const picture = await sendPicture(file);
        const now = markDraft(desk.review, slot);
        if (now !== null) writeMark(desk.review, slot, now.revision, { ...now.mark, images: [...now.mark.images, picture] }, now.words);
      } catch (refused) {
        if (!(refused instanceof HubError)) throw refused;
        failures.value = [...failures.peek(), refused.message];
      } finally {
        busy.value -= 1;
      }
    }
  };
  return { busy, failures, take };
}

function Form({ desk, draft }: { desk: PaneMarks; draft: MarkWords }) {
  const { mark, words, slot } = draft;
  const form = useRef<HTMLFormElement>(null);
  const { busy, failures, take } = useSending(desk, slot);
  const asksText = mark.kind === "replacement" || mark.kind === "insertion";
  const write = (changes: Partial<MarkDraft>, said = words) => writeMark(desk.review, slot, desk.revision, { ...mark, ...changes }, said);
  useLayoutEffect(() => focusFirst(form.current), [slot]);
  useEffect(() => form.current?.scrollIntoView({ block: "nearest" }), [slot]);
  const keep = () => busy.peek() === 0 && acts.finish(desk, draft);
  const pictures = (event: Event, data: DataTransfer | null) => {
    const files = picturesIn(data);
    if (files.length === 0) return;
    event.preventDefault();
    void take(files);
  };
  return (
    <form
      class="composer"
      ref={form}
      aria-label={TITLES[mark.kind]}
      onSubmit={(event) => (event.preventDefault(), keep())}
      onKeyDown={(event) => keys(event, keep, () => acts.leaveWords(desk, draft))}
      onPaste={(event) => pictures(event, event.clipboardData)}
      onDrop={(event) => pictures(event, event.dataTransfer)}
      onDragOver={(event) => event.preventDefault()}
    >
      <p class="about">
        <span class="kind">{mark.label ?? TITLES[mark.kind]}</span>
        {mark.quote === "" ? null : <q>{shortened(mark.quote)}</q>}
      </p>
      {asksText ? <Field words="New words" value={mark.text} onInput={(text) => write({ text })} pen /> : null}
      <Field words={ASKS[mark.kind]} value={words} onInput={(said) => write({}, said)} />
      <Pictures images={mark.images} onRemove={(gone) => write({ images: mark.images.filter((image) => image !== gone) })} />
      {failures.value.length === 0 ? null : (
        <ul class="heed" role="alert">
          {failures.value.map((why) => (
            <li key={why}>{why}</li>
          ))}
        </ul>
      )}
      <Foot desk={desk} draft={draft} busy={busy.value > 0} take={take} />
    </form>
  );
}

interface FootProps {
  desk: PaneMarks;
  draft: MarkWords;
  busy: boolean;
  take: (files: readonly File[]) => Promise<void>;
}

const Foot = ({ desk, draft, busy, take }: FootProps) => (
  <div class="ends">
    <button type="submit" class="button filled" aria-disabled={busy ? "true" : undefined}>
      Keep
      <span class="key" aria-hidden="true">
        {ownKey("Ctrl")} ⏎
      </span>
    </button>
    <label class="picture link" title="Or paste or drop one">
      Picture
      <input type="file" class="unseen" accept={ACCEPTED} multiple onChange={(event) => choosePictures(event, take)} />
    </label>
    <button type="button" class="link" onClick={() => acts.throwAway(desk, draft)}>
      Throw away
    </button>
    <span class="state">{busy ? "Sending the picture …" : STATES[draft.state]}</span>
  </div>
);

function choosePictures(event: Event, take: (files: readonly File[]) => Promise<void>): void {
  const input = event.currentTarget as HTMLInputElement;
  void take([...(input.files ?? [])]);
  input.value = "";
}

function keys(event: KeyboardEvent, keep: () => void, leave: () => void): void {
  if (event.isComposing) return;
  const chord = event.key === "Enter" && (event.ctrlKey || event.metaKey);
  if (!chord && event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  if (chord) keep();
  else leave();
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
