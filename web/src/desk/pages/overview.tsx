/** All sites whose pages are reviewed, and how one becomes one. */
import { Icon } from "../../parts/icon";
import { slowNow } from "../../state/clock";
import { sites, sitesKnown, siteWords } from "../../state/pages/sites";
import { whenWords } from "../../state/words";
import type { PageSite } from "../../wire/types.gen";
import { openSite } from "../opening";
import { HowToBegin } from "./teaching";

export function Overview() {
  const list = sites.value;
  if (!sitesKnown.value) return <p class="quiet">…</p>;
  return (
    <>
      <h1>{list.length === 0 ? "No pages are reviewed." : "Pages under review"}</h1>
      {list.length === 0 ? (
        <p class="lead">Mark up a site as it runs: on every page, words and elements take your notes, and your agent reads and answers them.</p>
      ) : (
        <table class="ledger sites">
          <thead class="unseen">
            <tr>
              <th scope="col">Kind</th>
              <th scope="col">Site</th>
              <th scope="col">Changed</th>
            </tr>
          </thead>
          <tbody>
            {list.map((site) => (
              <Line key={site.id} site={site} />
            ))}
          </tbody>
        </table>
      )}
      {list.length === 0 ? null : <h2 class="another">Another one</h2>}
      <HowToBegin />
    </>
  );
}

const Line = ({ site }: { site: PageSite }) => (
  <tr>
    <td class="kind">
      <Icon shape="window" />
    </td>
    <td class="what">
      <button type="button" onClick={() => openSite(site.id)}>
        <span>{site.name}</span>
        <small>
          {siteWords(site)} · {site.storage}
        </small>
      </button>
    </td>
    <td>{site.changed_at === null ? "" : whenWords(site.changed_at, slowNow.value)}</td>
  </tr>
);
