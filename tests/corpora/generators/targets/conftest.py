"""A tokenizer small enough to see through: GPT-2's kind, with six merges and two added tokens."""

import pytest

from tokparity.corpora.generators.material import Material
from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.merging import pair_key
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.text.byte_level import BYTE_TO_CHAR
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

MERGES = (("a", "b"), ("b", "c"), ("c", "c"), ("ab", "c"), ("Ġ", "ab"), ("'", "s"))


def byte_level(merges: tuple[tuple[str, str], ...]) -> BPE:
    vocab = {char: byte for byte, char in BYTE_TO_CHAR.items()}
    for left, right in merges:
        vocab.setdefault(left + right, len(vocab))
    keys = [pair_key(vocab[left], vocab[right]) for left, right in merges]
    products = [vocab[left + right] for left, right in merges]
    return BPE(vocab, {key: rank for rank, key in enumerate(keys)}, products)


@pytest.fixture(scope="session")
def tokenizer() -> Tokenizer:
    added = (AddedToken(300, "<s>", special=True), AddedToken(301, "<s>x", lstrip=True))
    return Tokenizer(
        byte_level(MERGES),
        added_tokens=added,
        pre_tokenizer=ByteLevelPreTokenizer(add_prefix_space=False),
    )


@pytest.fixture(scope="session")
def material(tokenizer: Tokenizer) -> Material:
    return Material.of(tokenizer)


@pytest.fixture
def bare() -> Tokenizer:
    """The same without merges and added tokens."""
    return Tokenizer(byte_level(()), pre_tokenizer=ByteLevelPreTokenizer(add_prefix_space=False))
