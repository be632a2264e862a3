/** The desk's icons: 16 px, one thin line, drawn here so that nothing is fetched. */
const SHAPES = {
  sheet: "M3.5 1.5h6l3 3v10h-9zM9.5 1.5v3h3M6 8h4M6 10.5h4",
  key: "M4.7 5.6a2.4 2.4 0 1 1 0 4.8a2.4 2.4 0 0 1 0-4.8M7.1 8h7.4v2.2M11.6 8v1.7",
  speech: "M2 2.5h12v8.6H8.4l-3 2.6v-2.6H2zM6.6 5.6a1.45 1.45 0 1 1 2.1 1.3c-.5.25-.7.5-.7.95M8 9.4h.01",
  window: "M1.5 3h13v10.5h-13zM1.5 6h13M7.2 9.7a.8 .8 0 1 0 1.6 0a.8 .8 0 1 0-1.6 0",
  journal: "M3.5 1.5h9v13h-9zM6 1.5v13M8.5 5h2M8.5 7.5h2",
  history: "M8 14A6 6 0 1 0 2.6 5.4M2.5 2.5v3h3M8 5v3.2l2.2 1.3",
  keyboard: "M1.5 3.5h13v9h-13zM4 6h.01M6.5 6h.01M9 6h.01M11.5 6h.01M4 8h.01M11.5 8h.01M5.5 10h5",
  settings: "M2 5h7M13 5h1M2 11h1M7 11h7M11 3.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6M5 9.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6",
  search: "M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9M10.3 10.3l3.4 3.4",
  locked: "M3.5 7h9v6.5h-9zM5.5 7V4.8a2.5 2.5 0 0 1 5 0V7",
  split: "M1.5 2.5h13v11h-13zM8 2.5v11",
  close: "M3.5 3.5l9 9M12.5 3.5l-9 9",
  back: "M10 3L5 8l5 5",
  up: "M8 13V3.5M4 7.5l4-4 4 4",
  down: "M8 3v9.5M4 8.5l4 4 4-4",
  more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
  tick: "M3 8.5l3.2 3L13 4.5",
  crossed: "M4.5 4.5l7 7M11.5 4.5l-7 7",
  dashed: "M8 2.5v.01M11.9 4.1v.01M13.5 8v.01M11.9 11.9v.01M8 13.5v.01M4.1 11.9v.01M2.5 8v.01M4.1 4.1v.01",
  wave: "M2 9.5c1.2-3 2.8-3.6 4.5-1.8s3.4 2.4 7.5-2.2",
  outline: "M2.5 3.5h9M5 7h8.5M5 10.5h8.5M2.5 14h7",
  list: "M2.5 4h1M6 4h7.5M2.5 8h1M6 8h7.5M2.5 12h1M6 12h7.5",
  rules: "M2 3.5h12M2 8h12M2 12.5h7M12.5 10.5v4M10.5 12.5h4",
  note: "M3 2.5h10V10l-3.5 3.5H3zM9.5 13.5V10H13",
  undo: "M5.5 3L2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8H7",
  redo: "M10.5 3l3 3-3 3M13.5 6h-7a4 4 0 0 0 0 8H9",
  changes: "M11.2 2.3l2.5 2.5L6 12.5l-3.2.7.7-3.2zM9.5 4l2.5 2.5",
  prompt: "M2.5 4l4 4-4 4M8.5 12.5h5",
  person: "M8 2.5a2.6 2.6 0 1 1 0 5.2a2.6 2.6 0 0 1 0-5.2M3 14c0-2.8 2.2-4.3 5-4.3s5 1.5 5 4.3",
  asterisk: "M8 2.5v11M3.2 5.2l9.6 5.6M12.8 5.2l-9.6 5.6",
  file: "M4 1.5h5.5L12.5 5v9.5H4zM9.5 1.5V5h3",
  bin: "M3 4h10M6.5 4V2.5h3V4M4.2 4l.6 9.5h6.4l.6-9.5",
  move: "M2 8h11.5M10 4.5L13.5 8 10 11.5",
  globe: "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2M2 8h12M8 2c2 2 2.5 4 2.5 6S10 12 8 14C6 12 5.5 10 5.5 8S6 4 8 2",
  thought: "M3.5 9.5a3 3 0 0 1 1-5.7a3.6 3.6 0 0 1 6.8.7a2.6 2.6 0 0 1 .5 5zM5 12.5h.01M3 14.3h.01",
  tool: "M10.5 2.2a3.5 3.5 0 0 0-3.7 4.9L2.5 11.4l2.1 2.1 4.3-4.3a3.5 3.5 0 0 0 4.9-3.7L11.5 7.6 9.2 6.8 8.4 4.5z",
  clip: "M13.2 7.2l-5.5 5.5a3.1 3.1 0 0 1-4.4-4.4l5.7-5.7a2.1 2.1 0 0 1 3 3L6.4 11.2a1 1 0 0 1-1.5-1.5L9.9 4.7",
  share: "M8 10V2M4.8 5L8 1.8 11.2 5M5 7H3v7h10V7h-2",
  picture: "M2 3h12v10H2zM2 11l3.5-3.5 3 3 2-2L14 12M10.5 5.8h.01",
} as const;
export type Shape = keyof typeof SHAPES;

export const Icon = ({ shape }: { shape: Shape }) => (
  <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={SHAPES[shape]} stroke-width={shape === "more" ? 2 : undefined} />
  </svg>
);

/** The product's sign: a disc with a tick, in pen; in the work only on an approval that was received. */
export const Seal = ({ ringed = false }: { ringed?: boolean }) => (
  <svg class="seal" viewBox="0 0 30 30" aria-hidden="true">
    {ringed ? <circle cx="15" cy="15" r="14" fill="none" stroke="var(--pen)" stroke-width="1.5" /> : null}
    <circle cx="15" cy="15" r={ringed ? 11.5 : 15} fill="var(--pen)" />
    <path
      d={ringed ? "M10 15.4l3.6 3.4 6.6-7.2" : "M8.5 15.5l4.6 4.4 8.6-9.4"}
      fill="none"
      stroke="var(--paper)"
      stroke-width={ringed ? 2 : 2.6}
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>
);

const ROUND = 2 * Math.PI * 6.5;

/** What is left of the time, as a ring; the figures beside it say the same. */
export const Ring = ({ share }: { share: number }) => (
  <svg class="ring" viewBox="0 0 16 16" aria-hidden="true">
    <circle class="whole" cx="8" cy="8" r="6.5" />
    <circle cx="8" cy="8" r="6.5" stroke-dasharray={`${(ROUND * share).toFixed(2)} ${ROUND.toFixed(2)}`} />
  </svg>
);
