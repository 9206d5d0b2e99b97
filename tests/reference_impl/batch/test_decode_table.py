"""Texts gathered from a table: runs of bytes, bytes across a text's end, what is left out."""

import pytest

from tokparity.reference_impl.batch.decode_plan import Surface
from tokparity.reference_impl.batch.decode_table import DecodeTable


def table(kind, *surfaces, left_out=(), strips=0):
    made = [Surface(one, one, len(one) == 1 and kind == "runs") for one in surfaces]
    out = [at in left_out for at in range(len(made))]
    return DecodeTable.of(made, out, kind, b" ", strips)


def texts(found):
    at, made = 0, []
    for length in found.lengths.tolist():
        made.append(found.blob[at : at + length].decode())
        at += length
    assert at == len(found.blob)
    return made


def test_a_character_of_two_texts_is_in_neither():
    bad = "\ufffd"
    found = table("all", b"\xc3", b"\xa9", b"ab").decode([[0, 1, 2], [0], [1], [], [2]])
    assert texts(found) == ["éab", bad, bad, "", "ab"]


def test_a_bad_run_is_lost_as_a_whole_and_no_other():
    bad = "\ufffd"
    runs = table("runs", b"\xc3", b"\xa9", b"ab", b"A")
    batch = [[0, 1, 2], [0, 1, 3, 0, 2, 0, 1], [1], [0], [1, 2], []]
    assert texts(runs.decode(batch)) == ["éab", bad * 4 + "abé", bad, bad, f"{bad}ab", ""]


def test_what_is_left_out_parts_no_run_and_is_not_the_first():
    runs = table("runs", b"\xc3", b"\xa9", b"<s>", left_out=(2,))
    assert texts(runs.decode([[0, 2, 1], [2], [2, 0, 1]])) == ["é", "", "é"]
    spaced = DecodeTable.of([Surface(b"a", b" a"), Surface(b"", b"")], [False, True], "whole")
    assert texts(spaced.decode([[1, 0, 1, 0], [0]])) == ["a a", "a"]


@pytest.mark.parametrize(("strips", "expected"), [(0, "  ab"), (1, " ab"), (2, "ab"), (9, "ab")])
def test_spaces_go_from_the_start(strips, expected):
    found = table("runs", b"  ab", b" ", strips=strips).decode([[0], [], [1], [0, 0]])
    assert texts(found) == [expected, "", " "[strips:], f"{expected}  ab"]


def test_ids_outside_and_unknown_ones_leave_their_sequence_out():
    made = DecodeTable.of([Surface(b"a", b"a"), None], [False, False], "whole")
    found = made.decode([[0], [0, 1], [2], [-1, 0], [0, 0]])
    assert found.left_out == [1, 2, 3]
    assert texts(found) == ["a", "", "", "", "aa"]


def test_nothing_to_decode():
    made = DecodeTable.of([], [], "whole")
    assert texts(made.decode([])) == []
    assert made.decode([[], [0]]).left_out == [1]
    assert texts(table("all", b"a").decode([[], []])) == ["", ""]


@pytest.mark.parametrize("kind", ["whole", "runs", "all", "bytes"])
def test_what_is_no_number_is_an_error(kind):
    with pytest.raises((OverflowError, TypeError, ValueError)):
        table(kind, b"ab").decode([[1 << 70]])
