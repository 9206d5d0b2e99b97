"""Which models are searched (what they give: `test_sentencepiece_rows`)."""

import pytest

from tokparity.reference_impl.batch.sentencepiece_paths import SentencepiecePaths
from tokparity.reference_impl.models.sentencepiece.pieces import Pieces
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram


def model_of(scores, unknown="unknown"):
    known = Pieces(("?", *scores), (0.0, *scores.values()), (unknown, *["normal"] * len(scores)))
    return SentencepieceUnigram(known)


SCORES = {"a": -1.0, "b": -2.0}


def test_tokenizers_of_one_model_share_one():
    model = model_of(SCORES)
    assert SentencepiecePaths.of(model) is SentencepiecePaths.of(model)
    assert SentencepiecePaths.of(model_of(SCORES)) is not SentencepiecePaths.of(model)


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (model_of(SCORES, unknown="control"), "its Unigram has no unknown piece"),
        (model_of({"a": -1e30}), "its Unigram's scores are no logarithms"),
        (
            SentencepieceUnigram(Pieces(("?", "a"), (0.0, -1.0), ("unknown", "normal"), True)),
            "its Unigram has not all bytes",
        ),
    ],
)
def test_why_not(model, reason):
    assert SentencepiecePaths.of(model) == reason
