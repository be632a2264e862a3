"""Sign-ins that could not be stored, on a full disk say: in memory until they can be, or until the hub ends."""

from countermark.model.sign_ins import SignIn


class HeldSignIns:
    """What the store does not know yet: sign-ins by their tokens' digests, and the ids of those that ended."""

    def __init__(self) -> None:
        self.made: dict[str, SignIn] = {}
        self.ended: set[str] = set()
        self.being_stored: str | None = None  # the id of the one that the store may know a moment from now

    def forget(self, sign_in_id: str) -> bool:
        """Forget a sign-in that was never stored; False if there is none of this id.

        One that is being stored counts as ended from now on, and is removed from the store afterwards.
        """
        digest = next((each.token_sha256 for each in self.made.values() if each.id == sign_in_id), None)
        if digest is None:
            return False
        del self.made[digest]
        if sign_in_id == self.being_stored:
            self.ended.add(sign_in_id)
        return True

    def forget_all(self) -> None:
        """Forget every sign-in that was never stored."""
        for each in list(self.made.values()):
            self.forget(each.id)
