from tokparity.reference_impl.post_processors.tokens import Columns, Tokens, join, special_tokens


def tokens(*ids, overflowing=()):
    count = len(ids)
    columns = Columns([0] * count, [0] * count, [0] * count, [1] * count, list(overflowing))
    return Tokens(list(ids), [0] * (2 * count), ["a"] * count, columns)


def overflowing(part):
    return [window.ids for window in part.columns.overflowing]


def test_every_way_to_take_one_window_of_each_part_overflows():
    """The order is the library's: see test_full_encoding.py, which compares it."""
    left = tokens(1, overflowing=[tokens(2), tokens(3)])
    right = tokens(7, overflowing=[tokens(8)])
    joined = join([left, right])
    assert joined.ids == [1, 7]
    assert overflowing(joined) == [[2, 7], [2, 8], [3, 7], [3, 8], [1, 8]]
    assert overflowing(joined.columns.overflowing[0]) == [[2, 8]]


def test_without_columns_nothing_has_columns():
    plain = Tokens([1], [0, 1], ["a"])
    assert join([plain, special_tokens([5], ["s"], 1, plain)]) == Tokens(
        [1, 5], [0, 1, 0, 0], ["a", "s"]
    )
    assert plain.of_type(3) is plain
    assert plain.part(0, 0) == Tokens()


def test_each_changes_what_overflows_too():
    changed = tokens(1, overflowing=[tokens(2)]).each(lambda part: part.of_type(4))
    assert changed.columns.type_ids == [4]
    assert changed.columns.overflowing[0].columns.type_ids == [4]


def test_of_type_leaves_what_overflows():
    changed = tokens(1, overflowing=[tokens(2)]).of_type(4)
    assert changed.columns.overflowing[0].columns.type_ids == [0]
