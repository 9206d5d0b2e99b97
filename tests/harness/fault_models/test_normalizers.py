"""Each fault model of the normalizer differs from the real library where it should.

A row is a fault model or a family with its parameters, a small artefact, and one case.
"""

import pytest
from small_artefacts import (
    BERT,
    ESCAPE,
    FIRST,
    LLAMA_STYLE,
    LOWER,
    X,
    characters,
    encode,
    every,
    form,
    modelled,
    normalizing,
    plain,
    splitting,
)

ROWS = [
    ("no-nfc", {}, every, encode("a\u0301")),
    ("no-normalizer", {}, normalizing(LLAMA_STYLE, "a▁"), encode("a")),
    ("no-normalizer", {}, lambda m: m.t5(("▁", 0.0), ("a", 0.0)), encode("a a")),
    ("nfc-unasked", {}, splitting({"type": "WhitespaceSplit"}, "\xe9"), encode("e\u0301")),
    (
        "nfkc-before-charsmap",
        {},
        lambda m: m.json(characters("\u1eb9\xe9\u0301\u0323"), normalizer=m.charsmap()),
        encode("\xe9\u0323"),
    ),
    ("nfc-for-nfkc", {}, normalizing(form("NFKC"), "fiﬁ"), encode("ﬁ")),
    ("nfkc-for-nfc", {}, normalizing(form("NFC"), "fiﬁ"), encode("ﬁ")),
    ("nfd-for-nfc", {}, normalizing(form("NFC"), "eé\u0301"), encode("é")),
    ("nfc-for-nfd", {}, normalizing(form("NFD"), "eé\u0301"), encode("é")),
    ("normal-form-of-characters", {}, normalizing(form("NFC"), "eé\u0301"), encode("e\u0301")),
    ("normal-form-cut-off", {}, normalizing(form("NFKC"), "fix"), encode("ﬁx")),
    ("case-kept", {}, normalizing(LOWER, "aA"), encode("A")),
    ("case-kept", {}, normalizing(BERT, "aA"), encode("A")),
    ("case-kept", {}, lambda m: m.llama_bert(("▁a", 0.0)), encode("A")),
    ("case-kept", {}, lambda m: m.vocab_txt("a"), plain("A")),
    ("never-split-ignored", {}, lambda m: m.vocab_txt("a", "[", "]", "cls"), plain("a [CLS]")),
    ("always-lower-case", {}, normalizing(BERT | {"lowercase": False}, "aA"), encode("A")),
    ("final-sigma", {}, normalizing(LOWER, "ασς"), encode("ΑΣ")),
    ("accents-kept", {}, normalizing(BERT, "eé"), encode("é")),
    ("accents-kept", {}, lambda m: m.vocab_txt("e", "é"), plain("é")),
    ("accents-always-off", {}, normalizing(BERT | {"strip_accents": False}, "eé"), encode("é")),
    ("accented-letters-lost", {}, normalizing(BERT, "a"), encode("ā")),
    ("accented-letters-lost", {}, lambda m: m.llama_bert(("▁ka", 0.0), ("▁k", 0.0)), encode("kā")),
    ("text-not-cleaned", {}, normalizing(BERT, "a"), encode("a\x01")),
    ("ideographs-together", {}, normalizing(BERT, " a中"), encode("中a")),
    ("ideographs-together", {}, lambda m: m.vocab_txt("中", "a"), plain("中a")),
    ("controls-dropped", {}, lambda m: m.tekken(), plain("ju\x16")),
    ("charsmap-ignored", {}, lambda m: m.small_model(), plain("ｈ")),
    (
        "charsmap-ignored",
        {},
        lambda m: m.json(characters("h"), normalizer=m.charsmap()),
        encode("ｈ"),
    ),
    (
        "charsmap-of-characters",
        {},
        lambda m: m.json(characters("eé\u0301"), normalizer=m.charsmap()),
        encode("e\u0301"),
    ),
    ("no-dummy-prefix", {}, normalizing(FIRST, "▁a"), encode("a")),
    ("no-dummy-prefix", {}, lambda m: m.small_model(), plain("h")),
    ("no-dummy-prefix", {}, lambda m: m.llama(("▁", 0.0), ("a", 0.0)), encode("a")),
    (
        "dummy-prefix-unasked",
        {},
        lambda m: m.llama(("▁", 0.0), ("a", 0.0), prefix=False),
        encode("a"),
    ),
    (
        "dummy-prefix-unasked",
        {},
        lambda m: m.sentencepiece("bpe", [("▁", 0.0), ("a", 0.0)]),
        plain("a"),
    ),
    (
        "dummy-prefix-once",
        {},
        lambda m: m.json(characters("▁a"), normalizer=FIRST, added_tokens=X),
        encode("<x>a"),
    ),
    ("dummy-prefix-spared", {}, normalizing(LLAMA_STYLE, "▁a"), encode(" a")),
    ("dummy-prefix-of-nothing", {}, lambda m: m.small_model(), plain(" ")),
    ("extra-spaces-kept", {}, lambda m: m.small_model(), plain("h  o")),
    (
        "extra-spaces-removed",
        {},
        lambda m: m.sentencepiece("bpe", [("▁", 0.0), ("a", 0.0)]),
        plain("a  a"),
    ),
    ("spaces-not-escaped", {}, normalizing(ESCAPE, "a ▁"), encode("a a")),
    (
        "strip-of-ascii",
        {},
        normalizing({"type": "Strip", "strip_left": True, "strip_right": True}, "a"),
        encode("\u3000a"),
    ),
    ("ranges-of-normalized-text", {}, normalizing(BERT, "ab"), encode("a\x01b")),
    (
        "text-rewritten",
        {"found": "\xad", "put": ""},
        lambda m: m.json(characters("ab\xad")),
        encode("a\xadb"),
    ),
    (
        "normalized-rewritten",
        {"found": "é", "put": "e"},
        normalizing(form("NFC"), "eé\u0301"),
        encode("e\u0301"),
    ),
    ("runs-shortened", {"char": "a", "most": 2}, modelled(characters("ab")), encode("baaab")),
    ("text-cut-off", {"characters": 3}, modelled(characters("ab")), encode("abab")),
    ("text-ended", {"char": "\0"}, modelled(characters("ab\0")), encode("a\0b")),
    ("characters-spared", {"first": 0xE9, "last": 0xE9}, normalizing(BERT, "eé"), encode("é")),
    (
        "characters-spared",
        {"first": 0x1100, "last": 0x11FF},
        normalizing(form("NFC"), "가\u1100\u1161"),
        encode("\u1100\u1161"),
    ),
    (
        "marks-in-parts",
        {"most": 2},
        normalizing(form("NFD"), "a\u0316\u0301"),
        encode("a\u0301\u0301\u0316"),
    ),
    ("charsmap-rule-lost", {"text": "ｈ"}, lambda m: m.small_model(), plain("ｈ")),
    (
        "charsmap-rule-lost",
        {"text": "ｈ"},
        lambda m: m.json(characters("hｈ"), normalizer=m.charsmap()),
        encode("ｈ"),
    ),
    ("charsmap-rules-short", {"most": 2}, lambda m: m.small_model(), plain("ｈ")),
    ("dummy-prefix-spared-before", {"chars": "\n"}, normalizing(FIRST, "▁\n"), encode("\n")),
    ("dummy-prefix-spared-before", {"chars": "h"}, lambda m: m.small_model(), plain("h")),
]


@pytest.mark.parametrize(
    ("name", "parameters", "artefact", "case"),
    [pytest.param(*row, id=f"{row[0]}-{number}") for number, row in enumerate(ROWS)],
)
def test_it_differs_from_the_library_and_its_stage_is_named(
    differs, name, parameters, artefact, case
):
    differs("normalizer", name, parameters, artefact, case)


def test_each_has_a_row(names_of):
    assert {name for name, _, _, _ in ROWS} == names_of("normalizer")


def test_what_is_changed_is_the_tokenizer_or_another_that_answers(answers):
    answers(ROWS)
