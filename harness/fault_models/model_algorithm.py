"""The wrong search over the right vocabulary: Viterbi where the file says merges, and the reverse.

Published designs disagree about Llama: some describe its `.model`, which says BPE, as Unigram. Both
searches find pieces of the same vocabulary, and often the same ones.
"""

import re
from dataclasses import replace

from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.reference_impl.models.llama.spm import LlamaSPM
from tokparity.reference_impl.models.sentencepiece.bpe import SentencepieceBPE
from tokparity.reference_impl.models.sentencepiece.pieces import Pieces, PieceType
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_BYTE = re.compile(r"<0x[0-9A-F]{2}>")


def viterbi(tokenizer: Tokenizer) -> Tokenizer:
    """The most probable pieces by their scores, where the file says to merge by score."""
    match tokenizer.model:
        case SentencepieceBPE(known):
            return replace(tokenizer, model=SentencepieceUnigram(known))
        case LlamaSPM():
            return replace(tokenizer, model=SentencepieceUnigram(_pieces(tokenizer)))
        case _:
            return tokenizer


def merges(tokenizer: Tokenizer) -> Tokenizer:
    """Neighbours merged by the score of what they make, where the file says the most probable."""
    match tokenizer.model:
        case SentencepieceUnigram(known):
            return replace(tokenizer, model=SentencepieceBPE(known))
        case _:
            return tokenizer


def _pieces(tokenizer: Tokenizer) -> Pieces:
    """The vocabulary of a GGUF as sentencepiece has it: added tokens are not found in words."""
    model = tokenizer.model
    assert isinstance(model, LlamaSPM)
    texts = [model.pieces[token_id] for token_id in range(len(model.pieces))]
    added = {token.id for token in tokenizer.added_tokens}
    kinds: list[PieceType] = [
        "control" if i in added else "byte" if _BYTE.fullmatch(text) else "normal"
        for i, text in enumerate(texts)
    ]
    return Pieces(texts, model.scores, kinds, byte_fallback=kinds.count("byte") == 256)


FAULT_MODELS = (
    FaultModel(
        "viterbi",
        "model",
        "searches the most probable pieces where the file says to merge",
        viterbi,
    ),
    FaultModel(
        "merges",
        "model",
        "merges by score where the file says to search the most probable pieces",
        merges,
    ),
)
