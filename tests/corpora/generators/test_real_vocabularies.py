"""Generators and sweeps over vocabularies of the catalogue."""

import pytest

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.shards import encode_texts
from tokparity.corpora.generators.sweeps import sweeps
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.catalogue import artefact, find
from tokparity.reference_impl.contract import DecodeCase
from tokparity.reference_impl.formats import load


@pytest.mark.vocabulary
@pytest.mark.parametrize("name", ["qwen3", "cl100k-ranks", "pix2tex"])
def test_a_real_vocabulary_is_read_and_swept(name: str) -> None:
    (manifest,) = find(name)
    tokenizer = load(artefact(manifest, Cache.default()))
    found = Material.of(tokenizer)
    assert len(found.ids) == len(found.surfaces) + len(found.broken)
    assert all(tokenizer.surface(token_id).isascii() is False for token_id in found.broken)
    assert set(found.added_ids) <= set(found.ids)
    texts_made = encode_texts(0, manifest.sha256, "a~b", 0, 500, found)
    assert any(token in text for _, text in texts_made for token in found.added)
    ids = next(
        sweep for sweep in sweeps("full", 0, manifest.sha256, found, (0,)) if sweep.name == "ids"
    )
    asked = {
        case.ids for at in range(len(ids)) for case in ids.shard(at) if isinstance(case, DecodeCase)
    }
    assert asked == {key for i in found.ids for key in ((i,), (0, i))}
