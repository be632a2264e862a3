/** Room to breathe: what is left of a long work goes into a task of its own, and what a person does comes in between. */

export const nextTask = () => new Promise<void>((resolve) => window.setTimeout(resolve));
