"""`Readying`: which texts of a batch are looked up by their words, in NFC if that is asked for.

Not here: what becomes of the others (`word_encoding`). Proof that a text is in NFC: no character of
it may be changed, or may change what is beside it (`plain_characters`); or CPython composed it
(`cpython_nfc`); or the normalizer did.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.text.aligned import Aligned

if TYPE_CHECKING:
    from tokparity.reference_impl.batch.plain_characters import PlainCharacters

LONGEST = 1 << 14
"""Characters of a text that is cut with others."""
_BETWEEN = "\ud800"


class Ready(NamedTuple):
    """n texts, by their `places` among those that were given; `moved`: where each character of a
    text that was changed is from, by its place among the n, where that was asked for."""

    places: Sequence[int]
    texts: Sequence[str]
    moved: Mapping[int, Sequence[int]]


@dataclass(frozen=True)
class Readying:
    """`hints`: no text without one of these holds an added token. `composes`: texts are put into
    NFC, else they are left as they are."""

    hints: tuple[str, ...]
    composes: bool

    def ready(self, texts: Sequence[str], *, origins: bool) -> Ready:
        """`origins`: whether it is asked where characters are from."""
        every = "\0".join(texts)
        try:
            codes = every.encode("utf-32-le")
            places = self._usual(texts, every)
        except UnicodeEncodeError:
            codes = every.encode("utf-32-le", "surrogatepass")
            usual = self._usual(texts, every)
            places = [place for place in usual if _is_unicode(texts[place])]
        if not self.composes or every.isascii():
            return Ready(places, _at(texts, places), {})
        odd = _odd(codes, texts)
        if not odd.isdisjoint(places):
            return self._composed(texts, places, odd, origins=origins)
        return Ready(places, _at(texts, places), {})

    def _usual(self, texts: Sequence[str], every: str) -> Sequence[int]:
        """The places of texts that have no hint, and are not long."""
        hints = [hint for hint in self.hints if hint in every]
        if not hints and max(map(len, texts), default=0) <= LONGEST:
            return range(len(texts))
        return [
            place
            for place, text in enumerate(texts)
            if len(text) <= LONGEST and not any(map(text.__contains__, hints))
        ]

    def _composed(
        self, texts: Sequence[str], places: Sequence[int], odd: set[int], *, origins: bool
    ) -> Ready:
        some = [place for place in places if place in odd]
        changed = _changed(texts, some) if origins else _by_cpython(texts, some)
        stays = [
            place
            for place in places
            if (normal := changed.get(place)) is None
            or not any(map(normal.text.__contains__, self.hints))
        ]
        ready = _at(texts, stays)
        moved: dict[int, Sequence[int]] = {}
        for row, place in enumerate(stays):
            if (normal := changed.get(place)) is not None:
                ready[row], moved[row] = normal.text, normal.origin
        return Ready(stays, ready, moved if origins else {})


def _at(texts: Sequence[str], places: Sequence[int]) -> list[str]:
    if len(places) == len(texts):
        return [*texts]
    return [*map(texts.__getitem__, places)]


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _odd(codes: bytes, texts: Sequence[str]) -> set[int]:
    """The places of texts that NFC may change; `codes` of all of them, with a NUL between."""
    import numpy as np  # takes 0.1 s

    marked = _plain().places(np.frombuffer(codes, np.uint32))
    ends = np.cumsum(np.fromiter(map(len, texts), np.int64, len(texts)) + 1)
    return {*np.searchsorted(ends, marked, "right").tolist()}


@cache
def _plain() -> "PlainCharacters":
    from tokparity.reference_impl.batch.plain_characters import PlainCharacters

    return PlainCharacters.of_nfc()


def _changed(texts: Sequence[str], places: Sequence[int]) -> dict[int, Aligned]:
    """The texts at some places as NFC leaves them, by place: those that it changes. All at once,
    with a surrogate between, which is in none of them, and with which nothing composes."""
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


def _by_cpython(texts: Sequence[str], places: Sequence[int]) -> dict[int, Aligned]:
    """The same, and nothing is said of where characters came from."""
    from tokparity.reference_impl.batch.cpython_nfc import composed

    made = composed([texts[place] for place in places])
    changed = {
        places[at]: Aligned(text, range(0))
        for at, text in made.items()
        if text != texts[places[at]]
    }
    rest = [place for at, place in enumerate(places) if at not in made]
    return changed | (_changed(texts, rest) if rest else {})
