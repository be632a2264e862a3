/** A sentence of the desk's; what it quotes between back-ticks is set as machines speak. */
export const Quoted = ({ words }: { words: string }) => (
  <>{words.split("`").map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</>
);
