"""Which words of one text are which of another: a longest common subsequence with a stated choice among equals."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Sequence

from countermark.documents.markdown.words import Worded, weight

CELLS_AT_MOST = 16_000_000  # pairs of words that are compared at once


def subsequence(old: Sequence[str], new: Sequence[str], *, most_cells: int = CELLS_AT_MOST) -> list[tuple[int, int]]:
    """Pairs (i, j) with old[i] == new[j], rising in both: a longest common subsequence.

    Equal beginnings and ends are taken first. Between them, with L[i][j] the length of the longest common subsequence
    of old[:i] and new[:j], the way back from the end is: left (j - 1) if L[i][j] == L[i][j - 1], else up (i - 1) if
    L[i][j] == L[i - 1][j], else the pair (i - 1, j - 1) belongs to it. Words that one of both lacks change nothing of
    that and are left out. What is still too large is cut first where a word stands once in both.
    """
    head, shorter = 0, min(len(old), len(new))
    while head < shorter and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < shorter - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    pairs = [(at, at) for at in range(head)]
    in_both = set(old[head : len(old) - tail]).intersection(new[head : len(new) - tail])
    mine = [at for at in range(head, len(old) - tail) if old[at] in in_both]
    theirs = [at for at in range(head, len(new) - tail) if new[at] in in_both]
    known = [old[at] for at in mine], [new[at] for at in theirs]
    inner = _longest(*known) if len(mine) * len(theirs) <= most_cells else _cut(*known, most_cells)
    pairs += [(mine[i], theirs[j]) for i, j in inner]
    pairs += [(len(old) - at, len(new) - at) for at in range(tail, 0, -1)]
    return pairs


def _longest(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """All of it at once. Each row of L is one number: bit j is 0 where L grows from j to j + 1."""
    if not old or not new:
        return []
    masks = _masks(old, new)
    full = (1 << len(new)) - 1
    row, rows = full, [full]
    for word in old:
        hits = row & masks[word]
        row = ((row + hits) | (row - hits)) & full
        rows.append(row)
    pairs: list[tuple[int, int]] = []
    i, j = len(old), len(new)
    while i and j:
        if rows[i] >> (j - 1) & 1:
            j -= 1
        elif not rows[i - 1] >> (j - 1) & 1:
            i -= 1
        else:
            i, j = i - 1, j - 1
            pairs.append((i, j))
    pairs.reverse()
    return pairs


def _masks(old: Sequence[str], new: Sequence[str]) -> dict[str, int]:
    """For each old word a number with a bit for every place where it stands in the new text."""
    bits: dict[str, bytearray] = {}
    size = len(new) // 8 + 1
    wanted = set(old)
    for at, word in enumerate(new):
        if word in wanted:
            if word not in bits:
                bits[word] = bytearray(size)
            bits[word][at >> 3] |= 1 << (at & 7)
    return {word: int.from_bytes(bits.get(word, b""), "little") for word in wanted}


def _cut(old: Sequence[str], new: Sequence[str], most_cells: int) -> list[tuple[int, int]]:
    """Pairs of words that stand once in both texts, as many as keep their order, and what is common between them."""
    anchors = rising(once_in_both(old, new))
    if not anchors:
        return []
    pairs: list[tuple[int, int]] = []
    old_at = new_at = 0
    for i, j in [*anchors, (len(old), len(new))]:
        gap = subsequence(old[old_at:i], new[new_at:j], most_cells=most_cells)
        pairs += [(old_at + a, new_at + b) for a, b in gap]
        if i < len(old):
            pairs.append((i, j))
        old_at, new_at = i + 1, j + 1
    return pairs


def once_in_both(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Where each word stands that is once in both, in the order of the old text."""
    places = once(new)
    return [(at, places[word]) for word, at in once(old).items() if word in places]


def once(words: Sequence[Hashable]) -> dict[Hashable, int]:
    """Where each word stands that stands once, in order."""
    places = dict(zip(words, range(len(words)), strict=True))
    if len(places) < len(words):
        for word in [word for word, count in Counter(words).items() if count > 1]:
            del places[word]
    return places


def rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Of pairs that rise in the first number a longest run that rises in the second; of several the lowest."""
    return [pairs[number] for number in longest_rising([j for _, j in pairs])]


def longest_rising(values: Sequence[int]) -> list[int]:
    """Which of these values form a longest run that rises; of several the lowest."""
    ends: list[int] = []  # of the runs of each length, the number of the value that ends it, the least there is
    least: list[int] = []  # and that value
    before: list[int] = []
    for number, value in enumerate(values):
        at = bisect_left(least, value) if least and least[-1] >= value else len(least)
        before.append(ends[at - 1] if at else -1)
        if at == len(least):
            ends.append(number)
            least.append(value)
        else:
            ends[at], least[at] = number, value
    run: list[int] = []
    last = ends[-1] if ends else -1
    while last >= 0:
        run.append(last)
        last = before[last]
    run.reverse()
    return run


def aligned(old: Worded, new: Worded, *, by_line: bool = False) -> list[int]:
    """For each word of the old text the number of the same word in the new one, or -1; code goes by lines first.

    If all words of one text stand in a row in the other, once, that is the answer.
    """
    inside, around = _inside(old.words, new.words), _inside(new.words, old.words)
    if inside is not None:
        return list(range(inside, inside + len(old.words)))
    to = [-1] * len(old.words)
    if around is not None:
        to[around : around + len(new.words)] = range(len(new.words))
        return to
    pairs = _by_line(old, new) if by_line else subsequence(old.words, new.words)
    for i, j in pairs:
        to[i] = j
    return to


def _inside(part: Sequence[str], whole: Sequence[str]) -> int | None:
    """At which word of the whole the part stands, if it stands there once."""
    if not part or len(part) > len(whole):
        return None
    found = None
    for at in range(len(whole) - len(part) + 1):
        if whole[at] == part[0] and whole[at : at + len(part)] == part:
            if found is not None:
                return None
            found = at
    return found


def settled(old: Worded, new: Worded, to: Sequence[int]) -> list[int]:
    """The alignment without chance hits: a run of equal words that weighs no more than what differs on each side of it.

    What differs on a side is the heavier of the old and the new words up to the next run; up to an end of the texts the
    old words alone count, for ours may have become a part of something longer.
    """
    runs = _runs(to)
    out = list(to)
    for at, (first, last) in enumerate(runs):
        before = runs[at - 1][1] if at else 0
        behind = runs[at + 1][0] if at + 1 < len(runs) else len(to)
        weight, left, right = (
            total(old.words[first:last]),
            total(old.words[before:first]),
            total(old.words[last:behind]),
        )
        if at:
            left = max(left, total(new.words[to[before - 1] + 1 : to[first]]))
        if at + 1 < len(runs):
            right = max(right, total(new.words[to[last - 1] + 1 : to[behind]]))
        if weight <= left and weight <= right:
            out[first:last] = [-1] * (last - first)
    return out


def _runs(to: Sequence[int]) -> list[tuple[int, int]]:
    """Stretches of old words that are neighbours in the new text as well: from, to before."""
    runs: list[tuple[int, int]] = []
    at = 0
    while at < len(to):
        if to[at] < 0:
            at += 1
            continue
        first = at
        while at + 1 < len(to) and to[at + 1] == to[at] + 1:
            at += 1
        at += 1
        runs.append((first, at))
    return runs


def _by_line(old: Worded, new: Worded) -> list[tuple[int, int]]:
    """Equal lines first, then words in the gaps between them."""
    old_rows, new_rows = _rows(old), _rows(new)
    same = subsequence([row[2] for row in old_rows], [row[2] for row in new_rows])
    pairs: list[tuple[int, int]] = []
    old_at = new_at = 0
    for i, j in [*same, (len(old_rows), len(new_rows))]:
        old_end = old_rows[i][0] if i < len(old_rows) else len(old.words)
        new_end = new_rows[j][0] if j < len(new_rows) else len(new.words)
        gap = subsequence(old.words[old_at:old_end], new.words[new_at:new_end])
        pairs += [(old_at + a, new_at + b) for a, b in gap]
        if i < len(old_rows):
            pairs += [(old_end + at, new_end + at) for at in range(old_rows[i][1] - old_end)]
            old_at, new_at = old_rows[i][1], new_rows[j][1]
    return pairs


def _rows(text: Worded) -> list[tuple[int, int, str]]:
    """The lines that have words: their first word, the one behind their last, and what they say."""
    rows: list[tuple[int, int, str]] = []
    start = 0
    lines, words = text.lines, text.words
    for at in range(1, len(words) + 1):
        if at == len(words) or lines[at] != lines[start]:
            rows.append((start, at, "\x1f".join(words[start:at])))
            start = at
    return rows


def total(words: Sequence[str]) -> int:
    """The weight of all words."""
    return sum(map(weight, words))


def paired(words: Sequence[str], pairs: Sequence[tuple[int, int]]) -> int:
    """The weight of those words that are in a pair."""
    return sum(weight(words[at]) for at, _ in pairs)


def kept(words: Sequence[str], to: Sequence[int], first: int, last: int) -> int:
    """The weight of the words from first to before last that are still there."""
    return sum(weight(words[at]) for at in range(first, last) if to[at] >= 0)


def carried(to: Sequence[int], first: int, last: int, size: int) -> tuple[int, int] | None:
    """Where the words from first to before last have gone among `size` new ones: from, to before.

    None if none of them is left. Changed words at an edge of the quote share the gap they lie in with the changed words
    outside of it, in proportion, and take no more than twice their number.
    """
    hits = [at for at in range(first, last) if to[at] >= 0]
    if not hits:
        return None
    start, end = to[hits[0]], to[hits[-1]] + 1
    lost = hits[0] - first
    if lost:
        before = first - 1
        while before >= 0 and to[before] < 0:
            before -= 1
        room = start - (to[before] + 1 if before >= 0 else 0)
        start -= min(room * lost // (hits[0] - before - 1), 2 * lost)
    lost = last - 1 - hits[-1]
    if lost:
        after = last
        while after < len(to) and to[after] < 0:
            after += 1
        room = (to[after] if after < len(to) else size) - end
        end += min(room * lost // (after - hits[-1] - 1), 2 * lost)
    return start, end
