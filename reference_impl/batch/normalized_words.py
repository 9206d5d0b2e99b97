"""`NormalizedWords`: what a normalizer makes of the words of a batch, in arrays.

For normalizers of which a text's parts make what the text makes (`chunks` tells them, and where a
text may be taken apart). Where the first of several replace single characters by one or none, that
is looked up. Words whose characters the others leave alone, wherever they stand, are as they are
then; all others are given to these together, with a lone surrogate between, which no word has. That
is for them a character like others, which composes with none.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

import numpy as np

from tokparity.reference_impl.batch.code_table import Codes, CodeTable
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.plain_characters import PlainCharacters
from tokparity.reference_impl.batch.steps import places_of
from tokparity.reference_impl.batch.word_bytes import Flags, WordBytes
from tokparity.reference_impl.normalizers.replace import ReplaceNormalizer
from tokparity.reference_impl.normalizers.sequence import Normalizer, NormalizerSequence, each_of
from tokparity.reference_impl.regexes.nodes import Class
from tokparity.reference_impl.regexes.parse import parse
from tokparity.reference_impl.regexes.search import Literal, Regex
from tokparity.reference_impl.text.aligned import Aligned

_BETWEEN = "\ud800"
_STAYS, _GOES, _MOST = 0, 1, 200
"""What becomes of a character, others are replaced by one; and how many normalizers do so."""


@dataclass(frozen=True)
class Spelled:
    """The characters of n words: word i is the i-th of `sizes`, and had so many `before`. `which`:
    the place of each among those that were given. `came`: from which character of its word each is;
    nothing is said of that where it is not asked for. `begins`: the word begins a text: its first
    character, which is not counted, stands for what begins a text."""

    which: Ints
    codes: Codes
    came: Ints
    sizes: Ints
    before: Ints
    begins: Flags


@dataclass(frozen=True)
class SingleReplaces:
    """Normalizers that replace single characters by one or none. `kinds`: what becomes of each;
    `made`, by kind: the character that it is replaced by."""

    kinds: CodeTable
    made: Codes

    @classmethod
    def of(cls, normalizers: Sequence[ReplaceNormalizer]) -> "SingleReplaces":
        """One behind the other.

        >>> some = SingleReplaces.of([ReplaceNormalizer(Literal("a"), "b")])
        >>> some.kinds.of(np.array([97, 98], np.uint32)).tolist(), some.made.tolist()
        ([2, 0], [0, 0, 98])
        """
        every, contents = NormalizerSequence(tuple(normalizers)), [it.content for it in normalizers]
        chars = list(dict.fromkeys(filter(None, contents)))
        numbers = {char: at for at, char in enumerate(chars, _GOES + 1)}

        def judge(some: str) -> list[int]:
            normal = every.normalize(Aligned.of(some))
            found = [_GOES] * len(some)
            for at, char in zip(normal.origin, normal.text, strict=True):
                found[at] = _STAYS if char == some[at] else numbers[char]
            return found

        return cls(CodeTable(judge), np.array([0, 0, *map(ord, chars)], np.uint32))


@dataclass(frozen=True)
class NormalizedWords:
    """`replaces`: what the first of the normalizers do; `rest`: the others; `plain` tells the words
    that these leave alone."""

    normalizer: Normalizer | None
    replaces: SingleReplaces | None
    rest: Normalizer | None
    plain: PlainCharacters

    @classmethod
    def of(cls, normalizer: Normalizer | None) -> "NormalizedWords | None":
        """None where it may not be told which characters are left alone."""
        every = [*each_of(normalizer)]
        first = [*takewhile(_is_single, every)][:_MOST]
        rest = NormalizerSequence((*every[len(first) :],)) if len(every) > len(first) else None
        plain = PlainCharacters.of(rest)
        if plain is None:
            return None
        if normalizer is not None:
            between = normalizer.normalize(Aligned.of(_BETWEEN)).text
            if between != _BETWEEN:
                return None
        some = [it for it in first if isinstance(it, ReplaceNormalizer)]
        return cls(normalizer, SingleReplaces.of(some) if some else None, rest, plain)

    def spelled(self, words: WordBytes, *, origins: bool = True) -> Spelled:
        """Of words one behind the other; those that begin a text have a NUL before it. `origins`:
        with where characters came from."""
        codes = np.frombuffer(words.bytes.tobytes().decode().encode("utf-32-le"), np.uint32)
        sizes = words.characters()
        firsts = sizes.cumsum() - sizes
        begins, came = codes[firsts] == 0, _NOWHERE
        before = sizes - begins
        if origins:
            came = np.arange(len(codes)) - (firsts + begins).repeat(sizes)
        if self.replaces is not None:
            kinds = self.replaces.kinds.of(codes)
            kinds[firsts[begins]] = _STAYS
            at = places_of(kinds)
            if len(at):
                codes, kinds = codes.copy(), kinds[at]
                codes[at] = self.replaces.made[kinds]
                gone = at[kinds == _GOES]
                if len(gone):
                    stays = np.ones(len(codes), np.bool_)
                    stays[gone] = False
                    codes, came = codes[stays], came[stays] if origins else came
                    words_of = firsts.searchsorted(gone, "right") - 1
                    sizes = sizes - np.bincount(words_of, minlength=len(sizes))
                    firsts = sizes.cumsum() - sizes
        which = np.arange(len(words))
        made = Spelled(which, codes, came, sizes, before, begins)
        if self.rest is None:
            return made
        odd = self.plain.changes(codes)
        odd[firsts[begins]] = False
        at = places_of(odd)
        if not len(at):
            return made
        is_odd = np.zeros(len(words), np.bool_)
        is_odd[firsts.searchsorted(at, "right") - 1] = True
        return _with_normal(self.rest, made, is_odd, origins=origins)


_NOWHERE = np.zeros(0, np.int64)


def _is_single(normalizer: Normalizer) -> bool:
    """Whether it replaces single characters by one or none."""
    match normalizer:
        case ReplaceNormalizer(Literal(sought), content):
            return len(sought) == 1 and len(content) <= 1
        case ReplaceNormalizer(Regex(source), content):
            return isinstance(parse(source), Class) and len(content) <= 1
    return False


def _with_normal(rest: Normalizer, made: Spelled, is_odd: Flags, *, origins: bool) -> Spelled:
    """The same words, of which the odd ones are normalized, and stand behind the others."""
    plain, strange = places_of(~is_odd), places_of(is_odd)
    inside = is_odd.repeat(made.sizes)
    given, begins, sizes = made.codes[inside], made.begins[strange], made.sizes[strange]
    whole = given.tobytes().decode("utf-32-le")
    parts, at = [""], 0
    for first, size in zip(begins.tolist(), sizes.tolist(), strict=True):
        parts.append(whole[at + first : at + size])
        at += size
    normal = rest.normalize(Aligned.of(_BETWEEN.join(parts)))
    codes = np.frombuffer(normal.text.encode("utf-32-le", "surrogatepass"), np.uint32).copy()
    slots = places_of(codes == ord(_BETWEEN))
    codes[slots] = 0
    counts = np.append(slots[1:], len(codes)) - slots
    stays = np.ones(len(codes), np.bool_)
    stays[slots[~begins]] = False
    came = made.came
    if origins:
        # a separator is the first character of a word that begins a text, else one more
        moved = (~begins).cumsum().repeat(counts)
        origin = np.fromiter(normal.origin, np.int64, len(codes))
        came = np.concatenate((came[~inside], came[inside][(origin - moved)[stays]]))
    return Spelled(
        np.concatenate((plain, strange)),
        np.concatenate((made.codes[~inside], codes[stays])),
        came,
        np.concatenate((made.sizes[plain], counts - ~begins)),
        np.concatenate((made.before[plain], made.before[strange])),
        np.concatenate((made.begins[plain], begins)),
    )
