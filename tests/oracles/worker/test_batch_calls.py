import pytest

from tokparity.oracles.protocol import ORACLES
from tokparity.oracles.worker.batch_calls import UnlikeCopies, batch_answers


def test_copies_of_one_text_must_be_answered_alike():
    assert batch_answers(lambda items: items, ["a"]) == ["a"]
    assert batch_answers(lambda items: items, []) == []
    with pytest.raises(UnlikeCopies):
        batch_answers(lambda items: list(range(len(items))), ["a"])


def test_the_libraries_have_several_threads():
    assert {spec.engine for spec in ORACLES.values() if spec.threads > 1} == {
        "tokenizers", "sentencepiece", "tiktoken", "llama.cpp",
    }  # fmt: skip
