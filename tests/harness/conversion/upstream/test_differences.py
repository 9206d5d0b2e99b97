import pytest

from tokparity.harness.conversion.upstream.differences import differences
from tokparity.harness.conversion.upstream.written import Written

THERE = Written(
    "gpt2",
    "qwen2",
    ("a", "b", "c", "d"),
    (1, 1, 3, 4),
    (0.0, -1.0, -2.0, -3.0),
    {"bos_token_id": 2},
    {"add_bos_token": True},
)
CHANGES = {
    "pre": ({"pre": "gpt-2"}, "pre: 'gpt-2' here, 'qwen2' there"),
    "no pre": ({"pre": None}, "pre: 'none' here, 'qwen2' there"),
    "model": ({"model": "llama"}, "model: 'llama' here, 'gpt2' there"),
    "token": ({"tokens": ("a", "x", "c", "d")}, "tokens: 1 id: 1 is 'x' here, 'b' there"),
    "type": (
        {"types": (1, 1, 4, 4)},
        "types: USER_DEFINED here, CONTROL there: 1 id: 2 'c'",
    ),
    "score": ({"scores": (0.0, -1.0, -2.5, -3.0)}, "scores: 1 id: 2 is -2.5 here, -2 there"),
    "id": ({"ids": {"bos_token_id": 9}}, "bos_token_id: 9 here, 2 'c' there"),
    "no id": ({"ids": {}}, "bos_token_id: none here, 2 'c' there"),
    "flag": ({"flags": {}}, "add_bos_token: not said here, true there"),
}


def changed(**fields):
    return Written(
        **{name: fields.get(name, getattr(THERE, name)) for name in THERE.__dataclass_fields__}
    )


def test_alike():
    assert differences(THERE, THERE) == []


@pytest.mark.parametrize("kind", CHANGES)
def test_one_line_a_difference(kind):
    fields, line = CHANGES[kind]
    assert differences(changed(**fields), THERE) == [line]


def test_other_numbers_of_tokens():
    fewer = changed(tokens=THERE.tokens[:3], types=THERE.types[:3], scores=THERE.scores[:3])
    assert differences(fewer, THERE) == ["tokens: 3 here, 4 there"]


def test_many_are_counted():
    other = changed(tokens=("w", "x", "y", "z"))
    assert differences(other, THERE)[0].startswith("tokens: 4 ids: 0 is 'w' here")
    assert differences(other, THERE)[0].endswith(" and 1 more")
