import json
from typing import get_args

import pytest
from jsonschema import Draft202012Validator

from tokparity.oracles.subjects.messages import (
    PROTOCOL,
    BadReply,
    Capabilities,
    Hello,
    decodings_of,
    encodings_of,
    expresses,
    line_of,
    read_hello,
    read_line,
    results_of,
    schema,
    streams_of,
    text_of,
)
from tokparity.reference_impl.contract import (
    Bytes,
    DecodeOptions,
    EncodeOptions,
    Encoding,
    Format,
    Refusal,
    Stage,
    Streamed,
    Text,
)

HELLO = {"id": 1, "protocol": PROTOCOL, "name": "mine", "version": "1.0"}


def valid(name, message):
    return Draft202012Validator(schema(name)).is_valid(message)


def observations(batch):
    return list(batch.observations())


def test_a_request_is_a_line_of_ascii_without_spaces():
    line = line_of({"id": 1, "op": "encode", "texts": ["a \u00e9\n", {"base64": "/w=="}]})
    assert line == b'{"id":1,"op":"encode","texts":["a \\u00e9\\n",{"base64":"/w=="}]}\n'


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"loading...\n", "is no JSON: 'loading...\\n'"),
        (b"\xff\n", "is no JSON: '\\ufffd\\n'"),
        (b"\n", "is no JSON: '\\n'"),
        (b"[1]\n", "is a JSON list, and not an object"),
        (b"[" * 100_000, "is no JSON: "),
    ],
)
def test_a_line_that_is_no_reply_says_why(line, reason):
    with pytest.raises(BadReply) as error:
        read_line(line)
    assert error.value.field == ""
    assert error.value.reason.startswith(reason)


def test_who_says_nothing_of_itself_can_do_little():
    assert read_hello(HELLO) == Hello("mine", "1.0", Capabilities())
    assert Capabilities() == Capabilities(
        formats=(), vocabularies=(), add_special=(False,), parse_special=(True,),
        skip_special=(False,), bytes=False, decodes="text", limits=False, offsets=None,
        streams=False, stages=(),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"protocol": 2}, "protocol"),
        ({"protocol": None}, "protocol"),
        ({"name": 1}, "name"),
        ({"version": 1.0}, "version"),
        ({"speed": "high"}, "speed"),
        ({"capabilities": {"speed": "high"}}, "capabilities.speed"),
        ({"capabilities": {"formats": ["bpe"]}}, "capabilities.formats[0]"),
        ({"capabilities": {"formats": "gguf"}}, "capabilities.formats"),
        ({"capabilities": {"add_special": ["yes"]}}, "capabilities.add_special[0]"),
        ({"capabilities": {"decodes": "ids"}}, "capabilities.decodes"),
        ({"capabilities": {"offsets": "chars"}}, "capabilities.offsets"),
        ({"capabilities": {"stages": ["bpe"]}}, "capabilities.stages[0]"),
    ],
)
def test_a_hello_that_is_wrong_names_the_field_and_breaks_the_schema(changes, field):
    reply = HELLO | changes
    with pytest.raises(BadReply) as error:
        read_hello(reply)
    assert error.value.field == field
    assert not valid("reply", reply)


def test_the_schema_knows_the_words_of_the_contract():
    capabilities = schema("reply")["$defs"]["capabilities"]["properties"]
    assert set(capabilities) == set(Capabilities.__dataclass_fields__)
    assert set(capabilities["formats"]["items"]["enum"]) == set(get_args(Format))
    assert capabilities["stages"]["items"]["enum"] == list(get_args(Stage))
    everything = {
        "formats": list(get_args(Format)),
        "stages": list(get_args(Stage)),
        "decodes": None,
        "offsets": "utf-16",
    }
    reply = HELLO | {"capabilities": everything}
    assert valid("reply", reply)
    assert read_hello(reply).capabilities.stages == get_args(Stage)


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ({}, "reply: results: is not an array"),
        ({"results": {}}, "reply: results: is not an array"),
        ({"results": [{"ids": []}]}, "reply: results: 1 for 2 cases"),
        ({"results": [{"ids": []}, []]}, "reply: results[1]: is not an object"),
    ],
)
def test_a_batch_has_a_result_for_each_case(reply, said):
    with pytest.raises(BadReply) as error:
        results_of(reply, 2)
    assert str(error.value) == said


