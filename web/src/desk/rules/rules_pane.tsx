/** temp */
import type { Pane } from "../../state/panes";
export const RulesPane = ({ pane }: { pane: Pane }) => <p>{pane.id}</p>;
