import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokparity.reference_impl.codec import LONGEST, read, write
from tokparity.reference_impl.contract import (
    Artefact,
    Bytes,
    Case,
    ChatCase,
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    Encoding,
    FullCase,
    FullEncoding,
    Observation,
    RankFacts,
    Refusal,
    Rendered,
    StageCase,
    StageOutput,
    StreamCase,
    Streamed,
    Text,
)
from tokparity.reference_impl.strict_json.values import BadField
from tokparity.reference_impl.traces import Merge, Piece, StageTrace

ONE = FullEncoding((5,), ((0, 2),), ("a",), (1,), (None,), (1,), (1,))
FULL = FullEncoding((5, 6), ((0, 1), (1, 3)), ("a", "b"), (0, 1), (0, None), (0, 1), (1, 0), (ONE,))


@pytest.mark.parametrize(
    "observation",
    [
        FULL,
        StageOutput((("a", 0, 1), (7, None))),
        StageOutput(()),
        Streamed(("é", "", None)),
        Rendered("a", (1,)),
        Rendered(None, (1,)),
        Rendered("a"),
        Encoding((1, 2), ((0, 1), (1, 3))),
        Encoding((), ()),
        Encoding((5,), None),
        Text("é\ufffd"),
        Bytes(b"\xff\x00"),
        Refusal("timeout", "2 s"),
    ],
)
def test_what_is_written_is_read(observation: Observation) -> None:
    assert read(Observation, json.loads(json.dumps(write(observation, Observation)))) == observation


@pytest.mark.parametrize("data", [{}, {"ids": [1]}, {"refusal": "error"}])
def test_an_incomplete_one_is_an_error(data: dict[str, object]) -> None:
    with pytest.raises(BadField):
        read(Observation, data)


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
    with pytest.raises(BadField):
        read(Observation, data)


@pytest.mark.parametrize(
    "changes",
    [
        {"ids": [5.0, 6]},
        {"ids": [True, 6]},
        {"tokens": ["a", None]},
        {"words": ["0", None]},
        {"offsets": [[0], [1, 2]]},
        {"offsets": [[0, -1], [1, 2]]},
        {"offsets": [[0, 1.5], [1, 2]]},
        {"type_ids": [0]},
        {"overflowing": [{}]},
        {"overflowing": 3},
    ],
)
def test_a_full_encoding_of_anything_else_is_an_error(changes: dict[str, object]) -> None:
    data = write(FULL, Observation)
    data["full"] |= changes
    with pytest.raises(BadField):
        read(Observation, data)


@pytest.mark.parametrize("rows", [3, [3], [[1.5]], [[True]], [[["a"]]]])
def test_rows_of_anything_else_are_an_error(rows: object) -> None:
    with pytest.raises(BadField):
        read(Observation, {"rows": rows})


@pytest.mark.parametrize("parts", [[1], [["a"]], 3])
def test_parts_of_a_stream_are_texts_or_null(parts: object) -> None:
    with pytest.raises(BadField):
        read(Observation, {"parts": parts})


def test_the_place_of_what_nests_deep_is_short():
    window = write(ONE)
    for _ in range(2000):
        window = {**write(ONE), "overflowing": [window]}
    with pytest.raises(BadField, match="is nested too deeply") as caught:
        read(FullEncoding, window)
    assert len(caught.value.field) == LONGEST + 1


CASES = [
    EncodeCase("a\u0301\ud800", EncodeOptions(False, True)),
    EncodeCase("\udcff", EncodeOptions(True, False)),
    DecodeCase((0, -1, 1 << 40), DecodeOptions(True)),
    DecodeCase((), DecodeOptions(remove_special=True)),
    FullCase("a"),
    FullCase("a", "b"),
    StageCase("model", "a"),
    StageCase("decoder", ("a", "b")),
    StreamCase((0, -1, 1 << 40), (3,), DecodeOptions(True)),
    StreamCase(()),
    ChatCase('{"messages": [{}]}'),
]


@pytest.mark.parametrize("case", CASES)
def test_a_case_is_read_as_it_was(case):
    line = json.dumps(write(case))
    assert line.startswith(f'{{"op": "{case.op}", ')
    assert read(Case, json.loads(line)) == case


def test_an_option_of_later_is_left_out_where_it_is_off():
    assert write(DecodeCase((1,)))["options"] == {"skip_special": False}
    changed = write(DecodeCase((1,), DecodeOptions(False, True)))["options"]
    assert changed == {"skip_special": False, "remove_special": True}


