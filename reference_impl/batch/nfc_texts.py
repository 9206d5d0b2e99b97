"""`changed_by_nfc`: which texts of a batch NFC changes, and what it makes of them.

Proof that all others are as it leaves them: no character of one may be changed, or may change what
is beside it (`plain_characters`); or CPython composed it (`cpython_nfc`); or the normalizer did. A
text that CPython may not compose is cut before its spaces: a space is no mark, and composes with
nothing on either side.
"""

from collections.abc import Sequence

import numpy as np

from tokparity.reference_impl.batch.cpython_nfc import composed
from tokparity.reference_impl.batch.plain_characters import PlainCharacters
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.text.aligned import Aligned

_BETWEEN = "\ud800"


def changed_by_nfc(texts: Sequence[str], *, origins: bool) -> dict[int, Aligned]:
    """What NFC makes of the texts that it changes, by their places. None of them may have a lone
    surrogate. `origins`: with where characters came from; else nothing is said of that.

    >>> changed_by_nfc(["a", "e\u0301"], origins=True)
    {1: Aligned(text='\u00e9', origin=[0])}
    """
    every = "\0".join(texts)
    if every.isascii():
        return {}
    marked = PlainCharacters.of_nfc().places(np.frombuffer(every.encode("utf-32-le"), np.uint32))
    ends = np.cumsum(np.fromiter(map(len, texts), np.int64, len(texts)) + 1)
    places = np.unique(np.searchsorted(ends, marked, "right")).tolist()
    if origins or not places:
        return _normalized(texts, places)
    made = composed([texts[place] for place in places])
    pairs = [(places[at], text) for at, text in made.items()]
    changed = {at: Aligned(text, range(0)) for at, text in pairs if text != texts[at]}
    for place in [place for at, place in enumerate(places) if at not in made]:
        if (text := _by_words(texts[place])) != texts[place]:
            changed[place] = Aligned(text, range(0))
    return changed


def _by_words(text: str) -> str:
    """The normal form of a text, by those of its words: each begins with a space, but the first."""
    words = text.replace(" ", f"{_BETWEEN} ").split(_BETWEEN)
    made = composed(words)
    rest = [at for at in range(len(words)) if at not in made]
    normal = NFC().normalize(Aligned.of(_BETWEEN.join(words[at] for at in rest))).text
    made |= zip(rest, normal.split(_BETWEEN), strict=True)
    return "".join(made[at] for at in range(len(words)))


def _normalized(texts: Sequence[str], places: Sequence[int]) -> dict[int, Aligned]:
    """By the normalizer, all at once, with a surrogate between, which is in none of them, and with
    which nothing composes."""
    some = [texts[place] for place in places]
    normal = NFC().normalize(Aligned.of(_BETWEEN.join(some)))
    if type(normal.origin) is range:
        return {}
    changed: dict[int, Aligned] = {}
    at = begin = 0
    for place, text, made in zip(places, some, normal.text.split(_BETWEEN), strict=True):
        came = normal.origin[at : at + len(made)]
        if made != text or came != tuple(range(begin, begin + len(text))):
            changed[place] = Aligned(made, [it - begin for it in came])
        at, begin = at + len(made) + 1, begin + len(text) + 1
    return changed
