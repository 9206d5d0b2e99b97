import base64
import importlib
import importlib.metadata
import json
import tempfile
import unicodedata
from dataclasses import replace
from pathlib import Path

import gguf
import pytest
from sentencepiece import sentencepiece_model_pb2

from tokparity.oracles.protocol import ALL_OPTIONS, ORACLES, FlatAdapter, native_oracle
from tokparity.oracles.worker.client import OracleWorker
from tokparity.oracles.worker.host import Handle
from tokparity.reference_impl.contract import (
    Bytes,
    DecodeOptions,
    EncodeOptions,
    Encoding,
    RankFacts,
    Refusal,
    Text,
)

TOKENIZER_JSON = b"""{"version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
 "normalizer": null, "pre_tokenizer": null, "post_processor": null, "decoder": {"type": "Fuse"},
 "model": {"type": "BPE", "dropout": null, "unk_token": null, "continuing_subword_prefix": null,
           "end_of_word_suffix": null, "fuse_unk": false, "byte_fallback": false,
           "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": [["a", "b"]]}}"""
RANKS = b"".join(base64.b64encode(bytes([i])) + b" %d\n" % i for i in range(256))
VOCAB = b"[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\nab\n##a\n##b\n"
PIECES = ("<unk>", "<s>", "</s>", "a", "b", "ab", "\u2581", "\u2581a")
TYPES = (2, 3, 3, 1, 1, 1, 1, 1)


def small_model():
    """A `.model` of eight pieces, of type Unigram."""
    model = sentencepiece_model_pb2.ModelProto()
    for number, (piece, kind) in enumerate(zip(PIECES, TYPES, strict=True)):
        model.pieces.add(piece=piece, score=-number, type=kind)
    model.normalizer_spec.add_dummy_prefix = False
    return model.SerializeToString()


def small_gguf():
    """The same pieces as a GGUF vocabulary of model "llama"."""
    with tempfile.TemporaryDirectory() as folder:
        writer = gguf.GGUFWriter(Path(folder) / "v.gguf", "llama")
        writer.add_tokenizer_model("llama")
        writer.add_token_list(list(PIECES))
        writer.add_token_scores([-float(number) for number in range(len(PIECES))])
        writer.add_token_types(list(TYPES))
        writer.add_add_space_prefix(False)
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.close()
        return (Path(folder) / "v.gguf").read_bytes()


def small_tekken():
    """The 256 bytes, and as many special tokens as there must be."""
    config = {"pattern": ".", "version": "v3", "num_vocab_tokens": 256}
    config |= {"default_num_special_tokens": 20, "default_vocab_size": 276}
    byte = [base64.b64encode(bytes([i])).decode() for i in range(256)]
    vocab = [{"rank": i, "token_bytes": one, "token_str": None} for i, one in enumerate(byte)]
    return json.dumps({"config": config, "vocab": vocab}).encode()


SMALL = {
    "ggml_llama_cpp": ("v.gguf", small_gguf(), "gguf", None),
    "google_sentencepiece": ("t.model", small_model(), "sentencepiece", None),
    "mistral_common": ("tekken.json", small_tekken(), "tekken.json", None),
    "huggingface_bert_legacy": ("vocab.txt", VOCAB, "vocab.txt", None),
    "huggingface_transformers": ("tokenizer_config.json", b"{}", "tokenizer_config.json", None),
    "huggingface_tokenizers": ("t.json", TOKENIZER_JSON, "tokenizer.json", None),
    "openai_tiktoken": ("t.tiktoken", RANKS, "tiktoken", RankFacts(".")),
}


ENCODING = [name for name, spec in ORACLES.items() if spec.formats != {"chat_template"}]
"""The others have no vocabulary: each has tests of its own."""


@pytest.fixture(scope="module", params=ENCODING)
def worker(request):
    with OracleWorker(request.param) as started:
        yield started


