/** The pages of a site: what was marked on them, what came of it, and what the person says to that. */
import { useEffect, useMemo } from "preact/hooks";
import { Tool } from "../../parts/tool";
import type { PageMark, PageNote } from "../../state/pages/entries";
import { countsOf, filtered, groupByPage } from "../../state/pages/filter";
import { leaveWithTab } from "../../state/pages/leaving";
import { pageLink } from "../../state/pages/links";
import { copyMarkdown, followPages, forget, loadPages, pageReview, type PageReview } from "../../state/pages/review";
import { followOtherTabs } from "../../state/pages/words";
import { siteOf } from "../../state/pages/sites";
import { showIn, type Pane } from "../../state/panes";
import type { PageSite } from "../../wire/types.gen";
import { PaneHead } from "../panes/pane_head";
import { takeOrders } from "./orders";
import { filterIn } from "./acts";
import { ConfirmedAct } from "./asking";
import { PageGroupList } from "./group";
import { obey } from "./keys";
import { Broken, Problems, Stranded } from "./notices";
import { FilterLine, PagesOutline } from "./outline";
import { Overview } from "./overview";
import { NothingMarked } from "./teaching";
import "../../style/pages.css";
import "../../style/pages_margin.css";

followPages();
followOtherTabs();
leaveWithTab();

export function PagesPane({ pane, site }: { pane: Pane; site: string | null }) {
  return site === null ? <AllSites pane={pane} /> : <OneSite key={site} pane={pane} site={site} />;
}

const AllSites = ({ pane }: { pane: Pane }) => (
  <>
    <PaneHead pane={pane} shape="window" title="Pages" closable>
      <span class="push" />
    </PaneHead>
    <div class="scroll" id={`${pane.id}-scroll`} tabIndex={0} role="group" aria-label="Pages">
      <div class="spread pages">
        <div class="page">
          <Overview />
        </div>
      </div>
    </div>
  </>
);

function OneSite({ pane, site }: { pane: Pane; site: string }) {
  const about = siteOf(site);
  const loaded = pageReview(site).value;
  useEffect(() => void loadPages(site), [site]);
  useEffect(() => takeOrders(pane.id, (order) => obey(pane.id, site, order)), [pane.id, site]);
  return (
    <>
      <PaneHead pane={pane} shape="window" title="Pages" closable>
        <span class="where">{about?.name}</span>
        <span class="push" />
        {loaded.at === "here" ? <Copy pane={pane.id} site={site} /> : null}
      </PaneHead>
      <div class="scroll" id={`${pane.id}-scroll`} tabIndex={0} role="group" aria-label={`Pages of ${about?.name ?? "a site"}`}>
        {loaded.at === "here" ? <Sheet pane={pane} site={site} about={about} review={loaded.review} /> : <NotHere pane={pane} why={loaded} />}
      </div>
    </>
  );
}

function Copy({ pane, site }: { pane: string; site: string }) {
  const { status } = filterIn(pane).value;
  const words = status === null ? "Copy all as Markdown" : `Copy what is ${status.replace("_", " ")} as Markdown`;
  return (
    <>
      <button type="button" class="what-changed copy" title={words} onClick={() => void copyMarkdown(site, status)}>
        Copy as Markdown
      </button>
      <Tool shape="list" words="All sites" onClick={() => showIn(pane, { kind: "pages", site: null })} />
    </>
  );
}

function NotHere({ pane, why }: { pane: Pane; why: Exclude<ReturnType<typeof pageReview>["value"], { at: "here" }> }) {
  const words = {
    loading: "…",
    gone: "This site is no longer on the desk; its file stays where it is. Its dev server brings it back.",
    away: why.at === "away" ? `${why.why}.` : "",
  }[why.at];
  return (
    <div class="spread pages">
      <div class="page">
        <p class="quiet" role="status">
          {words}
        </p>
        {why.at === "gone" ? (
          <button type="button" class="link" onClick={() => showIn(pane.id, { kind: "pages", site: null })}>
            All sites
          </button>
        ) : null}
      </div>
    </div>
  );
}

interface SheetProps {
  pane: Pane;
  site: string;
  about: PageSite | null;
  review: PageReview;
}

const idsOf = (entries: readonly (PageMark | PageNote)[]) => entries.map(({ id }) => id);

function Sheet({ pane, site, about, review }: SheetProps) {
  const { marks, notes, problems, broken } = review;
  const groups = useMemo(() => groupByPage(marks, notes), [marks, notes]);
  const there = useMemo(() => new Set([...idsOf(marks), ...idsOf(notes)]), [marks, notes]);
  const filter = filterIn(pane.id).value;
  const page = groups.some(({ url }) => url === filter.page) ? filter.page : null;
  const shownGroups = filtered(groups, { ...filter, page });
  const address = about?.address ?? null;
  return (
    <div class="spread pages">
      {groups.length > 1 ? <PagesOutline pane={pane.id} groups={groups} /> : null}
      <div class="page">
        <h1>{about?.name ?? "Pages"}</h1>
        <Byline about={about} />
        {broken === null ? null : <Broken site={site} why={broken} />}
        {broken === null ? <Stranded site={site} there={there} /> : null}
        <Problems problems={problems} />
        {groups.length === 0 ? null : <FilterLine pane={pane.id} groups={groups} counts={countsOf(marks)} />}
        {shownGroups.map((group) => (
          <PageGroupList key={group.url} pane={pane.id} site={site} address={address} group={group} />
        ))}
        {groups.length === 0 && broken === null && about !== null ? <NothingMarked site={about} /> : null}
        {groups.length > 0 && shownGroups.length === 0 ? <p class="quiet">Nothing of that kind.</p> : null}
        <Forget pane={pane} site={site} />
      </div>
    </div>
  );
}

/** Where the site runs, and where its file lies. */
function Byline({ about }: { about: PageSite | null }) {
  if (about === null) return null;
  const link = pageLink(about.address, "/");
  return (
    <p class="byline">
      {link === null ? null : (
        <>
          <a href={link} target="_blank" rel="noopener noreferrer" title="Open the site in a new tab">
            {new URL(link).host}
            <span aria-hidden="true"> ↗</span>
          </a>
          {", "}
        </>
      )}
      kept in <code>{about.storage}</code>
    </p>
  );
}

function Forget({ pane, site }: { pane: Pane; site: string }) {
  const go = async () => {
    if ((await forget(site)) === null) showIn(pane.id, { kind: "pages", site: null });
  };
  return (
    <div class="forget">
      <ConfirmedAct kind="link" asks="Forget this site" does="Forget it" question="Take this site off the desk? Its file stays as it is." go={go} />
    </div>
  );
}
