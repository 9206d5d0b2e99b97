"""The converters as they are called, in this process."""

import json

import pytest
from tokenizers import Tokenizer

from tokparity.harness.derivation.by_transformers import POSSESSIVE_RANGE, from_ranks, main


def test_a_file_and_the_name_of_its_converter(train, tmp_path, capsys):
    target = tmp_path / "tokenizer.json"
    source = train("bpe")
    assert main(["sentencepiece", str(source.path), str(target)]) == 0
    assert capsys.readouterr().out == "LlamaConverter\n"
    assert Tokenizer.from_file(str(target)).get_vocab_size() == 300


def test_a_file_that_is_none(tmp_path, capsys):
    path = tmp_path / "x.model"
    path.write_bytes(b"\x0a\xff\xff")
    assert main(["sentencepiece", str(path), str(tmp_path / "out")]) == 1
    assert "Error" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_gaps_between_special_tokens_are_filled(ranks):
    facts = {"pattern": r"\p{N}{1,3}+|.", "specials": [["<b>", 263], ["<a>", 262]]}
    tokenizer, _ = from_ranks(ranks().path, json.loads(json.dumps(facts)))
    assert tokenizer.encode("<a><b>").ids == [262, 263]
    assert tokenizer.id_to_token(261) == "<|unused_261|>"


def test_a_special_token_among_the_ranks(ranks):
    with pytest.raises(ValueError, match="has an id among the ranks"):
        from_ranks(ranks().path, {"pattern": ".", "specials": [["<a>", 7]]})


@pytest.mark.parametrize(
    ("pattern", "written"), [(r"\p{N}{1,3}+", r"\p{N}{1,3}"), ("a{2}+b++", "a{2}+b++")]
)
def test_a_possessive_range_is_one_to_tiktoken_alone(pattern, written):
    assert POSSESSIVE_RANGE.sub(r"\1", pattern) == written
