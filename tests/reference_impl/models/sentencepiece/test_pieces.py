from tokparity.reference_impl.models.sentencepiece.pieces import Pieces

KNOWN = Pieces(
    ("<unk>", "a", "</s>", "x", "\0", "<0x41>"),
    (0.0,) * 6,
    ("unknown", "normal", "control", "user_defined", "unused", "byte"),
)


def test_tables():
    assert KNOWN.matchable == {"a": 1, "x": 3}
    assert KNOWN.reserved == {"<unk>": 0, "</s>": 2, "<0x41>": 5}
    assert KNOWN.unknown == 0
    assert KNOWN.user_defined == ["x"]
    assert KNOWN.pieces[4] == "\0"


def test_ids():
    assert [KNOWN.id_of(text) for text in ("a", "</s>", "nothing", "")] == [1, 2, 0, 0]
    assert Pieces((), (), ()).id_of("a") == -1


def test_a_reserved_piece_goes_before_one_of_its_name():
    known = Pieces(("<s>", "<s>"), (0.0, 0.0), ("normal", "control"))
    assert known.id_of("<s>") == 1
    assert known.matchable == {"<s>": 0}


def test_neighbours_that_are_unknown_are_one():
    tokens = KNOWN.finish("qqaq", [(0, 0, 1), (0, 1, 2), (1, 2, 3), (0, 3, 4)])
    assert tokens == ((0, 0, 2), (1, 2, 3), (0, 3, 4))
    assert KNOWN.called("qqaq", tokens) == ("qq", "a", "q")
