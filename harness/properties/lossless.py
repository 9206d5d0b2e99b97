"""Which pipelines lose nothing of a text: told stage by stage, from what each stage is known to do.

A stage that is not known here loses something, for all that is known. So a tokenizer that is
lossless for reasons of its own is read as an observation, never the other way round.
"""

from collections.abc import Iterator, Mapping

from tokparity.reference_impl.decoders.detokenizer import Detokenizer
from tokparity.reference_impl.decoders.llama_detokenizer import LlamaDetokenizer
from tokparity.reference_impl.decoders.sequence import Decoder
from tokparity.reference_impl.decoders.tekken import Tekken
from tokparity.reference_impl.formats.tokenizer_json.decoders import DECODERS
from tokparity.reference_impl.formats.tokenizer_json.normalizers import NORMALIZERS
from tokparity.reference_impl.formats.tokenizer_json.pre_tokenizers import PRE_TOKENIZERS
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.llama.bpe import LlamaBPE
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.normalizers.sequence import Normalizer, NormalizerSequence
from tokparity.reference_impl.pre_tokenizers.llama_cpp import LlamaCppSplit
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer, PreTokenizerSequence
from tokparity.reference_impl.stage_types import StageType, type_name
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def losses(tokenizer: Tokenizer) -> list[str]:
    """Why a text may not come back, stage after stage; empty where it always does."""
    return [
        *_added_tokens(tokenizer),
        *rewriting(tokenizer.normalizer),
        *dropping(tokenizer.pre_tokenizer),
        *unknowing(tokenizer),
        *_decoding(tokenizer),
    ]


def _added_tokens(tokenizer: Tokenizer) -> Iterator[str]:
    pieces = tokenizer.model.pieces
    for token in tokenizer.added_tokens:
        if not token.special and (token.lstrip or token.rstrip):
            yield f"the added token {token.content!r:.40} takes white space along"
        if pieces.get(token.id, token.content) != token.content:
            yield f"the added token {token.content!r:.40} hides a piece of the model"


def rewriting(stage: Normalizer | None) -> Iterator[str]:
    """Why a text may be another after a normalizer."""
    match stage:
        case None:
            return
        case NormalizerSequence(parts):
            for part in parts:
                yield from rewriting(part)
        case _:
            if loss := losing(NORMALIZERS, stage, "rewrites text"):
                yield f"the normalizer {loss}"


def dropping(stage: PreTokenizer | None) -> Iterator[str]:
    """Why the words of a text may not be the whole text."""
    match stage:
        case None | LlamaCppSplit():
            return
        case PreTokenizerSequence(parts):
            for part in parts:
                yield from dropping(part)
        case _:
            if loss := losing(PRE_TOKENIZERS, stage, "may leave text out"):
                yield f"the pre-tokenizer {loss}"


def losing(types: Mapping[str, StageType], stage: object, unknown: str) -> str | None:
    """Why a text may not come out of a stage whole, as its type declares; None where it does.

    A type that declares nothing, or is no type of tokenizer.json: `unknown`.
    """
    name = type_name(stage)
    declared = next((each for each in types.values() if each.stage is type(stage)), None)
    if declared is None or declared.loses is None:
        return f"{name} {unknown}"
    reason = declared.loses(stage)
    return reason and f"{name} {reason}"


def unknowing(tokenizer: Tokenizer) -> Iterator[str]:
    """Why the model may not have a piece for each character of a word."""
    model: Model = tokenizer.model
    match model:
        case BPE(continuing_subword_prefix=prefix, end_of_word_suffix=suffix):
            if prefix or suffix:
                yield "the model writes affixes into its pieces"
        case LlamaBPE() | TiktokenBPE():
            pass
        case _:
            yield f"the model {type(model).__name__} may give the unknown token"
            return
    surfaces = {tokenizer.surface(at) for at, piece in model.pieces.items() if len(piece) == 1}
    if len({surface for surface in surfaces if len(surface) == 1}) < 256:
        yield "not every byte is a piece"


def _decoding(tokenizer: Tokenizer) -> Iterator[str]:
    detokenizer: Detokenizer | None = tokenizer.detokenizer
    decoder: Decoder | None = tokenizer.decoder
    match detokenizer:
        case LlamaDetokenizer(add_space_prefix=prefix, clean_spaces=cleans):
            if prefix or cleans:
                yield "the detokenizer takes spaces away"
        case Tekken():
            pass
        case None:
            changes = losing(DECODERS, decoder, "does not give the bytes back")
            bytes_back = changes is None or tokenizer.decodes == "bytes"
            if not bytes_back or (decoder is not None and tokenizer.decodes == "bytes"):
                yield f"the decoder {type_name(decoder)} does not give the bytes back"
        case _:
            yield f"the detokenizer {type(detokenizer).__name__} may change text"
