"""What makes ids fail: an id, ids of a kind, or any."""

from dataclasses import replace

import pytest

from tokparity.harness.bugs.id_triggers import (
    OF_RANGE,
    _of_added_from,
    id_kind,
    id_triggers,
    of_ids,
)
from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.contract import DecodeCase, Text


def test_kinds_of_ids(honest):
    pieces = {piece: token_id for token_id, piece in honest.pieces().items()}
    assert id_kind(honest, pieces["<s>"]) == "added"
    assert id_kind(honest, pieces["a"]) == "word"
    assert id_kind(honest, pieces["Ġ"]) == "U+0020" or id_kind(honest, pieces["Ġ"]) == "space"
    assert id_kind(honest, 1 << 20) == "outside"


@pytest.mark.parametrize(
    ("decoded", "kind"),
    [pytest.param("", "empty", id="nothing"), pytest.param("<", "U+003C", id="it")],
)
def test_a_control_piece_is_decoded_to_nothing(honest, monkeypatch, decoded, kind):
    """It may be none of the added tokens, as in a `.model`."""
    [token_id] = [token_id for token_id, piece in honest.pieces().items() if piece == "<"]
    monkeypatch.setattr(type(honest), "decode", lambda *_: Text(decoded))
    assert id_kind(honest, token_id) == kind


@pytest.mark.parametrize(
    ("surface", "kind"),
    [
        pytest.param(b"\xc3", "cut", id="first-byte"),
        pytest.param(b"a\xf0\x9f", "cut late", id="two-of-four"),
        pytest.param(b"\xa9", "bytes", id="a-later-byte"),
        pytest.param(b"\xff", "bytes", id="no-character's"),
    ],
)
def test_kinds_of_what_is_no_whole_character(honest, monkeypatch, surface, kind):
    """Decoders that replace, or drop, the beginning of a character differ in them."""
    monkeypatch.setattr(type(honest), "surface", lambda *_: surface)
    assert id_kind(honest, 70) == kind


@pytest.mark.parametrize(("wrong", "words"), [
    pytest.param(lambda ids: 70 in ids, "id 70", id="one"),
    pytest.param(lambda ids: True, "any ids", id="any"),
])  # fmt: skip
def test_triggers(remainder, honest, cases, wrong, words):
    def ask(cases):
        return [
            Text("?") if case.op == "decode" and wrong(case.ids) else Text("") for case in cases
        ]

    work = remainder(ask=ask)
    right = honest.decode
    work.box.ask = lambda cases: [
        Text("?") if wrong(case.ids) else right(case.ids) for case in cases
    ]
    work.box.memo.clear()
    some = [DecodeCase((token_id,)) for token_id in (64, 65, 66, 70)]
    assert [
        trigger.words for trigger in id_triggers(work, some, DecodeCase((70,)), work.fails)
    ] == [words]


@pytest.mark.parametrize("is_kind", [True, False])
def test_where_no_case_has_another_of_its_kind_its_neighbours_are_asked(remainder, honest, is_kind):
    """The ids of bytes that begin a character stand beside each other."""
    first = next(i for i in range(256) if id_kind(honest, i) == "cut")

    def is_wrong(ids):
        return any(id_kind(honest, i) == "cut" for i in ids) if is_kind else first in ids

    work = remainder(ask=lambda cases: [Text("") for _ in cases])
    work.box.ask = lambda cases: [
        Text("?") if is_wrong(case.ids) else honest.decode(case.ids) for case in cases
    ]
    work.box.memo.clear()
    alone = DecodeCase((first,))
    [trigger] = id_triggers(work, [alone], alone, work.fails)
    assert trigger.words == ("ids: cut" if is_kind else f"id {first}")


