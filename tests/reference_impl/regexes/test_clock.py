"""The clock of our own matchers."""

import pytest

from tokparity.reference_impl.errors import RegexLimit
from tokparity.reference_impl.regexes.clock import Clock


def test_it_ends_after_its_time():
    clock = Clock(0.0)
    assert clock.left() == 0.0
    for _ in range(1023):
        clock.tick()
    with pytest.raises(RegexLimit, match=r"more than 0\.0 s"):
        clock.tick()


def test_it_does_not_before():
    clock = Clock(60.0)
    for _ in range(2000):
        clock.tick()
    assert clock.left() > 0
