/** Room to breathe: what is left of a long work goes into a task of its own, and what a person does comes in between. */

export const nextTask = () => new Promise<void>((resolve) => window.setTimeout(resolve));

/** The same, behind the next frame: tasks before one frame would share its layout. */
export const nextFrame = () => new Promise<void>((resolve) => window.requestAnimationFrame(() => window.setTimeout(resolve)));
