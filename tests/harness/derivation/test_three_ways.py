"""One file an engine, and why there is none."""

from dataclasses import replace

from tokparity.harness.derivation.three_ways import engine_of, three_ways

GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"


def held(ways):
    return {holding.engine: holding.told for holding in ways.holdings}


def test_three_engines_hold_ranks(ranks, cache):
    ways = three_ways("m", [ranks(GPT2)], cache)
    assert held(ways) == {
        "tiktoken": "published",
        "llama.cpp": "derived from ranks by tokparity convert",
        "tokenizers": "derived from ranks by transformers 5.23.0 TikTokenConverter",
    }
    assert len(ways.pairs) == 3
    assert ways.reasons == {}


def test_what_is_published_is_not_derived_and_engines_are_counted(ranks, save, document, cache):
    json = save(document)
    ways = three_ways("m", [json, replace(json, name="again"), ranks(GPT2)], cache)
    assert [holding.artefact.name for holding in ways.holdings] == [
        f"{json.name}-as-gguf", "ranks", json.name,
    ]  # fmt: skip


def test_a_model_that_no_other_engine_holds(save, cache):
    model = {"type": "WordLevel", "vocab": {"a": 0}, "unk_token": "a"}
    ways = three_ways("m", [save({"version": "1.0", "model": model})], cache)
    assert held(ways) == {"tokenizers": "published"}
    assert set(ways.reasons) == {"gguf", "sentencepiece", "tiktoken", "vocab.txt"}
    assert "nothing like it" in ways.reasons["gguf"]


def test_the_engine_of_a_format():
    assert engine_of("tokenizer.json") == engine_of("tokenizer_config.json") == "tokenizers"
    assert engine_of("tekken.json") == engine_of("tiktoken")