ENCODE, DECODE = write(EncodeCase("a")), write(DecodeCase((1,)))
OPTIONS = ENCODE["options"]


@pytest.mark.parametrize(
    ("data", "field"),
    [
        pytest.param({}, "op", id="nothing"),
        pytest.param(ENCODE | {"op": "frobnicate"}, "op", id="op"),
        pytest.param(ENCODE | {"op": ["encode"]}, "op", id="op-no-word"),
        pytest.param(ENCODE | {"text": 5}, "text", id="text"),
        pytest.param(ENCODE | {"more": 5}, "more", id="unknown-field"),
        pytest.param(
            ENCODE | {"options": OPTIONS | {"add_special": "__import__('os')"}},
            "options.add_special",
            id="option",
        ),
        pytest.param(
            ENCODE | {"options": OPTIONS | {"add_special": 1}}, "options.add_special", id="option-1"
        ),
        pytest.param(
            ENCODE | {"options": OPTIONS | {"skip": True}}, "options.skip", id="unknown-option"
        ),
        pytest.param(ENCODE | {"options": []}, "options", id="no-options"),
        pytest.param(ENCODE | {"op": "encode_full", "pair": 3}, "pair", id="pair"),
        pytest.param(ENCODE | {"op": "encode_full"}, "pair", id="no-pair"),
        pytest.param(
            {"op": "stage", "stage": "lexer", "given": "a", "options": OPTIONS}, "stage", id="stage"
        ),
        pytest.param(
            {"op": "stage", "stage": "model", "given": [1], "options": OPTIONS},
            "given[0]",
            id="given",
        ),
        pytest.param(DECODE | {"ids": ["a"]}, "ids[0]", id="ids"),
        pytest.param(DECODE | {"ids": [True]}, "ids[0]", id="true-is-no-id"),
        pytest.param(DECODE | {"op": "stream", "prompt_ids": [0.5]}, "prompt_ids[0]", id="prompt"),
    ],
)
def test_what_is_no_case_names_the_field(data: dict[str, Any], field: str) -> None:
    with pytest.raises(BadField) as caught:
        read(Case, data)
    assert caught.value.field == field


@pytest.mark.parametrize("conversation", ["", "[]", '{"messages": {}}', 3, None, {}, "[" * 9999])
def test_a_conversation_must_be_one(conversation):
    data = write(ChatCase('{"messages": [{}]}'))
    assert read(Case, data).op == "chat"
    with pytest.raises(BadField, match=r"^x\.conversation: "):
        read(Case, data | {"conversation": conversation}, "x")


def test_an_artefact_crosses_to_another_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    facts = RankFacts("x+", {"<a>": 1}, "a test")
    for held in (
        Artefact("n", "tokenizer.json", Path("here.json"), "00"),
        Artefact("n", "tiktoken", Path("here"), "00", facts),
    ):
        there = read(Artefact, json.loads(json.dumps(write(held))))
        assert there.path == tmp_path / held.path
        assert (there.name, there.format, there.sha256) == (held.name, held.format, held.sha256)
        assert there.facts == held.facts


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(codec=None, exclude_categories=()), max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=8,
)
MERGES = (("a", (Merge("a", "b", 1, (("a", "b", 1),)),)),)
WRITTEN = [
    *((Case, write(case)) for case in CASES),
    *((Observation, write(one, Observation)) for one in (FULL, Encoding((1,), ((0, 1),)))),
    (Observation, write(Bytes(b"a"))),
    (Observation, write(Refusal("error", ""))),
    (StageTrace, write(StageTrace("model", "BPE", (Piece("a", 0, 1),), MERGES))),
]


def places(value, at=()):
    yield at
    if isinstance(value, dict | list):
        for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(inner, (*at, name))


@given(st.data())
def test_whatever_stands_anywhere_is_read_or_told(data):
    """And what is read is written as it stood."""
    kind, written = data.draw(st.sampled_from(WRITTEN))
    changed = {"": copy.deepcopy(written)}
    holder, name = changed, ""
    for step in data.draw(st.sampled_from(list(places(written)))):
        holder, name = holder[name], step
    holder[name] = data.draw(JSON)
    wrong = ""
    try:
        made = read(kind, changed[""])
    except BadField as error:
        wrong = str(error)
    else:
        assert write(made, kind) == changed[""]
    assert "\n" not in wrong
