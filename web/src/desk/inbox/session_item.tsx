/** A session as a line of the inbox: whose turn it is, and a dot when something came to rest since it was looked at. */
import { hasNews } from "../../state/sessions/list";
import type { ListedSession } from "../../wire/types.gen";
import { Icon } from "../../parts/icon";
import { lineWords, titleOfLine } from "../sessions/line_words";

interface Props {
  line: ListedSession;
  current: boolean;
  tabIndex: number;
  onOpen: (beside: boolean) => void;
}

export function SessionItem({ line, current, tabIndex, onOpen }: Props) {
  const fresh = !current && hasNews(line);
  return (
    <li>
      <button
        type="button"
        class={fresh ? "item fresh" : "item"}
        data-item={line.id}
        aria-current={current ? "true" : undefined}
        tabIndex={tabIndex}
        title={titleOfLine(line)}
        onClick={(event) => onOpen(event.shiftKey || event.ctrlKey || event.metaKey)}
      >
        {fresh ? <i class="dot" /> : null}
        <Icon shape="prompt" />
        <span class="title">
          {fresh ? <span class="unseen">New: </span> : null}
          {titleOfLine(line)}
        </span>
        <span class="line">{lineWords(line)}</span>
      </button>
    </li>
  );
}
