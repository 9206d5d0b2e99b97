import json

import pytest

from tokparity.reference_impl.contract import (
    Bytes,
    Encoding,
    FullEncoding,
    Observation,
    Refusal,
    StageOutput,
    Streamed,
    Text,
)
from tokparity.reference_impl.observations import observation_from_json, observation_to_json

ONE = FullEncoding((5,), ((0, 2),), ("a",), (1,), (None,), (1,), (1,))
FULL = FullEncoding((5, 6), ((0, 1), (1, 3)), ("a", "b"), (0, 1), (0, None), (0, 1), (1, 0), (ONE,))


@pytest.mark.parametrize(
    "observation",
    [
        FULL,
        StageOutput((("a", 0, 1), (7, None))),
        StageOutput(()),
        Streamed(("é", "", None)),
        Encoding((1, 2), ((0, 1), (1, 3))),
        Encoding((), ()),
        Encoding((5,), None),
        Text("é\ufffd"),
        Bytes(b"\xff\x00"),
        Refusal("timeout", "2 s"),
    ],
)
def test_what_is_written_is_read(observation: Observation) -> None:
    assert (
        observation_from_json(json.loads(json.dumps(observation_to_json(observation))))
        == observation
    )


@pytest.mark.parametrize("data", [{}, {"ids": [1]}, {"refusal": "error"}])
def test_an_incomplete_one_is_an_error(data: dict[str, object]) -> None:
    with pytest.raises(KeyError):
        observation_from_json(data)


@pytest.mark.parametrize(
    "data",
    [
        {"ids": ["a"], "offsets": None},
        {"ids": [1], "offsets": [["0", 1]]},
        {"text": 5},
        {"refusal": "tired", "detail": "x"},
        {"refusal": "error", "detail": None},
        {"bytes": "xy"},
    ],
)
def test_one_of_other_types_is_an_error(data: dict[str, object]) -> None:
    with pytest.raises((TypeError, ValueError)):
        observation_from_json(data)


@pytest.mark.parametrize(
    "changes",
    [
        {"ids": [5.0, 6]},
        {"ids": [True, 6]},
        {"tokens": ["a", None]},
        {"words": ["0", None]},
        {"offsets": [[0], [1, 2]]},
        {"offsets": [[0, 1.5], [1, 2]]},
        {"type_ids": [0]},
        {"overflowing": [{}]},
        {"overflowing": 3},
    ],
)
def test_a_full_encoding_of_anything_else_is_an_error(changes: dict[str, object]) -> None:
    data = observation_to_json(FULL)
    data["full"] |= changes
    with pytest.raises((KeyError, TypeError, ValueError)):
        observation_from_json(data)


@pytest.mark.parametrize("rows", [3, [3], [[1.5]], [[True]], [[["a"]]]])
def test_rows_of_anything_else_are_an_error(rows: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        observation_from_json({"rows": rows})


@pytest.mark.parametrize("parts", [[1], [["a"]], 3])
def test_parts_of_a_stream_are_texts_or_null(parts: object) -> None:
    with pytest.raises(TypeError):
        observation_from_json({"parts": parts})
