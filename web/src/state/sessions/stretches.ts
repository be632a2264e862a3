/** Closed blocks on their way to the screen: how many at a time, how high they will be, what stays when all is rendered. Pure. */
import type { ClosedBlock } from "./open_part";

/** HTML of about so many characters is laid out in a few milliseconds. */
export const FRAME = 48_000;
/** Of so much it is looked at together whether it is in sight. */
export const STRETCH = 16_000;

const weightOf = ({ html, text }: ClosedBlock) => (html ?? text).length;

/** How many blocks are drawn after one more frame. */
export function countAfterFrame(blocks: readonly ClosedBlock[], drawn: number): number {
  let count = Math.min(drawn, blocks.length);
  for (let room = FRAME; count < blocks.length && room > 0; count += 1) room -= weightOf(blocks[count] as ClosedBlock);
  return count;
}

/** Blocks side by side, as they are cut from the first one on: more blocks change only the last stretch. */
export function stretchesOf(blocks: readonly ClosedBlock[]): ClosedBlock[][] {
  const stretches: ClosedBlock[][] = [];
  let room = 0;
  for (const block of blocks) {
    if (room <= 0) {
      stretches.push([]);
      room = STRETCH;
    }
    stretches.at(-1)?.push(block);
    room -= weightOf(block);
  }
  return stretches;
}

/** Of HTML with its tags, of plain text, on the full measure. */
const CHARACTERS_OF_PX = { html: 5, text: 2.6 };
const LINE_PX = 30;
const MOST_DOUBLINGS = 9;

/** About how high blocks will be: a line, doubled so many times. A guess far too low would have all of a long text laid out at once. */
export function heightOf(blocks: readonly ClosedBlock[]): number {
  const px = blocks.reduce((sum, { html, text }) => sum + (html === null ? text.length / CHARACTERS_OF_PX.text : html.length / CHARACTERS_OF_PX.html), 0);
  return Math.min(MOST_DOUBLINGS, Math.max(0, Math.round(Math.log2(px / LINE_PX))));
}

export const isSame = (one: ClosedBlock, other: ClosedBlock) => one === other || (one.html === other.html && one.text === other.text);

/** Whether the message, rendered when it had ended, is cut as it was while it was written: then what is drawn goes on. */
export const goesOn = (written: readonly ClosedBlock[], rendered: readonly ClosedBlock[]) =>
  written.length <= rendered.length && written.every(({ html }, at) => html === null || html === rendered[at]?.html);
