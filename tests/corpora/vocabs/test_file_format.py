from pathlib import Path

import pytest

from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.catalogue import artefact, is_cached, manifests
from tokparity.corpora.vocabs.file_format import as_json, format_of, is_gguf
from tokparity.reference_impl.errors import BadArtefact


@pytest.mark.parametrize(
    ("name", "raw", "format"),
    [
        ("tokenizer.json", b'{"model": {}}', "tokenizer.json"),
        ("tekken.json", b'{"config": {}}', "tekken.json"),
        ("x", b' {"model": {}}', "tokenizer.json"),
        ("tokenizer.model", b"\n\x0e", "sentencepiece"),
        ("tokenizer.model.v3", b"\n\x0e", "sentencepiece"),
        ("vocab.txt", b"[UNK]\n", "vocab.txt"),
        ("x", b"\n\x0e\n\x05<unk>\x15\x00\x00\x00\x00", "sentencepiece"),
        ("x.txt", b"\n\x0e\n\x05<unk>\x15\x00\x00\x00\x00", "sentencepiece"),
        ("x", b"[UNK]\n", "vocab.txt"),
        ("x.model", b"[PAD]\n##a\n", "vocab.txt"),
    ],
)
def test_told_by_name_and_beginning(name, raw, format):
    assert format_of(Path(name), raw) == format


@pytest.mark.parametrize(
    ("name", "raw", "reason"),
    [
        ("tokenizer.model", b"YQ== 0\n", "is a rank file .*, which names neither its pattern"),
        ("a.tiktoken", b"YQ== 0\n", "is a rank file .*, which names neither its pattern"),
        ("a.gguf", b"GGML", "a GGUF begins with"),
        ("rwkv_vocab_v20230424.txt", rb"1 '\x00' 1" + b"\n", "no line .UNK."),
        ("x", b"\nab\n", "nor is it JSON, a .model of sentencepiece or a GGUF"),
        ("x", b"\n\x03\n\x05<unk>", "begins with ''"),
        ("x.txt", b"YQ== 0\nYg== 1\n", "is a rank file .'YQ== 0'"),
        ("merges.txt", b"#version: 0.2\ni n\n", "begins with '#version: 0.2'"),
        ("a.json", b" \n", "is empty"),
        ("a.json", b"{", "JSON"),
        ("a.json", b"[" * 100_000, "JSON"),
    ],
)
def test_what_cannot_be_told(name, raw, reason):
    with pytest.raises(BadArtefact, match=reason):
        format_of(Path(name), raw)


def test_a_gguf_by_its_beginning_alone(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"GGUF")
    assert is_gguf(path)
    path.write_bytes(b"GGU")
    assert not is_gguf(path)
    with pytest.raises(BadArtefact, match="No such file"):
        is_gguf(tmp_path / "none")


def test_json():
    assert as_json(Path("x"), b"[1]") == [1]


FETCHED = [m for m in manifests() if is_cached(m, Cache.default()) and m.format != "gguf"]


@pytest.mark.parametrize("manifest", FETCHED, ids=lambda manifest: manifest.name)
def test_what_is_fetched_is_told_by_what_it_holds(manifest):
    """In the cache no file has a name that tells its format."""
    path = artefact(manifest, Cache.default()).path
    assert path.suffix == ""
    if manifest.format == "tiktoken":
        with pytest.raises(BadArtefact, match="is a rank file"):
            format_of(path, path.read_bytes())
    else:
        assert format_of(path, path.read_bytes()) == manifest.format
