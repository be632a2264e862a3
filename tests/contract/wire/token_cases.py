"""The table of who is taken for the person at the browser's door: the token's header, and what is none."""

from tests.contract.wire.cases import Case

STRANGER = {"Authorization": None}


def shown(name: str, status: int, authorization: str, *lines: str) -> Case:
    """A read with another Authorization header."""
    code = None if status == 200 else "sign_in_needed"
    return Case(name, status, code, headers={"Authorization": authorization}, lines=lines)


TOKENS = [
    Case("a stranger", 401, "sign_in_needed", headers=STRANGER),
    Case("a stranger on the feed", 401, "sign_in_needed", path="/api/feed", headers=STRANGER),
    Case("a stranger on no such route", 401, "sign_in_needed", path="/api/nothing", headers=STRANGER),
    Case("a stranger on the API's root", 401, "sign_in_needed", path="/api", headers=STRANGER),
    Case("a stranger on GET sign-in", 401, "sign_in_needed", path="/api/sign-in", headers=STRANGER),
    shown("the token", 200, "Bearer {token}"),
    shown("the scheme in small letters", 200, "bearer {token}"),
    shown("the token alone", 401, "{token}"),
    shown("the token of another scheme", 401, "Basic {token}"),
    shown("a wrong token read with", 401, "Bearer " + "w" * 43),
    shown("an empty token read with", 401, "Bearer"),
    shown("a token that is too short", 401, "Bearer ttt"),
    shown("half the token", 401, "Bearer " + "t" * 21),
    shown("a quoted token", 401, 'Bearer "{token}"'),
    shown("two tokens in one header", 401, "Bearer {token}, Bearer {token}"),
    shown("two headers with the token", 401, "Bearer {token}", "Authorization: Bearer {token}"),
    shown("a token beyond ASCII read with", 401, "Bearer \xff\xfe" + "w" * 20),
    Case("the token in the query", 401, "sign_in_needed", path="/api/session?token={token}", headers=STRANGER),
    Case("the token in the query by its other name", 401, "sign_in_needed", headers=STRANGER,
         path="/api/feed?access_token={token}&authorization=Bearer+{token}"),
    Case("the token as a cookie", 401, "sign_in_needed",
         headers={"Authorization": None, "Cookie": "countermark-{port}={token}"}),
    Case("the token in a header of our own", 401, "sign_in_needed", headers=STRANGER, lines=("X-CSRF-Token: {token}",)),
    Case("a proxy's word for it", 401, "sign_in_needed", headers=STRANGER,
         lines=("Proxy-Authorization: Bearer {token}", "X-Forwarded-Authorization: Bearer {token}")),
    Case("cookies beside the token", 200, headers={"Cookie": "countermark-{port}=" + "w" * 43 + "; a=b"}),
    Case("the page needs no token", 200, path="/", headers=STRANGER),
    Case("a view of the page needs no token", 200, path="/reviews/rv_1", headers=STRANGER),
    Case("no such file", 404, "not_found", path="/no.such", headers=STRANGER),
    Case("no such route", 404, "not_found", path="/api/nothing"),
]  # fmt: skip
