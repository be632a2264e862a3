/** Only ever compared with itself; `crypto.randomUUID` is missing on pages that are neither https nor localhost. */
export const newWriteId = () => crypto.getRandomValues(new Uint32Array(4)).join("-");
