"""Shards: what they depend on, and that every generator makes sound, varied texts."""

import os
import re
import subprocess
import sys
from collections import Counter
from importlib.resources import files

import pytest

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng
from tokparity.corpora.generators.shards import MIX, encode_texts

SHA = "ab" * 32


def test_a_shard_is_the_same_every_time(material: Material) -> None:
    assert encode_texts(1, SHA, "a~b", 3, 200, material) == encode_texts(
        1, SHA, "a~b", 3, 200, material
    )


@pytest.mark.parametrize(
    "other",
    [(2, SHA, "a~b", 3), (1, "cd" * 32, "a~b", 3), (1, SHA, "a~c", 3), (1, SHA, "a~b", 4)],
    ids=["seed", "sha256", "pair", "shard"],
)
def test_a_shard_depends_on(other: tuple[int, str, str, int], material: Material) -> None:
    assert encode_texts(1, SHA, "a~b", 3, 50, material) != encode_texts(*other, 50, material)


def test_a_shard_does_not_depend_on_the_hash_seed(material: Material) -> None:
    script = (
        "import hashlib; from tokparity.corpora.generators.material import Material\n"
        "from tokparity.corpora.generators.shards import encode_texts\n"
        "from tokparity.corpora.texts.corpus import texts\n"
        "from tokparity.corpora.generators.material import corpus_words\n"
        "m = Material((0,), (), ('a', 'b c'), (), ('<s>', '<x>'), (), ('p',), corpus_words(),"
        " tuple(t.text for t in texts()))\n"
        f"found = encode_texts(9, {SHA!r}, 'a~b', 0, 500, m)\n"
        "print(hashlib.sha256(repr(found).encode('unicode_escape')).hexdigest())\n"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", script],
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2", "3")
    }
    assert len(answers) == 1


def test_nothing_here_depends_on_the_tables_of_the_running_python() -> None:
    """unicodedata, hash() and case mappings differ between versions or runs."""
    folder = files("tokparity.corpora.generators")
    forbidden = re.compile(
        r"unicodedata|import random|\bhash\(|\.(isalpha|isdigit|casefold|lower)\("
    )
    for module in folder.iterdir():
        if module.name.endswith(".py") and module.name != "rng.py":
            code = module.read_text("utf-8")
            assert not forbidden.search(code), module.name
            for line in code.split("\n"):
                if ".swapcase(" in line or ".upper(" in line:
                    assert ".isascii()" in line, f"{module.name}: {line}"


@pytest.mark.parametrize("generator", [g for g, _ in MIX], ids=lambda g: g.name)
def test_generator_texts_are_sound_and_varied(generator, material: Material) -> None:  # type: ignore[no-untyped-def] # pytest parameter
    made = generator.bulk(Rng(5, generator.name), material, 1000)
    again = [generator.make(rng, material) for rng in [Rng(5, generator.name)] for _ in range(1000)]
    assert made == again
    assert all(len(text) <= 2001 for text in made)
    "".join(made).encode("utf-8")  # raises where there is a lone surrogate
    assert len(set(made)) >= 600


def test_mix_has_every_generator_in_proportion(material: Material) -> None:
    found = Counter(name for name, _ in encode_texts(0, SHA, "a~b", 0, 12_000, material))
    total = sum(weight for _, weight in MIX)
    assert set(found) == {generator.name for generator, _ in MIX}
    for generator, weight in MIX:
        assert found[generator.name] == pytest.approx(12_000 * weight / total, rel=0.3)


def test_names_are_distinct_and_there_are_enough() -> None:
    names = {generator.name for generator, _ in MIX}
    assert len(names) == len(MIX) >= 8
