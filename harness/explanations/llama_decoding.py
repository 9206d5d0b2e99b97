"""How llama.cpp decodes, with single ways of it taken away: of a vocabulary with a space prefix,
and of BERT's words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import Any

from tokparity.harness.conversion.vocabulary import BYTE_PIECES
from tokparity.harness.explanations.llama_encoding import has_bytes_behind
from tokparity.reference_impl.contract import Bytes, Decoded, DecodeOptions
from tokparity.reference_impl.decoders.byte_fallback import byte_of
from tokparity.reference_impl.decoders.clean_up import clean_up
from tokparity.reference_impl.decoders.detokenizer import Detokenizer
from tokparity.reference_impl.decoders.llama_detokenizer import LlamaDetokenizer, clean_spaces
from tokparity.reference_impl.models.llama.spm import LlamaSPM
from tokparity.reference_impl.models.llama.wpm import LlamaWPM
from tokparity.reference_impl.text.byte_level import unspell
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reports.records.explanation import Explanation


def keep_spaces(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """No clean-up of spaces."""
    detokenizer = tokenizer.detokenizer
    if not isinstance(detokenizer, LlamaDetokenizer) or not detokenizer.clean_spaces:
        return tokenizer
    return replace(tokenizer, detokenizer=replace(detokenizer, clean_spaces=False))


@dataclass(frozen=True, slots=True)
class WholeText:
    """The prefix's space is taken off the whole text, not off the first token."""

    detokenizer: Detokenizer

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Decoded:
        """As `LlamaDetokenizer.decode`; what is text already has no such bytes."""
        decoded = self.detokenizer.decode(ids, options)
        if not isinstance(decoded, Bytes):
            return decoded
        return Bytes(decoded.value.removeprefix(b" "))