def test_no_ids_are_a_trigger_of_their_own(remainder, honest):
    def ask(cases):
        return [honest.decode(case.ids) if case.ids else Text("?") for case in cases]

    work = remainder(ask=lambda cases: [Text("") for _ in cases])
    work.box.ask = ask
    work.box.memo.clear()
    nothing = DecodeCase(())
    [trigger] = id_triggers(work, [DecodeCase((70,)), nothing], nothing, work.fails)
    assert trigger.words == "no ids"
    assert not trigger.occurs(DecodeCase((70,)))
    assert not any(map(work.fails, trigger.masks(nothing)))


def test_ids_are_masked_by_leaving_them_out():
    trigger = of_ids("7", (7).__eq__)
    assert trigger.masks(DecodeCase((1, 7, 2))) == [DecodeCase((1, 2))]
    assert not trigger.occurs(DecodeCase((1,)))


def test_ids_from_one_on(remainder, honest):
    """A table that ends, or ids that wrap: the first that is wrong is found, listed or not."""
    work = remainder(ask=lambda cases: [Text("") for _ in cases])
    right = honest.decode
    work.box.ask = lambda cases: [
        Text("?") if any(i >= 77 for i in case.ids) else right(case.ids) for case in cases
    ]
    work.box.memo.clear()
    some = [DecodeCase((token_id,)) for token_id in range(15, 95) if token_id not in (77, 78)]
    [trigger] = id_triggers(work, some, DecodeCase((80,)), work.fails)
    assert trigger.words == "ids from 77 on"
    assert [trigger.occurs(DecodeCase((i,))) for i in (76, 77, 199)] == [False, True, True]


@pytest.mark.parametrize(
    ("below", "words"),
    [
        pytest.param({77: True, 78: True, 79: True}, "ids from 80 on", id="few-are-right"),
        pytest.param({77: True, 78: True}, "ids: word", id="too-few"),
        pytest.param({76: True, 77: False, 78: True, 79: True}, "ids: word", id="one-is-wrong"),
    ],
)
def test_of_few_ids_below_none_may_be_wrong(remainder, honest, below, words):
    right = honest.decode
    work = remainder(ask=lambda cases: [Text("") for _ in cases])
    work.box.ask = lambda cases: [
        right(case.ids) if all(below.get(i, i < 80) for i in case.ids) else Text("?")
        for case in cases
    ]
    work.box.memo.clear()
    some = [DecodeCase((i,)) for i in (*below, *range(80, 96))]
    [trigger] = id_triggers(work, some, DecodeCase((80,)), work.fails)
    assert trigger.words == words


@pytest.mark.parametrize(
    ("special", "words"),
    [
        (range(5), "ids of added tokens that are not special"),
        (range(4), "ids of added tokens from 205 on"),
    ],
)
def test_added_tokens_from_one_on(honest, special, words):
    tokens = [AddedToken(200 + i, f"<{i}>", special=i in special) for i in range(10)]
    trigger = _of_added_from(replace(honest, added_tokens=tokens), 205)
    assert trigger.words == words
    assert [trigger.occurs(DecodeCase((i,))) for i in (204, 205, 210)] == [False, True, False]


def test_ids_of_a_kind_from_one_on_beside_others_that_are_wrong(remainder, honest):
    """Of another kind those that are wrong have a bug of their own."""
    kinds = {i: id_kind(honest, i) for i in range(256)}
    words = [i for i in kinds if kinds[i] == "word"]
    assert len(words) > 3 * OF_RANGE
    first = words[len(words) // 2]
    right = honest.decode
    work = remainder(ask=lambda cases: [Text("") for _ in cases])
    work.box.ask = lambda cases: [
        Text("?") if any(i >= first for i in case.ids) else right(case.ids) for case in cases
    ]
    work.box.memo.clear()

    def shows(case):
        return work.fails(case) and all(kinds.get(i) == "word" for i in case.ids)

    some = [DecodeCase((i,)) for i in kinds]
    [trigger] = id_triggers(work, some, DecodeCase((words[len(words) // 2],)), shows)
    assert trigger.words == f"ids from {first} on"
