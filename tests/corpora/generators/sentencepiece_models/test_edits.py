import pytest
from sentencepiece import SentencePieceProcessor
from sentencepiece import sentencepiece_model_pb2 as schema

from tokparity.corpora.generators.rng import Rng
from tokparity.corpora.generators.sentencepiece_models.edits import EDITS, edited
from tokparity.corpora.generators.sentencepiece_models.recipe import ModelRecipe
from tokparity.corpora.generators.sentencepiece_models.training import trained

OPTIONS = {"model_type": "unigram", "vocab_size": 500, "hard_vocab_limit": False}
DATA = trained(ModelRecipe(OPTIONS | {"byte_fallback": True}))


@pytest.mark.parametrize("name", EDITS)
def test_each_changes_the_file_and_the_library_loads_it(name):
    proto = schema.ModelProto.FromString(DATA)
    for number in range(4):  # some draw what is there already
        EDITS[name](Rng("edits", name, number), proto)
    data = proto.SerializeToString(deterministic=True)
    assert data != DATA
    assert SentencePieceProcessor(model_proto=data).get_piece_size() >= 300


def test_the_same_stream_edits_alike():
    one, other = edited(Rng(3), DATA), edited(Rng(3), DATA)
    assert one == other
    assert one[0] != DATA
    assert 1 <= len(one[1]) <= 4
