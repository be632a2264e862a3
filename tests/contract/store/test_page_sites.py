"""What every store keeps of sites whose pages are reviewed: the site itself, and what is known of its file."""

from dataclasses import replace

from countermark.model.pages.sites import KnownEntry, PageSite, Pending
from countermark.store.sql import SqlStore

PENDING = Pending(7, "page_annotation_added", "id \ud83d", "a" * 32, "person", "page", "write-1234")
FULL = PageSite(
    "0" * 20, "/srv/ü", "/srv/ü/inline-review.json", "http://127.0.0.1:1", ("my.test", "b.test:1"), 1, 2, "0:", PENDING
)
PLAIN = PageSite("1" * 20, "/srv/b", "/srv/b/x.json", None, (), 3, 4)


async def test_sites_come_back_as_they_were_put(store: SqlStore) -> None:
    await store.transact(lambda txn: txn.put_all([PLAIN, FULL]))
    assert await store.read(lambda reader: reader.page_site(FULL.id)) == FULL
    assert await store.read(lambda reader: reader.page_site("2" * 20)) is None
    assert await store.read(lambda reader: reader.page_sites()) == [FULL, PLAIN]
    settled = replace(FULL, pending=None, known="1::abc")
    await store.transact(lambda txn: txn.put(settled))
    assert await store.read(lambda reader: reader.page_sites()) == [settled, PLAIN]


async def test_what_is_known_of_a_file(store: SqlStore) -> None:
    many = [KnownEntry(FULL.id, f"a:{number}", "d" * 32) for number in range(1000)]
    await store.transact(lambda txn: txn.put_all([FULL, PLAIN, *many, KnownEntry(PLAIN.id, "a:1", "e")]))
    await store.transact(lambda txn: txn.put_all([KnownEntry(FULL.id, "a:1", None), KnownEntry(FULL.id, "a:2", "new")]))
    known = await store.read(lambda reader: reader.known_entries(FULL.id))
    assert len(known) == 999
    assert (known["a:2"], known["a:3"]) == ("new", "d" * 32)
    assert await store.read(lambda reader: reader.known_entries(PLAIN.id)) == {"a:1": "e"}


async def test_a_site_is_forgotten_with_all_that_is_known(store: SqlStore) -> None:
    await store.transact(lambda txn: txn.put_all([FULL, PLAIN, KnownEntry(FULL.id, "a:1", "d")]))
    await store.transact(lambda txn: txn.remove_page_site(FULL.id))
    assert await store.read(lambda reader: reader.page_sites()) == [PLAIN]
    assert await store.read(lambda reader: reader.known_entries(FULL.id)) == {}
