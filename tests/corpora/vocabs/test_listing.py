from dataclasses import replace
from pathlib import Path

import pytest

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.inventory import recorded
from tokparity.corpora.vocabs.listing import Filter, ListingRow, details, model_details, rows
from tokparity.corpora.vocabs.models import models


def test_rows_say_what_is_cached(tmp_path: Path) -> None:
    (manifest,) = catalogue.find("pix2tex")
    cache = Cache(tmp_path)
    (row,) = rows((manifest,), {}, cache)
    assert row == ListingRow(
        *("pix2tex", "pix2tex LaTeX", "pix2tex", "tokenizer.json", "BPE byte-level"),
        *(None, 24174, True, False, None, {}),
    )
    place = cache.path(manifest.sha256)
    place.parent.mkdir(parents=True)
    place.write_bytes(bytes(manifest.bytes))
    (row,) = rows((manifest,), recorded(), cache)
    assert (row.cached, row.tokens) == (True, 1175)


@pytest.mark.parametrize(
    ("wanted", "some", "none"),
    [
        pytest.param(Filter(family="llama 3.x"), "llama3-gguf", "llama2", id="family"),
        pytest.param(Filter(format="gguf"), "llama3-gguf", "llama3.1", id="format"),
        pytest.param(Filter(algorithm="unigram"), "jurassic2", "llama2", id="algorithm"),
        pytest.param(Filter(algorithm="bpe byte-level"), "qwen3", "gemma3", id="words"),
        pytest.param(Filter(component="nfc"), "qwen3", "llama3.1", id="component"),
        pytest.param(Filter(component="decoder=WordPiece"), "minilm", "hanbert-vocab", id="stage"),
    ],
)
def test_filters(wanted: Filter, some: str, none: str) -> None:
    named = {one.name: one for one in catalogue.manifests()}
    assert wanted.admits(named[some], recorded()[some])
    assert not wanted.admits(named[none], recorded()[none])
    both = replace(wanted, family="no such family")
    assert not both.admits(named[some], recorded()[some])


def test_a_component_of_a_file_nobody_looked_into() -> None:
    (manifest,) = catalogue.find("qwen3")
    assert not Filter(component="NFC").admits(manifest, None)


def test_details_of_a_rank_file(tmp_path: Path) -> None:
    (manifest,) = catalogue.find("gpt2-ranks")
    shown = dict(details(manifest, Cache(tmp_path)))
    assert shown["specials"] == "1: <|endoftext|> 50256"
    assert shown["facts from"] == "tiktoken 0.14.0, tiktoken_ext/openai_public.py, r50k_base"
    assert shown["cached"] == "no"


def test_details_of_a_file_with_pairs(tmp_path: Path) -> None:
    (manifest,) = catalogue.find("qwen3")
    assert dict(details(manifest, Cache(tmp_path)))["compared with"] == "qwen3-ranks"


def test_details_of_a_model(tmp_path: Path) -> None:
    (model,) = models(catalogue.find("gpt2-*"))
    assert model_details(model, Cache(tmp_path)) == (
        ("model", "gpt2 (GPT-2)"),
        ("artefact", "gpt2-gguf: gguf, BPE byte-level, not fetched"),
        ("artefact", "gpt2-ranks: tiktoken, BPE tiktoken ranks, not fetched"),
        ("compared", "gpt2-gguf with gpt2-ranks"),
    )


def test_what_stands_beside_and_is_not_fetched(tmp_path: Path) -> None:
    (manifest,), cache = catalogue.find("qwen3"), Cache(tmp_path)
    (row,) = rows((manifest,), {}, cache)
    assert row.beside == {"tokenizer_config.json": False}
    said = f"tokenizer_config.json, 9,915 bytes, sha256 {manifest.companions[0].sha256}"
    assert dict(details(manifest, cache))["beside"] == f"{said}, not fetched"
    place = cache.path(manifest.companions[0].sha256)
    place.parent.mkdir(parents=True)
    place.write_bytes(bytes(9915))
    assert dict(details(manifest, cache))["beside"] == said
