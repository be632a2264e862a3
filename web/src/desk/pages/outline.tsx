/** The pages of a site where a plan has its headings, and the line that says what of them is shown. */
import { nameInPane } from "../../state/panes";
import { shown } from "../../state/pages/links";
import type { Counts, PageGroup } from "../../state/pages/filter";
import type { PageStatus } from "../../wire/pages";
import { filterIn } from "./acts";

interface Props {
  pane: string;
  groups: readonly PageGroup[];
}

export function PagesOutline({ pane, groups }: Props) {
  const filter = filterIn(pane);
  const choose = (page: string | null) => (filter.value = { ...filter.peek(), page });
  return (
    <nav class="outline days" aria-label={nameInPane("Pages", pane)}>
      <PageLink words="All pages" current={filter.value.page === null} onClick={() => choose(null)} />
      {groups.map(({ url, marks, notes }) => (
        <PageLink key={url} words={shown(url) || "without a name"} count={marks.length + notes.length} current={filter.value.page === url} onClick={() => choose(url)} />
      ))}
    </nav>
  );
}

interface LinkProps {
  words: string;
  count?: number;
  current: boolean;
  onClick: () => void;
}

const PageLink = ({ words, count, current, onClick }: LinkProps) => (
  <button type="button" aria-current={current ? "true" : undefined} title={words} onClick={onClick}>
    <span>{words}</span> {count === undefined ? null : <b class="figures">{count}</b>}
  </button>
);

const STATUSES: readonly [PageStatus | null, string][] = [
  [null, "All"],
  ["open", "Open"],
  ["in_progress", "In progress"],
  ["addressed", "Addressed"],
];

export function FilterLine({ pane, groups, counts }: Props & { counts: Counts }) {
  const filter = filterIn(pane);
  return (
    <div class="filter" role="group" aria-label={nameInPane("Show", pane)}>
      {STATUSES.map(([status, words]) => (
        <button
          key={words}
          type="button"
          aria-pressed={filter.value.status === status}
          onClick={() => (filter.value = { ...filter.peek(), status })}
        >
          {words} {status === null ? null : <b class="figures">{counts[status]}</b>}
        </button>
      ))}
      {groups.length < 2 ? null : <PageChoice pane={pane} groups={groups} />}
    </div>
  );
}

/** Where there is no room for the outline. */
function PageChoice({ pane, groups }: Props) {
  const filter = filterIn(pane);
  const choose = (event: Event) => {
    const { value } = event.currentTarget as HTMLSelectElement;
    filter.value = { ...filter.peek(), page: groups[Number(value)]?.url ?? null };
  };
  return (
    <select class="which-page" aria-label={nameInPane("On which page", pane)} value={groups.findIndex(({ url }) => url === filter.value.page)} onChange={choose}>
      <option value={-1}>on all pages</option>
      {groups.map(({ url }, index) => (
        <option key={url} value={index}>
          {shown(url)}
        </option>
      ))}
    </select>
  );
}
