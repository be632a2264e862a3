"""What files were like at some fingerprints: from it follows what is new since one of them."""

import hashlib
import json
import re
from collections import OrderedDict
from collections.abc import Mapping

from countermark.model.pages import PageAnnotation, PageStore

MOST_KEPT = 100
NOTHING = "0:"
FINGERPRINT = re.compile(r"\d{1,9}:(?P<latest>[^\x00-\x1f]{0,80}?)(?::[0-9a-f]{12})?")


class Snapshots:
    """Digests of annotations by the fingerprint of the file that held them; the oldest are forgotten."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], Mapping[str, str]] = OrderedDict()

    def keep(self, site: str, fingerprint: str, digests: Mapping[str, str]) -> None:
        """Remember a state."""
        self._kept[site, fingerprint] = digests
        self._kept.move_to_end((site, fingerprint))
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    def of(self, site: str, fingerprint: str) -> Mapping[str, str] | None:
        """A state, if it is remembered; what an empty file holds is known to everybody."""
        return {} if fingerprint == NOTHING else self._kept.get((site, fingerprint))


def digests_of(store: PageStore) -> dict[str, str]:
    """What tells one state of an annotation from another, by its id."""
    return {each.id: digest(each) for each in store.annotations}


def digest(annotation: PageAnnotation) -> str:
    """An agent's own reply makes no news for agents, nor does the time that it leaves behind."""
    raw = dict(annotation.raw)
    raw.pop("updatedAt", None)
    replies = raw.pop("replies", None)
    listed = replies if isinstance(replies, list) else []
    said = [each for each in listed if isinstance(each, dict) and each.get("role") == "reviewer"]
    content = json.dumps([raw, said], sort_keys=True).encode("ascii")
    return hashlib.sha256(content).hexdigest()[:24]


def latest_in(fingerprint: str) -> str | None:
    """The time of the last change that a fingerprint tells; None for what is no fingerprint."""
    found = FINGERPRINT.fullmatch(fingerprint)
    return None if found is None else found["latest"]


def new_since(store: PageStore, known: Mapping[str, str] | None, *, latest: str) -> set[str]:
    """The ids of annotations that are new or changed: by a remembered state, else by the times in the file."""
    if known is None:
        return {each.id for each in store.annotations if each.updated_at > latest}
    return {name for name, now in digests_of(store).items() if known.get(name) != now}
