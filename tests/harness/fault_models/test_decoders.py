"""Each fault model of the decoder differs from the real library where it should.

A row is a fault model or a family with its parameters, a small artefact, and one case.
"""

import pytest
from small_artefacts import (
    BYTE_PIECES,
    FALLBACK,
    LLAMA_DECODER,
    byte_level,
    decode,
    decoding,
    every,
    metaspace,
    token,
)

ROWS = [
    ("specials-kept", {}, every, decode("<|end|>", skip=True)),
    ("specials-kept", {}, lambda m: m.llama(), decode("<s>", skip=True)),
    ("specials-skipped", {}, every, decode("<|end|>")),
    ("ends-kept", {}, lambda m: m.llama(("a", 0.0)), decode("<s>", "a", remove=True)),
    ("ordinary-added-tokens-skipped", {}, every, decode("word")),
    ("first-character-dropped", {}, lambda m: m.llama(("a", 0.0)), decode("a")),
    ("cleaned-up", {}, every, decode("a", "Ġ", ".")),
    ("cleaned-up", {}, lambda m: m.llama(("a", 0.0), ("▁.", 0.0)), decode("a", "▁.")),
    (
        "not-cleaned-up",
        {},
        decoding({"type": "WordPiece", "prefix": "##", "cleanup": True}, "a", "."),
        decode("a", "."),
    ),
    ("not-cleaned-up", {}, lambda m: m.vocab_txt("a", "."), decode("a", ".")),
    ("first-space-kept", {}, decoding(metaspace(), "▁a"), decode("▁a")),
    ("first-space-kept", {}, lambda m: m.small_model(), decode("▁", "h", skip=True)),
    ("leading-spaces-once", {}, lambda m: m.small_model(), decode("▁", "▁", "h", skip=True)),
    ("first-space-kept", {}, lambda m: m.llama(("▁a", 0.0)), decode("▁a")),
    ("first-mark-only", {}, decoding(metaspace(), "a", "▁▁"), decode("a", "▁▁")),
    ("first-mark-only", {}, lambda m: m.llama(("a", 0.0), ("▁▁", 0.0)), decode("a", "▁▁")),
    (
        "continuing-prefix-kept",
        {},
        decoding({"type": "WordPiece", "prefix": "##", "cleanup": False}, "a", "##b"),
        decode("a", "##b"),
    ),
    ("no-decoder", {}, every, decode("a", "b")),
    ("bytes-decoded-alone", {}, every, decode("Ã", "©")),
    ("bytes-decoded-alone", {}, decoding(FALLBACK, *BYTE_PIECES), decode("<0xC3>", "<0xA9>")),
    (
        "bytes-decoded-alone",
        {},
        lambda m: m.sentencepiece("bpe", [("a", 0.0)], byte_fallback=True),
        decode("<0xC3>", "<0xA9>", skip=True),
    ),
    ("bytes-decoded-alone", {}, lambda m: m.tekken(), decode("Ã", "©")),
    ("one-replacement-a-run", {}, decoding(FALLBACK, *BYTE_PIECES), decode("<0xFF>", "<0xFF>")),
    ("bytes-late", {}, decoding(FALLBACK, "a", *BYTE_PIECES), decode("<0x41>", "a")),
    ("bytes-late", {}, decoding(LLAMA_DECODER, "a", *BYTE_PIECES), decode("<0x41>", "a")),
    ("first-space-kept", {}, decoding(LLAMA_DECODER, "▁a"), decode("▁a")),
    ("first-mark-only", {}, decoding(LLAMA_DECODER, "▁▁▁"), decode("▁▁▁")),
    ("one-replacement-a-byte", {}, every, decode("â", "Ĥ")),
    (
        "foreign-letters-lost",
        {},
        decoding(byte_level(), "a", added=[token(2, "嗎")]),
        decode("a", "嗎"),
    ),
    ("byte-order-mark-dropped", {}, lambda m: m.llama(("\ufeff", 0.0)), decode("\ufeff")),
    ("byte-order-mark-dropped", {}, decoding(metaspace("never"), "\ufeff", "a"), decode("\ufeff")),
    ("first-spaces-dropped", {}, lambda m: m.llama(("▁▁a", 0.0)), decode("▁▁a")),
    ("space-behind-special-dropped", {}, lambda m: m.llama(("▁a", 0.0)), decode("<s>", "▁a")),
    ("overlong-decoded", {}, decoding(FALLBACK, *BYTE_PIECES), decode("<0xC1>", "<0x81>")),
    ("overlong-decoded", {}, lambda m: m.tekken(), decode("Á", "ģ")),
    (
        "surrogates-decoded",
        {},
        decoding(FALLBACK, *BYTE_PIECES),
        decode("<0xED>", "<0xA0>", "<0x80>"),
    ),
    (
        "beyond-unicode-decoded",
        {},
        decoding(FALLBACK, *BYTE_PIECES),
        decode("<0xF4>", "<0x90>", "<0x80>", "<0x80>"),
    ),
    ("cut-character-dropped", {}, every, decode("â", "Ĥ")),
    ("cut-character-dropped", {}, decoding(FALLBACK, *BYTE_PIECES), decode("<0xE2>", "<0x82>")),
    (
        "cut-character-of-four-dropped",
        {},
        decoding(FALLBACK, *BYTE_PIECES),
        decode("<0xF0>", "<0x9F>", "<0x98>"),
    ),
    ("decoded-rewritten", {"found": "a", "put": "b"}, lambda m: m.llama(("a", 0.0)), decode("a")),
    ("decoded-rewritten", {"found": "a", "put": "b"}, decoding(metaspace(), "a"), decode("a")),
    ("decoded-in-parts", {"tokens": 1}, decoding(metaspace(), "▁a"), decode("▁a", "▁a")),
    ("decoded-in-parts", {"tokens": 1}, lambda m: m.llama(("▁a", 0.0)), decode("▁a", "▁a")),
    ("decoded-ids-wrapped", {"modulus": 2}, decoding(metaspace(), "a", "b"), decode("b")),
    (
        "clean-up-without",
        {"rule": "."},
        decoding({"type": "WordPiece", "prefix": "##", "cleanup": True}, "a", "."),
        decode("a", "."),
    ),
    ("clean-up-without", {"rule": "n't"}, lambda m: m.vocab_txt("a", "n't"), decode("a", "n't")),
]


@pytest.mark.parametrize(
    ("name", "parameters", "artefact", "case"),
    [pytest.param(*row, id=f"{row[0]}-{number}") for number, row in enumerate(ROWS)],
)
def test_it_differs_from_the_library_and_its_stage_is_named(
    differs, name, parameters, artefact, case
):
    differs("decoder", name, parameters, artefact, case)


def test_each_has_a_row(names_of):
    assert {name for name, _, _, _ in ROWS} == names_of("decoder")


def test_what_is_changed_is_the_tokenizer_or_another_that_answers(answers):
    answers(ROWS)
