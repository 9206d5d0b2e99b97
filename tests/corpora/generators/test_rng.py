import random

import pytest

from tokparity.corpora.generators.rng import Rng


def test_streams_of_different_parts_differ() -> None:
    parts = [(), (1,), ("1",), (1, 2), (12,), ("ab", "c"), ("a", "bc"), ("1:1,1",), ("é",)]
    firsts = {Rng(*part).random() for part in parts}
    assert len(firsts) == len(parts) - 1  # 1 and "1" are the same part


def test_the_bounds() -> None:
    rng = Rng("bounds")
    assert {rng.below(3) for _ in range(200)} == {0, 1, 2}
    assert {rng.between(-1, 1) for _ in range(200)} == {-1, 0, 1}
    assert {rng.choice("xyz") for _ in range(200)} == set("xyz")
    assert max(rng.between(0, 2**31 - 1) for _ in range(500)) > 2**30


def test_a_chance_is_about_what_it_says() -> None:
    rng = Rng("chance")
    assert sum(rng.chance(0.25) for _ in range(10_000)) == pytest.approx(2500, rel=0.1)


def test_no_choice_is_an_error() -> None:
    with pytest.raises(IndexError):
        Rng(0).choice([])


def test_only_the_promised_method_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError

    for name in ("getrandbits", "randrange", "choice", "shuffle", "sample", "uniform"):
        monkeypatch.setattr(random.Random, name, refuse)
    rng = Rng(1)
    assert (rng.below(9), rng.between(1, 1), rng.choice("a"), rng.chance(1)) == (
        rng.__class__(1).below(9),
        1,
        "a",
        True,
    )
