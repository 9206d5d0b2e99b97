"""`NormalizedWords`: what a normalizer makes of the words of a batch, in arrays.

For normalizers of which a text's parts make what the text makes (`chunks` tells them, and where a
text may be taken apart). Words whose characters it leaves alone, wherever they stand, are as they
are; all others are given to it together, with a lone surrogate between, which no word has. That is
for it a character like others, which composes with none.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from tokparity.reference_impl.batch.code_table import Codes, CodeTable
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.word_bytes import Flags, WordBytes
from tokparity.reference_impl.normalizers.lowercase import Lowercase
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.normalizers.nfd import NFD
from tokparity.reference_impl.normalizers.nfkc import NFKC
from tokparity.reference_impl.normalizers.nfkd import NFKD
from tokparity.reference_impl.normalizers.replace import ReplaceNormalizer
from tokparity.reference_impl.normalizers.sequence import Normalizer, NormalizerSequence
from tokparity.reference_impl.normalizers.strip_accents import StripAccents
from tokparity.reference_impl.regexes.search import Literal
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.unicode.normalization import NormalForm, form

_BETWEEN = "\ud800"
_FORMS: dict[type, tuple[str, bool]] = {
    NFC: ("canonical", True),
    NFD: ("canonical", False),
    NFKC: ("compatibility", True),
    NFKD: ("compatibility", False),
}
Judge = Callable[[str], Iterable[bool]]
"""Which of some characters may be changed, or may change what is beside them."""


@dataclass(frozen=True)
class Spelled:
    """The characters of n words: word i is the i-th of `sizes`. `which`: the place of each among
    those that were given. `came`: from which character of its word each is. `begins`: the word
    begins a text: its first character, which is not counted, stands for what begins a text."""

    which: Ints
    codes: Ints
    came: Ints
    sizes: Ints
    begins: Flags


@dataclass(frozen=True)
class NormalizedWords:
    """`odd` marks the characters that are not left alone."""

    normalizer: Normalizer | None
    odd: CodeTable

    @classmethod
    def of(cls, normalizer: Normalizer | None) -> "NormalizedWords | None":
        """None where it may not be told which characters are left alone."""
        judges = [_judge(each) for each in _flat(normalizer)]
        known = [judge for judge in judges if judge is not None]
        if len(known) < len(judges):
            return None
        if normalizer is not None:
            around = f"a{_BETWEEN}a"
            if normalizer.normalize(Aligned.of(around)).text != around:
                return None

        def judged(chars: str) -> list[int]:
            found = [False] * len(chars)
            for judge in known:
                found = [a or b for a, b in zip(found, judge(chars), strict=True)]
            return list(map(int, found))

        return cls(normalizer, CodeTable(judged))

    def spelled(self, words: WordBytes) -> Spelled:
        """Of words one behind the other; those that begin a text have a NUL before it."""
        codes = np.frombuffer(words.bytes.tobytes().decode().encode("utf-32-le"), np.uint32)
        sizes = words.characters()
        firsts = np.cumsum(sizes) - sizes
        begins = codes[firsts] == 0
        came = np.arange(len(codes)) - np.repeat(firsts + begins, sizes)
        odd = self.odd.of(codes) > 0
        odd[firsts[begins]] = False
        which = np.arange(len(words))
        if self.normalizer is None or not odd.any():
            return Spelled(which, codes.astype(np.int64), came, sizes, begins)
        is_odd = np.logical_or.reduceat(odd, firsts)
        plain, strange = np.flatnonzero(~is_odd), np.flatnonzero(is_odd)
        stays = np.repeat(~is_odd, sizes)
        made, origin, counts = self._made(self.normalizer, words, strange, begins)
        return Spelled(
            np.concatenate((plain, strange)),
            np.concatenate((codes[stays], made)).astype(np.int64),
            np.concatenate((came[stays], origin)),
            np.concatenate((sizes[plain], counts)),
            np.concatenate((begins[plain], begins[strange])),
        )

    def _made(
        self, normalizer: Normalizer, words: WordBytes, which: Ints, begins: Flags
    ) -> tuple[Codes, Ints, Ints]:
        """Their characters, from which each is, and how many each word has."""
        firsts = begins[which]
        texts = words.picked(which).texts()
        parts = [text[first:] for text, first in zip(texts, firsts.tolist(), strict=True)]
        normal = normalizer.normalize(Aligned.of(_BETWEEN.join(["", *parts])))
        made = np.frombuffer(normal.text.encode("utf-32-le", "surrogatepass"), np.uint32)
        origin = np.fromiter(normal.origin, np.int64, len(made))
        slots = np.flatnonzero(made == ord(_BETWEEN))
        sizes = np.diff(slots, append=len(made))
        stays = np.ones(len(made), np.bool_)
        stays[slots[~firsts]] = False
        codes = made.copy()
        codes[slots] = 0
        came = origin - np.repeat(origin[slots] + 1, sizes)
        return codes[stays], came[stays], sizes - ~firsts


def _flat(normalizer: Normalizer | None) -> Iterable[Normalizer]:
    if isinstance(normalizer, NormalizerSequence):
        for each in normalizer.normalizers:
            yield from _flat(each)
    elif normalizer is not None:
        yield normalizer


def _judge(normalizer: Normalizer) -> Judge | None:
    kind = type(normalizer)
    if kind in _FORMS:
        name, composes = _FORMS[kind]
        return _unsafe(form(name, composes=composes))
    if isinstance(normalizer, ReplaceNormalizer) and isinstance(normalizer.pattern, Literal):
        sought = normalizer.pattern.text
        return lambda chars: [char in sought for char in chars]
    if isinstance(normalizer, ReplaceNormalizer | Lowercase | StripAccents):
        return lambda chars: _changed(chars, normalizer.normalize(Aligned.of(chars)))
    return None


def _changed(chars: str, made: Aligned) -> list[bool]:
    """Which of the characters are not what they were."""
    same = [False] * len(chars)
    for char, at in zip(made.text, made.origin, strict=True):
        same[at] = char == chars[at]
    for at, count in Counter(made.origin).items():
        same[at] = same[at] and count == 1
    return [not each for each in same]


def _unsafe(normal: NormalForm) -> Judge:
    ends = np.array(normal.unsafe, np.int64)

    def judge(chars: str) -> Sequence[bool]:
        codes = np.frombuffer(chars.encode("utf-32-le", "surrogatepass"), np.uint32)
        at = np.searchsorted(ends[:, 0], codes, "right") - 1
        inside: list[bool] = ((at >= 0) & (codes <= ends[at, 1])).tolist()
        return inside

    return judge
