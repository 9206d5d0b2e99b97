"""`charsmap`: a small `precompiled_charsmap` from rules, and the ones pipelines are made with.

The layout is that of sentencepiece (src/builder.cc `Builder::CompileCharsMap`, and darts-clone's
double array, whose units `reference_impl.normalizers.charsmap` describes). Not a compact array:
each node gets the first place that is free.
"""

import base64
from collections.abc import Mapping

_LEAF = 1 << 31
_HAS_LEAF = 1 << 8
_BLOCK = 256


def charsmap(rules: Mapping[str, str]) -> str:
    """The base64 of a charsmap that rewrites each key by its value.

    Keys are not empty and hold no NUL.

    >>> from tokparity.reference_impl.normalizers.charsmap import Charsmap
    >>> Charsmap.of(charsmap({"\\u00e9": "e"})).replacement("\\u00e9")
    'e'
    """
    replacements = bytearray()
    values: dict[bytes, int] = {}
    for key in sorted(rules, key=str.encode):
        values[key.encode()] = len(replacements)
        replacements += rules[key].encode() + b"\0"
    units = _double_array(values)
    trie = b"".join(unit.to_bytes(4, "little") for unit in units)
    data = len(trie).to_bytes(4, "little") + trie + bytes(replacements)
    return base64.b64encode(data).decode("ascii")


def _double_array(values: Mapping[bytes, int]) -> list[int]:
    taken: dict[int, int] = {0: 0}
    bases: set[int] = set()
    waiting = [(0, b"")]
    while waiting:
        at, prefix = waiting.pop()
        deeper = (key for key in values if key.startswith(prefix) and len(key) > len(prefix))
        labels = sorted({key[len(prefix)] for key in deeper})
        leaf = [0] if prefix in values else []
        base = _free(taken, bases, leaf + labels)
        bases.add(base)  # of one node alone: or what is behind one would be behind another too
        taken[at] |= (at ^ base) << 10 | (_HAS_LEAF if leaf else 0)
        if leaf:
            taken[base] = _LEAF | values[prefix]
        for label in labels:
            taken[base ^ label] = label
            waiting.append((base ^ label, prefix + bytes([label])))
    # Any byte may be looked for in the block of any base.
    return [taken.get(at, 0) for at in range((max(taken) | (_BLOCK - 1)) + 1)]


def _free(taken: Mapping[int, int], bases: set[int], labels: list[int]) -> int:
    base = 1
    while base in bases or any(base ^ label in taken for label in labels):
        base += 1
    return base


_WIDTH = {"Ａ": "A", "ｂ": "b", "\u3000": " ", "１": "1", "ﬁ": "fi", "½": "1/2", "①": "1"}
_DROPS = {"\u00ad": "", "\u200b": "", "\x07": "", "\u00e9": "e", "e\u0301": "\u00e9", "\u0301": ""}
_ODD = {"\r": " ", "\n": " ", "가": "나다", "\u1100": "k", "世": "세계", "a": "a", "E": ""}
_ODD |= {"👍": ":+1:", "\u0130": "i\u0307", "▁": " ", " ": "▁"}

CHARSMAPS = tuple(map(charsmap, (_WIDTH, _DROPS, _ODD, {**_WIDTH, **_DROPS, **_ODD})))
"""Compatibility forms, deletions, rules that eat or grow, and all of them."""
