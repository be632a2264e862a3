"""Lengths of texts as a browser counts them."""


def utf16(text: str) -> int:
    """How many UTF-16 units a text has."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
