import unicodedata
from importlib.metadata import version

import pytest

from tokparity.oracles.protocol import ALL_OPTIONS
from tokparity.oracles.worker.client import OracleWorker
from tokparity.reference_impl.contract import DecodeOptions, EncodeOptions, Encoding, Refusal, Text

PIECES = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a", "b", "##b", "##bb", "do", "not", "."]
TEXTS = ["ab abb b", "", "A [MASK]b", "a\x00b", "x", "\U0001f600 a", "a" * 101]


@pytest.fixture(scope="module")
def worker():
    with OracleWorker("huggingface_bert_legacy") as started:
        yield started


@pytest.fixture
def both(worker, artefact):
    # more than a second, in each process that collects this file
    from transformers.models.bert.tokenization_bert_legacy import BertTokenizerLegacy

    held = artefact("vocab.txt", "\n".join(PIECES).encode(), "vocab.txt")
    return worker.load(held), BertTokenizerLegacy(str(held.path))


def test_encodings(worker, both):
    handle, library = both
    for options in (one for one in ALL_OPTIONS if isinstance(one, EncodeOptions)):
        theirs = [
            library.encode(
                text,
                add_special_tokens=options.add_special,
                split_special_tokens=not options.parse_special,
            )
            for text in TEXTS
        ]
        found = list(worker.encode(handle, TEXTS, options).observations())
        assert found == [Encoding(tuple(ids)) for ids in theirs]


@pytest.mark.parametrize("skip", [False, True])
def test_decodings(worker, both, skip):
    handle, library = both
    sequences = [(5, 7), (9, 10, 11), (2, 5, 3), (), (99, -1), (7, 7)]
    theirs = [Text(library.decode(list(ids), skip_special_tokens=skip)) for ids in sequences]
    assert list(worker.decode(handle, sequences, DecodeOptions(skip)).observations()) == theirs


def test_pythons_unicode_is_part_of_the_version(worker):
    versions = version("transformers"), unicodedata.unidata_version
    assert worker.version == "{}+unicode{}".format(*versions)


def test_the_model_as_it_stands_alone(worker, both):
    handle, _ = both
    found = worker.probe(handle, "model", ["abbb", "x", "a" * 101, "[MASK]"])
    assert found == [
        [[5, "a", 0, 1], [8, "##bb", 1, 3], [7, "##b", 3, 4]],
        [[1, "[UNK]", 0, 1]],
        [[1, "[UNK]", 0, 101]],
        [[4, "[MASK]", 0, 6]],
    ]


def test_the_decoder_cleans_up(worker, both):
    handle, _ = both
    assert worker.probe(handle, "decoder", [["a", "##b", "."], []]) == ["ab.", ""]


@pytest.mark.parametrize("stage", ["added_tokens", "normalizer", "pre_tokenizer"])
def test_stages_it_does_not_show(worker, both, stage):
    refusal = worker.probe(both[0], stage, ["a"])
    assert isinstance(refusal, Refusal)
    assert refusal.kind == "unsupported"


def test_no_utf_8_is_a_refusal(worker, artefact):
    refusal = worker.load(artefact("bad.txt", b"a\xff\n", "vocab.txt"))
    assert isinstance(refusal, Refusal)
    assert "UnicodeDecodeError" in refusal.detail
