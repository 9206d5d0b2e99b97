"""`fast`: the same tokenizer, sooner: words that come again are not given to the model again.

All that is done for speed in the pipeline is here: the cache of words, and spelling bytes only of
words that are not in it. What it computes is what `PlainWords` computes, which tests hold it to, on
every vocabulary and on generated pipelines. Not here: what single models do for speed.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain

from tokparity.reference_impl.batch.cached_word import NO_TOKENS, CachedWord, cached_word
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.post_processors.tokens import Tokens
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer, PreTokenizerSequence
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.byte_level import spelled
from tokparity.reference_impl.text.transform import begins_with_nothing
from tokparity.reference_impl.tokenizer.fast_decoding import ByTable
from tokparity.reference_impl.tokenizer.fast_encoding import InBatches
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.tokenizer.words import offsets

_CACHED_TOKENS = 1 << 18
"""Tokens of the words in a cache, and one for each word, which comes to tens of MB: random letters
are nearly a token each. A full cache starts afresh: cheaper than to know the oldest."""
_WORTH_A_BATCH = 64
"""New words of which it is worth to merge them together …"""
_WORTH_TABLES = 4096
"""… and those that have come before it is worth to make the tables for that."""
_TOGETHER = 16
"""Characters of a Unigram that count as a word."""
_CACHED_LENGTH = 48
"""Longer words seldom come again, and generated texts are full of them."""

Cut = Callable[[list[Aligned]], list[Aligned]]
CutTexts = dict[tuple[str, int, int | None], list[Aligned]]
"""Words by the text of a stretch, where its first character is, and where it begins."""
_LONGEST_CUT = 4096
"""Characters of a stretch whose words are kept."""


def fast(tokenizer: Tokenizer) -> Tokenizer:
    """The tokenizer with a cache of its words; `dataclasses.replace` makes others that are fast
    too, each with a cache of its own.

    >>> from tokparity.reference_impl.models.hf.wordlevel import WordLevel
    >>> fast(Tokenizer(WordLevel({"?": 0, "a": 1}, "?"))).encode("a")
    Encoding(ids=(1,), offsets=((0, 1),))
    """
    return replace(tokenizer, words=FastWords, encodings=InBatches, decodings=ByTable)


class FastWords:
    """What `PlainWords` gives.

    Where bytes are spelled last of all, words are cached as they are before, so that a word that
    comes again costs no spelling. Their positions then count characters of the unspelled word.
    `longest`: characters of a word that is kept. `cut_texts`: kept where the same texts come again,
    shared with others of an equal pre-tokenizer, and emptied by whoever gives it.
    """

    def __init__(
        self,
        pre_tokenizer: PreTokenizer | None,
        model: Model,
        longest: int = _CACHED_LENGTH,
        cut_texts: CutTexts | None = None,
    ) -> None:
        self._longest = longest
        self._cut, self._spells_last = cut_and_spell(pre_tokenizer)
        if cut_texts is not None:
            self._cut = _once(self._cut, cut_texts)
        self._model = model
        self._cache: dict[str, CachedWord] = {}
        self._room = _CACHED_TOKENS
        self._learned: dict[str, CachedWord] = {}
        self._new_ones = 0

    def cut(self, stretch: Aligned) -> list[Aligned]:
        """The words of a stretch; where bytes are spelled last of all, before they are."""
        return self._cut([stretch])

    def learn(self, words: Iterable[Aligned]) -> None:
        """As `Words.learn`: what comes together is merged together, where that can be."""
        self._learned = {}
        is_searched = type(self._model) is Unigram and not self._spells_last
        if not self._spells_last and not is_searched:
            return
        new = dict.fromkeys(word.text for word in words if word.text not in self._cache)
        new.pop("", None)
        count = sum(map(len, new)) // _TOGETHER if is_searched else len(new)
        self._new_ones += count
        if self._new_ones >= _WORTH_TABLES and count >= _WORTH_A_BATCH:
            self._learned = self._together(tuple(new))

    @cached_property
    def _together(self) -> Callable[[Sequence[str]], dict[str, CachedWord]]:
        from tokparity.reference_impl.batch.byte_words import byte_words  # numpy takes 0.1 s
        from tokparity.reference_impl.batch.unigram_tokens import UnigramTokens

        if isinstance(self._model, Unigram) and not self._spells_last:
            found = UnigramTokens.of(self._model)
            return _nothing if isinstance(found, str) else found.words
        merged = byte_words(self._model)
        return _nothing if merged is None else merged.of

    def extend(
        self,
        tokens: Tokens,
        text: str,
        words: Sequence[Aligned],
        counts: list[int] | None = None,
    ) -> None:
        """As `Words.extend`."""
        cache = self._cache
        ids, ranges, texts = tokens.ids, tokens.offsets, tokens.texts
        for piece in words:
            origin = piece.origin
            # Untouched text, which is nearly all there is: its ranges are positions, moved.
            if (
                type(origin) is range
                and (word := cache.get(piece.text) or self._computed(piece.text)).inside
            ):
                first, positions = origin.start, word.positions
                if len(positions) == 2:
                    ranges += (first + positions[0], first + positions[1])
                else:
                    ranges += [first + at for at in positions]
            else:
                word, of_word = self.located(text, piece)
                ranges += of_word
            ids += word.ids
            texts += word.texts
            if counts is not None:
                counts.append(len(word.ids))

    def word(self, text: str) -> CachedWord:
        """What the model makes of a word that `cut` gave. Raises as `Tokenizer.encode`."""
        return self._cache.get(text) or self._computed(text)

    def located(self, text: str, piece: Aligned) -> tuple[CachedWord, list[int]]:
        """Any word that `cut` gave, and the ranges of its tokens in the text.

        Raises as `Tokenizer.encode`.
        """
        spelling = self._spells_last
        if spelling and begins_with_nothing(piece):
            piece, spelling = spelled(piece), False  # other letters than the text's own
            word = self._spelled_word(piece.text)
        else:
            word = self.word(piece.text)
        if not word.inside:
            piece = spelled(piece) if spelling else piece
            pairs = zip(word.positions[::2], word.positions[1::2], strict=True)
            return word, offsets(text, piece, pairs)
        positions = iter(word.positions)
        return word, [at for start in positions for at in piece.span(start, next(positions))]

    def _computed(self, piece: str) -> CachedWord:
        """A word that is not in the cache. Where bytes are spelled last, its positions count
        characters of the unspelled word, unless they end outside."""
        word = self._learned.get(piece) or cached_word(self._model, piece, spells=self._spells_last)
        if len(piece) <= self._longest:
            if self._room <= len(word.ids):
                self._cache.clear()
                self._room = _CACHED_TOKENS
            self._room -= len(word.ids) + 1
            self._cache[piece] = word
        return word

    def _spelled_word(self, letters: str) -> CachedWord:
        """A word whose bytes are spelled already: its positions count the letters."""
        spans = self._model.tokenize(letters)
        if not spans:
            return NO_TOKENS
        ids, starts, ends = zip(*spans, strict=True)
        positions = tuple(chain.from_iterable(zip(starts, ends, strict=True)))
        return CachedWord(ids, positions, self._model.texts(letters, spans), ends[-1] > 0)


def _nothing(words: Sequence[str]) -> dict[str, CachedWord]:
    """Of a model whose words are not searched together."""
    return {}


def _once(cut: Cut, known: CutTexts) -> Cut:
    """The same, and untouched text that was cut before is not cut again."""

    def remembered(stretches: list[Aligned]) -> list[Aligned]:
        [stretch] = stretches
        if type(stretch.origin) is not range or len(stretch.text) > _LONGEST_CUT:
            return cut(stretches)
        key = (stretch.text, stretch.origin.start, stretch.begins)
        words = known.get(key)
        if words is None:
            words = known[key] = cut(stretches)
        return words

    return remembered


def cut_and_spell(stage: PreTokenizer | None) -> tuple[Cut, bool]:
    """How a pre-tokenizer cuts, and whether all that is left to do then is to spell the bytes.

    >>> cut_and_spell(ByteLevelPreTokenizer(add_prefix_space=False))[1], cut_and_spell(None)[1]
    (True, False)
    """
    match stage:
        case None:
            return list, False
        case ByteLevelPreTokenizer():
            return stage.cut, True
        case PreTokenizerSequence((*others, ByteLevelPreTokenizer() as last)):
            before = PreTokenizerSequence(tuple(others))
            return (lambda pieces: last.cut(before.pre_tokenize(pieces))), True
        case _:
            return stage.pre_tokenize, False
