"""A variant of each family differs from the real library where it should, and is named.

As in test_every_variant.py, with the parameters of the family in each row.
"""

from itertools import pairwise

import pytest
from small_artefacts import (
    AROUND,
    BERT,
    FIRST,
    LETTERS,
    LIMIT,
    LLAMA3,
    WITH_BYTES,
    Maker,
    X,
    bpe,
    characters,
    decode,
    decoding,
    encode,
    form,
    metaspace,
    modelled,
    normalizing,
    plain,
    split,
    splitting,
    token,
    unigram,
    wordpiece,
    words,
)

from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.compare.sides import ReferenceSide, observe
from tokparity.harness.compare.verdict import Agreement, compare
from tokparity.harness.fault_models import FAMILIES, VARIANTS
from tokparity.harness.fault_models.variant import BadParameters
from tokparity.harness.naming.two_traces import name_variant
from tokparity.reference_impl.contract import STAGES, EncodeCase, FullCase
from tokparity.reports.records.engine import FaultyReference

CHAIN = ("a", "b", "c", "ab", "bc")
AAA = ("a", "aa")
TWO = (("a", -1.0), ("aa", -1.0))
THREE = (("▁a", 0.0), ("▁aa", 0.0), ("a", 0.0))


@pytest.fixture
def make(tmp_path, every_stage, model):
    return Maker(tmp_path, every_stage, model.read_bytes())


def found(m):
    return m.json(words("a"), added_tokens=X)


def stripping(m):
    return m.json(words("a"), added_tokens=[token(90, "<x>", rstrip=True)])


def many(count):
    """So many merges of letters nobody uses, and in the end two of "ab" and "bc"."""
    letters = [chr(0x4E00 + at) for at in range(count + 1)]
    pairs = [f"{left} {right}" for left, right in pairwise(letters)]
    made = [pair.replace(" ", "") for pair in pairs]
    merges = [*pairs, "b c", "a b"]
    return lambda m: m.json(bpe([*CHAIN, *letters, *made], merges))


ROWS = [
    # added_tokens
    ("added-tokens-within", {"characters": 4}, found, encode("ab<x>")),
    ("added-tokens-at-most", {"tokens": 1}, found, encode("<x><x>")),
    ("added-tokens-not-beside", {"first": 0x301, "last": 0x301}, found, encode("<x>\u0301")),
    ("added-tokens-not-beside", {"first": 0x301, "last": 0x301}, found, encode("\u0301<x>")),
    ("added-token-lost", {"content": "<x>"}, found, encode("a<x>")),
    ("added-tokens-also-as", {"char": "x", "other": "y"}, found, encode("a<y>")),
    ("strips-at-most", {"characters": 2}, stripping, encode("<x>   a")),
    ("strips-all-but", {"chars": "\v"}, stripping, encode("<x> \va")),
    # normalizer
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
    (
        "characters-spared",
        {"first": 0xE9, "last": 0xE9},
        normalizing(BERT, "eé"),
        encode("é"),
    ),
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
    (
        "dummy-prefix-spared-before",
        {"chars": "h"},
        lambda m: m.small_model(),
        plain("h"),
    ),
    # pre_tokenizer
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
    # model
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
    (
        "long-pieces-lost",
        {"characters": 1},
        modelled(unigram(*TWO)),
        encode("aa"),
    ),
    (
        "long-pieces-lost",
        {"characters": 1},
        lambda m: m.sentencepiece("unigram", TWO),
        plain("aa"),
    ),
    (
        "long-pieces-lost",
        {"characters": 1},
        lambda m: m.t5(*TWO),
        encode("aa"),
    ),
    (
        "long-pieces-lost",
        {"characters": 2},
        lambda m: m.llama_bert(*THREE),
        encode("aa"),
    ),
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
    # post_processor
    (
        "last-special-lost-over",
        {"tokens": 3},
        lambda m: m.json(LETTERS, post_processor=AROUND),
        encode("abc", True),
    ),
    ("limit-moved", {"by": 1}, lambda m: m.json(LETTERS, truncation=LIMIT), encode("abc")),
    # decoder
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
def test_a_variant_of_a_family_differs_from_the_library_and_its_stage_is_named(
    slot, make, name, parameters, artefact, case
):
    made = artefact(make)
    honest = slot.tokenizer(made)
    right = slot.side(fidelity_cell(made, "m").right)
    if not isinstance(case, EncodeCase | FullCase):
        case = case(honest)
    variant = FAMILIES[name].of(parameters)
    left = ReferenceSide(variant.apply(honest), FaultyReference(variant.name))
    (theirs,) = observe(right, [case])
    (ours,) = observe(ReferenceSide(honest), [case])
    (wrong,) = observe(left, [case])
    assert isinstance(compare(ours, theirs, strict=True), Agreement), (ours, theirs)
    assert not isinstance(compare(wrong, theirs, strict=True), Agreement), "shows nothing"
    assert name_variant(case, left, right, honest).stage == variant.stage


def test_what_a_variant_of_a_family_gives_is_the_tokenizer_or_another_one_that_answers(make, slot):
    variants = {name: FAMILIES[name].of(parameters) for name, parameters, _, _ in ROWS}
    for _, _, artefact, case in ROWS[::4]:
        honest = slot.tokenizer(artefact(make))
        asked = case if isinstance(case, EncodeCase | FullCase) else case(honest)
        for variant in variants.values():
            changed = variant.apply(honest)
            if changed is not honest:
                assert changed != honest, variant.name
                assert len(observe(ReferenceSide(changed), [asked])) == 1


def test_every_family_has_a_row():
    assert {name for name, _, _, _ in ROWS} == {*FAMILIES}


def test_families_have_names_of_their_own_and_a_stage():
    assert all(name == family.name for name, family in FAMILIES.items())
    assert all(family.stage in STAGES for family in FAMILIES.values())
    assert not FAMILIES.keys() & VARIANTS.keys()


def test_a_family_says_which_parameter_is_wrong():
    with pytest.raises(BadParameters, match="parameter rank: is missing"):
        FAMILIES["merges-swapped"].of({})
