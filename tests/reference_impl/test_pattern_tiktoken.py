"""Patterns of rank files, against tiktoken: each pre-token shows as one token of its own.

The vocabulary holds every substring of the texts, and a pre-token that is in the vocabulary
is never merged from parts (tiktoken 0.14 src/lib.rs, encode_ordinary).
"""

import random

import pytest
import tiktoken
from tiktoken_ext import openai_public

from reference_impl.errors import BadPattern
from reference_impl.pattern import compile_pattern
from reference_impl.unicode.ranges import LAST, SURROGATES

CONTRACTIONS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
PATTERNS = {
    "gpt2": openai_public.r50k_pat_str,
    "cl100k": (
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+"
        r"| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
    ),
    "llama3": (
        rf"{CONTRACTIONS}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|\p{{N}}{{1,3}}"
        r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    ),
    "o200k": (
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
        rf"{CONTRACTIONS}?|[^\r\n\p{{L}}\p{{N}}]?[\p{{Lu}}\p{{Lt}}\p{{Lm}}\p{{Lo}}\p{{M}}]+"
        rf"[\p{{Ll}}\p{{Lm}}\p{{Lo}}\p{{M}}]*{CONTRACTIONS}?|\p{{N}}{{1,3}}"
        r"| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    ),
    "contractions": "(?i:'ss|st|k|ß|[^a-k]x)|.|\n",
}


def pieces_there(pattern, texts):
    """Each text as tiktoken cuts it."""
    encoded = [text.encode() for text in texts]
    known = {bytes([byte]) for byte in range(256)}
    for text in encoded:
        ends = range(len(text) + 1)
        known |= {text[start:end] for start in ends for end in range(start + 1, len(text) + 1)}
    ranks = {piece: rank for rank, piece in enumerate(sorted(known, key=lambda p: (len(p), p)))}
    encoding = tiktoken.Encoding("probe", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    return [encoding.decode_tokens_bytes(encoding.encode_ordinary(text)) for text in texts]


def pieces_here(pattern, texts):
    spans = compile_pattern(pattern, "fancy-regex").spans
    return [[text[start:end].encode() for start, end in spans(text)] for text in texts]


def words(dice):
    pools = (
        "abcXYZ",
        "éßſKııÅǅ",
        "01239٣½",
        "     ",
        "\n\n\r\t",
        "'s'S'llst",
        ".,!/",
        "日語あ한",
        "\u0301",
    )
    return "".join(dice.choice(dice.choice(pools)) for _ in range(dice.randint(1, 12)))


@pytest.mark.parametrize("pattern", PATTERNS.values(), ids=PATTERNS)
def test_random_texts(pattern):
    dice = random.Random(f"tiktoken {pattern}")
    texts = [words(dice) for _ in range(600)]
    assert pieces_here(pattern, texts) == pieces_there(pattern, texts)


@pytest.mark.parametrize("name", ["gpt2", "o200k"])
def test_every_code_point_beside_a_letter_a_digit_and_a_space(name):
    points = [
        chr(p) for p in range(LAST + 1) if p not in SURROGATES and (p < 0x32000 or not p % 61)
    ]
    inside = ((0x3500, 0x9F00), (0xAD00, 0xD700), (0xE100, 0xF800))
    thinned = [c for c in points if ord(c) % 61 == 0 or not any(a < ord(c) < b for a, b in inside)]
    for at in range(0, len(thinned), 20_000):
        texts = [f"a{char}1 {char}" for char in thinned[at : at + 20_000]]
        here, there = pieces_here(PATTERNS[name], texts), pieces_there(PATTERNS[name], texts)
        differing = [
            text for text, one, other in zip(texts, here, there, strict=True) if one != other
        ]
        assert differing == []


@pytest.mark.parametrize("pattern", [r"\ba", r"(a)\1", "[a[b]]", r"\w+", "(?m:^a)", "a*", r"\R"])
def test_what_rank_files_do_not_use_is_refused(pattern):
    with pytest.raises(BadPattern, match="not translated"):
        compile_pattern(pattern, "fancy-regex")
