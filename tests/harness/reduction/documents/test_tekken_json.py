import json

import pytest

from tokparity.harness.reduction.documents.document import NotWritable, numbered, read_document
from tokparity.harness.reduction.documents.tiktoken_ranks import PLAINEST


def test_the_bytes_stay_and_sizes_are_those_of_what_is_left(tekken):
    document = read_document(tekken)
    assert len(document.ids) == 260, "the last token is beyond the size that the file uses"
    assert document.needed == frozenset(range(2, 258))
    small = document.keep(document.needed | {1, 259})
    made = json.loads(small.write(numbered([small])).content)
    assert made["config"]["default_vocab_size"] == 258
    assert made["config"]["default_num_special_tokens"] == 1
    assert [one["token_str"] for one in made["special_tokens"]] == ["</s>"]
    assert made["vocab"][256] == {"rank": 256, "token_bytes": "YWJj", "token_str": None}
    with pytest.raises(NotWritable):
        small.write({one: at + 1 for one, at in numbered([small]).items()})


def test_a_pattern_gets_shorter(tekken):
    steps = [step.config["pattern"] for step in read_document(tekken).plainer(())]
    assert steps == [PLAINEST, r"\p{L}+", r"[^\p{L}]"]
