"""Every rule of a charsmap, in the three ways that libraries read one, and what is just no rule.

A rule shows where its characters stand, longer rules hide shorter ones, and a mark behind them
changes the cluster that is looked up: so each rule stands alone, between letters and before a mark.
"""

from array import array
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import chain, islice, pairwise

from tokparity.corpora.generators.targets.kind import Kind, sound, texts
from tokparity.corpora.generators.targets.parts import rewriting
from tokparity.reference_impl.normalizers.charsmap import Charsmap
from tokparity.reference_impl.normalizers.sentencepiece_charsmap import SentencepieceCharsmap
from tokparity.reference_impl.normalizers.xcda import Xcda
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_MOST = 30_000
_MOST_WALKED = 500_000
_PAIRED = 3000
_DEEPEST = 64
_LEAF, _HAS_LEAF = 0x80000000, 0x100


def rules(tokenizer: Tokenizer) -> tuple[Kind[str], ...]:
    """The kinds of the charsmaps of a normalizer: each rule, pairs of rules, and no rules.

    Of the rules for several characters at most 30,000, evenly: most of these compose Hangul.
    """
    return _kinds(tuple(dict.fromkeys(_tries(tokenizer))))


@lru_cache(maxsize=4)
def _kinds(tries: tuple[bytes, ...]) -> tuple[Kind[str], ...]:
    """Of these tries, each once. Most models have one of three charsmaps, in each of their files:
    those that came last are kept."""
    every = list(dict.fromkeys(chain.from_iterable(map(_texts, tries))))
    single = [key for key in every if len(key) == 1]
    several = [key for key in every if len(key) > 1]
    keys = [*single, *several[:: -(-len(several) // _MOST) or 1]]
    return (
        texts("charsmap", keys, pack=32, between=(" ", "a", "", " a", "\n")),
        texts("pairs of the charsmap", _pairs(keys), pack=24, between=(" ", "a", "")),
        texts("beside the charsmap", _outside(keys), pack=24, between=(" ", "a", "")),
    )


def keys_of(tokenizer: Tokenizer) -> Iterator[str]:
    """What the rules of a normalizer's charsmaps are for, as far as it is text."""
    return chain.from_iterable(map(_texts, _tries(tokenizer)))


def _tries(tokenizer: Tokenizer) -> Iterator[bytes]:
    """The units of each charsmap, of four bytes."""
    for part in rewriting(tokenizer):
        if isinstance(part, Charsmap | SentencepieceCharsmap | Xcda):
            yield array("I", part.units).tobytes()


def _texts(trie: bytes) -> Iterator[str]:
    """What the rules of a trie are for, as far as it is text."""
    for raw in islice(keys(array("I", trie)), _MOST_WALKED):  # units may lead in circles
        with suppress(UnicodeDecodeError):  # a rule for a part of a character
            yield raw.decode("utf-8")


def keys(units: Sequence[int]) -> Iterator[bytes]:
    """What the rules of a double-array trie are for.

    A unit belongs to the node whose offset, with the unit's label, leads to it. Source: darts-clone
    darts.h `DoubleArrayUnit`, as sentencepiece 0.2.3 has it.
    """
    if not units:
        return
    children: dict[int, list[int]] = {}
    for at, unit in enumerate(units):
        if not unit & _LEAF and unit & 0xFF:
            children.setdefault(at ^ unit & 0xFF, []).append(at)
    waiting = [(b"", _offset(units[0]))]
    while waiting:
        prefix, base = waiting.pop()
        for at in children.get(base, ()):
            key = prefix + bytes((units[at] & 0xFF,))
            if len(key) < _DEEPEST:
                waiting.append((key, at ^ _offset(units[at])))
            if units[at] & _HAS_LEAF:
                yield key


def _pairs(keys: Sequence[str]) -> Iterator[str]:
    known = frozenset(keys)
    several = [key for key in keys if len(key) > 1]
    for key in several[:: max(1, len(several) // _PAIRED)]:
        yield from (key[:-1], key + key[-1], key[1:])
        yield from (f"{key}{key[:end]}" for end in range(1, len(key)) if key[:end] in known)
    for left, right in pairwise(keys[:: max(1, len(keys) // _PAIRED)]):
        yield from (left + right, f"{left}\u0301")


def _outside(keys: Sequence[str]) -> Iterator[str]:
    single = {ord(key) for key in keys if len(key) == 1}
    for point in sorted(single):
        for near in (point - 1, point + 1):
            if near not in single and 0 < near <= 0x10FFFF and sound(chr(near)):
                yield chr(near)


def _offset(unit: int) -> int:
    return (unit >> 10) << ((unit & 0x200) >> 6)
