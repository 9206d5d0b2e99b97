from tokparity.reference_impl.contract import Encoding, FullEncoding, Refusal, StageOutput, Streamed
from tokparity.reports.summary.side_by_side import MOST_ROWS, side_by_side


def full(ids, types=None, overflowing=()):
    size = len(ids)
    return FullEncoding(
        ids=tuple(ids),
        offsets=tuple((at, at + 1) for at in range(size)),
        tokens=tuple(f"t{one}" for one in ids),
        type_ids=tuple(types or [0] * size),
        words=(None, *range(size - 1)),
        special_tokens_mask=(0,) * size,
        attention_mask=(1,) * size,
        overflowing=tuple(overflowing),
    )


def marked(table):
    return [
        (at, column)
        for at, row in enumerate(table.rows)
        for column, cell in enumerate(row)
        if cell.differs
    ]


def test_what_differs_is_marked_in_its_column():
    table = side_by_side(full([7, 8]), full([7, 8], [0, 1]))
    assert marked(table) == [(1, table.header.index("type"))]
    assert (table.rows[1][0].left, table.rows[1][4].left, table.rows[1][4].right) == (8, 0, 1)


def test_a_row_that_one_side_lacks_differs():
    table = side_by_side(StageOutput((("a", 0, 1), ("b", 1, 2))), StageOutput((("a", 0, 1),)))
    assert marked(table) == [(1, 0), (1, 1), (1, 2)]
    assert [cell.right for cell in table.rows[1]] == [None, None, None]


def test_windows_cut_off_follow():
    table = side_by_side(full([7], overflowing=[full([8])]), full([7], overflowing=[full([9])]))
    assert table.rows[1][0].left == "window 1 cut off:"
    assert (2, 0) in marked(table)


def test_a_refusal_leaves_the_other_side_alone():
    table = side_by_side(Refusal("error", "no"), StageOutput((("a", 0, 1),)))
    assert [cell.right for cell in table.rows[0]] == ["a", 0, 1]
    assert side_by_side(Refusal("error", "no"), Encoding((1,))) is None


def test_long_answers_are_shown_around_the_first_difference():
    rows = tuple((f"p{at}", at) for at in range(1000))
    changed = (*rows[:500], ("other", 500), *rows[501:])
    table = side_by_side(StageOutput(rows), StageOutput(changed))
    assert len(table.rows) == MOST_ROWS
    assert table.before + len(table.rows) + table.after == 1000
    ((at, column),) = marked(table)
    assert (table.before + at, column) == (500, 0)


def test_a_stream_is_a_row_a_push_with_its_id_and_piece():
    left, right = Streamed(("a", "", "c")), Streamed(("a", None, "c"))
    table = side_by_side(left, right, [(7, "x"), (8, None)])
    assert table.header == ("push", "id", "piece", "text")
    assert [[cell.left for cell in row] for row in table.rows] == [
        [0, 7, "x", "a"],
        [1, 8, None, ""],
        [2, None, None, "c"],
    ]
    assert (marked(table), table.first) == ([(1, 3)], 1)


def test_a_refused_stream_has_the_other_sides_rows_alone():
    table = side_by_side(Refusal("error", "no"), Streamed(("a",)), [(7, "x")])
    assert [cell.right for cell in table.rows[0]] == [0, 7, "x", "a"]


def test_where_nothing_differs_no_row_is_the_first():
    assert side_by_side(Streamed(("a",)), Streamed(("a",))).first is None
