from collections import Counter

import pytest
from google.protobuf.message import DecodeError
from sentencepiece import sentencepiece_model_pb2 as schema

from tokparity.corpora.generators.sentencepiece_models.broken import broken
from tokparity.corpora.generators.sentencepiece_models.model import generated


@pytest.fixture(scope="module")
def files():
    data = generated(0, 0, 0).data
    return data, list(broken(data))


def test_names_are_different_and_so_are_nearly_all_files(files):
    data, made = files
    assert max(Counter(name for name, _ in made).values()) == 1
    assert len({changed for _, changed in made} - {data}) > len(made) * 0.9


def test_every_percent_of_the_length(files):
    data, made = files
    lengths = [len(changed) for name, changed in made if name.startswith("cut at")]
    assert lengths == [len(data) * percent // 100 for percent in range(100)]


def test_some_are_no_message_and_some_say_the_wrong_thing(files):
    _, made = files
    parsed = 0
    for _, changed in made:
        try:
            schema.ModelProto.FromString(changed)
            parsed += 1
        except DecodeError:
            continue
    assert 50 < parsed < len(made) - 50


def test_the_same_each_time(files):
    data, made = files
    assert list(broken(data)) == made
