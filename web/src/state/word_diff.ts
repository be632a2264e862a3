/** Two short texts compared word by word, for a command that the person changes before it may run. */

interface WordRun {
  text: string;
  change: "same" | "removed" | "added";
}

/** More cells than this would be felt while typing: then the middle counts as replaced as a whole. */
const MOST_CELLS = 250_000;

const wordsIn = (text: string) => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];

function sameFrom(one: readonly string[], other: readonly string[], most: number): number {
  let count = 0;
  while (count < most && one[count] === other[count]) count += 1;
  return count;
}

/** Lengths of the longest common runs of what is left from each pair of places on. */
function commonLengths(one: readonly string[], other: readonly string[]): Uint32Array {
  const wide = other.length + 1;
  const lengths = new Uint32Array((one.length + 1) * wide);
  for (let at = one.length - 1; at >= 0; at -= 1) {
    for (let to = other.length - 1; to >= 0; to -= 1) {
      const here = at * wide + to;
      lengths[here] = one[at] === other[to] ? 1 + (lengths[here + wide + 1] ?? 0) : Math.max(lengths[here + wide] ?? 0, lengths[here + 1] ?? 0);
    }
  }
  return lengths;
}

function middleRuns(one: readonly string[], other: readonly string[], add: (text: string, change: WordRun["change"]) => void): void {
  if (one.length * other.length > MOST_CELLS) {
    add(one.join(""), "removed");
    return add(other.join(""), "added");
  }
  const wide = other.length + 1;
  const lengths = commonLengths(one, other);
  let at = 0;
  let to = 0;
  while (at < one.length || to < other.length) {
    const word = one[at];
    if (word !== undefined && word === other[to]) {
      add(word, "same");
      at += 1;
      to += 1;
    } else if (word !== undefined && (to >= other.length || (lengths[(at + 1) * wide + to] ?? 0) >= (lengths[at * wide + to + 1] ?? 0))) {
      add(word, "removed");
      at += 1;
    } else {
      add(other[to] ?? "", "added");
      to += 1;
    }
  }
}

export function wordDiff(before: string, after: string): WordRun[] {
  const one = wordsIn(before);
  const other = wordsIn(after);
  const head = sameFrom(one, other, Math.min(one.length, other.length));
  const tail = sameFrom(one.toReversed(), other.toReversed(), Math.min(one.length, other.length) - head);
  const runs: WordRun[] = [];
  const add = (text: string, change: WordRun["change"]) => {
    const last = runs.at(-1);
    if (last?.change === change) last.text += text;
    else if (text !== "") runs.push({ text, change });
  };
  add(one.slice(0, head).join(""), "same");
  middleRuns(one.slice(head, one.length - tail), other.slice(head, other.length - tail), add);
  add(one.slice(one.length - tail).join(""), "same");
  return runs;
}
