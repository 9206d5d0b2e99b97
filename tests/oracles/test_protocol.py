import base64
import importlib
import importlib.metadata
import json
import subprocess
import sys
import tempfile
import unicodedata
from dataclasses import replace
from pathlib import Path
from typing import get_args

import gguf
import pytest
from sentencepiece import sentencepiece_model_pb2

from tokparity.oracles.protocol import (
    ALL_OPTIONS,
    ORACLES,
    BadDeclaration,
    FlatAdapter,
    native_oracle,
    read_declaration,
)
from tokparity.oracles.worker.client import OracleWorker
from tokparity.oracles.worker.host import Handle
from tokparity.reference_impl.contract import (
    Bytes,
    DecodeOptions,
    EncodeOptions,
    Encoding,
    Format,
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
    "gguf": ("v.gguf", small_gguf(), None),
    "sentencepiece": ("t.model", small_model(), None),
    "tekken.json": ("tekken.json", small_tekken(), None),
    "tiktoken": ("t.tiktoken", RANKS, RankFacts(".")),
    "tokenizer.json": ("t.json", TOKENIZER_JSON, None),
    "tokenizer_config.json": ("tokenizer_config.json", b"{}", None),
    "vocab.txt": ("vocab.txt", VOCAB, None),
}
"""A small artefact of each format. Not of templates: they have no vocabulary, and other tests."""

READ = [
    pytest.param((name, format), id=f"{name}-{format}")
    for name, spec in ORACLES.items()
    for format in spec.formats
    if format in SMALL
]
"""Each oracle with each format that it reads; a second opinion too, once its file is there."""


@pytest.fixture(scope="module", params=READ)
def opened(request):
    name, format = request.param
    with OracleWorker(name) as started:
        yield started, format


@pytest.fixture
def worker(opened):
    return opened[0]


@pytest.fixture
def handle(opened, artefact):
    worker, format = opened
    name, content, facts = SMALL[format]
    artefact("tokenizer.json", TOKENIZER_JSON)  # beside it, for the one that reads a directory
    return worker.load(artefact(name, content, format, facts))


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
    adapter = getattr(module, worker.spec.adapter)
    assert worker.spec.second_opinion or issubclass(adapter, FlatAdapter)


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


@pytest.mark.parametrize("spec", ORACLES.values(), ids=lambda spec: spec.adapter)
def test_what_is_declared_is_read_without_an_import(spec):
    module = importlib.import_module(spec.module)
    assert spec == module.ORACLE
    assert set(spec.formats) <= set(get_args(Format))
    assert set(spec.native_to) <= set(spec.formats)
    assert hasattr(getattr(module, spec.adapter), "chat") == spec.chats
    assert hasattr(getattr(module, spec.adapter), "stream") == spec.streams


def test_reading_the_declarations_imports_no_adapter_and_no_library():
    program = (
        "import sys; from tokparity.oracles.protocol import ORACLES; "
        "used = {spec.module for spec in ORACLES.values()} | {'tokenizers', 'tiktoken', 'gguf'}; "
        "print(sorted(used & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stderr


@pytest.mark.parametrize("format", get_args(Format))
def test_every_format_has_one_native_oracle(format):
    assert [name for name, spec in ORACLES.items() if format in spec.native_to] == [
        native_oracle(format)
    ]


DECLARED = """ORACLE = OracleSpec(
    module=__name__,
    adapter="Acme",
    engine="acme",
    distribution="acme-tokenizer",
    formats=("tokenizer.json",),
    decodes="text",
    reports_offsets=False,
)
"""


def test_a_declaration_without_a_native_format_is_a_second_opinion():
    spec = read_declaration(f"class Acme: ...\n\n\n{DECLARED}", "acme")
    assert (spec.module, spec.engine) == ("acme", "acme")
    assert spec.second_opinion
    assert not spec.installed


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        pytest.param(DECLARED.replace('"acme"', "ENGINE"), "malformed node", id="no-literal"),
        pytest.param(DECLARED.replace("engine", "motor"), "motor", id="no-field"),
        pytest.param(DECLARED.replace('    engine="acme",\n', ""), "engine", id="field-missing"),
        pytest.param(DECLARED.replace("ORACLE =", "ORACLE: Any ="), "is not `Ora", id="annotated"),
        pytest.param(DECLARED.replace('"acme"', "'"), "unterminated", id="no-python"),
    ],
)
def test_a_declaration_that_cannot_be_read_names_its_file(written, reason):
    with pytest.raises(BadDeclaration, match=f"^acme: ORACLE: .*{reason}"):
        read_declaration(written, "acme")
