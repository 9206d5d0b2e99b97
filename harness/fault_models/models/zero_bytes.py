"""Fault models of how pieces are looked up: their bytes packed into numbers, where zeros vanish."""

from itertools import pairwise

from tokparity.harness.fault_models.fault_model import fault_model
from tokparity.harness.fault_models.stages import TokenSpan, with_found
from tokparity.reference_impl.models.merging import merged_bounds
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.text.byte_level import spell
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

PACKED = 6
"""Bytes that one number of JavaScript holds, of 53 bits."""
_ZERO = spell(b"\0")


@fault_model(
    "zero-bytes-unseen", "model", "takes pieces that differ in zero bytes at their end for one"
)
def zero_bytes_unseen(tokenizer: Tokenizer) -> Tokenizer:
    """As @microsoft/tiktokenizer 1.0.10 looks pieces up: the bytes of one are the digits of a
    number, six at a time, the first the lowest, so that zeros behind them change nothing. Of two
    pieces with one number the later is found."""
    model = tokenizer.model
    if not isinstance(model, TiktokenBPE):
        return tokenizer
    ranks = {_number(piece): token_id for piece, token_id in model.vocab.items()}
    if len(ranks) == len(model.vocab):
        return tokenizer

    def rank(piece: str) -> int | None:
        return ranks.get(_number(piece))

    def find(word: str) -> tuple[TokenSpan, ...]:
        whole = rank(word)
        if whole is not None:
            return ((whole, 0, len(word)),)
        bounds = merged_bounds(word, range(len(word) + 1), rank)
        found = [(rank(word[a:b]), a, b) for a, b in pairwise(bounds)]
        known = tuple((token_id, a, b) for token_id, a, b in found if token_id is not None)
        return known if len(known) == len(found) else model.tokenize(word)

    return with_found(tokenizer, find)


def _number(piece: str) -> str | tuple[str, ...]:
    """What stands for the number, or the numbers, of a piece."""
    if _ZERO not in piece:
        return piece
    if len(piece) <= PACKED:
        return piece.rstrip(_ZERO)
    return tuple(piece[at : at + PACKED].rstrip(_ZERO) for at in range(0, len(piece), PACKED))


FAULT_MODELS = (zero_bytes_unseen,)
