/** Pictures on their way to the hub, by the mark they are for: until they are there, only this page has them. */
import { effect, type Signal } from "@preact/signals";
import { signalIn } from "./signal_in";

export interface Coming {
  /** Tells two files of the same name apart. */
  key: string;
  file: File;
  /** refused: no picture that can go along, and nothing waits for it. */
  at: "coming" | "failed" | "refused";
  /** What went wrong, for the person. */
  why: string;
}

const all = new Map<string, Signal<readonly Coming[]>>();

/** Of a mark that is being written, by its slot. */
export function picturesFor(slot: string): Signal<readonly Coming[]> {
  return signalIn(all, slot, () => []);
}

/** Whether the mark would lose a picture if it were kept now. */
export const isAwaiting = (slot: string) => picturesFor(slot).value.some(({ at }) => at !== "refused");

/** Why no picture of the mark can be waited for any more; null while there is hope. */
export function failureFor(slot: string): string | null {
  const failed = picturesFor(slot).value.find(({ at }) => at === "failed");
  return failed === undefined ? null : `“${failed.file.name}” was not sent: try again, or take it away`;
}

/** Resolves when none is on its way any more; false: one did not arrive. */
export function untilThere(slots: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      const pictures = slots.flatMap((slot) => picturesFor(slot).value);
      if (pictures.some(({ at }) => at === "coming")) return;
      resolve(pictures.every(({ at }) => at !== "failed"));
      // The first run comes before there is anything to stop.
      window.setTimeout(() => stop());
    });
  });
}

/** Thrown away or kept: what still comes for it has nowhere to go. */
export function forgetPictures(slot: string): void {
  const pictures = all.get(slot);
  if (pictures !== undefined && pictures.peek().length > 0) pictures.value = [];
}

/** Whether there are pictures that nobody else has. */
export const arePicturesUnkept = () => [...all.values()].some((pictures) => pictures.peek().some(({ at }) => at !== "refused"));
