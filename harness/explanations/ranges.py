"""Answers that two libraries give in their own way: the same ids, other ranges."""

from collections.abc import Callable

from tokparity.harness.explanations.unigram import equal_sums
from tokparity.reference_impl.contract import Encoding, Observation
from tokparity.reference_impl.decoders.byte_fallback import byte_of
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

Rewrite = Callable[[Tokenizer, Observation, Observation], Observation]
"""Of a tokenizer its answer, as the library that gave the other answer reports the same."""


def ranges_of_sentencepiece(
    tokenizer: Tokenizer, answer: Observation, other: Observation
) -> Observation:
    """The ranges of a tokenizer.json as sentencepiece 0.2.3 gives them: a prefix's space has an
    empty range, and so have the bytes of a character but the last."""
    if not isinstance(answer, Encoding) or answer.offsets is None or answer == other:
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


def touching_ranges(_: Tokenizer, answer: Observation, other: Observation) -> Observation:
    """Each range as the other file's library gives it, where the two touch.

    tokenizers gives whole characters of the original, and all of a run of bytes; sentencepiece
    parts of these, empty ranges, and what a normalizer took away behind a character. Of a character
    that a normalizer makes several of each gives its neighbours to another. Ids stay.
    """
    match answer, other:
        case Encoding(ids, tuple(mine)), Encoding(_, tuple(theirs)) if len(mine) == len(theirs):
            spans = tuple(
                span if span[0] <= here[1] and here[0] <= span[1] else here
                for here, span in zip(mine, theirs, strict=True)
            )
            return Encoding(ids, spans)
    return answer


ANSWERS: dict[str, Rewrite] = {
    "unigram-equal-sums": equal_sums,
    "ranges-that-touch": touching_ranges,
    "ranges-of-sentencepiece": ranges_of_sentencepiece,
}
"""By the name that a ledger entry calls it, in the order in which they are applied."""
