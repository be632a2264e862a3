/** What goes along with words, each with its name; what waits to be sent can be taken away. */
import { AgentWords } from "../../../parts/agent_words";
import { Icon } from "../../../parts/icon";
import type { Attachment } from "../../../wire/types.gen";
import { sizeWords } from "../../../state/sessions/words";

interface Props {
  attachments: readonly Attachment[];
  onRemove?: (attachment: Attachment) => void;
}

export function Chips({ attachments, onRemove }: Props) {
  if (attachments.length === 0) return null;
  return (
    <ul class="session-chips" aria-label="What goes along">
      {attachments.map((attachment) => (
        <li key={`${attachment.kind} ${attachment.sha256 ?? attachment.path ?? ""} ${attachment.name}`}>
          <Icon shape={attachment.kind === "image" ? "picture" : "file"} />
          <span title={attachment.path ?? undefined}><AgentWords words={attachment.name} /></span>
          {attachment.size === 0 ? null : <small class="figures">{sizeWords(attachment.size)}</small>}
          {onRemove === undefined ? null : (
            <button type="button" class="tool" aria-label={`Take ${attachment.name} away`} title="Take away" onClick={() => onRemove(attachment)}>
              <Icon shape="close" />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
