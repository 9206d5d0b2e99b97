"""Each fault model of the model differs from the real library where it should.

A row is a fault model or a family with its parameters, a small artefact, and one case.
"""

from itertools import pairwise

import pytest
from small_artefacts import (
    ABC,
    NEAR,
    TIED,
    WITH_BYTES,
    bpe,
    characters,
    encode,
    every,
    modelled,
    plain,
    unigram,
    wordpiece,
    words,
)

from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.reference_impl.contract import EncodeOptions

CHAIN = ("a", "b", "c", "ab", "bc")
AAA = ("a", "aa")
TWO = (("a", -1.0), ("aa", -1.0))
THREE = (("▁a", 0.0), ("▁aa", 0.0), ("a", 0.0))


def many(count):
    """So many merges of letters nobody uses, and in the end two of "ab" and "bc"."""
    letters = [chr(0x4E00 + at) for at in range(count + 1)]
    pairs = [f"{left} {right}" for left, right in pairwise(letters)]
    made = [pair.replace(" ", "") for pair in pairs]
    merges = [*pairs, "b c", "a b"]
    return lambda m: m.json(bpe([*CHAIN, *letters, *made], merges))


ROWS = [
    ("ignore-merges-ignored", {}, every, encode("hello world")),
    ("merge-order-reversed", {}, every, encode("helloworld")),
    ("last-merge-lost", {}, modelled(bpe(ABC, ["a b", "ab c"])), encode("abc")),
    ("last-merge-lost", {}, lambda m: m.llama_bpe(["a b", "ab c"]), encode("abc")),
    ("first-merge-lost", {}, modelled(bpe(ABC, ["a b", "b c"])), encode("abc")),
    ("no-merges", {}, modelled(bpe(ABC, ["a b"])), encode("ab")),
    ("no-merges", {}, lambda m: m.llama_bpe(["a b"]), encode("ab")),
    ("merges-by-id", {}, modelled(bpe(ABC, ["b c", "a b"])), encode("abc")),
    ("merges-ignored", {}, modelled(bpe(ABC, ["a b"])), encode("cab")),
    ("ranks-always-merged", {}, lambda m: m.ranks(b"xyz"), encode("xyz")),
    ("zero-bytes-unseen", {}, lambda m: m.ranks(b"\0\0"), encode("\0")),
    ("rightmost-merge-first", {}, modelled(bpe(("a", "aa"), ["a a"])), encode("aaa")),
    ("rightmost-merge-first", {}, lambda m: m.ranks(b"oo"), encode("ooo")),
    ("rightmost-merge-first", {}, lambda m: m.llama_bpe(["o o"]), encode("ooo")),
    (
        "rightmost-merge-first",
        {},
        lambda m: m.llama(("o", 0.0), ("oo", 0.0), prefix=False),
        encode("ooo"),
    ),
    ("tie-from-the-left", {}, modelled(unigram(*TIED)), encode("ooo")),
    ("tie-from-the-left", {}, lambda m: m.sentencepiece("unigram", TIED), plain("ooo")),
    ("tie-from-the-left", {}, lambda m: m.t5(*TIED), encode("ooo")),
    ("byte-fallback-off", {}, modelled(WITH_BYTES), encode("é")),
    (
        "byte-fallback-off",
        {},
        lambda m: m.sentencepiece("bpe", [("a", 0.0)], byte_fallback=True),
        plain("é"),
    ),
    ("bytes-reversed", {}, modelled(WITH_BYTES), encode("é")),
    ("bytes-reversed", {}, lambda m: m.llama(), encode("é")),
    (
        "bytes-reversed",
        {},
        lambda m: m.sentencepiece("unigram", [("a", 0.0)], byte_fallback=True),
        plain("é"),
    ),
    ("byte-pieces-in-text", {}, modelled(WITH_BYTES), encode("a<0x41>")),
    ("byte-pieces-in-text", {}, lambda m: m.llama(), encode("<0x41>")),
    ("unknown-apart", {}, modelled(bpe("?", unk_token="?", fuse_unk=True)), encode("xy")),
    ("unknown-apart", {}, modelled(unigram(["a", -1.0])), encode("xy")),
    ("unknown-apart", {}, lambda m: m.sentencepiece("bpe", [("a", 0.0)]), plain("xy")),
    ("unknown-apart", {}, lambda m: m.t5(("a", -1.0)), encode("xy")),
    ("unknown-together", {}, modelled(characters("")), encode("xy")),
    ("unknown-dropped", {}, modelled(words("a")), encode("b")),
    ("unknown-dropped", {}, modelled(wordpiece("a")), encode("b")),
    ("unknown-keeps-apart", {}, modelled(bpe(ABC, ["a b"])), encode("axb")),
    ("words-lost-with-unknown", {}, modelled(bpe(ABC, ["a b"])), encode("axb")),
    (
        "viterbi",
        {},
        lambda m: m.sentencepiece("bpe", [("ab", -1), ("bc", -2), ("a", -1), ("b", -9), ("c", -9)]),
        plain("abc"),
    ),
    (
        "merges",
        {},
        lambda m: m.sentencepiece(
            "unigram", [("ab", -1), ("bc", -2), ("a", -1), ("b", -9), ("c", -9)]
        ),
        plain("abc"),
    ),
    (
        "sums-in-32-bits",
        {},
        modelled(unigram(["a", -1.0], ["b", -1.0], ["ab", -2.0000000001])),
        encode("ab"),
    ),
    ("sums-in-32-bits", {}, lambda m: m.t5(*NEAR), encode("ab")),
    ("sums-in-64-bits", {}, lambda m: m.sentencepiece("unigram", NEAR), plain("ab")),
    (
        "viterbi-in-64-bits",
        {},
        lambda m: m.sentencepiece("bpe", [("ab", -13), ("a", -2), ("b", -6)]),
        plain("ab"),
    ),
    (
        "longest-piece-first",
        {},
        modelled(unigram(["a", -1.0], ["ab", -5.0], ["bc", -1.0], ["c", -5.0])),
        encode("abc"),
    ),
    (
        "cheap-unknown",
        {},
        modelled(unigram(["ab", -5.0], ["cd", -5.0], ["bcd", -1.0])),
        encode("abcd"),
    ),
    (
        "scores-in-half-precision",
        {},
        lambda m: m.llama(
            *(("a", 0.0), ("b", 0.0), ("c", 0.0), ("ab", -2049.0), ("bc", -2048.5)), prefix=False
        ),
        encode("abc"),
    ),
    (
        "scores-in-half-precision",
        {},
        lambda m: m.sentencepiece(
            "bpe", [("a", 0.0), ("b", 0.0), ("c", 0.0), ("ab", -2049.0), ("bc", -2048.5)]
        ),
        plain("abc"),
    ),
    (
        "user-defined-normal",
        {},
        lambda m: m.sentencepiece("bpe", [("ab", 0, "user_defined"), ("c", 0), ("abc", -1)]),
        plain("abc"),
    ),
    (
        "control-pieces-in-words",
        {},
        lambda m: m.sentencepiece("unigram", [("a", -1)]),
        plain("a<s>"),
    ),
    ("control-pieces-in-words", {}, lambda m: m.sentencepiece("bpe", [("<s", -1)]), plain("<s>")),
    (
        "unused-normal",
        {},
        lambda m: m.sentencepiece("unigram", [("a", -1), ("b", -1), ("ab", -1, "unused")]),
        plain("ab"),
    ),
    ("word-limit-minus-one", {}, modelled(wordpiece("a", "##a", limit=3)), encode("aaa")),
    ("no-word-limit", {}, modelled(wordpiece("a", "##a", limit=3)), encode("aaaa")),
    ("no-word-limit", {}, lambda m: m.vocab_txt("a", "##a"), plain("a" * 101)),
    ("word-limit-in-bytes", {}, modelled(wordpiece("é", "##é", limit=3)), encode("éé")),
    ("continuing-prefix-ignored", {}, modelled(wordpiece("a", "b", "##b")), encode("ab")),
    ("shortest-piece-first", {}, modelled(wordpiece("a", "ab", "##b")), encode("ab")),
    ("whole-clusters", {}, modelled(wordpiece("e", "##\u0301")), encode("e\u0301")),
    ("shortest-piece-first", {}, lambda m: m.llama_bert(("▁a", 0.0), ("▁ab", 0.0)), encode("ab")),
    ("only-the-rest-unknown", {}, lambda m: m.llama_bert(("▁a", 0.0)), encode("ax")),
    ("only-the-rest-unknown", {}, modelled(wordpiece("a")), encode("ax")),
    ("long-words-cut", {}, modelled(bpe(("a", "b", "aa"), ["a a"])), encode("b" + "a" * 129)),
    ("reserved-words-lost", {}, every, encode("toString")),
    (
        "word-end-ignored",
        {},
        modelled(bpe(("a", "a</w>"), end_of_word_suffix="</w>")),
        encode("aa"),
    ),
    ("ids-not-moved", {}, lambda m: m.tekken(), plain("a")),
    ("canonically-equal-pieces", {}, modelled(words("é", "e\u0301")), encode("é")),
    ("later-of-equal-sums", {}, modelled(unigram(*TIED)), encode("ooo")),
    ("later-of-equal-sums", {}, lambda m: m.sentencepiece("unigram", TIED), plain("ooo")),
    ("bytes-of-surrogates", {}, modelled(WITH_BYTES), encode("🫨")),
    ("ranks-wrapped", {"modulus": 3}, many(2), encode("abc")),
    ("merges-swapped", {"rank": 0}, modelled(bpe(CHAIN, ["b c", "a b"])), encode("abc")),
    ("merges-swapped", {"rank": 0}, lambda m: m.llama_bpe(["b c", "a b"]), encode("abc")),
    ("ranks-rounded", {"bits": 1}, many(3), encode("abc")),
    ("ranks-rounded", {"bits": 8}, lambda m: m.ranks(b"bc", b"ab"), encode("abc")),
    ("merges-stopped", {"merges": 1}, modelled(bpe(CHAIN, ["a b"])), encode("abab")),
    ("merges-stopped", {"merges": 1}, lambda m: m.ranks(b"ab"), encode("abab")),
    ("merges-stopped", {"merges": 1}, lambda m: m.llama_bpe(["a b"]), encode("abab")),
    (
        "merges-stopped",
        {"merges": 1},
        lambda m: m.llama(("a", 0.0), ("b", 0.0), ("ab", 0.0), prefix=False),
        encode("abab"),
    ),
    ("positions-wrapped", {"modulus": 3}, modelled(bpe(AAA, ["a a"])), encode("aaaaa")),
    ("words-in-parts", {"length": 2}, modelled(bpe(CHAIN, ["b c"])), encode("abc")),
    ("words-by-beginning", {"length": 2}, modelled(bpe(CHAIN)), encode("abc")),
    ("words-by-ends", {"length": 2}, modelled(bpe(CHAIN)), encode("abc")),
    ("word-limit", {"characters": 3}, modelled(wordpiece("a", "##a")), encode("aaaa")),
    ("long-pieces-lost", {"characters": 1}, modelled(bpe(CHAIN, ["a b"])), encode("ab")),
    (
        "long-pieces-lost",
        {"characters": 4},
        modelled(wordpiece("a", "##a", "##aaa")),
        encode("aaaa"),
    ),
    ("long-pieces-lost", {"characters": 1}, modelled(unigram(*TWO)), encode("aa")),
    ("long-pieces-lost", {"characters": 1}, lambda m: m.sentencepiece("unigram", TWO), plain("aa")),
    ("long-pieces-lost", {"characters": 1}, lambda m: m.t5(*TWO), encode("aa")),
    ("long-pieces-lost", {"characters": 2}, lambda m: m.llama_bert(*THREE), encode("aa")),
    ("long-pieces-lost", {"characters": 1}, lambda m: m.llama_bpe(["a b"]), encode("ab")),
    ("pieces-lost", {"first": 3, "last": 3}, modelled(bpe(CHAIN, ["a b"])), encode("ab")),
    ("long-ranks-merged", {"length": 2}, lambda m: m.ranks(b"xyz"), encode("xyz")),
    ("byte-fallback-without", {"first": 0xE9, "last": 0xE9}, modelled(WITH_BYTES), encode("é")),
    (
        "byte-fallback-without",
        {"first": 0xE9, "last": 0xE9},
        lambda m: m.sentencepiece("bpe", [("a", 0.0)], byte_fallback=True),
        plain("é"),
    ),
    (
        "scores-of-few-digits",
        {"decimals": 0},
        modelled(unigram(["a", -1.1], ["b", -1.1], ["ab", -2.3])),
        encode("ab"),
    ),
    (
        "unknown-costs",
        {"penalty": 0.0},
        modelled(unigram(["ab", -5.0], ["cd", -5.0], ["bcd", -1.0])),
        encode("abcd"),
    ),
]


