"""Lengths of texts as a browser counts them."""


def utf16(text: str) -> int:
    """How many UTF-16 units a text has."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def without_units(text: str, units: int) -> str:
    """A text without its first UTF-16 units, which end at no half character."""
    if text.isascii():
        return text[units:]
    return text.encode("utf-16-le", "surrogatepass")[units * 2 :].decode("utf-16-le", "surrogatepass")
