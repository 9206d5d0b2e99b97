"""Patterns of llama.cpp beside those of tokenizer.json, put to both libraries."""

import random

import pytest
from small_artefacts import bpe, byte_level, encode, split

from tokparity.harness.explanations.changes import CHANGES
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.formats.gguf.pre import PRE_NAMES
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.byte_level import BYTE_TO_CHAR
from tokparity.reports.records.explanation import Explanation

BYTES = [*BYTE_TO_CHAR.values()]
NUMBERS = r"\p{N}{1,3}|\p{L}+|[^\p{N}\p{L}]+"
CONTRACTIONS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
TAIL = r"\s*[\r\n]+|\s+(?!\S)|\s+"
O200K = (
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
    rf"{CONTRACTIONS}?|"
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"
    rf"{CONTRACTIONS}?|\p{{N}}{{1,3}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n/]*|{TAIL}"
)
QWEN = (
    rf"{CONTRACTIONS}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|\p{{N}}"
    rf"| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*|{TAIL}"
)
PATTERNS = {
    "gpt-4o": O200K,
    "granite-embed-multi-97m": O200K,
    "tekken": O200K.replace(r"\p{N}{1,3}", r"\p{N}").replace(f"{CONTRACTIONS}?", ""),
    "qwen2": QWEN,
    "llama-bpe": QWEN.replace(r"|\p{N}|", r"|\p{N}{1,3}|"),
    "qwen35": QWEN.replace(r"\p{L}+", r"[\p{L}\p{M}]+").replace(r"^\s\p{L}", r"^\s\p{L}\p{M}"),
}
CHARACTERS = (
    *map(chr, range(0x20, 0x7F)),
    *"\n\r\t\x85\xa0\u3000\u0301\u093f\u0903\u20dd\u200b\u00c9\u00e9\u00df\u017f\u212a",
    *"\u043a\u041a\u01c5\u02b0\u00aa\u00b5\u4e2d\u3042\u1112\ud55c\uff11\u00bd\u2167\u20ac\u2192",
    *"\u1c89\ua7da\u1b4f\U00010d40\U00011380\U000113cc\U00013950\U00016100\U0001e5f1",
)


def sequence(pattern):
    """A pattern, and bytes spelled."""
    parts = [split(pattern), {**byte_level(), "use_regex": False}]
    return {"type": "Sequence", "pretokenizers": parts}


def change(tokenizer, *names):
    for name in names:
        tokenizer = CHANGES[name](tokenizer, Explanation("e", "pre_tokenizer", name, "*"))
    return tokenizer


def words(tokenizer, text):
    return [word.text for word in tokenizer.pre_tokenizer.pre_tokenize([Aligned.of(text)])]


def test_letters_and_numbers_of_llama_cpp(maker, explain):
    """U+1CCF0 is a digit since Unicode 16, and llama.cpp b11549 has Unicode 15."""
    left = maker.llama_bpe(["° 1", "°1 2"], pre="llama-bpe")
    right = maker.json(bpe([*BYTES, "°1", "°12"], ["° 1", "°1 2"]), pre_tokenizer=sequence(NUMBERS))
    case = encode("\U0001ccf012")
    found = explain(left, right, [case], ("unicode-of-llama-cpp", False, {}))
    assert found == [("unicode-of-llama-cpp",)]


def test_punctuation_of_llama_cpp(maker, explain):
    """U+1B4F is punctuation since Unicode 16."""
    pair = "Ġ Ġ"
    cuts = [
        "[\r\n]",
        r"\s?\p{L}+",
        r"\s?\p{P}+",
        "[\u4e00-\u9fa5\u0800-\u4e00\uac00-\ud7ff]+",
        r"\p{N}",
    ]
    left = maker.llama_bpe([pair], pre="deepseek-coder")
    parts = [*map(split, cuts), {**byte_level(), "use_regex": False}]
    right = maker.json(
        bpe([*BYTES, pair.replace(" ", "")], [pair]),
        pre_tokenizer={"type": "Sequence", "pretokenizers": parts},
    )
    case = encode("  \u1b4f")
    found = explain(left, right, [case], ("unicode-of-llama-cpp", False, {}))
    assert found == [("unicode-of-llama-cpp",)]


def test_capitals_beyond_ascii(maker, explain):
    """Beside the ways of other patterns nothing changes."""
    merges = ["Ã ģ", "Ãģ S"]
    left = maker.llama_bpe(merges, pre="gpt-4o")
    right = maker.json(bpe([*BYTES, "Ãģ", "ÃģS"], merges), pre_tokenizer=sequence(O200K))
    cases = [encode("\u00c1S"), encode("a \u00c1S")]
    known = ("llama-knows-cases", True, {})
    assert explain(left, right, cases, known) == [("llama-knows-cases",)] * 2
    assert explain(left, right, cases, ("unicode-of-llama-cpp", False, {})) == [()] * 2
    other = load(maker.llama_bpe(merges, pre="qwen2"))
    assert change(other, "llama-knows-cases") is other


def test_contractions_with_a_long_s(maker, explain):
    first, second = (BYTE_TO_CHAR[byte] for byte in "\u017f".encode())
    merges = [f"{first} {second}", f"{first + second} a"]
    left = maker.llama_bpe(merges, pre="qwen2")
    pieces = [*BYTES, first + second, f"{first + second}a"]
    right = maker.json(bpe(pieces, merges), pre_tokenizer=sequence(QWEN))
    case = encode("'\u017fa")
    found = explain(left, right, [case], ("contractions-of-ascii", False, {}))
    assert found == [("contractions-of-ascii",)]
    other = load(maker.json(bpe(pieces, merges), pre_tokenizer=sequence(NUMBERS)))
    assert change(other, "contractions-of-ascii") is other


@pytest.mark.parametrize("pre", PATTERNS)
def test_what_is_known_of_a_pattern_accounts_for_all_texts(maker, pre):
    """Characters of every class, newer ones too: with all changes both patterns cut alike."""
    right = load(maker.json(bpe(BYTES), pre_tokenizer=sequence(PATTERNS[pre])))
    left = load(maker.llama_bpe(["a b"], pre=pre))
    assert left.pre_tokenizer == PRE_NAMES[pre].pre_tokenizer()
    here, there = (
        change(left, "llama-knows-cases"),
        change(right, "contractions-of-ascii", "unicode-of-llama-cpp"),
    )
    rng, parted = random.Random(pre), 0
    for _ in range(1_500):
        text = "".join(rng.choices(CHARACTERS, k=rng.randint(1, 10)))
        assert words(here, text) == words(there, text), text
        parted += words(left, text) != words(right, text)
    assert parted > 100
