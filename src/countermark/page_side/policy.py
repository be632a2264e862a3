"""Reads a Content-Security-Policy as far as it decides whether a script of the site's own address may run."""

import re

NONCE = re.compile(r"'nonce-([A-Za-z0-9+/_=-]+)'", re.IGNORECASE)
# In this order, the first that a policy has decides over script elements.
DECIDING = ("script-src-elem", "script-src", "default-src")
OPEN = {"'self'", "*", "http:", "https:"}


def nonce_of(policies: str) -> str | None:
    """The nonce that a script needs; `policies` is the header, perhaps several with commas between them."""
    for policy in policies.split(","):
        found = NONCE.search(" ".join(script_sources(policy) or []))
        if found:
            return found[1]
    return None


def admits_own_scripts(policies: str, *, host: str = "") -> bool:
    """Whether a script from the site's own address (`host`: its Host header) may run, with the page's nonce if any."""
    return all(_admits(script_sources(policy), host=host) for policy in policies.split(","))


def _admits(sources: list[str] | None, *, host: str) -> bool:
    if sources is None or NONCE.search(" ".join(sources)):
        return True
    words = {source.lower() for source in sources}
    if "'strict-dynamic'" in words:
        return False  # only what a trusted script puts into the page may run
    return bool(words & OPEN) or any(_names(word, host.lower()) for word in words if host)


def _names(source: str, host: str) -> bool:
    """Whether a source such as "http://localhost:5173" or "localhost:*" is this host."""
    name = re.sub(r"^[a-z][a-z0-9+.-]*://", "", source).split("/", 1)[0]
    return name == host or name == f"{host.rsplit(':', 1)[0]}:*"


def script_sources(policy: str) -> list[str] | None:
    """What one policy lets scripts come from; None if it says nothing about them."""
    directives: dict[str, list[str]] = {}
    for directive in policy.split(";"):
        words = directive.split()
        if words:
            directives.setdefault(words[0].lower(), words[1:])
    return next((directives[name] for name in DECIDING if name in directives), None)
