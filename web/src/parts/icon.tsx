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
