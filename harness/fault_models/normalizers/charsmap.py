"""The rewrite rules of sentencepiece: not applied, of single characters only, or some lost."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import cast

from tokparity.harness.fault_models.fault_model import Change, family, fault_model
from tokparity.harness.fault_models.stages import change_normalizers
from tokparity.reference_impl.normalizers.charsmap import Charsmap
from tokparity.reference_impl.normalizers.llama_ugm import LlamaUGMNormalizer
from tokparity.reference_impl.normalizers.nfkc import NFKC
from tokparity.reference_impl.normalizers.precompiled import Precompiled
from tokparity.reference_impl.normalizers.sentencepiece import SentencepieceNormalizer
from tokparity.reference_impl.normalizers.sentencepiece_charsmap import SentencepieceCharsmap
from tokparity.reference_impl.normalizers.sequence import Normalizer, NormalizerSequence
from tokparity.reference_impl.normalizers.xcda import Xcda
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

Finds = Callable[[bytes], bool]
"""Whether a rule is found, by the UTF-8 of what it replaces."""


@fault_model("charsmap-ignored", "normalizer", "does not apply the charsmap")
def charsmap_ignored(tokenizer: Tokenizer) -> Tokenizer:
    """No rule is applied."""
    return change_normalizers(tokenizer, _without)


@fault_model(
    "charsmap-of-characters",
    "normalizer",
    "finds no rule of the charsmap that is for several characters",
    "huggingface/tokenizers#2116",
)
def charsmap_of_characters(tokenizer: Tokenizer) -> Tokenizer:
    """Rules of several characters are not found: what reading character by character gives."""
    return change_normalizers(tokenizer, _single)


@fault_model(
    "nfkc-before-charsmap", "normalizer", "makes NFKC of a text before it looks at the charsmap"
)
def nfkc_before_charsmap(tokenizer: Tokenizer) -> Tokenizer:
    """As Unicode has it: rules of a charsmap look at a few characters, and reorder none."""
    return change_normalizers(tokenizer, _behind_nfkc)


def _behind_nfkc(part: Normalizer) -> Normalizer:
    match part:
        case Precompiled():
            return NormalizerSequence((NFKC(), part))
        case SentencepieceNormalizer() if part.charsmap is not None:
            return NormalizerSequence((NFKC(), part))
        case LlamaUGMNormalizer() if part.charsmap.units:
            return NormalizerSequence((NFKC(), part))
    return part


def _without(part: Normalizer) -> Normalizer | None:
    match part:
        case Precompiled():
            return None
        case SentencepieceNormalizer() if part.charsmap is not None:
            return replace(part, charsmap=None)
        case LlamaUGMNormalizer() if part.charsmap.units:
            return replace(part, charsmap=Xcda())
    return part


def _single(part: Normalizer) -> Normalizer:
    return _RuleOfEach(part) if isinstance(part, Precompiled) else part


@dataclass(frozen=True, slots=True)
class _RuleOfEach:
    rules: Precompiled

    def normalize(self, text: Aligned) -> Aligned:
        return text.replace_each(lambda char: self.rules.normalize(Aligned.of(char)).text)


@family("charsmap-rule-lost", "normalizer", "has no rule for {text!r} in its charsmap")
def charsmap_rule_lost(text: str) -> Change:
    """The rule of one text is missing: a shorter one may count, or none."""
    gone = text.encode()
    return _finding(lambda key: key != gone)


@family("charsmap-rules-short", "normalizer", "finds no rule of over {most} bytes in its charsmap")
def charsmap_rules_short(most: int) -> Change:
    """No rule of more bytes is found."""
    return _finding(lambda key: len(key) <= most)


def _finding(finds: Finds) -> Change:
    def changed(part: Normalizer) -> Normalizer:
        match part:
            case SentencepieceNormalizer(charsmap=SentencepieceCharsmap() as rules):
                few = cast(SentencepieceCharsmap, _SentencepieceRules(rules, finds))
                return replace(part, charsmap=few)
            case LlamaUGMNormalizer(charsmap=xcda) if xcda.units:
                return replace(part, charsmap=cast(Xcda, _XcdaRules(xcda, finds)))
            case Precompiled(charsmap=precompiled):
                return Precompiled(cast(Charsmap, _PrecompiledRules(precompiled, finds)))
        return part

    return lambda tokenizer: change_normalizers(tokenizer, changed)


@dataclass(frozen=True, slots=True)
class _SentencepieceRules:
    rules: SentencepieceCharsmap
    finds: Finds

    def longest(self, text: str, start: int) -> tuple[int, str] | None:
        stop = len(text)
        while (rule := self.rules.longest(text[:stop], start)) is not None:
            if self.finds(text[start : rule[0]].encode("utf-8", "surrogateescape")):
                break
            stop = rule[0] - 1
        return rule

    def leads_on(self, char: str) -> bool:
        return self.rules.leads_on(char)


@dataclass(frozen=True, slots=True)
class _XcdaRules:
    rules: Xcda
    finds: Finds

    @property
    def units(self) -> tuple[int, ...]:
        return self.rules.units

    def longest(self, text: bytes, start: int) -> tuple[int, bytes] | None:
        stop = len(text)
        while (rule := self.rules.longest(text[:stop], start)) is not None:
            if self.finds(text[start : start + rule[0]]):
                break
            stop = start + rule[0] - 1
        return rule


@dataclass(frozen=True, slots=True)
class _PrecompiledRules:
    rules: Charsmap
    finds: Finds

    def replacement(self, text: str) -> str | None:
        return self.rules.replacement(text) if self.finds(text.encode()) else None


FAULT_MODELS = (charsmap_ignored, charsmap_of_characters, nfkc_before_charsmap)

FAMILIES = (charsmap_rule_lost, charsmap_rules_short)
