"""Single rules of a charsmap that are not found."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import cast

from tokparity.harness.fault_models.fault_model import Family
from tokparity.harness.fault_models.parts import change_normalizers
from tokparity.reference_impl.normalizers.charsmap import Charsmap
from tokparity.reference_impl.normalizers.llama_ugm import LlamaUGM
from tokparity.reference_impl.normalizers.precompiled import Precompiled
from tokparity.reference_impl.normalizers.sentencepiece import Sentencepiece
from tokparity.reference_impl.normalizers.sentencepiece_charsmap import SentencepieceCharsmap
from tokparity.reference_impl.normalizers.sequence import Normalizer
from tokparity.reference_impl.normalizers.xcda import Xcda
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

Known = Callable[[bytes], bool]
"""Whether a rule is found, by the UTF-8 of what it replaces."""


def lost(text: str) -> Callable[[Tokenizer], Tokenizer]:
    """The rule of one text is missing: a shorter one may count, or none."""
    gone = text.encode()
    return _knowing(lambda key: key != gone)


def short_only(most: int) -> Callable[[Tokenizer], Tokenizer]:
    """No rule of more bytes is found."""
    return _knowing(lambda key: len(key) <= most)


def _knowing(known: Known) -> Callable[[Tokenizer], Tokenizer]:
    def changed(part: Normalizer) -> Normalizer:
        match part:
            case Sentencepiece(charsmap=SentencepieceCharsmap() as rules):
                few = cast(SentencepieceCharsmap, _OfSentencepiece(rules, known))
                return replace(part, charsmap=few)
            case LlamaUGM(charsmap=xcda) if xcda.units:
                return replace(part, charsmap=cast(Xcda, _OfLlama(xcda, known)))
            case Precompiled(charsmap=precompiled):
                return Precompiled(cast(Charsmap, _OfTokenizers(precompiled, known)))
        return part

    return lambda tokenizer: change_normalizers(tokenizer, changed)


@dataclass(frozen=True, slots=True)
class _OfSentencepiece:
    rules: SentencepieceCharsmap
    known: Known

    def longest(self, text: str, start: int) -> tuple[int, str] | None:
        stop = len(text)
        while (rule := self.rules.longest(text[:stop], start)) is not None:
            if self.known(text[start : rule[0]].encode("utf-8", "surrogateescape")):
                break
            stop = rule[0] - 1
        return rule

    def leads_on(self, char: str) -> bool:
        return self.rules.leads_on(char)


@dataclass(frozen=True, slots=True)
class _OfLlama:
    rules: Xcda
    known: Known

    @property
    def units(self) -> tuple[int, ...]:
        return self.rules.units

    def longest(self, text: bytes, start: int) -> tuple[int, bytes] | None:
        stop = len(text)
        while (rule := self.rules.longest(text[:stop], start)) is not None:
            if self.known(text[start : start + rule[0]]):
                break
            stop = start + rule[0] - 1
        return rule


@dataclass(frozen=True, slots=True)
class _OfTokenizers:
    rules: Charsmap
    known: Known

    def replacement(self, text: str) -> str | None:
        return self.rules.replacement(text) if self.known(text.encode()) else None


FAMILIES = (
    Family("charsmap-rule-lost", "normalizer", "has no rule for {text!r} in its charsmap", lost),
    Family(
        "charsmap-rules-short",
        "normalizer",
        "finds no rule of over {most} bytes in its charsmap",
        short_only,
    ),
)
