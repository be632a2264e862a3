/** Words that an agent wrote, beside the desk's own: what would not be seen is spelled out. */
import { spelledOut } from "../state/unseen_characters";

export const AgentWords = ({ words }: { words: string }) => (
  <bdi class="agent-words">
    <Spelled words={words} />
  </bdi>
);

/** The same as a part of a longer text. */
export const Spelled = ({ words }: { words: string }) => (
  <>
    {spelledOut(words).map(({ text, escape }, at) => (escape ? <span key={at} class="escape" title="A character that would not be seen">{text}</span> : text))}
  </>
);
