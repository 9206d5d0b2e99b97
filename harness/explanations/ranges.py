"""Answers that two libraries give in their own way: the same ids, other ranges."""

from collections.abc import Callable

from tokparity.reference_impl.contract import Encoding, Observation
from tokparity.reference_impl.decoders.byte_fallback import byte_of
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def ranges_of_sentencepiece(tokenizer: Tokenizer, answer: Observation) -> Observation:
    """The ranges of a tokenizer.json as sentencepiece 0.2.3 gives them: a prefix's space has an
    empty range, and so have the bytes of a character but the last."""
    if not isinstance(answer, Encoding) or answer.offsets is None:
        return answer
    spans = list(answer.offsets)
    pieces = tokenizer.pieces()
    texts = [pieces[token_id] for token_id in answer.ids]
    specials = {token.id for token in tokenizer.added_tokens if token.special}
    first = next((at for at, token_id in enumerate(answer.ids) if token_id not in specials), None)
    if first is not None and first < 2 and texts[first] == "▁":
        spans[first] = (0, 0)
    is_byte = [byte_of(text) is not None for text in texts]
    for at in range(len(spans) - 1):
        if is_byte[at] and is_byte[at + 1] and spans[at] == spans[at + 1]:
            spans[at] = (spans[at][0], spans[at][0])
    return Encoding(answer.ids, tuple(spans))


ANSWERS: dict[str, Callable[[Tokenizer, Observation], Observation]] = {
    "ranges-of-sentencepiece": ranges_of_sentencepiece,
}
"""By the name that a ledger entry calls it."""
