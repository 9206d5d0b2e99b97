import pytest

BEHAVIORS = ["Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous"]


@pytest.mark.parametrize("behavior", [None, *BEHAVIORS])
def test_every_behavior(agree_on, agree_on_telling_texts, behavior):
    spec = {"type": "Punctuation"} | ({} if behavior is None else {"behavior": behavior})
    agree_on(spec, ["", "!", "a", "!?a", "a!?", "a!!b?c", "$+<=>^`|~", "€№"])
    agree_on_telling_texts(spec, 200)


def test_code_points(agree_on_code_points):
    agree_on_code_points({"type": "Punctuation"})
