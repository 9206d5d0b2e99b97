from dataclasses import replace
from pathlib import Path

import pytest

from tokparity.reference_impl.contract import (
    Artefact,
    Case,
    ChatCase,
    DecodeCase,
    EncodeCase,
    FullCase,
    RankFacts,
    StageCase,
    StreamCase,
    case_ids,
    case_texts,
)


@pytest.mark.parametrize(
    ("case", "texts", "ids"),
    [
        (EncodeCase("a"), ("a",), ()),
        (FullCase("a"), ("a",), ()),
        (FullCase("a", ""), ("a", ""), ()),
        (StageCase("model", "a"), ("a",), ()),
        (StageCase("decoder", ("a", "b")), ("a", "b"), ()),
        (DecodeCase((1, 2)), (), (1, 2)),
        (StreamCase((3,), (1, 2)), (), (1, 2, 3)),
        (ChatCase("{}"), (), ()),
    ],
    ids=str,
)
def test_what_a_case_gives_to_a_tokenizer(
    case: Case, texts: tuple[str, ...], ids: tuple[int, ...]
) -> None:
    assert (case_texts(case), case_ids(case)) == (texts, ids)


def test_what_is_loaded_alike_is_of_one_identity() -> None:
    ranks = Artefact("a", "tiktoken", Path("a"), "00", RankFacts(".", {"<s>": 1, "<t>": 2}))
    elsewhere = replace(ranks, name="b", path=Path("b"))
    assert elsewhere.identity == ranks.identity
    turned = replace(ranks, facts=RankFacts(".", {"<t>": 2, "<s>": 1}))
    assert turned.identity == ranks.identity
    others = [
        replace(ranks, facts=None),
        replace(ranks, sha256="01"),
        replace(ranks, facts=RankFacts(".", {"<s>": 1})),
        replace(ranks, facts=RankFacts("\ud800", {"<s>": 1, "<t>": 2})),
    ]
    assert len({one.identity for one in (ranks, *others)}) == 5
