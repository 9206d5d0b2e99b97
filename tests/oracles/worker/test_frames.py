import json
from array import array

import pytest

from tokparity.oracles.worker import frames
from tokparity.reference_impl.batches import Answers, FullEncodings
from tokparity.reference_impl.contract import FullEncoding, Refusal, StageOutput, Streamed


def ints(*values):
    return memoryview(array("i", values).tobytes())


def through(header, blobs=()):
    frame = frames.pack(header, blobs)
    header_size, blobs_size = frames.body_size(frame[: frames.HEAD.size], 1000)
    body = frame[frames.HEAD.size :]
    assert len(body) == header_size + blobs_size
    return frames.unpack(body, header_size)


def test_a_frame_comes_out_as_it_went_in():
    header, blobs = through({"seq": 3, "text": "\ud800é"}, [b"abc", b"", b"\x00"])
    assert header == {"seq": 3, "text": "\ud800é", "blobs": [3, 0, 1]}
    assert [bytes(blob) for blob in blobs] == [b"abc", b"", b"\x00"]


@pytest.mark.parametrize(
    "texts",
    [[], [""], ["a", "", "é\U0001f600"], ["\ud83d", "\ude00"], ["a\ud800", "\x00"]],
)
def test_texts_come_out_as_they_went_in(texts):
    assert frames.texts_from_blobs(list(map(memoryview, frames.texts_to_blobs(texts)))) == texts


@pytest.mark.parametrize("ids", [[], [[]], [[1, 2], [], [-1, 2**62]], [(7,)]])
def test_ids_come_out_as_they_went_in(ids):
    found = frames.ids_from_blobs(list(map(memoryview, frames.ids_to_blobs(ids))))
    assert found == list(map(list, ids))


@pytest.mark.parametrize(
    ("head", "reason"),
    [
        (b"HTTP/1.1 200", "began with"),
        (frames.HEAD.pack(frames.MAGIC, 500, 501), "1001 bytes was announced, 1000 allowed"),
    ],
)
def test_a_head_that_is_none(head, reason):
    with pytest.raises(frames.Garbage, match=reason):
        frames.body_size(head, 1000)


@pytest.mark.parametrize(
    ("header", "blobs"),
    [
        (b"{", b""),
        (b"\xff", b""),
        (b"[" * 100_000, b""),
        (b"[]", b""),
        (b"{}", b""),
        (b'{"blobs": 3}', b"abc"),
        (b'{"blobs": [2]}', b"abc"),
        (b'{"blobs": [4, -1]}', b"abc"),
        (b'{"blobs": [1.0, 2]}', b"abc"),
        (b'{"blobs": [true, 2]}', b"abc"),
    ],
)
def test_a_body_that_is_none(header, blobs):
    with pytest.raises(frames.Garbage):
        frames.unpack(header + blobs, len(header))


def test_encodings_are_read():
    header = {"refusals": {"1": ["crash", "why"]}}
    blobs = [ints(5, 6, 7), ints(2, 0, 1), ints(0, 1, 1, 2, 0, 3)]
    found = frames.encodings_from_answer(header, blobs, 3, offsets=True)
    assert [one if isinstance(one, Refusal) else one.ids for one in found.observations()] == [
        (5, 6),
        Refusal("crash", "why"),
        (7,),
    ]
    assert frames.encodings_from_answer(header, blobs[:2], 3, offsets=False).offsets is None


