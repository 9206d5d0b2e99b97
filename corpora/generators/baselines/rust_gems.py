"""A mix of the vocabulary, after the tests of github/rust-gems `bpe`: random tokens in a row.

There a long string is made of random tokens that are UTF-8, and windows of 100 bytes are cut out
of it at any character (crates/bpe, `create_test_string`, `select_test_string`).
"""

from tokparity.corpora.generators.baselines.arm import Arm, numbered
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng

WINDOW = 100


def make(seed: int, material: Material, number: int) -> str:
    """A window of about 100 bytes: the first token is cut at any of its characters."""
    rng = Rng("rust-gems", seed, number)
    surfaces = material.surfaces or material.words
    first = rng.choice(surfaces)
    text = first[rng.below(len(first)) :]
    size = len(text.encode())
    parts = [text]
    while size < WINDOW:
        parts.append(rng.choice(surfaces))
        size += len(parts[-1].encode())
    # A character across the border is left out.
    return "".join(parts).encode()[:WINDOW].decode("utf-8", "ignore")


RUST_GEMS = Arm(
    "rust-gems",
    f"random tokens of the vocabulary joined, in windows of {WINDOW} bytes",
    numbered(make),
)
