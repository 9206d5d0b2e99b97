"""How llama.cpp encodes pieces with a mark of spaces, with single ways of it taken away."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import ClassVar

from tokparity.harness.conversion.vocabulary import BYTE_PIECES
from tokparity.reference_impl.decoders.llama_detokenizer import LlamaDetokenizer
from tokparity.reference_impl.models.llama.bpe import LlamaBPE
from tokparity.reference_impl.models.llama.spm import LlamaSPM, TokenSpan
from tokparity.reference_impl.models.llama.ugm import LlamaUGM
from tokparity.reference_impl.normalizers.llama_ugm import LlamaUGMNormalizer
from tokparity.reference_impl.normalizers.sequence import NormalizerSequence
from tokparity.reference_impl.post_processors.bos_eos import LlamaBosEos
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.byte_level import BYTE_TO_CHAR
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reports.records.explanation import Explanation


@dataclass(frozen=True, slots=True)
class BadBytesReplaced:
    """Each byte that is no UTF-8 is U+FFFD.

    >>> BadBytesReplaced().normalize(Aligned.of("a" + chr(0xDCFF))).text
    'a\ufffd'
    """

    COMPONENT: ClassVar[str] = "BadBytes"

    def normalize(self, text: Aligned) -> Aligned:
        """As every normalizer."""
        content = "".join("\ufffd" if "\udc80" <= char <= "\udcff" else char for char in text.text)
        return Aligned(content, text.origin, text.begins)


def replaces_bad_bytes(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """sentencepiece reads U+FFFD for a byte that is no UTF-8, llama.cpp the byte's own piece."""
    stage = tokenizer.normalizer
    if not isinstance(tokenizer.model, LlamaSPM) or not isinstance(stage, NormalizerSequence):
        return tokenizer
    parts = (BadBytesReplaced(), *stage.normalizers)
    return replace(tokenizer, normalizer=NormalizerSequence(parts))


@dataclass(frozen=True, slots=True)
class PrefixOfSpaces:
    """Unigram's normalizer, which puts the prefix before a text of nothing but spaces too."""

    COMPONENT: ClassVar[str] = "LlamaUGM"

    inner: LlamaUGMNormalizer

    def normalize(self, text: Aligned) -> Aligned:
        """As `LlamaUGMNormalizer.normalize`."""
        spelled = self.inner.normalize(text)
        if not spelled.text or spelled.text.strip(self.inner.space):
            return spelled
        first = spelled.origin[0]
        return Aligned(self.inner.space + spelled.text, (first, *spelled.origin), spelled.begins)


