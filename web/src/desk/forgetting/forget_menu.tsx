/** What is seldom wanted of a decided item: that its texts be forgotten. */
import { LinkButton } from "../../parts/link_button";
import { MoreMenu } from "../../parts/word_menu";
import type { Item } from "../../state/items";
import type { Pane } from "../../state/panes";
import { askToForget, nounOf } from "./to_forget";
import "../../style/word_menu.css";

export function ForgetMenu({ pane, item }: { pane: Pane; item: Item }) {
  const id = `${pane.id}-more`;
  const choose = () => {
    document.getElementById(id)?.hidePopover();
    askToForget(pane.id, item);
  };
  const noun = nounOf(item);
  return (
    <MoreMenu id={id} label={`More about this ${noun}`}>
      <LinkButton words={`Forget this ${noun} …`} onClick={choose} />
    </MoreMenu>
  );
}