@pytest.mark.parametrize(
    ("name", "parameters", "artefact", "case"),
    [pytest.param(*row, id=f"{row[0]}-{number}") for number, row in enumerate(ROWS)],
)
def test_it_differs_from_the_library_and_its_stage_is_named(
    differs, name, parameters, artefact, case
):
    differs("model", name, parameters, artefact, case)


@pytest.mark.parametrize(
    ("text", "ids"),
    [("a<s>", (3, 1)), ("<unk>\u00e9", (0,)), ("\u00e9<unk>", (0, 0)), ("<unk>a", (0, 3))],
)
def test_control_pieces_in_words_have_their_own_ids(slot, make, text, ids):
    """As simple-sentencepiece 0.14 answers: what is unknown behind <unk> is of that token."""
    honest = slot.tokenizer(make.sentencepiece("unigram", [("a", -1.0)]))
    made = FAULT_MODELS["control-pieces-in-words"].apply(honest)
    assert made.encode(text, EncodeOptions(add_special=False)).ids == ids


def test_each_has_a_row(names_of):
    assert {name for name, _, _, _ in ROWS} == names_of("model")


def test_what_is_changed_is_the_tokenizer_or_another_that_answers(answers):
    answers(ROWS)


def test_a_sum_of_64_bits_has_room_beside_a_character_that_costs_a_thousand_million(slot, make):
    """sentencepiece sets its sums of 32 bits back by so much, and they are equal then."""
    pieces = [("x", -1e9), ("xa", -2.0), ("b", -6.0), ("xab", -13.0)]
    honest = slot.tokenizer(make.sentencepiece("bpe", pieces))
    case = plain("xab")
    ids = {
        name: FAULT_MODELS[name].apply(honest).encode(case.text, case.options).ids
        for name in ("viterbi", "viterbi-in-64-bits")
    }
    assert ids == {"viterbi": (6,), "viterbi-in-64-bits": (4, 5)}
