"""The files of a folder, read as the libraries read them."""

import json

import pytest
from transformers.tokenization_utils_base import generate_merges

from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.formats.model_folder.vocabularies import (
    NoProto,
    merges_of,
    read_proto,
    read_ranks,
    read_wordpiece,
)

VOCAB = {piece: at for at, piece in enumerate([*"abcd", "ab", "bc", "abc", "abcd", "cd", "aa"])}


@pytest.mark.parametrize("skipped", [frozenset(), frozenset({"ab", "d"})])
def test_merges_are_the_library_s(skipped):
    theirs = generate_merges(VOCAB, skip_tokens=skipped)
    assert merges_of(VOCAB, skipped) == [list(pair) for pair in theirs]
    assert len(theirs) >= 3


@pytest.mark.parametrize(
    "vocab",
    [
        pytest.param("[UNK]\na\n##b \nab\u3000\n", id="white space at ends"),
        pytest.param("[UNK]\r\na\r\nb\r\n", id="windows"),
        pytest.param("[UNK]\na\rb\nb\x85c\n", id="other ends of lines"),
        pytest.param("[UNK]\na\n\nb\na\n", id="empty and repeated"),
        pytest.param("\ufeff[UNK]\n[UNK]\na\nb", id="bom and no end"),
    ],
)
def test_lines_of_a_vocab_txt(folder, vocab):
    made = folder({"tokenizer_class": "BertTokenizer"}, vocab__txt=vocab)
    assert not made.library_refuses()
    assert made.differences(["a", "b", "ab", "a b", "[UNK]", "c\x85", "\ufeff"]) == []


@pytest.mark.parametrize(
    ("vocab", "merges", "reason"),
    [
        pytest.param('{"a": 0}', "a b c\n", "merges.txt: line 1: must be two", id="three"),
        pytest.param('{"a": 0}', "a\n", "merges.txt: line 1: must be two", id="one"),
        pytest.param('{"a": 0}', "a b\n", "unknown piece 'b'", id="unknown"),
        pytest.param('{"a": 0}', "\n", "merges.txt: line 1", id="empty line"),
        pytest.param('{"a": -1}', "", "vocab.json: a: must be a whole", id="negative"),
        pytest.param('{"a": 1.5}', "", "vocab.json: a: must be a whole", id="fraction"),
        pytest.param("[]", "", "vocab.json: (root): must be an object", id="no object"),
        pytest.param("{", "", "is not JSON", id="no json"),
    ],
)
def test_bad_merges(folder, vocab, merges, reason):
    config = {"tokenizer_class": "GPT2Tokenizer"}
    made = folder(config, vocab__json=vocab, merges__txt=merges)
    assert made.library_refuses()
    assert reason in made.reason()


@pytest.mark.parametrize("value", ['"x"', "null", "true", "[1]"])
def test_what_is_no_number_is_no_piece(folder, value):
    vocab = f'{{"a": 0, "b": {value}, "<|endoftext|>": 1}}'
    made = folder({"tokenizer_class": "GPT2Tokenizer"}, vocab__json=vocab, merges__txt="")
    assert not made.library_refuses()
    assert made.differences(["a", "b", "ab"]) == []


def test_a_version_line_anywhere(folder, files_of):
    files = files_of("vocab.json", "BPE")
    files["merges__txt"] = "a b\n#version: 9\nab c\n"
    made = folder({"tokenizer_class": "GPT2Tokenizer"}, **files)
    assert made.differences() == []


def test_a_model_that_is_none(tmp_path):
    path = tmp_path / "x.model"
    path.write_bytes(b"IQ== 0\n")
    with pytest.raises(NoProto):
        read_proto(path)
    assert read_ranks(path) == {b"!": 0}
    path.write_bytes(b"IQ==\n")
    with pytest.raises(BadArtefact, match="line 1: must be base64 and a rank"):
        read_ranks(path)


def test_lines_that_are_no_utf8(tmp_path):
    path = tmp_path / "vocab.txt"
    path.write_bytes(b"a\n\xff\n")
    with pytest.raises(BadArtefact, match="line 2: is not UTF-8"):
        read_wordpiece(path)


def test_a_vocabulary_that_json_reads_otherwise(folder):
    """A piece that is there twice has its last id."""
    vocab = '{"a": 0, "b": 1, "a": 2, "<|endoftext|>": 3}'
    made = folder({"tokenizer_class": "GPT2Tokenizer"}, vocab__json=vocab, merges__txt="")
    assert json.loads(vocab)["a"] == 2
    assert made.differences(["a", "b", "ab"]) == []
