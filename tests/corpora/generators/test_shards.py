"""Shards: what they depend on, and that every generator makes sound, varied texts."""

import hashlib
import os
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from functools import cache

import pytest

from corpora.generators.material import Material
from corpora.generators.rng import Rng
from corpora.generators.shards import MIX, encode_texts

SHA = "ab" * 32


@dataclass(frozen=True)
class FakeToken:
    id: int
    content: str


@dataclass(frozen=True)
class FakeVocabulary:
    """Bytes, two words and two added tokens; ids 300 to 309 are a gap."""

    added_tokens: tuple[FakeToken, ...] = (FakeToken(310, "<|im_start|>"), FakeToken(311, "<s>"))
    words: dict[int, bytes] = field(default_factory=lambda: {256: b" hello", 257: b"\xe4\xb8"})

    def pieces(self) -> dict[int, str]:
        words = {at: word.decode("latin-1") for at, word in self.words.items()}
        added = {token.id: token.content for token in self.added_tokens}
        return {byte: chr(byte) for byte in range(256)} | words | added

    def surface(self, token_id: int) -> bytes:
        if token_id < 256:
            return bytes([token_id])
        return self.words.get(token_id) or self.pieces()[token_id].encode()


@cache
def material() -> Material:
    return Material.of(FakeVocabulary())


def test_a_shard_is_the_same_every_time() -> None:
    assert encode_texts(1, SHA, "a~b", 3, 200, material()) == encode_texts(
        1, SHA, "a~b", 3, 200, material()
    )


@pytest.mark.parametrize(
    "other",
    [(2, SHA, "a~b", 3), (1, "cd" * 32, "a~b", 3), (1, SHA, "a~c", 3), (1, SHA, "a~b", 4)],
    ids=["seed", "sha256", "pair", "shard"],
)
def test_a_shard_depends_on(other: tuple[int, str, str, int]) -> None:
    assert encode_texts(1, SHA, "a~b", 3, 50, material()) != encode_texts(*other, 50, material())


def digest() -> str:
    texts = encode_texts(9, SHA, "a~b", 0, 500, material())
    return hashlib.sha256(repr(texts).encode("unicode_escape")).hexdigest()


def test_a_shard_does_not_depend_on_the_hash_seed() -> None:
    script = (
        "import hashlib, importlib.util, sys\n"
        "spec = importlib.util.spec_from_file_location('shards_test', sys.argv[1])\n"
        "module = importlib.util.module_from_spec(spec)\n"
        "sys.modules['shards_test'] = module\n"
        "spec.loader.exec_module(module)\n"
        "print(module.digest())\n"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", script, __file__],
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for hash_seed in ("1", "2")
    }
    assert answers == {digest()}


@pytest.mark.parametrize("generator", [g for g, _ in MIX], ids=lambda g: g.name)
def test_generator_texts_are_sound_and_varied(generator) -> None:  # type: ignore[no-untyped-def] # pytest parameter
    made = generator.bulk(Rng(5, generator.name), material(), 1000)
    again = [
        generator.make(rng, material()) for rng in [Rng(5, generator.name)] for _ in range(1000)
    ]
    assert made == again
    assert all(len(text) <= 2001 for text in made)
    "".join(made).encode("utf-8")  # raises where there is a lone surrogate
    assert len(set(made)) >= 600


def test_mix_has_every_generator_in_proportion() -> None:
    found = Counter(name for name, _ in encode_texts(0, SHA, "a~b", 0, 12_000, material()))
    total = sum(weight for _, weight in MIX)
    assert set(found) == {generator.name for generator, _ in MIX}
    for generator, weight in MIX:
        assert found[generator.name] == pytest.approx(12_000 * weight / total, rel=0.3)


def test_names_are_distinct_and_there_are_enough() -> None:
    names = {generator.name for generator, _ in MIX}
    assert len(names) == len(MIX) >= 8
