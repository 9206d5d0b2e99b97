"""Directories made here, and what `AutoTokenizer` makes of them in this very version."""

import json

import pytest
import transformers
from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, processors

from tokparity.oracles.protocol import ALL_OPTIONS
from tokparity.oracles.worker.client import OracleWorker
from tokparity.oracles.worker.host import Handle
from tokparity.reference_impl.contract import (
    Artefact,
    DecodeOptions,
    EncodeOptions,
    Encoding,
    Refusal,
    Text,
)

ENCODE = EncodeOptions()
TEXTS = ["ab ab", "", "<s>a<x>b", "  a\x00b ", "\U0001f600ab 12345"]


def byte_level():
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    pieces = [*alphabet, "ab", "Ġab", "12", "<s>", "</s>", "<unk>"]
    vocab = {piece: rank for rank, piece in enumerate(pieces)}
    merges = [("a", "b"), ("Ġ", "ab"), ("1", "2")]
    tokenizer = Tokenizer(models.BPE(vocab=vocab, merges=merges))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(r" ?\p{L}+|\P{L}"), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens(["<s>"])
    tokenizer.add_tokens(["<x>"])
    return tokenizer


@pytest.fixture
def directory(tmp_path):
    """Writes the files of a model: its artefact, and the tokenizer of its tokenizer.json."""

    def write(config, tokenizer=None):
        tokenizer = tokenizer or byte_level()
        tokenizer.save(str(tmp_path / "tokenizer.json"))
        (tmp_path / "tokenizer_config.json").write_text(json.dumps(config))
        path = tmp_path / "tokenizer_config.json"
        return Artefact("model", "tokenizer_config.json", path, "0" * 64), tokenizer

    return write


@pytest.fixture(scope="module")
def worker():
    with OracleWorker("huggingface_transformers") as started:
        yield started


def encoded(worker, handle, texts, options=ENCODE):
    return list(worker.encode(handle, texts, options).observations())


def said(tokenizer, texts, options=ENCODE):
    tokenizer.encode_special_tokens = not options.parse_special
    found = [tokenizer.encode(text, add_special_tokens=options.add_special) for text in texts]
    return [Encoding(tuple(one.ids), tuple(one.offsets)) for one in found]


def test_the_plain_class_is_the_file(worker, directory):
    artefact, file = directory({"tokenizer_class": "PreTrainedTokenizerFast"})
    handle = worker.load(artefact)
    for options in (one for one in ALL_OPTIONS if isinstance(one, EncodeOptions)):
        assert encoded(worker, handle, TEXTS, options) == said(file, TEXTS, options)
    ids = [(0, 1, 260, 256), (), (258, 256)]
    for skip in (False, True):
        theirs = [Text(file.decode(list(one), skip_special_tokens=skip)) for one in ids]
        assert list(worker.decode(handle, ids, DecodeOptions(skip)).observations()) == theirs


@pytest.mark.parametrize(
    ("config", "stages"),
    [
        pytest.param({"tokenizer_class": "LlamaTokenizerFast"}, "Sequence", id="guarded"),
        pytest.param({"tokenizer_class": "CodeLlamaTokenizerFast"}, "Metaspace", id="not-guarded"),
        pytest.param({"tokenizer_class": "GPT2TokenizerFast"}, "ByteLevel", id="other-pattern"),
    ],
)
def test_a_class_may_override_the_pre_tokenizer(worker, directory, config, stages):
    """The library guards "LlamaTokenizer" over a byte-level file by name, and its twins not.

    Source: transformers 5.23 models/auto/tokenization_auto.py, AutoTokenizer.from_pretrained.
    """
    artefact, file = directory(config)
    library = transformers.AutoTokenizer.from_pretrained(str(artefact.path.parent))
    assert type(library.backend_tokenizer.pre_tokenizer).__name__ == stages
    handle = worker.load(artefact)
    given = worker.probe(handle, "pre_tokenizer", ["ab 12 ab"])
    shown = library.backend_tokenizer.pre_tokenizer.pre_tokenize_str("ab 12 ab")
    assert given == [[[piece, *span] for piece, span in shown]]
    (found,) = encoded(worker, handle, ["ab 12 ab"])
    assert list(found.ids) == library.encode("ab 12 ab")
    assert (encoded(worker, handle, ["ab 12 ab"]) == said(file, ["ab 12 ab"])) is (
        stages == "Sequence"
    )


