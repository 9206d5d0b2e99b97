"""The calls of a bundled native library are what its oracle does, asked of the release here.

Without this a release would be blamed for what our own calls do otherwise.
"""

import json
import shlex
import sys
from importlib.resources import files

import pytest
from harness_fixtures import document, every_stage, file, ranks, save, slot
from small_artefacts import Maker
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from tokparity.harness.artefacts.names import resolve
from tokparity.harness.compare.sides import DecodeBatch, EncodeBatch
from tokparity.harness.run.check import checked_subject
from tokparity.oracles.subjects.environments import calls_of
from tokparity.oracles.subjects.library import native_libraries
from tokparity.reference_impl.contract import DecodeOptions, EncodeOptions

__all__ = ["document", "every_stage", "file", "ranks", "save", "slot"]

TEXTS = ("hello world .", " a  b", "", "héé 好", "</s> <s>x", "it 's 12345")
IDS = ((0,), (3, 5), (1, 6, 7, 8, 2), ())


@pytest.fixture
def folder(tmp_path):
    """A model whose config cleans up what is decoded, and which puts tokens around a text."""
    words = ["[UNK]", "[CLS]", "[SEP]", "hello", "world", ".", "it", "'", "s", "12345"]
    made = Tokenizer(models.WordLevel({word: at for at, word in enumerate(words)}, "[UNK]"))
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    ends = [("[CLS]", 1), ("[SEP]", 2)]
    made.post_processor = processors.TemplateProcessing("[CLS] $A [SEP]", special_tokens=ends)
    made.add_special_tokens(["[UNK]", "[CLS]", "[SEP]"])
    made.save(str(tmp_path / "tokenizer.json"))
    config = {"tokenizer_class": "PreTrainedTokenizerFast", "clean_up_tokenization_spaces": True}
    (tmp_path / "tokenizer_config.json").write_text(json.dumps(config))
    return resolve(str(tmp_path / "tokenizer_config.json"))


@pytest.fixture
def artefact_of(save, every_stage, folder, ranks, tmp_path):
    def artefact(library):
        match library:
            case "tokenizers":
                return save(every_stage)
            case "transformers":
                return folder
            case "sentencepiece":
                pieces = [("▁", -1.0), *((char, -2.0) for char in "helowrdab.")]
                return Maker(tmp_path, every_stage, b"").sentencepiece("unigram", pieces)
            case "tiktoken":
                return ranks(r"\p{L}+|\s+|[^\p{L}\s]")
            case "mistral-common":
                return Maker(tmp_path, every_stage, b"").tekken(b"he", b"hello", b"lo")
            case "xllamacpp":
                return Maker(tmp_path, every_stage, b"").llama(("he", -1.0), ("▁a", -2.0))
        raise AssertionError(f"{library} has calls and no file to try them on")

    return artefact


@pytest.mark.parametrize("name", [*native_libraries(), "transformers alone"])
def test_the_calls_are_those_of_the_oracle(slot, artefact_of, name):
    name, _, alone = name.partition(" ")
    library = native_libraries()[name]
    host = files("tokparity.oracles.subjects") / "python_host.py"
    command = [sys.executable, "-P", str(host), "--calls", json.dumps(calls_of(library))]
    engine, client = slot.subject_called(f"exec:{shlex.join(command)}")
    artefact = artefact_of("tokenizers" if alone else name)
    cell = checked_subject(artefact, engine)
    native, subject = slot.sides(cell)
    can = client.hello().capabilities
    asked = 0
    for add in can.add_special:
        for parse in can.parse_special:
            batch = EncodeBatch(TEXTS, EncodeOptions(add, parse))
            mine, theirs = (it.submit(batch).result().observations() for it in (native, subject))
            for one, other in zip(mine, theirs, strict=True):
                if "unsupported" not in (getattr(one, "kind", ""), getattr(other, "kind", "")):
                    asked += 1
                    assert getattr(other, "ids", other) == getattr(one, "ids", one), (add, parse)
    assert asked
    for skip in can.skip_special:
        batch = DecodeBatch(IDS, DecodeOptions(skip))
        mine, theirs = (
            list(side.submit(batch).result().observations()) for side in (native, subject)
        )
        kinds = {getattr(one, "kind", "") for one in (*mine, *theirs)}
        if "unsupported" not in kinds:
            assert theirs == mine, skip
