import pytest

from tokparity.harness.reduction.documents.alternatives import alternatives, shorter


@pytest.mark.parametrize(
    ("pattern", "parts"),
    [
        pytest.param("a|b", ["a", "b"], id="two"),
        pytest.param(r"a\|b|c", [r"a\|b", "c"], id="escaped"),
        pytest.param(r"[a|\]|]|c", [r"[a|\]|]", "c"], id="in-a-class"),
        pytest.param("[^[a|b]|c]|d", ["[^[a|b]|c]", "d"], id="in-a-class-of-classes"),
        pytest.param("(a|(b|c))|d", ["(a|(b|c))", "d"], id="in-groups"),
        pytest.param("[(]|a", ["[(]", "a"], id="a-bracket-in-a-class"),
        pytest.param("", [""], id="empty"),
    ],
)
def test_alternatives(pattern, parts):
    assert alternatives(pattern) == parts


def test_shorter():
    assert list(shorter("a")) == []
    assert list(shorter("a|b")) == ["a", "b"]
    assert list(shorter("(a|b)")) == ["a|b"]
    assert list(shorter("(?:a|b)")) == ["a|b"]
    assert list(shorter("(?i:a|b)")) == [], "what the group says would be lost"
