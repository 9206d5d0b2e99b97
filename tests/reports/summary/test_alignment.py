import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokparity.reference_impl.contract import Encoding
from tokparity.reference_impl.traces import Piece, StageTrace, Trace
from tokparity.reports.summary.alignment import Token, align, align_stages, differing, tokens


def row(ids, spans=None):
    return tokens(Encoding(tuple(ids), spans), {})


def drawn(rows):
    """Columns as (left ids, right ids, change)."""
    return [
        ([token.id for token in c.left], [token.id for token in c.right], c.change)
        for c in rows.columns
    ]


def test_tokens_carry_their_pieces_and_spans():
    assert tokens(Encoding((5, 6), ((0, 1), (1, 2))), {5: "a"}) == [
        Token(5, "a", (0, 1)),
        Token(6, None, (1, 2)),
    ]


def test_columns_join_again_after_a_difference():
    assert drawn(align(row([1, 2, 3, 9]), row([1, 7, 8, 3, 5]))) == [
        ([1], [1], "same"),
        ([2], [7, 8], "first"),
        ([3], [3], "same"),
        ([9], [5], "later"),
    ]


def test_equal_ids_with_other_offsets_differ():
    rows = align(row([1, 2], ((0, 1), (1, 2))), row([1, 2], ((0, 1), (1, 3))))
    assert [c.change for c in rows.columns] == ["same", "first"]


def test_offsets_count_only_where_both_sides_report_them():
    rows = align(row([1, 2], ((0, 1), (1, 2))), row([1, 2]))
    assert [c.change for c in rows.columns] == ["same", "same"]


@pytest.mark.parametrize("sides", [([], [1]), ([1], []), ([], [])])
def test_an_empty_side(sides):
    left, right = sides
    expected = [(left, right, "first")] if left != right else []
    assert drawn(align(row(left), row(right))) == expected


SHORT = st.lists(st.integers(0, 3), max_size=20)
"""Of longer rows only what is around the first difference is drawn."""


@given(SHORT, SHORT)
def test_both_rows_can_be_read_off_the_columns(left, right):
    columns = drawn(align(row(left), row(right)))
    assert [i for side, _, _ in columns for i in side] == left
    assert [i for _, side, _ in columns for i in side] == right
    marks = [change for _, _, change in columns if change != "same"]
    assert marks[:1] == (["first"] if left != right else [])
    assert "first" not in marks[1:]
    assert all(a == b for a, b, change in columns if change == "same")


def test_long_rows_show_the_first_difference_and_count_the_rest():
    left, right = row(range(100_000)), row([*range(70_000), -1, *range(70_000, 99_000)])
    began = time.process_time()
    rows = align(left, right)
    assert time.process_time() - began < 1
    shown = sum(len(c.left) for c in rows.columns)
    assert rows.before + shown + rows.left_after == 100_000
    assert next(c.right[0].id for c in rows.columns if c.change == "first") == -1


def stage(name, component, *words):
    return StageTrace(name, component, tuple(Piece(w, 0, len(w)) for w in words))


def trace(*stages):
    return Trace(stages, Encoding(()))


def changes(left, right):
    return [
        ((pair.left or pair.right).stage, (pair.left or pair.right).component, pair.change)
        for pair in align_stages(left, right)
    ]


def test_the_first_stage_that_parts_is_marked_and_what_follows_from_it():
    left = trace(stage("normalizer", "NFC", "é"), stage("model", "BPE", "é"))
    right = trace(stage("normalizer", "NFD", "e"), stage("model", "BPE", "e"))
    assert changes(left, right) == [("normalizer", "NFC", "first"), ("model", "BPE", "later")]


def test_what_parts_before_the_stage_that_a_finding_names_is_immaterial():
    left = trace(stage("normalizer", "NFC", "é"), stage("model", "BPE", "é"))
    right = trace(stage("normalizer", "NFD", "e"), stage("model", "BPE", "e"))
    marks = [pair.change for pair in align_stages(left, right, "model")]
    assert marks == ["immaterial", "first"]
    for unseen in ("decoder", "post_processor", "unknown"):
        assert [pair.change for pair in align_stages(left, right, unseen)] == ["first", "later"]


def test_a_stage_that_a_side_lacks_passes_its_input_on():
    first, last = stage("added_tokens", "A", "x"), stage("model", "BPE", "x")
    same = trace(first, stage("normalizer", "NFC", "x"), last)
    assert {change for _, _, change in changes(trace(first, last), same)} == {"same"}
    lower = trace(first, stage("normalizer", "Lower", "y"), last)
    assert changes(trace(first, last), lower)[1] == ("normalizer", "Lower", "first")
    split = trace(
        first, stage("normalizer", "NFC", "x"), stage("pre_tokenizer", "Split", "y"), last
    )
    assert changes(trace(first, last), split)[2] == ("pre_tokenizer", "Split", "first")


def test_after_the_last_stage_that_a_side_shows_nothing_is_claimed():
    short = trace(stage("normalizer", "NFC", "x"))
    long = trace(stage("normalizer", "NFC", "x"), stage("pre_tokenizer", "Split", "y"))
    assert {change for _, _, change in changes(short, long)} == {"same"}
    other = trace(stage("normalizer", "NFC", "z"))
    assert [change for _, _, change in changes(other, long)] == ["first", "same"]


def test_a_stage_of_several_components_is_judged_by_its_end():
    left = trace(stage("normalizer", "NFD", "e"), stage("normalizer", "NFC", "é"))
    right = trace(stage("normalizer", "NFC", "é"))
    assert {change for _, _, change in changes(left, right)} == {"same"}
    ends_otherwise = trace(stage("normalizer", "NFD", "e"), stage("normalizer", "Lower", "E"))
    assert [c for _, _, c in changes(left, ends_otherwise)] == ["same", "first"]


def test_with_one_trace_nothing_is_marked():
    left = trace(stage("normalizer", "NFC", "a"), stage("model", "BPE", "b"))
    assert {change for _, _, change in changes(left, None)} == {"same"}
    assert align_stages(None, None) == ()


def test_differing_pieces_lie_between_first_and_last_difference():
    left, right = stage("model", "BPE", "a", "bc", "d"), stage("model", "BPE", "a", "b", "c", "d")
    assert differing(left, right) == (range(1, 2), range(1, 3))
    assert differing(left, left) == (range(3, 3), range(3, 3))
    assert differing(left, None) == (range(0), range(0))
