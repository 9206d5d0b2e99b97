"""Tokens of a generated vocabulary, as each model writes them: short, and full of look-alikes.

Not here: scores, types and keys (`vocabulary`).
"""

from tokparity.corpora.generators.rng import Rng
from tokparity.reference_impl.text.byte_level import spell

ALPHABET = (
    *"aaabbcdAB12 .,'?!-\n\t_\u00e9\u00c9\u0301\u6f22\u5b57\uac00\U0001f642▁x",
    *("\u00a0", "\u3000", "\u200d", "ſ", "İ", "½", "'s", "ab", "the"),
)
NAMED = (
    *("<s>", "</s>", "<unk>", "<pad>", "<mask>", "[MASK]", "[PAD]", "[UNK]", "<|endoftext|>"),
    *("<|im_end|>", "<|end|>", "<|return|>", "<|call|>", "<|calls|>", "<|flush|>", "<|start|>"),
    *("<|message|>", "<eos>", "<|tool_response>", "<|plamo:eos|>", "<PRE>", "▁<PRE>", "<MID>"),
    *("<|fim_prefix|>", "<fim_prefix>", "<fim-prefix>", "<|prefix|>", "<PAD>", "<REPO>"),
    *("<|fim_repo|>", "<|repo_name|>", "<reponame>", "<unused1>", "<|unused_2|>", "<a><b>", "<a>"),
    *("a<a>", "> <", "  ", "\n\n", "aab", "ba b", " a", "<dna>", "</dna>", "<oov>"),
)
"""Names that llama.cpp goes by, and strings that overlap with them."""


def word(rng: Rng, longest: int = 4) -> str:
    """A few characters."""
    return "".join(rng.choice(ALPHABET) for _ in range(rng.between(1, longest)))


def named(rng: Rng) -> list[str]:
    """Some of the names; in every fourth vocabulary many."""
    count = rng.between(20, len(NAMED)) if rng.chance(0.25) else rng.below(8)
    return [rng.choice(NAMED) for _ in range(count)]


def of_sentencepiece(rng: Rng) -> list[bytes]:
    """Characters, words with "▁" for spaces, and their beginnings, so that merging gets there."""
    words = [word(rng, 6).replace(" ", "▁") for _ in range(rng.between(5, 60))]
    parts = {part for whole in words for part in _beginnings(rng, whole)}
    return [part.encode() for part in sorted(parts)]


def of_byte_level(rng: Rng) -> tuple[list[bytes], list[bytes]]:
    """Tokens in the byte-level alphabet, and merges between them, and some of anything."""
    words = [spell(word(rng, 5).encode()) for _ in range(rng.between(5, 60))]
    return _merged(rng, words, [spell(bytes([byte])) for byte in range(256) if rng.chance(0.97)])


def of_raw_text(rng: Rng) -> tuple[list[bytes], list[bytes]]:
    """As `of_byte_level`, of characters as they are."""
    words = [word(rng, 5).replace(" ", "▁") for _ in range(rng.between(5, 60))]
    return _merged(rng, words, sorted({char for char in ALPHABET if rng.chance(0.9)}))


def of_wordpiece(rng: Rng) -> list[bytes]:
    """The first piece of a word begins with "▁"."""
    words = [word(rng).strip().lower() or "a" for _ in range(rng.between(20, 80))]
    marked = [("▁" if rng.chance(0.5) else "") + token for token in words]
    singles = [mark + char for char in "abcdx12.,'é漢" for mark in ("", "▁") if rng.chance(0.8)]
    return [token.encode() for token in dict.fromkeys([*marked, *singles])]


def of_rwkv(rng: Rng) -> list[bytes]:
    """Tokens with escapes. Every byte that one begins with is one, or the search would not end."""
    words = [word(rng).encode() for _ in range(rng.between(5, 60))]
    words += [bytes([rng.below(256)]) for _ in range(rng.below(200))]
    words += [bytes([token[0]]) for token in words]
    return [_escaped(rng, token) for token in dict.fromkeys(words)]


def _escaped(rng: Rng, data: bytes) -> bytes:
    spelled = {9: rb"\t", 10: rb"\n", 13: rb"\r", 92: rb"\\"}
    parts = [
        rb"\x%02x" % byte if byte > 126 or rng.chance(0.1) else spelled.get(byte, bytes([byte]))
        for byte in data
    ]
    return b"".join(parts).replace(b"\0", rb"\x00")


def _beginnings(rng: Rng, text: str) -> list[str]:
    """A text and its beginnings, or its ends, but for some."""
    cuts = range(1, len(text) + 1)
    parts = [text[:cut] for cut in cuts] if rng.chance(0.5) else [text[-cut:] for cut in cuts]
    return [part for part in [*parts, *text] if rng.chance(0.9)]


def _merged(rng: Rng, words: list[str], singles: list[str]) -> tuple[list[bytes], list[bytes]]:
    tokens, merges = dict.fromkeys(singles), []
    for token in words:
        left = token[0]
        for char in token[1:]:
            merges.append(f"{left} {char}" if rng.chance(0.8) else f"{char} {left}")
            left += char
            if rng.chance(0.8):
                tokens[left] = None
    merges += [
        rng.choice(("", "x", " a b", "a  b", "Ġ a", "a\u0301 b")) for _ in range(rng.below(3))
    ]
    merges.sort(key=lambda _: rng.random())
    return [token.encode() for token in tokens], [token.encode() for token in merges]
