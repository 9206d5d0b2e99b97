"""What the reference's stages make of a block of cases: done once, looked at by every mutant."""

from collections.abc import Sequence
from functools import cached_property

from tokparity.reference_impl.batch.cached_word import CachedWord
from tokparity.reference_impl.contract import Case, DecodeCase, StreamCase, case_texts
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.byte_text import canonical
from tokparity.reference_impl.tokenizer.fast import FastWords
from tokparity.reference_impl.tokenizer.tokenizer import Stretch, Tokenizer

StageInput = tuple[str, bool]
"""A text, and whether special tokens are found in it."""


def stretches_of(tokenizer: Tokenizer, stage_input: StageInput) -> list[Stretch] | None:
    """The text cut at its added tokens, normalized; None where it is refused."""
    text, parse_special = stage_input
    try:
        text = canonical(text) if tokenizer.takes_bytes else text
        return list(tokenizer.stretches(text, parse_special))
    except TokparityError:
        return None


def words_of(tokenizer: Tokenizer, stretch: Aligned) -> list[Aligned] | None:
    """The words of a stretch; None where it is refused."""
    try:
        return FastWords(tokenizer.pre_tokenizer, tokenizer.model).cut(stretch)
    except TokparityError:
        return None


def word_of(tokenizer: Tokenizer, text: str) -> CachedWord | None:
    """What the model makes of a word; None where it is refused."""
    try:
        return FastWords(tokenizer.pre_tokenizer, tokenizer.model).word(text)
    except TokparityError:
        return None


class StageWork:
    """Lazily: what nobody looks at is not done. Lists are in the order of the cases."""

    def __init__(self, tokenizer: Tokenizer, cases: Sequence[Case]) -> None:
        self.tokenizer, self.cases = tokenizer, cases

    @cached_property
    def inputs(self) -> list[tuple[StageInput, ...]]:
        """The texts of each case; of ids there are none."""
        return [
            tuple((text, case.options.parse_special) for text in case_texts(case))
            if not isinstance(case, DecodeCase | StreamCase)
            else ()
            for case in self.cases
        ]

    @cached_property
    def stretches(self) -> dict[StageInput, list[Stretch] | None]:
        """What the added tokens and the normalizer make of each text."""
        every = dict.fromkeys(stage_input for texts in self.inputs for stage_input in texts)
        return {stage_input: stretches_of(self.tokenizer, stage_input) for stage_input in every}

    @cached_property
    def plain(self) -> dict[StageInput, list[Aligned]]:
        """The stretches of each text that are no added token: what is cut into words."""
        return {
            stage_input: [
                stretch for stretch, token in stretches or () if token is None and stretch.text
            ]
            for stage_input, stretches in self.stretches.items()
        }

    @cached_property
    def cut(self) -> dict[StageInput, list[list[Aligned] | None]]:
        """The words of each of them."""
        return {
            stage_input: [words_of(self.tokenizer, stretch) for stretch in stretches]
            for stage_input, stretches in self.plain.items()
        }

    @cached_property
    def words(self) -> dict[str, list[int]]:
        """Each distinct word, and the indices of the cases it is in."""
        where: dict[str, list[int]] = {}
        for index, texts in enumerate(self.inputs):
            of_case = {
                word.text
                for stage_input in texts
                for words in self.cut[stage_input]
                for word in words or ()
            }
            for word in of_case:
                where.setdefault(word, []).append(index)
        return where

    @cached_property
    def _honest_words(self) -> dict[str, CachedWord | None]:
        return {}

    def honest_word(self, word: str) -> CachedWord | None:
        """What the honest model makes of a word; None where it is refused."""
        words = self._honest_words
        if word not in words:
            words[word] = word_of(self.tokenizer, word)
        return words[word]
