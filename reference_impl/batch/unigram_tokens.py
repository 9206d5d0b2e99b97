"""`UnigramTokens`: the tokens of many words of a Unigram of tokenizer.json or llama.cpp, at once.

Proof that they are the model's: `best_paths` has its search, in 64 bits. Neighbours of the unknown
id on a path are one token. Of two unknown characters and more no piece is taken for their token:
where the lowest score is not above 0, a piece costs less than two of them, and would be on the path
instead. One such character is no piece. So their token is the bytes of their UTF-8, each with the
range of all of them, where there is byte fallback, and the unknown id else. Where the text of the
unknown piece itself is found in a word, the model is asked. That of llama.cpp has no such piece
here, and joins unknown characters without looking for what they are together.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from tokparity.reference_impl.batch.best_paths import BestPaths
from tokparity.reference_impl.batch.cached_word import CachedWord
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.piece_trie import UNKNOWN
from tokparity.reference_impl.batch.steps import places_of
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.llama.ugm import LlamaUGM

Reals = NDArray[np.float64]
_LARGEST = 1e100
"""Scores up to it sum up to a number."""
MOST_CHARACTERS, _BITS = 1 << 20, 53
"""Of a normalized text; and bits of a number."""


@dataclass(frozen=True)
class UnigramTokens:
    """`unknown`: its unknown id; `spelled`, shape (256,): the ids of bytes, or None. Tens of MB:
    all tokenizers that have the same `model` share one."""

    model: Unigram | LlamaUGM
    paths: BestPaths
    unknown: int
    spelled: Ints | None

    @classmethod
    def of(cls, model: Unigram | LlamaUGM) -> "UnigramTokens | str":
        """Of a model whose unknown characters are as above; else what it has instead."""
        made = _shared.get(id(model))
        if made is not None:
            return made
        reason = _reason_of_llama(model) if isinstance(model, LlamaUGM) else _reason(model)
        if reason is not None:
            return reason
        made = _of_llama(model) if isinstance(model, LlamaUGM) else cls._made(model)
        _shared[id(model)] = made
        return made

    @classmethod
    def _made(cls, model: Unigram) -> "UnigramTokens":
        scores = [score for _, score in model.scores]
        paths = BestPaths.of(model.vocab, scores, model._unknown_score, np.float64, model._trie)
        spelled = None
        if model.byte_fallback:
            spelled = np.array([model.vocab[f"<0x{byte:02X}>"] for byte in range(256)])
        assert model.unk_id is not None
        model.tokenize("a")  # texts with added tokens go its own way, whose look-up is made here
        return cls(model, paths, model.unk_id, spelled)

    def words(self, words: Sequence[str]) -> dict[str, CachedWord]:
        """What the model makes of words, none of them empty; of some of them nothing is said."""
        try:
            data = "".join(words).encode("utf-32-le")
        except UnicodeEncodeError:
            return {}
        codes = np.frombuffer(data, np.uint32).astype(np.int64)
        sizes = np.fromiter(map(len, words), np.int64, len(words))
        *spans, ids, unsaid = self.tokens(codes, sizes)
        firsts = np.cumsum(sizes) - sizes
        edges = np.searchsorted(spans[0], np.append(firsts, len(codes)))
        moved = np.repeat(firsts, np.diff(edges))
        begin, end = ((places - moved).tolist() for places in spans)
        number, bounds = ids.tolist(), edges.tolist()
        left = {*(np.searchsorted(firsts, unsaid, "right") - 1).tolist()}
        found = {}
        for at, word in enumerate(words):
            if at not in left:
                some = slice(bounds[at], bounds[at + 1])
                tokens = tuple(zip(number[some], begin[some], end[some], strict=True))
                places = tuple(place for _, *span in tokens for place in span)
                texts = self.model.texts(word, tokens)
                found[word] = CachedWord(tuple(number[some]), places, texts, inside=True)
        return found

    def tokens(
        self, codes: Ints, sizes: Ints, *, ranges: bool = True
    ) -> tuple[Ints, Ints, Ints, Ints]:
        """Of the characters of words, none of which is empty: the start and the end of each token,
        and its id; and places of the text of the unknown piece, of whose words nothing is said.
        `ranges`: or starts tell the word alone, and ends nothing.

        >>> model = Unigram((("<unk>", 0.0), ("a", -1.0), ("b", -1.0), ("ab", -1.5)), unk_id=0)
        >>> codes = np.array([ord(char) for char in "abaxy"])
        >>> [each.tolist() for each in UnigramTokens.of(model).tokens(codes, np.array([5]))]
        [[0, 2, 3], [2, 3, 5], [3, 1, 0], []]
        """
        starts, ends, ids = self.paths.ways(codes, sizes)
        strange, lost = starts[places_of(ids == self.unknown)], ids == UNKNOWN
        at = places_of(lost)
        if not len(at):
            return starts, ends, ids, strange
        kept = None
        if ranges or self.spelled is None:
            firsts = np.zeros(len(codes) + 1, np.bool_)
            firsts[sizes.cumsum()] = True
            begins = ~lost
            begins[1:] |= ~lost[:-1]
            begins |= firsts[starts]
            begins[0] = True
            kept = places_of(begins)
            ends = ends[np.append(kept[1:], len(ids)) - 1]
        if self.spelled is None:
            assert kept is not None
            ids[at] = self.unknown
            return starts[kept], ends, ids[kept], strange
        chars = codes[starts[at]].astype(np.uint32)
        spelled = np.frombuffer(chars.tobytes().decode("utf-32-le").encode(), np.uint8)
        times = np.ones(len(ids), np.int64)
        times[at] += (chars > 0x7F).astype(np.int64) + (chars > 0x7FF) + (chars > 0xFFFF)
        ids = ids.repeat(times)
        ids[lost.repeat(times)] = self.spelled[spelled]
        if kept is None:
            return starts.repeat(times), ends, ids, strange
        run = (begins.cumsum() - 1).repeat(times)
        return starts[kept][run], ends[run], ids, strange


def _reason(model: Unigram) -> str | None:
    scores = np.array([score for _, score in model.scores], np.float64)
    if model.unk_id is None:
        return "its Unigram refuses unknown characters"
    if not len(scores) or not (np.abs(scores) < _LARGEST).all() or scores.min() > 0:
        return "its Unigram's scores are no logarithms"
    if model.byte_fallback and any(f"<0x{byte:02X}>" not in model.vocab for byte in range(256)):
        return "its Unigram has not all bytes"
    return None


def _of_llama(model: LlamaUGM) -> UnigramTokens:
    paths = BestPaths.of(model.matched, model.scores, model.unknown_score, np.float64)
    return UnigramTokens(model, paths, model.unk, None)


def _reason_of_llama(model: LlamaUGM) -> str | None:
    if model.unk < 0:
        return "its Unigram refuses unknown characters"
    if model.unk in model.matched.values():
        return "its Unigram's unknown token is found in texts"
    pieces = [*model.matched.items()]
    scores = np.array([*(model.scores[number] for _, number in pieces), model.unknown_score])
    if not _adds_up(np.abs(scores), np.array([*(len(piece) for piece, _ in pieces), 1])):
        return "its Unigram's scores do not add up exactly"
    return None


def _adds_up(scores: Reals, characters: Ints) -> bool:
    """Whether sums of scores are exact, each of a piece of so many characters: the last bit of any
    score, and the largest sum, are not further from each other than a number has bits.

    >>> one = np.array([1, 1])
    >>> _adds_up(np.array([1.5, 12.25]), one), _adds_up(np.array([1e-9, 12.25]), one)
    (True, False)
    """
    if not (scores < _LARGEST).all():
        return False
    largest = (scores / characters).max() * MOST_CHARACTERS
    fractions, exponents = np.frexp(scores[scores > 0])
    digits = (fractions * (1 << _BITS)).astype(np.int64)
    _, last = np.frexp((digits & -digits).astype(np.float64))
    lowest = int((exponents + last).min(initial=_BITS)) - 1 - _BITS
    return bool(largest < np.ldexp(1.0, lowest + _BITS))


_shared: "WeakValueDictionary[int, UnigramTokens]" = WeakValueDictionary()