def test_results_become_observations():
    results = [{"ids": [1, 2]}, {"error": "no"}, {"error": "never", "unsupported": True}]
    assert observations(encodings_of(results, ["a", "b", "c"], None)) == [
        Encoding((1, 2)),
        Refusal("error", "no"),
        Refusal("unsupported", "never"),
    ]
    results = [{"text": "\u00e9"}, {"error": "no"}, {"text": "\ud800"}]
    assert observations(decodings_of(results, "text")) == [
        Text("\u00e9"),
        Refusal("error", "no"),
        Refusal("error", "half a character, a surrogate: '\\ud800'"),
    ]
    results = [{"base64": "/w=="}, {"text": "a"}]
    assert observations(decodings_of(results, "bytes")) == [Bytes(b"\xff"), Bytes(b"a")]
    results = [{"parts": ["a", None, ""]}, {"error": "no"}]
    assert streams_of(results).found == [Streamed(("a", None, "")), Refusal("error", "no")]


def test_a_long_error_is_cut():
    (refusal,) = observations(encodings_of([{"error": "x" * 1000}], ["a"], None))
    assert refusal == Refusal("error", "x" * 300)


def test_an_id_that_no_vocabulary_has_is_a_refusal_of_its_case_alone():
    results = [{"ids": [1 << 40]}, {"ids": [-1]}, {"ids": [2]}]
    refusal, negative, sane = observations(encodings_of(results, ["a", "b", "c"], None))
    assert refusal.kind == "error"
    assert refusal.detail.startswith("an id of more than 32 bits")
    assert (negative, sane) == (Encoding((-1,)), Encoding((2,)))


@pytest.mark.parametrize(
    ("unit", "spans"),
    [
        ("characters", [[0, 1], [1, 2], [2, 3]]),
        ("bytes", [[0, 1], [1, 3], [3, 7]]),
        ("utf-16", [[0, 1], [1, 2], [2, 4]]),
    ],
)
def test_offsets_come_in_characters_whatever_they_count(unit, spans):
    results = [{"ids": [1, 2, 3], "offsets": spans}]
    (encoding,) = observations(encodings_of(results, ["a\u00e9\U0001f600"], unit))
    assert encoding.offsets == ((0, 1), (1, 2), (2, 3))


def test_a_byte_that_is_no_text_is_one_byte_in_offsets():
    results = [{"ids": [1, 2], "offsets": [[0, 2], [2, 4]]}]
    (encoding,) = observations(encodings_of(results, ["\u00e9\udcffa"], "bytes"))
    assert encoding.offsets == ((0, 1), (1, 3))


def test_offsets_within_a_character_are_a_refusal():
    results = [{"ids": [1], "offsets": [[0, 1]]}, {"ids": [1], "offsets": [[0, 1]]}]
    refusal, ascii_alone = observations(encodings_of(results, ["\u00e9", "a"], "bytes"))
    assert refusal == Refusal("error", "offsets in bytes that lie within a character")
    assert ascii_alone == Encoding((1,), ((0, 1),))


WRONG = [
    ({"ids": ["5"]}, "ids", "write them without quotes"),
    ({"ids": [1.5]}, "ids", "1.5 is no integer"),
    ({"ids": None}, "ids", "is not an array"),
    ({}, "ids", "is not an array"),
    ({"ids": [1]}, "offsets", "is not an array, though offsets are declared"),
    ({"ids": [1], "offsets": []}, "offsets", "0 for 1 ids"),
    ({"ids": [1], "offsets": [[0, 1, 2]]}, "offsets", "is no array of pairs of integers"),
    ({"ids": [1], "offsets": [[0, "1"]]}, "offsets", "is no array of pairs of integers"),
]


@pytest.mark.parametrize(("result", "field", "reason"), WRONG)
def test_an_encoding_that_is_wrong_names_its_place(result, field, reason):
    sane = {"ids": [], "offsets": []}
    with pytest.raises(BadReply) as error:
        encodings_of([sane, result], ["", "a"], "characters")
    assert error.value.field == f"results[1].{field}"
    assert reason in error.value.reason


@pytest.mark.parametrize(
    ("result", "kind", "field"),
    [
        ({}, "text", "results[0]"),
        ({"text": None}, "text", "results[0]"),
        ({"base64": "/w=="}, "text", "results[0]"),
        ({"base64": "no base64!"}, "bytes", "results[0].base64"),
    ],
)
def test_a_decoding_that_is_wrong_names_its_place(result, kind, field):
    with pytest.raises(BadReply) as error:
        decodings_of([result], kind)
    assert error.value.field == field


