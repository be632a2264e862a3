"""Places of one revision carried over to the next, with both texts at hand."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate

from countermark.documents.difference.alignment import aligned, carried, kept, paired, settled, subsequence, total
from countermark.documents.difference.pairing import Pair, Pairing, pair
from countermark.documents.markdown.passages import Passages
from countermark.documents.markdown.words import LETTERS
from countermark.documents.marks.sought import Landing, Sought, landing, place_of, reads
from countermark.model.places import CarriedPlace, Place

SURVIVES = 0.4  # of the marked words must be left
ERRORS = 0.3  # share of a quote that may differ where it is looked for by itself
QUOTE_WORDS, QUOTE_WEIGHT = 3, 12  # a shorter quote is not looked for by itself
LONGER = 4  # times a rewritten piece may be as long as what was marked
SHORTLIST = 12
COMMON = 60  # a word that more units hold than this tells nothing
APART = 4  # units that may lie between two parts of a mark beyond those that lay there before


def carry(
    old: Passages, new: Passages, places: Sequence[Place], pairing: Pairing | None = None
) -> tuple[CarriedPlace, ...]:
    """Where each place is now. Never raises; a place that does not exist in the old text is gone."""
    carrier = Carrier(old, new, pair(old, new) if pairing is None else pairing)
    return tuple(carrier.carried(place) for place in places)


class Carrier:
    """Two revisions and how their units are paired."""

    def __init__(self, old: Passages, new: Passages, pairing: Pairing) -> None:
        self.old, self.new = old, new
        self.a, self.b = old.bearings, new.bearings
        self.partners = {one.old: one for one in pairing.pairs}
        self.fresh = [*pairing.arrived, *(one.new for one in pairing.pairs if not one.same)]
        self.owners = {one.new: one.old for one in pairing.pairs if not one.same}
        self.origins = {one.new: one.old for one in pairing.pairs}
        self.alignments: dict[int, list[int]] = {}
        self.gaps: dict[int, tuple[list[int], list[int]]] = {}
        self.homes: dict[int, list[tuple[int, list[int]]]] = {}
        self.holders: dict[str, list[int]] | None = None

    def carried(self, place: Place) -> CarriedPlace:
        """Where a place is now."""
        span = self.old.span(place)
        if span is None:
            return CarriedPlace("gone", None)
        first, last = self.old.order[place.start_block], self.old.order[place.end_block]
        parts: list[tuple[Landing, int, int]] = []  # where it is, its unit before, its weight
        weight = 0
        hint: Landing | None = None
        for at in range(first, last + 1):
            unit = self.old.units[at]
            start, end = max(span[0] - unit.start, 0), min(span[1] - unit.start, len(unit.text))
            sought = self._sought(at, start, end)
            weight += sought.weight
            found, left = self._landed(sought, at)
            if found is not None and left >= SURVIVES * sought.weight:
                parts.append((found, at, left))
            hint = hint or found or self._instead(sought, at)
        whole = _joined(parts)
        if whole is None or whole[1] < SURVIVES * weight or not weight:
            doubtful = whole[0] if whole else hint
            return CarriedPlace("gone", None, None if doubtful is None else place_of(self.new, doubtful))
        found_place = place_of(self.new, whole[0])
        same = reads(self.new.quote(found_place) or "") == reads(self.old.text[span[0] : span[1]])
        return CarriedPlace("there" if same else "changed", found_place, None, whole[1] / weight)

    def _sought(self, at: int, start: int, end: int) -> Sought:
        return Sought(self.a.worded[at], start, end)

    def _landed(self, sought: Sought, at: int) -> tuple[Landing | None, int]:
        """Where a piece of a unit is now, and the weight of its words that are left."""
        partner = self.partners.get(at)
        if partner is not None and self.a.texts[at] == self.b.texts[partner.new]:
            return Landing(partner.new, sought.start, partner.new, sought.end, 1.0), sought.weight
        first, last = sought.piece
        if first == last:
            return None, 0
        found: Landing | None = None
        left = 0
        for unit, to in self._homes(at):
            new = self.b.worded[unit]
            words = carried(to, first, last, len(new.words))
            if words is None:
                continue
            one, more = landing(sought, new, unit, words, 1.0), kept(sought.old.words, to, first, last)
            if found is not None and found.last + 1 == unit and self._split_from(at, found.unit, unit):
                found, left = Landing(found.unit, found.start, unit, one.end, 1.0), left + more
            elif found is not None and unit + 1 == found.unit and self._split_from(at, found.unit, unit):
                found, left = Landing(unit, one.start, found.last, found.end, 1.0), left + more
            elif more > left:
                found, left = one, more
        if left >= (1 - ERRORS) * sought.weight:
            return found, left
        other, more = self._elsewhere(sought, at)
        return (other, more) if other is not None and more > left else (found, left)

    def _split_from(self, at: int, unit: int, more: int) -> bool:
        """Are these two new units parts of an old one? Not if the second was another before, or a kind differs."""
        return more not in self.origins and self.a.kinds[at] == self.b.kinds[unit] == self.b.kinds[more]

    def _instead(self, sought: Sought, at: int) -> Landing | None:
        """What stands between the words that stood around a piece: it may have been rewritten as a whole."""
        partner = self.partners.get(at)
        if partner is None or sought.piece[0] == sought.piece[1]:
            return None
        first, last = sought.piece
        new, longest = self.b.worded[partner.new], LONGER * max(sought.weight, QUOTE_WEIGHT)
        before, after = self._gap(partner, first, last)
        # Each word weighs something: a gap of too many need not be weighed, and each mark would weigh a long unit anew.
        if not 2 <= after - before <= longest + 1 or total(new.words[before + 1 : after]) > longest:
            return None
        return landing(sought, new, partner.new, (before + 1, after), 0.0)

    def _gap(self, partner: Pair, first: int, last: int) -> tuple[int, int]:
        """The new words between which those from first to before last of an old unit stood."""
        to = self.alignment_of(partner)
        if partner.old not in self.gaps:
            hits = [word for word, new in enumerate(to) if new >= 0]
            self.gaps[partner.old] = list(accumulate(to, max, initial=-1)), hits
        farthest, hits = self.gaps[partner.old]
        before = farthest[first]
        for at in range(bisect_left(hits, last), len(hits)):
            if to[hits[at]] > before:
                return before, to[hits[at]]
        return before, len(self.b.worded[partner.new].words)

    def _homes(self, at: int) -> list[tuple[int, list[int]]]:
        """The new units that hold an old one's words, and which of them: its partner, and who took the rest of them."""
        if at not in self.homes:
            partner, words = self.partners.get(at), self.a.worded[at].words
            homes = [] if partner is None else [(partner.new, self.alignment_of(partner))]
            rest = [number for number in range(len(words)) if not homes or homes[0][1][number] < 0]
            other = self.taken([words[number] for number in rest], at)
            if other is not None:
                unit, pairs = other
                to = [-1] * len(words)
                for i, j in pairs:
                    to[rest[i]] = j
                homes.append((unit, to))
            self.homes[at] = homes
        return self.homes[at]

    def alignment_of(self, one: Pair) -> list[int]:
        """For each word of an old unit the one of its partner."""
        if one.old not in self.alignments:
            a, b = self.a.worded[one.old], self.b.worded[one.new]
            code = self.a.kinds[one.old] == "code" == self.b.kinds[one.new]
            to = aligned(a, b, by_line=code)
            self.alignments[one.old] = to if one.same else settled(a, b, to)
        return self.alignments[one.old]

    def _elsewhere(self, sought: Sought, at: int) -> tuple[Landing | None, int]:
        """The quote by itself in new text."""
        first, last = sought.piece
        quote = sought.old.words[first:last]
        found = self.taken(quote, at)
        if found is None:
            return None, 0
        unit, pairs = found
        words = pairs[0][1], pairs[-1][1] + 1
        return landing(sought, self.b.worded[unit], unit, words, 1.0), paired(quote, pairs)

    def taken(self, words: list[str], at: int) -> tuple[int, list[tuple[int, int]]] | None:
        """The one unit that holds these words of an old one in its new text: ours was split, or joined with another."""
        weight = total(words)
        if len(words) < QUOTE_WORDS or weight < QUOTE_WEIGHT:
            return None
        found: list[tuple[int, list[tuple[int, int]]]] = []
        for unit in self.shortlist(words):
            owner = self.owners.get(unit)
            if owner == at:
                continue
            new = self.b.worded[unit].words
            if owner is not None:
                hit = set(self.alignment_of(self.partners[owner]))
                new = ["" if number in hit else word for number, word in enumerate(new)]
            pairs = subsequence(words, new)
            if paired(words, pairs) < (1 - ERRORS) * weight:
                continue
            if total(new[pairs[0][1] : pairs[-1][1] + 1]) <= (1 + ERRORS) * weight:
                found.append((unit, pairs))
        return found[0] if len(found) == 1 else None

    def shortlist(self, quote: Sequence[str]) -> list[int]:
        """New and edited units that share rare words with a quote."""
        if self.holders is None:
            self.holders = {}
            for unit in self.fresh:
                for word in dict.fromkeys(self.b.worded[unit].words):
                    self.holders.setdefault(word, []).append(unit)
        score: dict[int, float] = {}
        for word in dict.fromkeys(quote):
            units = self.holders.get(word, ())
            if len(units) <= COMMON and LETTERS.search(word):
                for unit in units:
                    score[unit] = score.get(unit, 0.0) + 1 / len(units)
        return sorted(sorted(score, key=lambda unit: (-score[unit], unit))[:SHORTLIST])


def _joined(parts: list[tuple[Landing, int, int]]) -> tuple[Landing, int] | None:
    """The parts of a mark as one landing: the heaviest, and on both sides what follows on it in order and not far."""
    if not parts:
        return None
    heaviest = max(range(len(parts)), key=lambda at: (parts[at][2], -at))
    first, number, weight = parts[heaviest]
    last = first
    number_first = number_last = number
    for one, at, left in parts[heaviest + 1 :]:
        near = one.unit - last.last <= at - number_last + APART
        if near and (last.last, last.end) <= (one.unit, one.start):
            last, number_last, weight = one, at, weight + left
    for one, at, left in reversed(parts[:heaviest]):
        near = first.unit - one.last <= number_first - at + APART
        if near and (one.last, one.end) <= (first.unit, first.start):
            first, number_first, weight = one, at, weight + left
    return Landing(first.unit, first.start, last.last, last.end, min(first.confidence, last.confidence)), weight
