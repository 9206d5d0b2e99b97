"""Whether two sides part only as they take another of two ways that score the same.

No format says which of two equal sums is to win: what a library does there is implementation-
defined, and neither is wrong. A sum that is close, and told apart by one library's arithmetic, is
no tie: that is told by the exact sums of the scores as they are in the file.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from tokparity.harness.naming.passage import Passage
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.llama.ugm import LlamaUGM
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram

Scores = Callable[[int], float | None]
"""The score of a piece by its id; None for the unknown one."""


def exact_tie(left: Passage, right: Passage) -> bool:
    """Whether the tokens of both sides have one exact sum, by the scores of each file
    that has scores.

    What is unknown has no score of its own: both sides must have as many of it, over the same
    characters.
    """
    try:
        ids = left.tokens.ids, right.tokens.ids
    except TokparityError:
        return False
    both = (scores_of(side.tokenizer.model) for side in (left, right))
    scores = [score for score in both if score is not None]
    return ids[0] != ids[1] and bool(scores) and all(is_tie(score, ids) for score in scores)


def is_tie(score: Scores, ids: Sequence[Sequence[int]]) -> bool:
    """Whether two sequences of ids have one exact sum, and the same that is unknown."""
    known = [[score(token_id) for token_id in side] for side in ids]
    mine, theirs = ([value for value in side if value is not None] for side in known)
    unknown = [
        [i for i, value in zip(side, values, strict=True) if value is None]
        for side, values in zip(ids, known, strict=True)
    ]
    return unknown[0] == unknown[1] and sum(map(Fraction, mine)) == sum(map(Fraction, theirs))


def scores_of(model: Model) -> Scores | None:
    """The scores of a model; None where it has none."""
    match model:
        case Unigram(scores=pairs, unk_id=unknown):
            values: Sequence[float] = [score for _, score in pairs]
        case SentencepieceUnigram(known):
            values, unknown = model._scores, known.unknown
        case LlamaUGM(scores=values, unk=unknown):
            pass
        case _:
            return None
    return lambda at: values[at] if at != unknown and 0 <= at < len(values) else None
