"""Drawing added tokens: of several families, so that they overlap and begin one another."""

from collections.abc import Sequence
from typing import Any

from tokparity.corpora.generators.pipelines.options import OPTIONS
from tokparity.corpora.generators.rng import Rng

FAMILIES = (
    ("<s>", "</s>", "<s>x", "<unk>", "<|end|>", "<|end", "|>", "<|endoftext|>"),
    ("[CLS]", "[SEP]", "[PAD]", "[MASK]", "[", "]", "[SE"),
    ("hello", "hell", "hello world", "Hello", "ello w", " world"),
    ("a", "an", "and", "the ", " the", "n a"),
    ("12", "123", ".", "...", "!", " ", "  ", "\n"),
    ("é", "e\u0301", "Ünal", "İ", "ΣΑΣ", "ﬁ", "\u00ad"),
    ("世界", "世", "한국", "\u1112\u1161\u11ab", "👍🏽", "👍", "▁", "▁the", "Ġthe", "_x"),
)
_FLAGS = OPTIONS["added_tokens", "added_token"]


def added_tokens(rng: Rng, vocab: dict[str, int]) -> list[dict[str, Any]]:
    """None to eight added tokens; those that are no pieces have ids of their own in the file.

    In a vocabulary with gaps the library gives them others, which may be those of pieces.
    """
    first_free = max(vocab.values(), default=-1) + 1
    contents: list[str] = []
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
        family = rng.choice(FAMILIES)
        contents += (content for content in family if rng.chance(0.45))
    if vocab and rng.chance(0.3):
        contents.append(rng.choice(list(vocab)))
    contents = [content for content in dict.fromkeys(contents) if content][:8]
    tokens = []
    for content in contents:
        if content in vocab:
            token_id = vocab[content]
        else:
            token_id, first_free = first_free, first_free + 1
        flags = {name: _flag(rng, name, values) for name, values in _FLAGS.items()}
        tokens.append({"id": token_id, "content": content, **flags})
    return tokens


def _flag(rng: Rng, name: str, values: Sequence[bool]) -> bool:
    return rng.choice(values) if name != "single_word" else rng.chance(0.3)
