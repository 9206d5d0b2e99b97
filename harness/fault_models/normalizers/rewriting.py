"""Text rewritten where the file does not ask for it, or left where it does; ranges of it."""

from dataclasses import dataclass, replace
from itertools import pairwise

import regex

from tokparity.harness.fault_models.fault_model import Change, family, fault_model
from tokparity.harness.fault_models.stages import change_normalizers
from tokparity.reference_impl.normalizers.bert import BertNormalizer
from tokparity.reference_impl.normalizers.bert_basic import BertBasicNormalizer
from tokparity.reference_impl.normalizers.llama_wpm import LlamaWPMNormalizer
from tokparity.reference_impl.normalizers.lowercase import Lowercase
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.normalizers.nfd import NFD
from tokparity.reference_impl.normalizers.nfkc import NFKC
from tokparity.reference_impl.normalizers.nfkd import NFKD
from tokparity.reference_impl.normalizers.precompiled import Precompiled
from tokparity.reference_impl.normalizers.replace import ReplaceNormalizer
from tokparity.reference_impl.normalizers.sequence import Normalizer, NormalizerSequence
from tokparity.reference_impl.normalizers.strip_accents import StripAccents
from tokparity.reference_impl.regexes.search import Literal
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_FORMS = NFC | NFD | NFKC | NFKD
_OTHERS = (
    BertNormalizer
    | BertBasicNormalizer
    | LlamaWPMNormalizer
    | Lowercase
    | Precompiled
    | StripAccents
)


@family("text-rewritten", "normalizer", "takes {found!r} in a text for {put!r}")
def text_rewritten(found: str, put: str) -> Change:
    """What is written as `found` is `put` to the normalizer; "" takes it out."""
    return lambda tokenizer: _first(tokenizer, ReplaceNormalizer(Literal(found), put))


@family("normalized-rewritten", "normalizer", "writes {put!r} where {found!r} is due")
def normalized_rewritten(found: str, put: str) -> Change:
    """Where a normalizer leaves or makes `found`, `put` comes out. Only where there is one."""

    def apply(tokenizer: Tokenizer) -> Tokenizer:
        if tokenizer.normalizer is None:
            return tokenizer
        both = NormalizerSequence((tokenizer.normalizer, ReplaceNormalizer(Literal(found), put)))
        return replace(tokenizer, normalizer=both)

    return apply


@family("runs-shortened", "normalizer", "leaves {most} of a run of {char!r}")
def runs_shortened(char: str, most: int) -> Change:
    """Of a longer run of a character so many are left."""
    sought = regex.compile(f"(?<={regex.escape(char)}{{{most}}}){regex.escape(char)}+")
    return lambda tokenizer: _first(tokenizer, _CutOut(sought))


@family("text-cut-off", "normalizer", "sees {characters} characters of a text")
def text_cut_off(characters: int) -> Change:
    """Of a longer stretch of text the first characters are left: a buffer is full."""
    return lambda tokenizer: _first(tokenizer, _Beginning(characters))


@family("text-ended", "normalizer", "ends a text at {char!r}")
def text_ended(char: str) -> Change:
    """A stretch of text ends at this character, as a string of C does at NUL."""
    sought = regex.compile(regex.escape(char) + ".*", regex.DOTALL)
    return lambda tokenizer: _first(tokenizer, _CutOut(sought))


def _first(tokenizer: Tokenizer, part: Normalizer) -> Tokenizer:
    old = tokenizer.normalizer
    return replace(tokenizer, normalizer=part if old is None else NormalizerSequence((part, old)))


@dataclass(frozen=True, slots=True)
class _CutOut:
    """Takes out what a pattern finds."""

    sought: "regex.Pattern[str]"

    def normalize(self, text: Aligned) -> Aligned:
        content = text.text
        spans = [match.span() for match in self.sought.finditer(content)]
        if not spans:
            return text
        bounds = [0, *(at for span in spans for at in span), len(content)]
        rest = list(zip(bounds[::2], bounds[1::2], strict=True))
        origin = tuple(came for start, end in rest for came in text.origin[start:end])
        left = "".join(content[start:end] for start, end in rest)
        return Aligned(left, origin, text.begins)


@dataclass(frozen=True, slots=True)
class _Beginning:
    characters: int

    def normalize(self, text: Aligned) -> Aligned:
        return text if len(text) <= self.characters else text[: self.characters]


@family(
    "characters-spared", "normalizer", "leaves what is from code point {first} to {last} as it is"
)
def characters_spared(first: int, last: int) -> Change:
    """Characters from code point `first` to `last` are in no table of a normalizer's."""
    sought = regex.compile(f"[{regex.escape(chr(first))}-{regex.escape(chr(last))}]+")

    def changed(part: Normalizer) -> Normalizer:
        return _Sparing(part, sought) if isinstance(part, _FORMS | _OTHERS) else part

    return lambda tokenizer: change_normalizers(tokenizer, changed)


@family("marks-in-parts", "normalizer", "normalizes runs of combining marks in parts of {most}")
def marks_in_parts(most: int) -> Change:
    """Of a run of combining marks so many are put in order, and then so many again."""
    sought = regex.compile(rf"(?<=\P{{M}})\p{{M}}{{{most}}}(?=\p{{M}})")

    def changed(part: Normalizer) -> Normalizer:
        return _Buffered(part, sought) if isinstance(part, _FORMS) else part

    return lambda tokenizer: change_normalizers(tokenizer, changed)


@dataclass(frozen=True, slots=True)
class _Sparing:
    inner: Normalizer
    sought: "regex.Pattern[str]"

    def normalize(self, text: Aligned) -> Aligned:
        spans = [match.span() for match in self.sought.finditer(text.text)]
        if not spans:
            return self.inner.normalize(text)
        parts: list[Aligned] = []
        done = 0
        for start, end in (*spans, (len(text), len(text))):
            parts += (self.inner.normalize(text[done:start]), text[start:end])
            done = end
        return _joined(parts, text.begins)


@dataclass(frozen=True, slots=True)
class _Buffered:
    """Each full buffer is normalized without what follows it."""

    inner: Normalizer
    sought: "regex.Pattern[str]"

    def normalize(self, text: Aligned) -> Aligned:
        ends = [match.end() for match in self.sought.finditer(text.text)]
        if not ends:
            return self.inner.normalize(text)
        bounds = [0, *ends, len(text)]
        parts = [text[a:b] for a, b in pairwise(bounds)]
        return _joined([self.inner.normalize(part) for part in parts], text.begins)


def _joined(parts: list[Aligned], begins: int | None) -> Aligned:
    origin = tuple(came for part in parts for came in part.origin[: len(part)])
    return Aligned("".join(part.text for part in parts), origin, begins)


@dataclass(frozen=True, slots=True)
class _Counted:
    """What a normalizer makes, as if nothing had become more or less."""

    inner: Normalizer

    def normalize(self, text: Aligned) -> Aligned:
        changed = self.inner.normalize(text)
        if not text.text or changed.text == text.text:
            return changed
        first = text.span(0, 1)[0]
        return Aligned(changed.text, range(first, first + len(changed)), text.begins)


@fault_model(
    "ranges-of-normalized-text",
    "normalizer",
    "counts positions in the normalized text",
    "huggingface/tokenizers#663",
)
def ranges_of_normalized_text(tokenizer: Tokenizer) -> Tokenizer:
    """Positions count what a normalizer left, not what it was given."""
    return change_normalizers(tokenizer, _Counted)


FAMILIES = (
    text_rewritten,
    normalized_rewritten,
    runs_shortened,
    text_cut_off,
    text_ended,
    characters_spared,
    marks_in_parts,
)
