"""Clean-up of decoded text without one of its rules."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tokparity.harness.fault_models.fault_model import Family
from tokparity.harness.fault_models.parts import change_decoders
from tokparity.reference_impl.contract import Bytes, DecodeOptions
from tokparity.reference_impl.decoders.joined_wordpiece import JoinedWordPiece
from tokparity.reference_impl.decoders.llama_detokenizer import LlamaDetokenizer
from tokparity.reference_impl.decoders.sequence import Decoder
from tokparity.reference_impl.decoders.wordpiece import WordPiece
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_STAND_IN = "\ufdd0"
"""Stands for the space of the rule until all others are applied: no character of any text."""


def without(rule: str) -> Callable[[Tokenizer], Tokenizer]:
    """The space before `rule` stays: ".", "'s", "n't" …"""

    def changed(part: Decoder) -> Decoder:
        match part:
            case WordPiece(cleanup=True) | JoinedWordPiece(cleanup=True):
                return _Without(part, rule)
        return part

    def apply(tokenizer: Tokenizer) -> Tokenizer:
        detokenizer = tokenizer.detokenizer
        if isinstance(detokenizer, LlamaDetokenizer) and detokenizer.clean_spaces:
            return replace(tokenizer, detokenizer=_OfLlama(detokenizer, rule))
        return change_decoders(tokenizer, changed)

    return apply


@dataclass(frozen=True, slots=True)
class _Without:
    inner: WordPiece | JoinedWordPiece
    rule: str

    def decode(self, pieces: list[str]) -> list[str]:
        uncleaned = replace(self.inner, cleanup=False).decode(pieces)
        hidden = [text.replace(" " + self.rule, _STAND_IN + self.rule) for text in uncleaned]
        cleaned = self._cleaned(hidden)
        return [text.replace(_STAND_IN, " ") for text in cleaned]

    def _cleaned(self, texts: list[str]) -> list[str]:
        """By the inner decoder itself, as its first piece, which it only cleans."""
        return [part for text in texts for part in self.inner.decode([text])]


@dataclass(frozen=True, slots=True)
class _OfLlama:
    inner: LlamaDetokenizer
    rule: str

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Bytes:
        data = replace(self.inner, clean_spaces=False).decode(ids, options).value
        rule, hidden = f" {self.rule}".encode(), f"{_STAND_IN}{self.rule}".encode()
        cleaning = LlamaDetokenizer((data.replace(rule, hidden),), frozenset(), clean_spaces=True)
        cleaned = cleaning.decode([0], DecodeOptions()).value
        return Bytes(cleaned.replace(_STAND_IN.encode(), b" "))


FAMILIES = (Family("clean-up-without", "decoder", "leaves the space before {rule!r}", without),)
