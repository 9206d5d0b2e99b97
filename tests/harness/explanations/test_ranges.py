"""The ranges of sentencepiece: those of a tokenizer.json as it gives them, by both libraries."""

from small_artefacts import BYTE_PIECES, LLAMA_STYLE, bpe, encode, plain, token


def test_prefix_and_bytes(maker, explain):
    left = maker.sentencepiece("bpe", [("▁", -1.0), ("a", -2.0)], True, add_dummy_prefix=True)
    pieces = ["<unk>", "<s>", "</s>", "▁", "a", *BYTE_PIECES]
    added = [token(at, name, special=True) for at, name in enumerate(pieces[:3])]
    model = bpe(pieces, unk_token="<unk>", byte_fallback=True, fuse_unk=True)
    right = maker.json(model, added_tokens=added, normalizer=LLAMA_STYLE)
    ranges = ("ranges-of-sentencepiece", False, {})
    cases = [plain("a"), plain("é"), plain("aéa")]
    assert explain(left, right, cases, ranges) == [("ranges-of-sentencepiece",)] * 3
    assert explain(left, right, cases) == [()] * 3
    assert encode("a", parse=False) == cases[0]