@pytest.mark.parametrize(
    ("refusals", "blobs"),
    [
        pytest.param({}, [ints(5), ints(1)], id="no-offsets"),
        pytest.param({}, [ints(5), ints(1, 0), ints(0, 1)], id="too-many-cases"),
        pytest.param({}, [ints(5), ints(2), ints(0, 1)], id="count-too-high"),
        pytest.param({}, [ints(5, 6), ints(1), ints(0, 1, 1, 2)], id="count-too-low"),
        pytest.param({}, [ints(), ints(-1), ints()], id="negative-count"),
        pytest.param({}, [ints(-5), ints(1), ints(0, 1)], id="negative-id"),
        pytest.param({}, [ints(5), ints(1), ints(-1, 1)], id="negative-offset"),
        pytest.param({}, [ints(5), ints(1), ints(0, 1, 2)], id="odd-offsets"),
        pytest.param({}, [ints(5)[:3], ints(1), ints(0, 1)], id="half-an-integer"),
        pytest.param(None, [ints(5), ints(1), ints(0, 1)], id="no-refusals"),
        pytest.param({"0": ["error", ""]}, [ints(5), ints(1), ints(0, 1)], id="refused-and-not"),
        pytest.param({"1": ["error", ""]}, [ints(), ints(0), ints()], id="refused-beyond"),
        pytest.param({"-1": ["error", ""]}, [ints(), ints(0), ints()], id="refused-before"),
        pytest.param({"x": ["error", ""]}, [ints(), ints(0), ints()], id="refused-nowhere"),
        pytest.param({"0": ["odd", ""]}, [ints(), ints(0), ints()], id="unknown-kind"),
        pytest.param({"0": "error"}, [ints(), ints(0), ints()], id="no-pair"),
        pytest.param({"0": [[], ""]}, [ints(), ints(0), ints()], id="kind-no-text"),
    ],
)
def test_encodings_that_do_not_add_up(refusals, blobs):
    with pytest.raises(frames.Garbage):
        frames.encodings_from_answer({"refusals": refusals}, blobs, 1, offsets=True)


def test_decodings_are_read():
    blobs = [memoryview("éa".encode()), ints(2, 0, 1)]
    found = frames.decodings_from_answer({"refusals": {}}, blobs, 3, "text")
    assert [one.value for one in found.observations()] == ["é", "", "a"]


@pytest.mark.parametrize(
    ("blob", "lengths", "kind", "fine"),
    [
        ("é".encode(), (1, 1), "bytes", True),
        ("é".encode(), (1, 1), "text", False),
        (b"\xff", (1, 0), "text", False),
        ("\ud800".encode("utf-8", "surrogatepass"), (3, 0), "text", False),
        (b"ab", (1,), "bytes", False),
        (b"ab", (3, -1), "bytes", False),
    ],
)
def test_decoded_text_is_utf8_case_by_case(blob, lengths, kind, fine):
    blobs = [memoryview(blob), ints(*lengths)]
    if fine:
        assert len(frames.decodings_from_answer({"refusals": {}}, blobs, 2, kind)) == 2
    else:
        with pytest.raises(frames.Garbage):
            frames.decodings_from_answer({"refusals": {}}, blobs, 2, kind)


@pytest.mark.parametrize(
    "hello",
    [
        {},
        {"version": 3, "supported": []},
        {"version": "3"},
        {"version": "3", "supported": [["tokenizer.json"]]},
        {"version": "3", "supported": [[1, "tokenizer.json"]]},
    ],
)
def test_a_first_frame_that_is_none(hello):
    with pytest.raises(frames.Garbage):
        frames.hello_from_json(hello)


def test_headers_are_ascii():
    assert json.dumps("é").encode("ascii") in frames.pack({"detail": "é"})


def answers(listed, cases):
    return frames.answers_from_blob([memoryview(json.dumps(listed).encode())], cases)


def test_answers_are_read():
    rows, refusal = {"rows": [["a", 0, 1]]}, {"refusal": "error", "detail": "no"}
    found = answers([rows, refusal, {"parts": ["a", None]}], 3)
    read = [StageOutput((("a", 0, 1),)), Refusal("error", "no"), Streamed(("a", None))]
    assert found == Answers(read)


def test_two_lone_surrogates_stay_two():
    word = "\ud83d\ude00"
    listed = frames.json_of([{"rows": [[word, 0, 6]]}]).encode("utf-8", "surrogatepass")
    (found,) = frames.answers_from_blob([memoryview(listed)], 1).found
    assert found == StageOutput(((word, 0, 6),))
    assert [len(part) for part in found.rows[0] if isinstance(part, str)] == [2]


@pytest.mark.parametrize(
    "listed",
    [
        None,
        3,
        [],
        [{"rows": []}] * 2,
        [{}],
        [{"text": "a"}],
        [{"rows": [[1.5]]}],
        [["rows"]],
        [{"parts": [1]}],
    ],
    ids=ascii,
)
def test_answers_that_are_none(listed):
    with pytest.raises(frames.Garbage):
        answers(listed, 1)