@pytest.fixture
def handle(worker, artefact):
    name = next(name for name, spec in ORACLES.items() if spec is worker.spec)
    artefact("tokenizer.json", TOKENIZER_JSON)  # beside it, for the one that reads a directory
    return worker.load(artefact(*SMALL[name]))


def options_of(worker, handle, kind):
    format = handle.artefact.format
    expressible = [o for o in ALL_OPTIONS if isinstance(o, kind) and worker.supports(format, o)]
    assert expressible
    return expressible


def test_every_oracle_loads_its_format(worker, handle):
    assert isinstance(handle, Handle)
    assert handle.artefact.format in worker.spec.formats


def test_the_version_is_the_distributions(worker):
    assert worker.version == worker.spec.installed_version()
    installed = importlib.metadata.version(worker.spec.distribution)
    assert worker.version.split("+")[0] == installed
    pythons = [f"unicode{unicodedata.unidata_version}"] if worker.spec.pythons_unicode else []
    assert worker.version.split("+")[1:] == pythons


def test_importing_an_adapter_does_not_import_its_library(worker):
    module = importlib.import_module(worker.spec.module)
    assert worker.spec.distribution not in vars(module)
    assert issubclass(getattr(module, worker.spec.adapter), FlatAdapter)


def test_what_is_encoded_is_decoded(worker, handle):
    without = DecodeOptions(skip_special=True)
    skip = without if worker.supports(handle.artefact.format, without) else DecodeOptions()
    for options in options_of(worker, handle, EncodeOptions):
        texts = ["ab", "", "ba" * 50]
        found = list(worker.encode(handle, texts, options).observations())
        assert all(isinstance(one, Encoding) for one in found)
        assert all((one.offsets is not None) == worker.spec.reports_offsets for one in found)
        decoded = worker.decode(handle, [one.ids for one in found], skip)
        back = {"text": Text, "bytes": lambda text: Bytes(text.encode())}[worker.spec.decodes]
        assert list(decoded.observations()) == [back(text) for text in texts]


def test_order_and_company_of_texts_do_not_matter(worker, handle):
    texts = ["a", "\ud800", "b", "ab", "", "bab"]
    for options in options_of(worker, handle, EncodeOptions):
        together = list(worker.encode(handle, texts, options).observations())
        backwards = list(worker.encode(handle, texts[::-1], options).observations())
        alone = [next(worker.encode(handle, [text], options).observations()) for text in texts]
        assert together == backwards[::-1] == alone


def test_a_megabyte_of_text(worker, handle):
    (options, *_) = options_of(worker, handle, EncodeOptions)
    text = "ab" * 500_000
    (found,) = worker.encode(handle, [text], options).observations()
    assert isinstance(found, Encoding)
    too_long = handle.artefact.format == "vocab.txt"  # a word of over 100 characters is unknown
    assert len(found.ids) in ((1,) if too_long else (500_000, 1_000_000))


def test_an_unknown_stage_input_is_an_answer_or_a_refusal(worker, handle):
    shown = worker.probe(handle, "model", ["ab"])
    assert isinstance(shown, list) or shown.kind == "unsupported"
    assert isinstance(worker.probe(handle, "model", [None]), Refusal)
    assert worker.restarts == 0


def test_a_missing_file_is_a_refusal(worker, handle, artefact):
    gone = artefact("gone", b"", handle.artefact.format, handle.artefact.facts)
    gone.path.unlink()
    refusal = worker.load(gone)
    assert isinstance(refusal, Refusal)
    assert refusal.kind == "error"


def test_a_path_is_relative_to_the_client(worker, handle, monkeypatch):
    path = handle.artefact.path
    monkeypatch.chdir(path.parent)
    assert isinstance(worker.load(replace(handle.artefact, path=Path(path.name))), Handle)


def test_every_format_has_one_native_oracle():
    for name, spec in ORACLES.items():
        assert spec.native_to <= spec.formats
        assert {native_oracle(format) for format in spec.native_to} == {name}
