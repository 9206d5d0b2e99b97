import json
from pathlib import Path

import pytest

from tokparity.reference_impl.contract import (
    Artefact,
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    RankFacts,
    StreamCase,
    case_from_json,
    case_to_json,
)

CASES = [
    EncodeCase("a\u0301\ud800", EncodeOptions(False, True)),
    EncodeCase("a\u0301\ud800", EncodeOptions(True, False)),
    DecodeCase((0, -1, 1 << 40), DecodeOptions(True)),
    DecodeCase(()),
    StreamCase((0, -1, 1 << 40), (3,), DecodeOptions(True)),
    StreamCase((0, -1, 1 << 40, 3), (), DecodeOptions(True)),
    StreamCase(()),
]


@pytest.mark.parametrize("case", CASES)
def test_a_case_survives_json(case):
    assert case_from_json(json.loads(json.dumps(case_to_json(case)))) == case


def test_the_id_of_a_case_is_of_all_it_says_and_never_changes():
    assert len({case.id for case in CASES}) == len(CASES)
    assert EncodeCase("a").id == EncodeCase("a").id
    assert len(EncodeCase("a").id) == 16
    assert [EncodeCase("a").id, DecodeCase((1,)).id, StreamCase((1,)).id] == [
        "b76cc540aeda04b0",
        "0a9029515a813d3f",
        "7662270b3f30d732",
    ]


@pytest.mark.parametrize("data", [{}, {"op": "encode"}, {"op": "decode", "ids": 1, "options": {}}])
def test_what_is_no_case_is_a_key_or_type_error(data):
    with pytest.raises((KeyError, TypeError)):
        case_from_json(data)


def test_an_artefact_crosses_to_another_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    facts = RankFacts("x+", {"<a>": 1}, "a test")
    for held in (
        Artefact("n", "tokenizer.json", Path("here.json"), "00"),
        Artefact("n", "tiktoken", Path("here"), "00", facts),
    ):
        there = Artefact.from_json(json.loads(json.dumps(held.to_json())))
        assert there.path == tmp_path / held.path
        assert (there.name, there.format, there.sha256) == (held.name, held.format, held.sha256)
        assert there.facts == held.facts
