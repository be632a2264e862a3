"""Rule files: TOML into rules, or an error that names the rule, its line and what to do."""

import tomllib
from collections import Counter
from collections.abc import Mapping

from countermark.model.errors import RulesBroken
from countermark.rules.examples import demand_examples
from countermark.rules.refusals import Unusable
from countermark.rules.rule_texts import RuleText, has_deep_keys, rule_texts
from countermark.rules.rulebook import Rule, RuleFile, RuleSource
from countermark.rules.shape import rule_of

LONGEST_FILE = 256 * 1024  # characters
MOST_RULES = 1000
MOST_TEXTS = 2000
COSTLY = ("path", "match", "not_match")
VERSION = 1


def read_rules(text: str, *, source: RuleSource, sha256: str, trusted: bool = True, proven: bool = True) -> RuleFile:
    """The rules in the text of a file, with their examples proven unless that is done elsewhere.

    An empty text is a file without rules. Raises `RulesBroken`.
    """
    tables, places = _tables(text)
    rules = tuple(_rule(table, place) for table, place in zip(tables, places, strict=True))
    repeated = {rule_id: count for rule_id, count in Counter(rule.id for rule in rules).items() if count > 1}
    for rule in rules:
        if rule.id in repeated:
            raise RulesBroken("another rule has this id; give each its own", rule=rule.id, line=rule.line)
    for rule in rules if proven else ():
        try:
            demand_examples(rule)
        except Unusable as why:
            raise RulesBroken(str(why), rule=rule.id, line=rule.line) from None
    return RuleFile(source, sha256, rules, trusted=trusted)


def _tables(text: str) -> tuple[list[Mapping[str, object]], list[RuleText]]:
    """The tables of the rules, and where each stands."""
    if not text.strip():
        return [], []
    content = _content(text)
    version = content.pop("version", None)
    if version is not VERSION:
        raise RulesBroken(f"it has to begin with `version = {VERSION}`")
    tables = content.pop("rule", [])
    if content:
        raise RulesBroken(f"`{next(iter(content))}` is no key of a rule file; there are `version` and `[[rule]]`")
    places = rule_texts(text)
    if not isinstance(tables, list) or len(tables) != len(places) or not all(isinstance(each, dict) for each in tables):
        raise RulesBroken("each rule stands under a line `[[rule]]` of its own")
    if len(tables) > MOST_RULES:
        raise RulesBroken(f"it has more than {MOST_RULES:,} rules")
    if sum(_costly_texts(table) for table in tables) > MOST_TEXTS:
        raise RulesBroken(f"it has more than {MOST_TEXTS:,} paths and examples")
    return tables, places


def _content(text: str) -> dict[str, object]:
    if len(text) > LONGEST_FILE:
        raise RulesBroken(f"it is longer than {LONGEST_FILE // 1024} KB")
    if has_deep_keys(text):
        raise RulesBroken("a key with several dots stands in it; no rule has one")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesBroken(f"it is no TOML: {error}") from None
    except (RecursionError, ValueError):  # a table in a table …; a number that is longer than Python reads
        raise RulesBroken("it is no TOML that could be read") from None


def _costly_texts(table: Mapping[str, object]) -> int:
    """How many texts of a rule take time to read: a project's file may be written to keep the hub busy."""
    values = (table.get(key) for key in COSTLY)
    return sum(len(value) if isinstance(value, list) else 1 for value in values if value is not None)


def _rule(table: Mapping[str, object], place: RuleText) -> Rule:
    name = table.get("id")
    try:
        return rule_of(table, line=place.line, text=place.text)
    except Unusable as why:
        raise RulesBroken(str(why), rule=name if isinstance(name, str) else "", line=place.line) from None
