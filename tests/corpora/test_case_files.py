import json
from pathlib import Path
from typing import Any

import pytest

from tokparity.corpora.case_files import BadCaseFile, Fields, checked_case, read_fields, write_new
from tokparity.reference_impl.contract import (
    Case,
    ChatCase,
    DecodeCase,
    EncodeCase,
    FullCase,
    StageCase,
    StreamCase,
    case_to_json,
)

HERE = Path("a.json")


def test_fields_are_taken_once_and_none_may_be_left() -> None:
    fields = Fields(HERE, {"a": 1, "b": {"c": "x"}})
    assert fields.take("a", int) == 1
    with pytest.raises(BadCaseFile, match="b: is not a field"):
        fields.end()
    assert fields.take_fields("b").take("c", str) == "x"
    fields.end()
    with pytest.raises(BadCaseFile, match="a: is missing"):
        fields.take("a", int)


@pytest.mark.parametrize(
    ("value", "kind"), [(True, int), (1, bool), (1.0, int), (None, str), ([], dict)]
)
def test_types_are_exact(value: Any, kind: type) -> None:
    with pytest.raises(BadCaseFile) as caught:
        Fields(HERE, {"a": value}, "top.").take("a", kind)
    assert caught.value.field == "top.a"


def test_null_is_taken_only_where_it_may_stand() -> None:
    assert Fields(HERE, {"a": None}).take_or_null("a", str) is None
    assert Fields(HERE, {"a": "x"}).take_or_null("a", str) == "x"
    with pytest.raises(BadCaseFile, match="is missing"):
        Fields(HERE, {}).take_or_null("a", str)


@pytest.mark.parametrize("conversation", ["", "[]", 3, None])
def test_a_conversation_must_be_one(conversation: Any) -> None:
    options = {"add_special": False, "parse_special": True}
    case = {"op": "chat", "conversation": '{"messages": [{}]}', "options": options}
    assert Fields(HERE, {"case": case}).take_case("case").op == "chat"
    with pytest.raises(BadCaseFile, match="is no case"):
        Fields(HERE, {"case": case | {"conversation": conversation}}).take_case("case")


def test_a_message_is_one_short_line() -> None:
    with pytest.raises(BadCaseFile) as caught:
        Fields(HERE, {"a": "\n" * 5000}).take("a", int)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 120


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadCaseFile, match="No such file"):
        read_fields(tmp_path / "none.json", 1)


def test_writing_is_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "new" / "a.json"
    write_new(path, "{}\n")
    with pytest.raises(UnicodeEncodeError):
        write_new(tmp_path / "b.json", "é")
    assert path.read_text() == "{}\n"
    assert sorted(found.name for found in tmp_path.rglob("*")) == ["a.json", "new"]


def test_what_is_there_is_compared_as_bytes(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"\xc3\xa9")
    with pytest.raises(BadCaseFile, match="holds something else"):
        write_new(path, "{}")
    assert path.read_bytes() == b"\xc3\xa9"
    with pytest.raises(BadCaseFile, match="Is a directory"):
        write_new(tmp_path, "{}")
    with pytest.raises(BadCaseFile, match="name too long"):
        write_new(tmp_path / ("n" * 300), "{}")


@pytest.mark.parametrize(
    "case", [EncodeCase("a"), FullCase("a"), FullCase("a", "b"), DecodeCase((1, 2)),
             StreamCase((1,), (2,)), ChatCase('{"messages": [{}]}'), StageCase("model", ("a", "b"))]
)  # fmt: skip
def test_a_case_is_read_as_it_was(case: Case) -> None:
    assert checked_case(json.loads(json.dumps(case_to_json(case)))) == case


ENCODE, DECODE = case_to_json(EncodeCase("a")), case_to_json(DecodeCase((1,)))


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(ENCODE | {"op": "frobnicate"}, id="op"),
        pytest.param(ENCODE | {"op": ["encode"]}, id="op-no-word"),
        pytest.param(ENCODE | {"text": 5}, id="text"),
        pytest.param(ENCODE | {"options": {"add_special": "__import__('os')"}}, id="option"),
        pytest.param(ENCODE | {"options": {"add_special": 1}}, id="option-1"),
        pytest.param(ENCODE | {"options": {"skip": True}}, id="unknown-option"),
        pytest.param(ENCODE | {"options": []}, id="no-options"),
        pytest.param(ENCODE | {"op": "encode_full", "pair": 3}, id="pair"),
        pytest.param(ENCODE | {"op": "chat", "conversation": {}}, id="conversation"),
        pytest.param(ENCODE | {"op": "stage", "stage": "lexer", "given": "a"}, id="stage"),
        pytest.param(ENCODE | {"op": "stage", "stage": "model", "given": [1]}, id="given"),
        pytest.param(DECODE | {"ids": ["a"]}, id="ids"),
        pytest.param(DECODE | {"ids": [True]}, id="true-is-no-id"),
        pytest.param(DECODE | {"op": "stream", "prompt_ids": [0.5]}, id="prompt"),
    ],
)
def test_a_case_with_a_field_of_another_type_is_none(data: dict[str, Any]) -> None:
    with pytest.raises(BadCaseFile, match="case: is no case"):
        Fields(HERE, {"case": data}).take_case("case")
