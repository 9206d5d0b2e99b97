"""Each fault model of the pre-tokenizer differs from the real library where it should.

A row is a fault model or a family with its parameters, a small artefact, and one case.
"""

import pytest
from small_artefacts import (
    LLAMA3,
    X,
    byte_level,
    encode,
    every,
    form,
    in_sequence,
    metaspace,
    plain,
    split,
    splitting,
)

ROWS = [
    ("digits-joined", {}, every, encode("1234")),
    ("ascii-letters", {}, splitting(split(r"\p{L}+|\s")), encode("éa")),
    ("ascii-numbers", {}, splitting(split(r"\p{N}|\s")), encode("٣٤")),
    ("ascii-numbers", {}, splitting({"type": "Digits", "individual_digits": True}), encode("٣٤")),
    ("ascii-spaces", {}, splitting(form("WhitespaceSplit")), encode("a\u3000b")),
    ("ascii-spaces", {}, splitting(split(r"\s+")), encode("a\u2029b")),
    (
        "ascii-punctuation",
        {},
        splitting({"type": "Punctuation", "behavior": "Isolated"}),
        encode("a—b"),
    ),
    ("ascii-punctuation", {}, splitting(form("BertPreTokenizer")), encode("a—b")),
    ("ascii-punctuation", {}, splitting(split(r"\p{P}")), encode("a—b")),
    ("letters-of-old-unicode", {}, splitting(split(LLAMA3)), encode("a\u0528")),
    ("letters-of-old-unicode", {}, lambda m: m.ranks("a\u0528".encode()), encode("a\u0528")),
    ("ascii-words", {}, splitting(form("Whitespace")), encode("é!")),
    ("case-of-contractions", {}, splitting(split(LLAMA3)), encode("I'MA")),
    ("any-case-of-contractions", {}, splitting(byte_level()), encode("I'M")),
    ("no-contractions", {}, splitting(byte_level()), encode("it's")),
    ("no-look-ahead", {}, splitting(byte_level()), encode("a  b")),
    ("no-newline-branch", {}, splitting(split(LLAMA3)), encode("\n  b")),
    ("no-han-branch", {}, splitting(split(r"[\p{Han}]+|\p{L}+")), encode("中a")),
    ("digits-alone", {}, splitting(split(LLAMA3)), encode("12")),
    ("possessive-as-greedy", {}, splitting(split("a?+ab|.")), encode("ab")),
    ("pattern-of-gpt2", {}, splitting(split(LLAMA3)), encode("1234")),
    ("pattern-of-gpt2", {}, lambda m: m.ranks(b"12"), encode("a12")),
    ("pattern-of-gpt2", {}, lambda m: m.tekken(b"12"), plain("a12")),
    ("pattern-of-gpt2", {}, lambda m: m.llama_bpe(["3 4"], "llama-bpe"), encode("1234")),
    ("pattern-of-no-pre", {}, lambda m: m.llama_bpe(["3 4"]), encode("1234")),
    ("invert-ignored", {}, splitting(split("a", "Removed", invert=True)), encode("ab")),
    ("removed-kept", {}, splitting(split(" ", "Removed", kind="String")), encode("a b")),
    ("joined-to-the-other", {}, splitting(split(" ", "MergedWithNext")), encode("a b")),
    (
        "no-white-space-split",
        {},
        splitting(in_sequence(form("WhitespaceSplit"), metaspace())),
        encode("hello "),
    ),
    ("unmatched-kept", {}, lambda m: m.ranks(pattern="[a-z]+"), encode("a-")),
    (
        "cut-before-spaces",
        {},
        lambda m: m.sentencepiece("unigram", [("▁", -1), ("a", -1), ("b", -1), ("a▁b", -1)]),
        plain("a b"),
    ),
    ("metaspace-always", {}, splitting(metaspace("first"), "▁a", added=X), encode("<x>a")),
    ("metaspace-first", {}, splitting(metaspace(), "▁a", added=X), encode("<x>a")),
    ("metaspace-never", {}, splitting(metaspace(), "▁a"), encode("a")),
    ("metaspace-split", {}, splitting(metaspace(cut=False)), encode("a b")),
    ("metaspace-whole", {}, splitting(metaspace()), encode("a b")),
    ("no-prefix-space", {}, splitting(byte_level(prefix=True), "Ġa"), encode("a")),
    ("prefix-space-unasked", {}, splitting(byte_level(), "Ġa"), encode("a")),
    (
        "ranges-of-bytes",
        {},
        lambda m: m.json(m.every_stage["model"], pre_tokenizer=byte_level()),
        encode("€x"),
    ),
    (
        "characters-mistaken",
        {"first": 0xE9, "last": 0xE9, "other": "!"},
        splitting(split(LLAMA3), "aé"),
        encode("aé"),
    ),
    (
        "characters-mistaken",
        {"first": 0xE9, "last": 0xE9, "other": " "},
        splitting(form("WhitespaceSplit"), "aé"),
        encode("aéb"),
    ),
    (
        "characters-mistaken",
        {"first": 0xB2, "last": 0xB2, "other": "a"},
        lambda m: m.llama_bpe(["1 Â", "1Â ²"]),
        encode("1²"),
    ),
    (
        "pattern-reads",
        {"found": "{1,3}", "put": "{1,2}"},
        splitting(split(LLAMA3), "123"),
        encode("123"),
    ),
    ("words-cut", {"length": 2}, splitting(split(LLAMA3), "abc"), encode("abc")),
]


@pytest.mark.parametrize(
    ("name", "parameters", "artefact", "case"),
    [pytest.param(*row, id=f"{row[0]}-{number}") for number, row in enumerate(ROWS)],
)
def test_it_differs_from_the_library_and_its_stage_is_named(
    differs, name, parameters, artefact, case
):
    differs("pre_tokenizer", name, parameters, artefact, case)


def test_each_has_a_row(names_of):
    assert {name for name, _, _, _ in ROWS} == names_of("pre_tokenizer")


def test_what_is_changed_is_the_tokenizer_or_another_that_answers(answers):
    answers(ROWS)
