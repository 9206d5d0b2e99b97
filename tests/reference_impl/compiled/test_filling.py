import pytest

from tokparity.reference_impl.compiled.filling import tables_of
from tokparity.reference_impl.compiled.strings import Uncompiled
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE

VOCAB = {"a": 0, "b": 1, "ab": 2}


@pytest.mark.parametrize(
    "model", [BPE(VOCAB, {1: 0}, [2]), WordPiece(VOCAB), TiktokenBPE(VOCAB)], ids=lambda it: str(it)
)
def test_the_tables_of_a_model(model):
    merges = ({1: 0}, [2]) if isinstance(model, BPE) else ({}, ())
    assert tables_of(model) == (VOCAB, model.pieces, *merges)


def test_other_models_have_none_here():
    with pytest.raises(Uncompiled, match="WordLevel"):
        tables_of(WordLevel(VOCAB, "a"))
