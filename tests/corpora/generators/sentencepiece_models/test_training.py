import hashlib
import subprocess
import sys

import pytest
from sentencepiece import SentencePieceProcessor
from sentencepiece import sentencepiece_model_pb2 as schema

from tokparity.corpora.generators.sentencepiece_models.recipe import ModelRecipe
from tokparity.corpora.generators.sentencepiece_models.training import (
    NotTrained,
    sentences,
    trained,
)

RULES = (("ab", "x y"), ("é", ""))
RECIPE = ModelRecipe({"model_type": "unigram", "vocab_size": 250, "hard_vocab_limit": False}, RULES)


def test_another_process_trains_the_same_bytes():
    code = (
        "import hashlib\n"
        "from tokparity.corpora.generators.sentencepiece_models.recipe import ModelRecipe\n"
        "from tokparity.corpora.generators.sentencepiece_models.training import trained\n"
        f"print(hashlib.sha256(trained({RECIPE!r})).hexdigest())\n"
    )
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert other.stdout.strip() == hashlib.sha256(trained(RECIPE)).hexdigest()
    assert other.stderr == ""


def test_rules_are_in_the_file_and_the_path_of_their_table_is_not():
    data = trained(RECIPE)
    assert SentencePieceProcessor(model_proto=data).normalize("abé") == "▁x▁y"
    assert schema.ModelProto.FromString(data).normalizer_spec.normalization_rule_tsv == ""


def test_what_the_trainer_refuses():
    with pytest.raises(NotTrained):
        trained(ModelRecipe({"model_type": "bpe", "vocab_size": 5}))


def test_materials_differ():
    assert sentences(0) != sentences(1)
    assert all(line and "\0" not in line for line in sentences(0))
