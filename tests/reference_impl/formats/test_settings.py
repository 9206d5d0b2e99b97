"""What a caller sets, against the libraries that it is set on."""

import base64
import json

import pytest
import sentencepiece
from mistral_common.tokens.tokenizers.tekken import Tekkenizer
from sentencepiece import sentencepiece_model_pb2 as schema

from tokparity.reference_impl.contract import Artefact, EncodeOptions, Settings
from tokparity.reference_impl.formats import load

CHOICES = [(True, True), (True, False), (False, True), (False, False)]
TEXTS = ("ab b", "", "</s>a")


def _model(path):
    proto = schema.ModelProto()
    proto.trainer_spec.model_type = 2
    for text, kind in [("<unk>", 2), ("<s>", 3), ("</s>", 3), ("▁", 1), ("a", 1), ("b", 1)]:
        proto.pieces.add(piece=text, type=kind)
    path.write_bytes(proto.SerializeToString())
    return sentencepiece.SentencePieceProcessor(model_file=str(path))


def _tekken(path):
    config = {
        "pattern": r"\p{L}+|\s+|[^\s\p{L}]+",
        "num_vocab_tokens": 256,
        "default_vocab_size": 260,
        "default_num_special_tokens": 4,
        "version": "v11",
    }
    named = [{"rank": n, "token_str": text, "is_control": True} for n, text in enumerate(SPECIALS)]
    vocab = [
        {"rank": n, "token_bytes": base64.b64encode(bytes([n])).decode(), "token_str": None}
        for n in range(256)
    ]
    path.write_text(json.dumps({"config": config, "vocab": vocab, "special_tokens": named}))
    return Tekkenizer.from_file(path)


SPECIALS = ("<unk>", "<s>", "</s>", "[INST]")


@pytest.mark.parametrize(("bos", "eos"), CHOICES)
@pytest.mark.parametrize("text", TEXTS)
def test_bos_and_eos_of_a_model(bos, eos, text, tmp_path):
    path = tmp_path / "some.model"
    library = _model(path)
    settings = Settings(bos=bos, eos=eos)
    tokenizer = load(Artefact("some", "sentencepiece", path, "", settings=settings))
    options = EncodeOptions(add_special=True, parse_special=False)
    having = list(tokenizer.encode(text, options).ids)
    assert having == library.encode(text, add_bos=bos, add_eos=eos)


@pytest.mark.parametrize(("bos", "eos"), CHOICES)
@pytest.mark.parametrize("text", TEXTS)
def test_bos_and_eos_of_a_tekken_json(bos, eos, text, tmp_path):
    path = tmp_path / "tekken.json"
    library = _tekken(path)
    settings = Settings(bos=bos, eos=eos)
    tokenizer = load(Artefact("some", "tekken.json", path, "", settings=settings))
    options = EncodeOptions(add_special=True, parse_special=False)
    assert list(tokenizer.encode(text, options).ids) == library.encode(text, bos=bos, eos=eos)
