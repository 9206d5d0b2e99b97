"""The stages of each model of a GGUF file.

Not here: special tokens and decoding, which are the same for all (`gguf`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan
from struct import pack, unpack
from typing import assert_never

from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats.gguf.pre import Pre
from tokparity.reference_impl.formats.gguf.surfaces import byte_of, unescape
from tokparity.reference_impl.formats.gguf.vocabulary import (
    BYTE,
    NORMAL,
    UNUSED,
    USER_DEFINED,
    Flags,
    GgufVocabulary,
)
from tokparity.reference_impl.models.llama.bpe import LlamaBPE
from tokparity.reference_impl.models.llama.chunks import LlamaTest
from tokparity.reference_impl.models.llama.plamo2 import LlamaPlamo2
from tokparity.reference_impl.models.llama.rwkv import LlamaRWKV
from tokparity.reference_impl.models.llama.spm import LlamaSPM
from tokparity.reference_impl.models.llama.ugm import LlamaUGM
from tokparity.reference_impl.models.llama.wpm import LlamaWPM
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.normalizers.llama_ugm import LlamaUGMNormalizer
from tokparity.reference_impl.normalizers.llama_wpm import LlamaLowercase, LlamaWPMNormalizer
from tokparity.reference_impl.normalizers.prepend import Prepend
from tokparity.reference_impl.normalizers.replace import ReplaceNormalizer
from tokparity.reference_impl.normalizers.sequence import Normalizer, NormalizerSequence
from tokparity.reference_impl.normalizers.xcda import Xcda
from tokparity.reference_impl.post_processors.bos_eos import LlamaBosEos
from tokparity.reference_impl.pre_tokenizers.hybrid_dna import HybridDNA
from tokparity.reference_impl.pre_tokenizers.llama_wpm import LlamaSegments, LlamaWPMPreTokenizer
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer, PreTokenizerSequence
from tokparity.reference_impl.regexes.search import Literal
from tokparity.reference_impl.text.byte_text import from_bytes, to_bytes

_ESCAPE = ReplaceNormalizer(Literal(" "), "▁")
_UNKNOWN_PENALTY = 10.0
_LARGEST_FLOAT = 3.4028234663852886e38
_DNA = ("<dna>", "</dna>", "<oov>")


class NotByteTokens(TokparityError):
    """A PLaMo-2 vocabulary without all the 256 tokens of bytes, or with one of them first."""

    def __init__(self, byte: int) -> None:
        super().__init__(f"the token of the byte <0x{byte:02X}> is missing, or is the first")
        self.byte = byte


class NoOrder(TokparityError):
    """Scores that are no numbers: which pair is merged first is then up to the library's heap."""

    def __init__(self) -> None:
        super().__init__("a score is no number, so that merges have no order")


@dataclass(frozen=True, slots=True)
class GgufPieces:
    """A vocabulary as text: `texts` by id, `vocab` maps what is looked up to its id."""

    vocabulary: GgufVocabulary
    texts: tuple[str, ...]
    vocab: Mapping[str, int]

    @classmethod
    def of(cls, vocabulary: GgufVocabulary) -> "GgufPieces":
        texts = tuple(map(from_bytes, vocabulary.tokens))
        surfaces = texts if vocabulary.model != "hybriddna" else map(from_bytes, vocabulary.ids)
        vocab = {text: token_id for token_id, text in enumerate(surfaces)}
        return cls(vocabulary, texts, vocab)


@dataclass(frozen=True, slots=True)
class Stages:
    """What stands between special tokens and decoding."""

    model: Model
    normalizer: Normalizer | None = None
    pre_tokenizer: PreTokenizer | None = None
    post_processor: LlamaBosEos | None = None