def test_a_llama_class_over_a_file_without_byte_level(worker, directory):
    """What was between words is gone: "hello world" comes back as "helloworld"."""
    file = Tokenizer(models.BPE({"<unk>": 0, "a": 1, "b": 2}, [], unk_token="<unk>"))
    file.pre_tokenizer = pre_tokenizers.Whitespace()
    artefact, _ = directory({"tokenizer_class": "LlamaTokenizer"}, file)
    handle = worker.load(artefact)
    (found,) = worker.decode(handle, [(1, 2)], DecodeOptions()).observations()
    assert (found, file.decode([1, 2])) == (Text("ab"), "a b")


def test_add_bos_of_the_configuration_is_not_heard_beside_a_tokenizer_json(worker, directory):
    """`_from_pretrained` drops it (5.23 tokenization_utils_base.py): the file's template counts."""
    config = {"tokenizer_class": "PreTrainedTokenizerFast", "add_bos_token": True}
    artefact, file = directory({**config, "bos_token": "<s>"})
    assert encoded(worker, worker.load(artefact), ["ab"]) == said(file, ["ab"])


def test_truncation_and_padding_of_the_file_are_switched_off(worker, directory):
    file = byte_level()
    file.enable_truncation(1)
    file.enable_padding(length=5)
    artefact, _ = directory({"tokenizer_class": "PreTrainedTokenizerFast"}, file)
    (found,) = encoded(worker, worker.load(artefact), ["ab ab ab"])
    assert (len(found.ids), len(file.encode("ab ab ab").ids)) == (3, 5)


def test_stages_are_the_backends(worker, directory):
    file = byte_level()
    start = file.token_to_id("<s>")
    file.post_processor = processors.TemplateProcessing("<s> $A", None, [("<s>", start)])
    artefact, _ = directory({"tokenizer_class": "PreTrainedTokenizerFast"}, file)
    handle = worker.load(artefact)
    assert worker.probe(handle, "model", ["ab"]) == [[[256, "ab", 0, 2]]]
    assert worker.probe(handle, "decoder", [["Ġab", "a"]]) == [" aba"]
    (found,) = worker.probe(handle, "post_processor", ["ab"])
    assert (found["with"][0], found["without"][0]) == ([start, 256], [256])


def test_decoding_cleans_up_where_the_configuration_says_so(worker, directory):
    file = Tokenizer(models.WordPiece({"[UNK]": 0, "a": 1, ".": 2}))
    file.decoder = decoders.WordPiece(cleanup=False)
    config = {"tokenizer_class": "PreTrainedTokenizerFast", "clean_up_tokenization_spaces": True}
    artefact, _ = directory(config, file)
    (found,) = worker.decode(worker.load(artefact), [(1, 2)], DecodeOptions()).observations()
    assert (found, file.decode([1, 2])) == (Text("a."), "a .")


def test_no_code_of_the_directory_is_run(worker, directory):
    config = {"auto_map": {"AutoTokenizer": ["own.Own", None]}, "tokenizer_class": "Own"}
    artefact, _ = directory(config)
    own = artefact.path.with_name("own.py")
    own.write_text(f"open({str(own) + '.ran'!r}, 'w')\nclass Own: pass\n")
    loaded = worker.load(artefact)
    assert isinstance(loaded, Refusal | Handle)
    assert not own.with_name("own.py.ran").exists()


def test_a_pure_python_tokenizer_is_refused(worker, tmp_path):
    (tmp_path / "tokenizer_config.json").write_text('{"tokenizer_class": "ByT5Tokenizer"}')
    artefact = Artefact(
        "bytes", "tokenizer_config.json", tmp_path / "tokenizer_config.json", "0" * 64
    )
    refusal = worker.load(artefact)
    assert isinstance(refusal, Refusal)
    assert "ByT5Tokenizer does not run on tokenizers" in refusal.detail