def space_of_text(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """tokenizers strips the whole text, llama.cpp its first token: a first token that shows nothing
    then keeps the second one's space."""
    detokenizer = tokenizer.detokenizer
    if not isinstance(detokenizer, LlamaDetokenizer) or not detokenizer.add_space_prefix:
        return tokenizer
    plain = replace(detokenizer, add_space_prefix=False)
    return replace(tokenizer, detokenizer=WholeText(plain))


@dataclass(frozen=True, slots=True)
class ByteRuns:
    """A run of byte pieces with one bad byte is all U+FFFD, as `ByteFallback` of tokenizers has
    it."""

    detokenizer: LlamaDetokenizer
    bytes_of: Mapping[int, bytes]

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Bytes:
        """As `LlamaDetokenizer.decode`."""
        surfaces = list(self.detokenizer.surfaces)
        hidden = self.detokenizer.hidden if options.skip_special else frozenset()
        read = [token_id for token_id in ids[:1] if token_id in hidden]  # it takes the first space
        shown = [token_id for token_id in ids if token_id not in hidden]
        for is_bytes, group in groupby(shown, self.bytes_of.__contains__):
            run = list(group)
            data = b"".join(self.bytes_of[token_id] for token_id in run) if is_bytes else b""
            if "\ufffd" in data.decode(errors="replace"):
                surfaces.append("\ufffd".encode() * len(data))
                run = [len(surfaces) - 1]
            read += run
        return replace(self.detokenizer, surfaces=surfaces).decode(read, options)


def byte_runs(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """One bad byte, and the whole run of bytes is lost."""
    outer = tokenizer.detokenizer
    inner = outer.detokenizer if isinstance(outer, WholeText) else outer
    if not isinstance(inner, LlamaDetokenizer):
        return tokenizer
    bytes_of = {
        token_id: inner.surfaces[token_id]
        for token_id, piece in tokenizer.model.pieces.items()
        if byte_of(piece) is not None
    }
    if not bytes_of:
        return tokenizer
    runs: Detokenizer = ByteRuns(inner, bytes_of)
    if isinstance(outer, WholeText):
        runs = WholeText(runs)
    return replace(tokenizer, detokenizer=runs)


@dataclass(frozen=True, slots=True)
class BadBytesReplaced:
    """Each byte that is part of no character is U+FFFD, as sentencepiece has it."""

    detokenizer: Detokenizer

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Decoded:
        """As `LlamaDetokenizer.decode`; what is text already has no such bytes."""
        decoded = self.detokenizer.decode(ids, options)
        if not isinstance(decoded, Bytes):
            return decoded
        text = decoded.value.decode("utf-8", "surrogateescape")
        good = ("\ufffd" if "\udc80" <= char <= "\udcff" else char for char in text)
        return Bytes("".join(good).encode())


def bad_bytes(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """Text in the place of bytes."""
    if tokenizer.detokenizer is None:
        return tokenizer
    return replace(tokenizer, detokenizer=BadBytesReplaced(tokenizer.detokenizer))


def bytes_unshown(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """Nothing is shown of the 256 byte pieces that were put behind the others
    (`llama_encoding.unknown_for_bytes`): the other file does not have them."""
    plain = tokenizer.detokenizer
    behind = isinstance(tokenizer.model, LlamaSPM) and has_bytes_behind(tokenizer.model)
    if not behind or not isinstance(plain, LlamaDetokenizer):
        return tokenizer
    count = len(BYTE_PIECES)
    surfaces = [*plain.surfaces[:-count], *[b""] * count]
    return replace(tokenizer, detokenizer=replace(plain, surfaces=surfaces))


@dataclass(frozen=True, slots=True)
class BertWords:
    """BERT's tokens as llama.cpp writes them, but for the ways of tokenizers that are switched on.

    `first`: no space before the first token. `hashes`: a first token that continues a word keeps
    its
    ##. `apart`: a space before special tokens. `clean_up`: the list of contractions and punctuation
    of tokenizers, token by token.
    """

    inner: LlamaDetokenizer
    first: bool = False
    hashes: bool = False
    apart: bool = False
    clean_up: bool = False

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Bytes:
        """Raises InvalidTokenId, as `LlamaDetokenizer.decode`."""
        inner = self.inner
        inner.decode(ids, options)
        shown = [
            token_id for token_id in ids if not (options.skip_special and token_id in inner.hidden)
        ]
        parts = []
        for at, token_id in enumerate(shown):
            text = inner.surfaces[token_id].decode(errors="replace")
            special = token_id in inner.hidden
            if self.hashes and not at and not special and not text.startswith(" "):
                text = f"##{text}"
            elif self.first and not at:
                text = text.removeprefix(" ")
            if self.apart and at and special:
                text = f" {text}"
            parts.append(clean_up(text) if self.clean_up else text)
        data = "".join(parts).encode()
        return Bytes(data if self.clean_up or not inner.clean_spaces else clean_spaces(data))


def _bert_words(tokenizer: Tokenizer, _: Explanation, **ways: Any) -> Tokenizer:
    detokenizer: Any = tokenizer.detokenizer
    if isinstance(detokenizer, LlamaDetokenizer):
        detokenizer = BertWords(detokenizer)
    if not isinstance(detokenizer, BertWords) or not isinstance(tokenizer.model, LlamaWPM):
        return tokenizer
    return replace(tokenizer, detokenizer=replace(detokenizer, **ways))


def spaced_unused(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """Pieces [unusedN] begin a word, which the file has without the mark."""
    detokenizer, pieces = tokenizer.detokenizer, tokenizer.model.pieces
    words = isinstance(detokenizer, BertWords)
    inner = detokenizer.inner if isinstance(detokenizer, BertWords) else detokenizer
    if not isinstance(inner, LlamaDetokenizer):
        return tokenizer
    surfaces = [
        b" " + surface if pieces.get(token_id, "").startswith("[unused") else surface
        for token_id, surface in enumerate(inner.surfaces)
    ]
    spaced = replace(inner, surfaces=surfaces)
    changed = replace(detokenizer, inner=spaced) if words else spaced  # type: ignore[type-var]  # a BertWords
    return replace(tokenizer, detokenizer=changed)


def added_as_bytes(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """`ByteLevel` of tokenizers takes an added token for bytes too, where each of its characters
    stands for one; llama.cpp shows it as it is written."""
    shown = tokenizer.detokenizer
    if not isinstance(shown, LlamaDetokenizer) or not tokenizer.spells_bytes:
        return tokenizer
    spelled = {row.id: unspell(row.content) for row in tokenizer.added_tokens}
    surfaces = [spelled.get(at) or surface for at, surface in enumerate(shown.surfaces)]
    if surfaces == list(shown.surfaces):
        return tokenizer
    return replace(tokenizer, detokenizer=replace(shown, surfaces=surfaces))


CHANGES: dict[str, Callable[[Tokenizer, Explanation], Tokenizer]] = {
    "llama-keeps-spaces": keep_spaces,
    "llama-added-as-bytes": added_as_bytes,
    "llama-space-of-text": space_of_text,
    "llama-byte-runs": byte_runs,
    "llama-bytes-unshown": bytes_unshown,
    "llama-bad-bytes-shown": bad_bytes,
    "llama-bert-spaced-unused": spaced_unused,
    "llama-bert-first-space": partial(_bert_words, first=True),
    "llama-bert-clean-up": partial(_bert_words, clean_up=True),
    "llama-bert-hashes": partial(_bert_words, hashes=True),
    "llama-bert-specials-apart": partial(_bert_words, apart=True),
}
