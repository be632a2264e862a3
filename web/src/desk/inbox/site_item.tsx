/** The pages of a site, as a line of the inbox: what waits for the person comes first. */
import { siteWords } from "../../state/pages/sites";
import type { PageSite } from "../../wire/types.gen";
import { Icon } from "../../parts/icon";

interface Props {
  site: PageSite;
  called: string;
  current: boolean;
  tabIndex: number;
  onOpen: (beside: boolean) => void;
}

export const SiteItem = ({ site, called, current, tabIndex, onOpen }: Props) => (
  <li>
    <button
      type="button"
      class={site.addressed > 0 ? "item answered" : "item"}
      data-item={site.id}
      aria-current={current ? "true" : undefined}
      tabIndex={tabIndex}
      title={site.root}
      onClick={(event) => onOpen(event.shiftKey || event.ctrlKey || event.metaKey)}
    >
      <Icon shape="window" />
      <span class="title">{called}</span>
      <span class={site.problem === null ? "line" : "line heed"}>{siteWords(site)}</span>
    </button>
  </li>
);
