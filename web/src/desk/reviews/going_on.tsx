/** The small choice beside Approve: in which mode the agent goes on. */
import { chooseMode, modeFor } from "../../state/going_on";
import type { Review } from "../../wire/types.gen";

export function GoingOn({ review }: { review: Review }) {
  const mode = modeFor(review);
  if (mode === null) return null;
  const what = review.modes.find(({ id }) => id === mode)?.what;
  return (
    <label class="going-on" title={`${review.agent_name} ${what ?? ""}`}>
      <span>
        <span class="who">{review.agent_name} </span>goes on:
      </span>
      <select value={mode} aria-label={`How ${review.agent_name} goes on`} aria-description={what} onChange={(event) => chooseMode(review.agent, event.currentTarget.value)}>
        {review.modes.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
