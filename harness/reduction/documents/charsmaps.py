"""A charsmap with only the rules that a few texts can meet: 1 kB instead of 300."""

import base64
from collections.abc import Collection, Iterator

from tokparity.corpora.generators.pipelines.charsmap import charsmap
from tokparity.reference_impl.normalizers.charsmap import BadCharsmap, Charsmap

_LONGEST = 8
"""Characters of a rule that is looked for; those of sentencepiece's own tables are shorter."""
_HAS_LEAF = 0x100
_LABEL = 0x800000FF
_UNUSED = {"\ufdd0": " "}
"""A charsmap cannot be empty."""


def without_rules(encoded: str, texts: Collection[str]) -> Iterator[str]:
    """The base64 of smaller charsmaps: one that rewrites nothing, then one with the rules for what
    is in the texts; none where it is as small already.

    >>> from tokparity.corpora.generators.pipelines.charsmap import charsmap
    >>> several = charsmap({"\\u00e9": "e", "\\u00e8": "e", "\\uff21": "A"})
    >>> [len(rules_of(one, {"caf\\u00e9"})) for one in without_rules(several, {"caf\\u00e9"})]
    [0, 1]
    """
    for rules in (_UNUSED, rules_of(encoded, texts) or _UNUSED):
        small = charsmap(rules)
        if len(small) < len(encoded) or (len(small) == len(encoded) and small != encoded):
            yield small


def rules_of(encoded: str, texts: Collection[str]) -> dict[str, str]:
    """The rules whose left side stands in one of the texts; none of what is no charsmap."""
    try:
        charsmap = Charsmap.of(encoded)
    except BadCharsmap:
        return {}
    parts = {
        text[start : start + size]
        for text in texts
        for start in range(len(text))
        for size in range(1, _LONGEST + 1)
    }
    rules = {}
    for part in sorted(parts):
        at = _leaf(charsmap.units, part.encode("utf-8", "surrogatepass"))
        if at is not None and at < len(charsmap.replacements):
            end = charsmap.replacements.find(b"\0", at)
            rules[part] = charsmap.replacements[at:end].decode("utf-8", "replace")
    return rules


def small_charsmap(raw: bytes, texts: Collection[str]) -> Iterator[bytes]:
    """As `without_rules`, of the bytes themselves."""
    for encoded in without_rules(base64.b64encode(raw).decode("ascii"), texts):
        yield base64.b64decode(encoded)


def _leaf(units: tuple[int, ...], key: bytes) -> int | None:
    """Where the replacement of exactly this key begins."""
    if not units or 0 in key:
        return None
    at, unit = _offset(units[0]), 0
    for byte in key:
        at ^= byte
        unit = units[at] if at < len(units) else 0
        if unit & _LABEL != byte:
            return None
        at ^= _offset(unit)
    return units[at] & 0x7FFFFFFF if unit & _HAS_LEAF and at < len(units) else None


def _offset(unit: int) -> int:
    return (unit >> 10) << ((unit & 0x200) >> 6)
