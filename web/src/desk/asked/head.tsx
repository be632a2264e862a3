/** The head of a permission's or a question's pane, and what stands in its place until it is there. */
import { ownDialogAt } from "../../state/asked";
import { slowNow } from "../../state/clock";
import type { Asked } from "../../state/items";
import type { Pane } from "../../state/panes";
import { askedOf } from "../../state/reviews";
import { exactTime, whenWords } from "../../state/words";
import type { Shape } from "../../parts/icon";
import { later } from "../../parts/later";
import { PaneHead } from "../panes/pane_head";

const ExportMenu = later(() => import("../exports/export_menu").then((part) => part.ExportMenu));
const ForgetMenu = later(() => import("../forgetting/forget_menu").then((part) => part.ForgetMenu));

export function AskedHead({ pane, id, shape, title }: { pane: Pane; id: string; shape: Shape; title: string }) {
  const item = askedOf(id);
  return (
    <PaneHead pane={pane} shape={shape} title={title} closable>
      <span class="where">{item?.workspace_name}</span>
      <span class="agent">{item?.agent_name}</span>
      {pane.fresh ? (
        <span class="new">
          <i class="dot" /> new
        </span>
      ) : null}
      <span class="push" />
      {item !== null && item.status !== "open" && item.forgotten_at === null ? (
        <>
          <ExportMenu pane={pane} item={item} />
          <ForgetMenu pane={pane} item={item} />
        </>
      ) : null}
    </PaneHead>
  );
}

export const NotHere = ({ pane, why }: { pane: Pane; why: string | null }) => (
  <div class={why === null ? "scroll" : "blank scroll"} id={`${pane.id}-scroll`} tabIndex={-1}>
    {why === null ? null : (
      <>
        <h1>This is not here.</h1>
        <p>{why}</p>
      </>
    )}
  </div>
);

/** Who asks, in which conversation, since when, and where else it can be answered. */
/** `asker`: with its verb; null where the headline has said it. */
export function AskedByline({ item, asker }: { item: Asked; asker: string | null }) {
  const today = whenWords(item.opened_at, slowNow.value).length <= 5;
  return (
    <p class="byline">
      {asker === null ? null : `${asker}${item.sub_agent === null ? "" : `, for its part “${item.sub_agent}”`}${item.conversation === null ? "" : ", "}`}
      {item.conversation === null ? null : (
        <>
          {asker === null ? "From" : "from"} conversation <code title={item.conversation}>{item.conversation.slice(0, 8)}</code>
        </>
      )}
      {asker === null && item.conversation === null ? "" : ". "}
      Arrived {today ? exactTime(item.opened_at) : whenWords(item.opened_at, slowNow.value)}.
      {item.status === "open" && item.point === "dialog" && !item.dialog_follows ? ` It can be answered in ${ownDialogAt(item)}, too; the first answer counts.` : null}
    </p>
  );
}
