"""What the stages of a tokenizer.json say that GGUF has no key for, one line each."""

from collections.abc import Iterator

from tokparity.reference_impl.decoders.sequence import DecoderSequence
from tokparity.reference_impl.normalizers.replace import ReplaceNormalizer
from tokparity.reference_impl.normalizers.sequence import Normalizer, NormalizerSequence
from tokparity.reference_impl.regexes.search import Literal, Regex
from tokparity.reference_impl.stage_types import type_name
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_OF_SPACES = (Literal(" "), " {2,}")
"""What `Replace` looks for where it does no more than llama.cpp does to spaces by itself."""


def lost_by(tokenizer: Tokenizer, expressible: frozenset[str]) -> Iterator[str]:
    """Normalizers not in `expressible` (type names), flags of added tokens, truncation and
    padding."""
    stage = tokenizer.normalizer
    parts = stage.normalizers if isinstance(stage, NormalizerSequence) else (stage,)
    for part in parts:
        if part is not None and (type_name(part) not in expressible or _rewrites(part)):
            yield f"normalizer {type_name(part)}: llama.cpp does not have it for this model"
    flags = {
        "single_word": [token for token in tokenizer.added_tokens if token.single_word],
        "lstrip": [token for token in tokenizer.added_tokens if token.lstrip],
        "rstrip": [token for token in tokenizer.added_tokens if token.rstrip],
        "normalized": [
            token
            for token in tokenizer.added_tokens
            if token.normalized and tokenizer.normalize(token.content) != token.content
        ],
    }
    for flag, tokens in flags.items():
        if tokens:
            more = f" and {len(tokens) - 1} more" if len(tokens) > 1 else ""
            yield f"{flag} of added token {tokens[0].content!r}{more}: GGUF has no such flag"
    for section in ("truncation", "padding"):
        if getattr(tokenizer, section) is not None:
            yield f"{section}: no part of a GGUF"
    decoder = tokenizer.decoder
    decoders = decoder.decoders if isinstance(decoder, DecoderSequence) else (decoder,)
    rewriting = {"Strip", "CTC", "WordPiece", "BPEDecoder"}
    if tokenizer.spells_bytes:
        rewriting.add("Replace")  # elsewhere it turns "▁" into a space, as llama.cpp does by itself
    for step in decoders:
        if type_name(step) in rewriting:
            yield f"decoder {type_name(step)}: llama.cpp decodes by the type of each token"


def _rewrites(part: Normalizer) -> bool:
    """Whether it is a `Replace` that looks for something else than spaces."""
    if not isinstance(part, ReplaceNormalizer):
        return False
    pattern = part.pattern
    return (pattern.source if isinstance(pattern, Regex) else pattern) not in _OF_SPACES
