"""Steered shards: what they depend on, and what they find that random texts miss."""

from dataclasses import replace

import pytest

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.shards import encode_texts
from tokparity.corpora.generators.targeting import (
    LONG_RUN_EVERY,
    interleaved,
    steered_ids,
    steered_texts,
    targets_held,
)
from tokparity.corpora.generators.targets.plan import Targets
from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.merging import pair_key
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.text.byte_level import BYTE_TO_CHAR
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

SHA = "ab" * 32
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def made() -> Tokenizer:
    """Every two letters are a merge, and two hundred tokens are added."""
    vocab = {char: byte for byte, char in BYTE_TO_CHAR.items()}
    pairs = [(left, right) for left in LETTERS for right in LETTERS]
    for left, right in pairs:
        vocab[left + right] = len(vocab)
    keys = [pair_key(vocab[left], vocab[right]) for left, right in pairs]
    model = BPE(vocab, {key: at for at, key in enumerate(keys)}, [*range(256, len(vocab))])
    added = tuple(AddedToken(2000 + at, f"<|{at}|>") for at in range(200))
    return Tokenizer(model, added, pre_tokenizer=ByteLevelPreTokenizer(add_prefix_space=False))


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return made()


@pytest.fixture(scope="module")
def targets(tokenizer: Tokenizer) -> Targets:
    return Targets.of(tokenizer, Material.of(tokenizer))


def test_a_shard_is_the_same_every_time(targets: Targets) -> None:
    again = Targets.of(made(), Material.of(made()))
    assert steered_texts(1, SHA, "a~b", 3, 300, targets) == steered_texts(
        1, SHA, "a~b", 3, 300, again
    )


def test_the_targets_of_a_shard_are_counted(targets: Targets) -> None:
    of_two = sum(targets_held(1, SHA, "a~b", shard, 200, targets) for shard in (0, 1))
    assert of_two == targets_held(1, SHA, "a~b", 0, 400, targets)
    short = targets.of_length(40)
    assert 400 < targets_held(1, SHA, "a~b", 0, 400, short) < of_two


@pytest.mark.parametrize(
    "other",
    [(2, SHA, "a~b", 3), (1, "cd" * 32, "a~b", 3), (1, SHA, "a~c", 3), (1, SHA, "a~b", 4)],
    ids=["seed", "sha256", "pair", "shard"],
)
def test_a_shard_depends_on(other: tuple[int, str, str, int], targets: Targets) -> None:
    assert steered_texts(1, SHA, "a~b", 3, 50, targets) != steered_texts(*other, 50, targets)


def test_ids_are_the_same_every_time_and_every_one_is_met(targets: Targets) -> None:
    found = steered_ids(1, SHA, "a~b", 0, 1000, targets)
    assert found == steered_ids(1, SHA, "a~b", 0, 1000, targets)
    assert found != steered_ids(1, SHA, "a~b", 1, 1000, targets)
    assert {one for _, row in found for one in row} >= set(targets.material.ids)
    assert {"ids", "special ids", "byte ids", "gaps"} <= {name for name, _ in found}


def test_texts_are_sound_short_and_varied(targets: Targets) -> None:
    found = [text for _, text in steered_texts(0, SHA, "a~b", 0, 3000, targets)]
    "".join(found).encode()
    assert len(set(found)) > 2800
    assert sum(map(len, found)) / len(found) < 800


def test_one_rank_and_one_flag_are_found_that_random_texts_miss(
    tokenizer: Tokenizer, targets: Targets
) -> None:
    model = tokenizer.model
    assert isinstance(model, BPE)
    first, second = (pair_key(model.vocab[one[0]], model.vocab[one[1]]) for one in ("xq", "yz"))
    ranks, products = dict(model.merges), list(model.products)
    low, high = ranks[first], ranks[second]
    ranks[first], ranks[second] = high, low
    products[low], products[high] = products[high], products[low]
    rank = replace(tokenizer, model=replace(model, merges=ranks, products=products))
    changed = tuple(replace(one, rstrip=one.id == 2123) for one in tokenizer.added_tokens)
    flag = replace(tokenizer, added_tokens=changed)
    steered = [text for _, text in steered_texts(5, SHA, "a~b", 0, 600, targets)]
    random = [text for _, text in encode_texts(5, SHA, "a~b", 0, 600, targets.material)]
    for wrong in (rank, flag):
        assert differs(tokenizer, wrong, steered)
        assert not differs(tokenizer, wrong, random)


def differs(left: Tokenizer, right: Tokenizer, texts: list[str]) -> bool:
    return left.encode_batch(texts).ids != right.encode_batch(texts).ids


def test_long_runs_come_late_and_seldom(targets: Targets) -> None:
    before = [name for name, _ in steered_texts(1, SHA, "a~b", 0, 4000, targets)]
    assert "long runs" not in before
    [(name, text)] = steered_texts(1, SHA, "a~b", LONG_RUN_EVERY * 8 - 1, 1, targets)
    assert (name, len(text)) in {("long runs", 100_000 + size) for size in (0, 5, 6, 7)}
    numbers = range(LONG_RUN_EVERY - 1, LONG_RUN_EVERY * 14, LONG_RUN_EVERY)
    ends = [steered_texts(1, SHA, "a~b", at, 1, targets)[0][1][-2:] == "|>" for at in numbers]
    assert set(ends) == {True, False}, "an added token far behind"


def test_interleaving_leaves_nothing_out() -> None:
    assert interleaved([1, 2, 3], [10]) == [1, 10, 2, 3]
    assert interleaved([], [1, 2]) == [1, 2]