def stages(
    pieces: GgufPieces, attributes: tuple[int, ...], flags: Flags, pre: Pre | None
) -> Stages:
    """The stages of a vocabulary. `attributes`: after all changes by name. Raises NotByteTokens,
    NoCodePoint, where llama.cpp refuses the file; NoOrder."""
    vocabulary, vocab = pieces.vocabulary, pieces.vocab
    unk = vocabulary.specials.get("unk", -1)
    around = _around(pieces, "bos" if flags.add_bos else "", "eos" if flags.add_eos else "")
    match vocabulary.model:
        case "llama":
            if any(map(isnan, vocabulary.scores)):
                raise NoOrder
            prefix = (Prepend(" "),) if flags.add_space_prefix else ()
            normalizer = NormalizerSequence((*prefix, _ESCAPE))
            return Stages(LlamaSPM(vocab, vocabulary.scores), normalizer, None, around)
        case "t5":
            return _unigram(pieces, attributes, flags, around)
        case "bert":
            normalizes = LlamaWPMNormalizer(flags.lowercase, flags.strip_accents)
            around = _around(pieces, "bos", "sep")
            return Stages(LlamaWPM(vocab, unk), normalizes, LlamaWPMPreTokenizer(), around)
        case "rwkv":
            return Stages(LlamaRWKV(vocab, tuple(map(unescape, vocabulary.tokens)), unk))
        case "plamo2":
            return Stages(_plamo2(pieces), post_processor=around)
        case "test":
            return Stages(LlamaTest(vocab))
        case "gpt2" | "gemma4" | "whitespace" | "hybriddna":
            assert pre is not None
            return _byte_pair(pieces, flags, pre, around)
        case _ as never:
            assert_never(never)


def _around(pieces: GgufPieces, before: str, behind: str) -> LlamaBosEos:
    def named(name: str) -> tuple[str, int | None, str] | None:
        token_id = pieces.vocabulary.specials.get(name)
        piece = "" if token_id is None else pieces.texts[token_id]
        return (name, token_id, piece) if name else None

    return LlamaBosEos(named(before), named(behind))


def _unigram(
    pieces: GgufPieces, attributes: tuple[int, ...], flags: Flags, around: LlamaBosEos
) -> Stages:
    vocabulary = pieces.vocabulary
    rows = list(zip(pieces.texts, vocabulary.scores, vocabulary.attributes, strict=True))
    findable = NORMAL | USER_DEFINED | UNUSED
    lowest = min((score for _, score, given in rows if given & NORMAL), default=_LARGEST_FLOAT)
    lowest = min(lowest, _LARGEST_FLOAT)
    model = LlamaUGM(
        matched={text: at for at, (text, _, given) in enumerate(rows) if given & findable},
        scores=tuple(
            0.0 if final & USER_DEFINED else score
            for score, final in zip(vocabulary.scores, attributes, strict=True)
        ),
        unknown_score=unpack("f", pack("f", lowest - _UNKNOWN_PENALTY))[0],
        unk=vocabulary.specials.get("unk", -1),
        vocab=pieces.vocab,
    )
    normalizer = LlamaUGMNormalizer(
        Xcda.of(vocabulary.charsmap),
        frozenset(to_bytes(text) for text, _, given in rows if given & USER_DEFINED),
        flags.add_space_prefix,
        flags.remove_extra_whitespaces,
    )
    return Stages(model, normalizer, None, around)


def _plamo2(pieces: GgufPieces) -> LlamaPlamo2:
    scores: dict[str, float] = {}
    byte_ids = [0] * 256
    vocabulary = pieces.vocabulary
    for token_id, text in enumerate(pieces.texts):
        if not vocabulary.attributes[token_id] & BYTE:
            scores[text] = vocabulary.scores[token_id]
        elif (byte := byte_of(vocabulary.tokens[token_id])) is not None:
            byte_ids[byte] = token_id
    if 0 in byte_ids:
        raise NotByteTokens(byte_ids.index(0))
    return LlamaPlamo2(pieces.vocab, scores, byte_ids)


def _byte_pair(pieces: GgufPieces, flags: Flags, pre: Pre, around: LlamaBosEos) -> Stages:
    vocabulary, vocab = pieces.vocabulary, pieces.vocab
    normalizers: list[Normalizer] = [_ESCAPE] if flags.escape_whitespaces else []
    pre_tokenizer = pre.pre_tokenizer()
    oov = None
    if vocabulary.model == "whitespace":
        normalizers.append(LlamaLowercase(flags.lowercase))
        pre_tokenizer = PreTokenizerSequence((LlamaSegments(), pre_tokenizer))
    elif vocabulary.model == "hybriddna" and all(name in vocab for name in _DNA):
        pre_tokenizer, oov = HybridDNA(pre_tokenizer), vocab["<oov>"]
    model = LlamaBPE(
        vocab,
        vocabulary.merges,
        ignore_merges=pre.ignore_merges,
        whole_newlines=pre.whole_newlines,
        byte_fallback=not pre.byte_encode,
        oov=oov,
    )
    normalizer = NormalizerSequence(tuple(normalizers)) if normalizers else None
    return Stages(model, normalizer, pre_tokenizer, around)
