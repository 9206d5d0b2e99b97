import json

import pytest

from reference_impl.contract import Bytes, Encoding, Observation, Refusal, Text
from reference_impl.observations import observation_from_json, observation_to_json


@pytest.mark.parametrize(
    "observation",
    [
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