def prefix_of_spaces(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """llama.cpp's Unigram puts the prefix before the first word, and a text of spaces has none."""
    stage = tokenizer.normalizer
    if not isinstance(stage, LlamaUGMNormalizer) or not stage.add_space_prefix:
        return tokenizer
    return tokenizer if stage.merge_spaces else replace(tokenizer, normalizer=PrefixOfSpaces(stage))


def without_added(tokenizer: Tokenizer, explanation: Explanation) -> Tokenizer:
    """Without the "bos" or "eos" (`was`) that llama.cpp adds where a file does not say."""
    around = tokenizer.post_processor
    of_pieces = isinstance(tokenizer.model, LlamaSPM | LlamaUGM)
    if not of_pieces or not isinstance(around, LlamaBosEos):
        return tokenizer
    there = {"bos": around.before, "eos": around.behind}
    if there.get(explanation.was) is None:
        return tokenizer
    none = replace(around, **{"before" if explanation.was == "bos" else "behind": None})
    return replace(tokenizer, post_processor=none)


@dataclass(frozen=True)  # no slots: as `LlamaSPM`
class SpmWithUnknown(LlamaSPM):
    """What is no piece is the unknown token, not bytes; neighbours that are unknown are one."""

    unk: int = 0

    def _tokens(
        self, text: str, bounds: list[int], vocab: Mapping[str, int], encoding: str = "utf-8"
    ) -> tuple[TokenSpan, ...]:
        tokens: list[TokenSpan] = []
        for start, end in pairwise(bounds):
            token_id = vocab.get(text[start:end], self.unk)
            if token_id == self.unk and tokens and tokens[-1][0] == self.unk:
                tokens[-1] = (self.unk, tokens[-1][1], end)
            else:
                tokens.append((token_id, start, end))
        return tuple(tokens)


def unknown_for_bytes(tokenizer: Tokenizer, explanation: Explanation) -> Tokenizer:
    """The unknown token `by`, where the 256 byte pieces are those that were put behind the others,
    as llama.cpp goes down without them (`conversion.vocabulary.with_byte_pieces`)."""
    model = tokenizer.model
    unk = model.vocab.get(explanation.by)
    if not isinstance(model, LlamaSPM) or unk is None or not has_bytes_behind(model):
        return tokenizer
    return replace(tokenizer, model=SpmWithUnknown(model.vocab, model.scores, unk))


def has_bytes_behind(model: LlamaSPM) -> bool:
    """Whether the last 256 pieces are those of bytes, in order."""
    first = len(model.scores) - len(BYTE_PIECES)
    return all(model.vocab.get(piece) == first + at for at, piece in enumerate(BYTE_PIECES))


@dataclass(frozen=True)  # no slots: as `LlamaBPE`
class BpeOfKnownBytes(LlamaBPE):
    """Bytes that are no piece are left out before merging, as `BPE` of tokenizers does: those on
    both sides of one may merge."""

    def tokenize(self, word: str) -> tuple[TokenSpan, ...]:
        """As `LlamaBPE.tokenize`."""
        known = [at for at, char in enumerate(word) if char in self.vocab]
        if len(known) == len(word) or (self.ignore_merges and word in self.vocab):
            return LlamaBPE.tokenize(self, word)
        tokens = LlamaBPE.tokenize(self, "".join(map(word.__getitem__, known)))
        return tuple(
            (token_id, known[start], known[end - 1] + 1) for token_id, start, end in tokens
        )


def known_bytes(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """A byte without a piece stands between its neighbours while llama.cpp merges, and is dropped
    then; tokenizers drops it first."""
    model = tokenizer.model
    if type(model) is not LlamaBPE or not tokenizer.spells_bytes:
        return tokenizer
    if all(char in model.vocab for char in BYTE_TO_CHAR.values()):
        return tokenizer
    parts = {each.name: getattr(model, each.name) for each in fields(model) if each.init}
    return replace(tokenizer, model=BpeOfKnownBytes(**parts))


def kind_by_name(tokenizer: Tokenizer, explanation: Explanation) -> Tokenizer:
    """The token called `was` a special one, or one that is always found and shown (`by`): llama.cpp
    makes some the other of the two by their names, whatever the file says."""
    special = explanation.by == "special"
    rows = tokenizer.added_tokens
    wrong = [row for row in rows if row.content == explanation.was and row.special is not special]
    if not wrong:
        return tokenizer
    ids = {row.id for row in wrong}
    rows = tuple(replace(row, special=special) if row.id in ids else row for row in rows)
    shown = tokenizer.detokenizer
    if isinstance(shown, LlamaDetokenizer):
        shown = replace(shown, hidden=shown.hidden | ids if special else shown.hidden - ids)
    return replace(tokenizer, added_tokens=rows, detokenizer=shown)


CHANGES: dict[str, Callable[[Tokenizer, Explanation], Tokenizer]] = {
    "llama-replaces-bad-bytes": replaces_bad_bytes,
    "llama-prefix-of-spaces": prefix_of_spaces,
    "llama-without-added": without_added,
    "llama-unknown-for-bytes": unknown_for_bytes,
    "llama-kind-by-name": kind_by_name,
    "llama-known-bytes": known_bytes,
}
"""By the name that a ledger entry calls it."""