def test_answers_that_are_no_json():
    for blobs in ([], [memoryview(b"{"), memoryview(b"")], [memoryview(b"\xff")]):
        with pytest.raises(frames.Garbage):
            frames.answers_from_blob(blobs, 1)


def one(*ids, overflowing=()):
    spans = tuple((at, at + 2**40) for at in ids)
    tokens = ("\ud83d", "\ude00", "\x00")[: len(ids)]
    words = (None, 0, 2**32 - 1)[: len(ids)]
    return FullEncoding(ids, spans, tokens, ids, words, ids, ids, overflowing)


def full():
    batch = FullEncodings()
    batch.add(one(1, 2, overflowing=(one(3, 4, 5, overflowing=(one(),)), one(6))))
    batch.refuse(Refusal("error", "no"))
    batch.add(one())
    return batch


def read_full(blobs, cases=3, refusals=("1",)):
    header = {"refusals": {at: ["error", "no"] for at in refusals}}
    return frames.full_from_answer(header, list(map(memoryview, blobs)), cases)


def test_full_encodings_come_out_as_they_went_in():
    assert read_full(frames.full_to_blobs(full())) == full()


def longs(*values):
    return array("Q", values).tobytes()


BLOB = {name: at for at, name in enumerate((*frames.NUMBERS, "tokens", "lengths"))}


@pytest.mark.parametrize(
    ("name", "blob"),
    [
        pytest.param("ids", longs(1), id="fewer-ids"),
        pytest.param("ids", b"1234567", id="no-numbers"),
        *(
            pytest.param(name, longs(*range(count)), id=f"other-{name}")
            for name, count in (
                ("offsets", 11),
                ("type_ids", 7),
                ("words", 5),
                ("special_tokens_mask", 0),
                ("attention_mask", 7),
            )
        ),
        pytest.param("counts", longs(2, 3, 0, 1, 1), id="counts-too-high"),
        pytest.param("counts", longs(2, 3, 0, 1), id="counts-too-few"),
        pytest.param("counts", longs(2, 2**64 - 1, 0, 1, 0), id="counts-beyond"),
        pytest.param("windows", longs(4, 0), id="cases-too-few"),
        pytest.param("windows", longs(4, 1, 0), id="refused-and-not"),
        pytest.param("windows", longs(5, 0, 0), id="neither"),
        pytest.param("windows", longs(3, 0, 2), id="two-windows-a-case"),
        pytest.param("overflowing", longs(2, 1, 0, 0, 1), id="less-overflows"),
        pytest.param("overflowing", longs(1, 1, 0, 0, 0), id="more-overflows"),
        pytest.param("overflowing", longs(2**64 - 1, 1, 0, 0, 0), id="overflows-beyond"),
        pytest.param("tokens", b"\xff", id="no-utf8"),
        pytest.param("tokens", b"abcdefg", id="longer-tokens"),
        pytest.param("lengths", array("i", [1] * 5 + [3]).tobytes(), id="other-lengths"),
        pytest.param("lengths", array("i", [-1, 3, 1, 1, 1, 1]).tobytes(), id="negative"),
        pytest.param("lengths", b"123", id="no-lengths"),
    ],
)
def test_full_encodings_that_do_not_add_up(name, blob):
    blobs = frames.full_to_blobs(full())
    blobs[BLOB[name]] = blob
    with pytest.raises(frames.Garbage):
        read_full(blobs)


def test_full_encodings_without_a_blob_a_case_or_a_refusal():
    blobs = frames.full_to_blobs(full())
    for wrong in (
        lambda: read_full(blobs[:-1]),
        lambda: read_full(blobs, 4),
        lambda: read_full(blobs, refusals=()),
        lambda: read_full(blobs, refusals=("1", "0")),
    ):
        with pytest.raises(frames.Garbage):
            wrong()


@pytest.mark.parametrize("depth", [frames.DEEPEST, frames.DEEPEST + 1])
def test_windows_are_not_too_deep(depth):
    batch, deep = FullEncodings(), one()
    for _ in range(depth - 1):
        deep = one(overflowing=(deep,))
    batch.add(deep)
    blobs = frames.full_to_blobs(batch)
    if depth <= frames.DEEPEST:
        assert read_full(blobs, 1, ()) == batch
    else:
        with pytest.raises(frames.Garbage, match="101 deep"):
            read_full(blobs, 1, ())
