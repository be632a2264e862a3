/** What the person wrote with an answer, once it is over. */
import type { Asked } from "../../state/items";

export const YourWords = ({ item }: { item: Asked }) =>
  item.status === "open" || item.words === null || item.words === "" ? null : (
    <dl class="facts said">
      <div>
        <dt>Your words</dt>
        <dd>{item.words}</dd>
      </div>
    </dl>
  );
