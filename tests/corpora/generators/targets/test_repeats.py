"""Targets that repeat one thing."""

from dataclasses import replace

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.targets import repeats


def test_runs_around_the_length_of_a_piece(material: Material) -> None:
    kind = repeats.repeats(replace(material, surfaces=("----", "ab", "abab", "xyxy")))
    found = {kind.target(at) for at in range(kind.size)}
    assert found == {
        *("---", "----", "-----", "-------", "--------", "---------"),
        *("ababab", "ababababab", "ababababababab"),
    }


def test_runs_are_of_every_length_to_twenty() -> None:
    kind = repeats.runs()
    found = {kind.target(at) for at in range(kind.size)}
    assert {" " * length for length in range(1, 21)} <= found
    assert {"a" * 127, "a" * 128, "a" * 129} <= found
