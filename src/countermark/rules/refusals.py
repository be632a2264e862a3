"""Why a pattern or a rule is refused, before anybody knows on which line it stands."""


class Unusable(Exception):
    """A part of a rule that cannot be used; its text ends a sentence that begins with the part."""
