/** How reviewing pages begins, where there is nothing to review yet. */
import type { PageSite } from "../../wire/types.gen";
import { pageLink } from "../../state/pages/links";

export const HowToBegin = () => (
  <dl class="begin">
    <div>
      <dt>A dev server that runs</dt>
      <dd>
        <code>countermark pages http://localhost:5173</code>
      </dd>
    </div>
    <div>
      <dt>A folder of pages</dt>
      <dd>
        <code>countermark pages ./site</code>
      </dd>
    </div>
    <div>
      <dt>Something to try it on</dt>
      <dd>
        <code>countermark demo pages</code>
      </dd>
    </div>
  </dl>
);

export function NothingMarked({ site }: { site: PageSite }) {
  const link = pageLink(site.address, "/");
  return (
    <div class="nothing">
      <p class="lead">Nothing is marked on these pages.</p>
      <p>
        {link === null ? "Open the site" : <OpenSite link={link} />} and select some words, or hold Alt and click an element. What you note there stands here at
        once, and your agent reads it.
      </p>
    </div>
  );
}

const OpenSite = ({ link }: { link: string }) => (
  <a class="link" href={link} target="_blank" rel="noopener noreferrer">
    Open {new URL(link).host}
  </a>
);
