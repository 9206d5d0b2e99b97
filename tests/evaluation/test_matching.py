"""As many places as can be have a choice each."""

import pytest

from evaluation.matching import matched


@pytest.mark.parametrize(("choices", "places"), [
    pytest.param([[0, 1], [0]], {0: 1, 1: 0}, id="the-first-may-be-another"),
    pytest.param([[0], [0, 1]], {0: 0, 1: 1}, id="in-the-other-order"),
    pytest.param([[0, 1], [1, 2], [0], [1]], {0: 2, 1: 0, 2: 1}, id="all-but-one"),
    pytest.param([[], [1]], {1: 1}, id="of-none"),
])  # fmt: skip
def test_as_many_places_as_can_be_have_a_choice(choices, places):
    assert matched(choices) == places
