"""What the converter itself says of whole vocabularies is asked by
`python -m evaluation.tables.upstream_converter`; here it is what its rules say, one by one."""

import json
from dataclasses import replace
from types import SimpleNamespace

import pytest

from tokparity.harness.conversion.upstream.expected import (
    NoUpstream,
    config_of,
    document_of,
    expected,
    looks_special,
    rows_of,
)
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.formats import load


def written(artefact):
    return expected(artefact, load(artefact))


def test_what_has_no_token_is_padding_up_to_the_rows_of_the_embedding(save, document):
    artefact = save(document)
    size = len(load(artefact).pieces())
    assert len(written(artefact).tokens) == size
    (artefact.path.parent / "config.json").write_text(json.dumps({"vocab_size": size + 2}))
    found = written(artefact)
    assert found.tokens[size:] == (f"[PAD{size}]", f"[PAD{size + 1}]")
    assert found.types[size:] == (5, 5)
    (artefact.path.parent / "config.json").write_text(json.dumps({"vocab_size": size - 1}))
    with pytest.raises(NoUpstream, match=f"id {size - 1} is no row"):
        written(artefact)


def test_an_added_token_is_special_by_its_flag_or_its_looks(save, document):
    first = len(load(save(document | {"added_tokens": []})).pieces())
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": True}
    contents = [("<|tool|>", False), ("plain", False), ("odd", True), ("a\u2581b", False)]
    added = [
        {"id": first + at, "content": content, "special": special, **flags}
        for at, (content, special) in enumerate(contents)
    ]
    found = written(save(document | {"added_tokens": added}))
    assert found.types[first:] == (3, 4, 3, 4)
    assert found.tokens[first + 3] == "a b"


def test_ids_with_gaps_need_to_be_counted_by_somebody(save, document):
    model = document["model"]
    vocab = model["vocab"] | {"far": 9_000}
    artefact = save(document | {"model": model | {"vocab": vocab}})
    with pytest.raises(NoUpstream, match="gaps"):
        written(artefact)


def test_a_configuration_that_is_none_counts_as_not_there(tmp_path):
    (tmp_path / "config.json").write_text("[1]")
    assert config_of(tmp_path) == {}
    (tmp_path / "config.json").write_text("{")
    assert config_of(tmp_path) == {}
    assert rows_of({"vocab_size": True}) is rows_of({"vocab_size": -1}) is None


@pytest.mark.parametrize(
    ("token", "special"), [("<|a|>", True), ("<unused9>", True), ("<mask>", True), ("<a>", False)]
)
def test_spelling(token, special):
    assert looks_special(token) is special


def test_formats_that_it_does_not_read(save, document):
    artefact = save(document)
    with pytest.raises(NoUpstream, match="reads no tiktoken"):
        expected(replace(artefact, format="tiktoken"), load(artefact))


def test_the_document_of_a_folder(tmp_path):
    folder = Artefact("m", "tokenizer_config.json", tmp_path / "tokenizer_config.json", "")
    assert document_of(folder) == tmp_path / "tokenizer.json"


def test_a_model_that_it_has_no_way_for(save, document):
    artefact = save(document)
    tokenizer = SimpleNamespace(model=None)
    with pytest.raises(NoUpstream, match="no way for this kind"):
        expected(artefact, tokenizer)
