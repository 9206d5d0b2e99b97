"""A sample of the sweep of every `pre` name, and that it sees a wrong reference."""

from dataclasses import replace

import pytest

from evaluation.sweeps.pre_names import (
    differing_points,
    differing_texts,
    expressible,
    families,
    main,
    part,
    texts_of,
)
from tokparity.reference_impl.formats.gguf.pre import PRE_NAMES
from tokparity.reference_impl.pre_tokenizers.llama_cpp_hand_written import QWEN2, QWEN35
from tokparity.reference_impl.unicode import llama_cpp

TEXTS = texts_of(40, seed=7)
POINTS = [
    0x27,
    0x41,
    0x85,
    0xAD,
    0xBD,
    0x17F,
    0x301,
    0x660,
    0x200D,
    0x3000,
    0x4E00,
    0xFA6E,
    0x1F600,
]


@pytest.mark.parametrize("name", sorted(PRE_NAMES))
def test_words_of_texts(name):
    pre = PRE_NAMES[name]
    fit = [text for text in (expressible(pre, text) for text in TEXTS) if text]
    assert len(fit) >= 38
    assert list(differing_texts(pre, fit)) == []


@pytest.mark.parametrize("pre", families(sorted(PRE_NAMES)), ids=lambda pre: pre.name)
def test_words_around_code_points(pre):
    assert differing_points(pre, POINTS) == []


def test_a_wrong_pattern_is_seen():
    wrong = replace(PRE_NAMES["qwen2"], patterns=(QWEN35,))
    assert wrong.patterns != (QWEN2,)
    assert differing_points(wrong, POINTS) == [0x301]
    assert [text for text, _, _ in differing_texts(wrong, ["e\u0301e"])] == ["e\u0301e"]


def test_a_wrong_class_is_seen(monkeypatch):
    monkeypatch.setitem(llama_cpp._COLLAPSED, 0xBD, llama_cpp.LETTER)
    assert differing_points(PRE_NAMES["gpt-2"], POINTS) == [0xBD]


def test_texts_are_many_and_short():
    assert len(set(TEXTS)) == 40
    assert max(map(len, TEXTS)) <= 20
    assert any(not text.isascii() for text in TEXTS)


def test_parts_are_the_whole():
    names = sorted(PRE_NAMES)
    parts = [names[part(f"{run}/4")] for run in range(1, 5)]
    assert sorted(name for one in parts for name in one) == names
    assert len({len(one) for one in parts}) <= 2
    for bad in ("0/4", "5/4", "4"):
        with pytest.raises(ValueError, match=r"no such part|unpack"):
            part(bad)


def test_a_part_is_a_row_for_each_of_its_names_and_families(capsys):
    assert (
        main(["gpt-2", "qwen2", "mpt", "--texts", "10", "--every", "200000", "--part", "2/2"]) == 0
    )
    rows = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert rows == ["qwen2", "qwen2"]
