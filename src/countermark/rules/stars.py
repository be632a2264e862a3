"""Names with `*` for any characters, matched in time that grows with the length alone."""


def star_match(pattern: str, name: str) -> bool:
    """Whether the name reads as the pattern, in which `*` stands for any characters or none."""
    first, *others = pattern.split("*")
    if not others:
        return name == first
    *middles, last = others
    if not name.startswith(first) or len(name) < len(first) + len(last) or not name.endswith(last):
        return False
    place, end = len(first), len(name) - len(last)
    for middle in middles:
        place = name.find(middle, place, end)
        if place < 0:
            return False
        place += len(middle)
    return True