@pytest.mark.parametrize("parts", [None, "ab", [1], [["a"]]])
def test_a_stream_that_is_wrong_names_its_place(parts):
    with pytest.raises(BadReply) as error:
        streams_of([{"parts": parts}])
    assert error.value.field == "results[0].parts"


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("\U0001f600", "\U0001f600"),
        ("\udcff", {"base64": "/w=="}),
        ("a\udce9b", {"base64": "Yeli"}),
        ("\ud800", None),
    ],
)
def test_a_text_is_sent_as_text_or_as_bytes(text, sent):
    assert text_of(text) == sent


def test_options_are_expressed_or_not():
    some = Capabilities(add_special=(True,), parse_special=(False,), skip_special=(True,))
    assert expresses(some, EncodeOptions(add_special=True, parse_special=False))
    assert not expresses(some, EncodeOptions(add_special=False, parse_special=False))
    assert not expresses(some, EncodeOptions(add_special=True, parse_special=True))
    assert expresses(some, DecodeOptions(skip_special=True))
    assert not expresses(some, DecodeOptions(skip_special=False))
    assert not expresses(some, DecodeOptions(skip_special=True, remove_special=True))
    assert not expresses(Capabilities(decodes=None), DecodeOptions())


TRUE = {"id": 1, "ok": True}
ENCODE = {"id": 1, "op": "encode", "texts": ["a"], "add_special": False, "parse_special": True}


@pytest.mark.parametrize(
    ("name", "message", "is_valid"),
    [
        ("reply", HELLO, True),
        ("reply", TRUE, True),
        ("reply", {"id": 2, "error": "no"}, True),
        ("reply", {"id": 2, "results": [{"ids": [1], "offsets": [[0, 1]]}]}, True),
        ("reply", {"id": 2, "results": [{"text": ""}, {"base64": ""}, {"parts": [None]}]}, True),
        ("reply", {"id": 2, "results": [{"error": "no", "unsupported": True}]}, True),
        ("reply", {"id": 2, "results": [[[5, "a", 0, 1]], None, "a"]}, True),
        ("reply", {"id": 2, "results": [{"without": [], "with": []}]}, True),
        ("reply", {"ok": True}, False),
        ("reply", {"id": "1", "ok": True}, False),
        ("reply", {"id": 1, "ok": False}, False),
        ("reply", {"id": 1}, False),
        ("reply", {"id": 2, "results": [{"ids": ["5"]}]}, False),
        ("reply", {"id": 2, "results": [{"ids": [1.5]}]}, False),
        ("reply", {"id": 2, "results": [{"ids": [1], "tokens": []}]}, False),
        ("reply", {"id": 2, "results": [{"ids": [1], "offsets": [[0]]}]}, False),
        ("reply", {"id": 2, "results": [{"text": None}]}, False),
        ("reply", {"id": 2, "results": [{"parts": [1]}]}, False),
        ("reply", {"id": 2, "results": [1]}, False),
        ("reply", {"id": 2, "results": [{}]}, False),
        ("reply", {"id": 2, "results": [{"ids": [], "text": ""}]}, False),
        ("reply", {"id": 2, "results": [{"text": "", "offsets": []}]}, False),
        ("reply", {"id": 2, "results": [{"ids": [], "unsupported": True}]}, False),
        ("reply", HELLO | {"name": ""}, False),
        ("reply", [], False),
        ("request", ENCODE, True),
        ("request", ENCODE | {"texts": [{"base64": "/w=="}]}, True),
        ("request", ENCODE | {"texts": "a"}, False),
        ("request", ENCODE | {"texts": [b"a".hex(), 1]}, False),
        ("request", ENCODE | {"op": "tokenize"}, False),
        ("request", {"id": 1, "op": "encode", "texts": ["a"]}, False),
        ("request", {"op": "stop"}, False),
        ("request", {"id": 1, "op": "load", "name": "a"}, False),
        ("request", {"id": 1, "op": "start", "protocol": 2}, False),
    ],
)
def test_the_schemas_tell_right_from_wrong(name, message, is_valid):
    assert valid(name, message) is is_valid
    json.dumps(message)


@pytest.mark.parametrize("name", ["request", "reply"])
def test_a_schema_is_one(name):
    Draft202012Validator.check_schema(schema(name))


def test_a_reply_that_fills_our_memory_is_no_reply(monkeypatch):
    def full(line):
        raise MemoryError

    monkeypatch.setattr(json, "loads", full)
    with pytest.raises(BadReply):
        read_line(b"[]")
