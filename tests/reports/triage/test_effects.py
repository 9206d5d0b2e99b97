"""What one side does to a decoded text, in words."""

from types import SimpleNamespace

import pytest

from tokparity.reference_impl.contract import (
    STAGES,
    Bytes,
    DecodeCase,
    EncodeCase,
    Encoding,
    Refusal,
    Text,
)
from tokparity.reference_impl.traces import Piece, StageTrace, Trace
from tokparity.reports.records.finding import Beside
from tokparity.reports.triage.effects import (
    BROKEN,
    LONGEST,
    NO_NUMBER,
    effect_sentence,
    joined_sentence,
    lacks_mark,
)

NO_ID = "an id of more than 32 bits among [4294967295]"


def told(**fields):
    """A sighting of which only this is looked at."""
    return SimpleNamespace(**{"settings": (), "beside": (), "case": EncodeCase("a")} | fields)


@pytest.mark.parametrize(
    ("got", "expected", "said"),
    [
        pytest.param("[PAD] ", "[PAD]", "It has · behind [PAD], where nothing is due.", id="more"),
        pytest.param(
            " a",
            "a",
            "It has · at the beginning, where nothing is due.",
            id="more-at-the-beginning",
        ),
        pytest.param("ab", "a b", "It leaves out · behind a.", id="less"),
        pytest.param("", "a", "It leaves out a.", id="nothing-left"),
        pytest.param("a\ufffdb", "a\u00e9b", "It gives � in the place of é behind a.", id="other"),
        pytest.param(
            "x" * 20 + "y",
            "x" * 20,
            f"It has y behind …{'x' * 12}, where nothing is due.",
            id="a-long-text",
        ),
        pytest.param("aab", "ab", "It has a behind a, where nothing is due.", id="one-of-several"),
        pytest.param("a" * (LONGEST + 1), "", "", id="a-long-stretch"),
        pytest.param("a", "a", "", id="alike"),
        pytest.param(
            "a\u202e", "a", "It has \\u202e behind a, where nothing is due.", id="hostile"
        ),
    ],
)
@pytest.mark.parametrize("at_left", [False, True])
def test_the_stretch_in_which_two_texts_part(got, expected, said, at_left):
    left, right = (got, expected) if at_left else (expected, got)
    sighting = told(left=Text(left), right=Bytes(right.encode("utf-8")))
    assert effect_sentence(sighting, at_left=at_left) == said


def test_bytes_that_are_left_out_are_told_as_no_character():
    seen = SimpleNamespace(left=Bytes(b" \xe5\x9c"), right=Text(" "), case=EncodeCase("a"))
    said = "It leaves out \ufffd (bytes of no whole character) behind ·."
    assert effect_sentence(seen, at_left=False) == said
    seen.right = Text(" \ufffda")
    assert BROKEN not in effect_sentence(seen, at_left=False)


@pytest.mark.parametrize(
    ("got", "expected", "said"),
    [
        pytest.param((1, 7, 2), (1, 2), "It has a token too many: <unk> behind a.", id="more"),
        pytest.param((1,), (1, 2), "It lacks b behind a.", id="less"),
        pytest.param((2,), (1,), "It has b where a is due.", id="other"),
        pytest.param((1, 2), (1, 7, 7), "It has b where <unk> <unk> is due behind a.", id="two"),
        pytest.param((7,), (), "It has <unk> where no token is due.", id="none-due"),
        pytest.param((), (9,), "It lacks 9.", id="an-id-without-a-piece"),
        pytest.param(
            (1,) * 9, (2,) * 9, "It has a a a a where b b b b is due, and then more.", id="too-many"
        ),
        pytest.param((1,), (1,), "", id="alike"),
    ],
)
@pytest.mark.parametrize("at_left", [False, True])
def test_the_tokens_in_which_two_encodings_part(got, expected, said, at_left):
    left, right = (got, expected) if at_left else (expected, got)
    names = ({1: "a", 2: "b", 7: "<unk>"},) * 2
    sighting = told(left=Encoding(left), right=Encoding(right), names=names)
    assert effect_sentence(sighting, at_left=at_left) == said


@pytest.mark.parametrize(
    ("got", "expected", "said"),
    [
        pytest.param(
            Refusal("error", "x"), Text("a"), "It gives no answer (x) where a is due.", id="text"
        ),
        pytest.param(
            Refusal("error", "an id of more than 32 bits among [7, 4294967295]"),
            Encoding((1,)),
            "It gives an id of more than 32 bits among [7, 4294967295] (4294967295 is -1, which "
            "stands for no piece) where a is due.",
            id="no-piece-s-id",
        ),
        pytest.param(
            Refusal("error", "x"),
            Bytes(b"\xe2\x80"),
            "It gives no answer (x) where bytes are due that are no whole text: 0xe280.",
            id="bytes",
        ),
        pytest.param(
            Refusal("error", "x"),
            Text(""),
            "It gives no answer (x) where an empty text is due.",
            id="none",
        ),
        pytest.param(
            Refusal("crash", "x"),
            Encoding((1, 2)),
            "It ends its process where a b is due.",
            id="ids",
        ),
        pytest.param(
            Refusal("error", "x"),
            Encoding((7,)),
            "It gives no answer (x) where <unk> is due: <unk> is for what no piece has.",
            id="unknown",
        ),
        pytest.param(
            Refusal("error", "x"),
            Encoding(()),
            "It gives no answer (x) where no token is due: no piece has any of the text.",
            id="nothing",
        ),
        pytest.param(
            Refusal("timeout", "x"),
            Encoding((1,) * 9),
            "It gives no answer in the time that a call may take.",
            id="long",
        ),
        pytest.param(
            Text("a"),
            Refusal("error", "of 7."),
            "It has an answer where a refusal is due: of 7.",
            id="due",
        ),
        pytest.param(
            Refusal("memory", "x"),
            Refusal("error", ""),
            "It eats all its memory where a refusal is due: it says no reason.",
            id="both",
        ),
    ],
)
def test_what_is_due_where_a_side_refuses(got, expected, said):
    names = ({1: "a", 2: "b", 7: "<unk>"}, {})
    stages = [StageTrace(stage, "", (Piece("F", 0, 1),)) for stage in STAGES]
    trace = Trace(tuple(stages), Encoding(()))
    sighting = told(
        left=expected,
        right=got,
        names=names,
        left_trace=trace,
        right_trace=None,
        settings=(),
        beside=(),
    )
    assert effect_sentence(sighting, at_left=False) == said


@pytest.mark.parametrize(("beside", "is_lost"), [("", True), ("a", False)])
def test_a_text_that_is_lost_with_an_id(beside, is_lost):
    """With another id the other side refuses too; of that alone it has a text."""
    refused = Refusal("error", "no such id")
    rows = [Beside(DecodeCase((1, 9)), refused, Text(made)) for made in ("", beside)]
    right = Beside(DecodeCase((1,)), Text("a"), Text("a"))
    sighting = told(left=refused, right=Text(""), case=DecodeCase((9,)), beside=(*rows, right))
    said = effect_sentence(sighting, at_left=False)
    lost = ", an empty text, also with ids beside it," * is_lost
    assert said == f"It has an answer{lost} where a refusal is due: no such id."


@pytest.mark.parametrize(
    ("empty", "why"),
    [
        ("pre_tokenizer", ": the file's pre-tokenizer leaves nothing of the text"),
        ("normalizer", ": the file's normalizer leaves nothing of the text"),
        ("added_tokens", ""),
        ("model", ": no piece has any of the text"),
    ],
)
def test_why_no_token_is_due(empty, why):
    first = STAGES.index(empty)
    stages = [
        StageTrace(stage, "", (Piece("F", 0, 1),) if at < first else ())
        for at, stage in enumerate(STAGES)
    ]
    sides = {"left": Encoding(()), "left_trace": Trace(tuple(stages), Encoding(()))}
    sighting = told(right=Refusal("error", "x"), names=({}, {}), right_trace=None, **sides)
    said = effect_sentence(sighting, at_left=False)
    assert said == f"It gives no answer (x) where no token is due{why}."


PIECES = {1: "\u2581<", 2: "<", 3: "a", 4: ">'", 5: ">", 6: "'", 7: "\u0120\u00e1", 8: "\u013d"}
PIECES |= {9: "\u0120", 10: "\u00e1\u013d", 11: "b", 12: "\u2581b", 13: "c"}


@pytest.mark.parametrize(
    ("got", "expected", "said"),
    [
        pytest.param(
            (2, 3, 5, 6),
            (1, 3, 4),
            "It has < where \u2581< is due; it has > ' in the place of the one token >' behind a.",
            id="two-places",
        ),
        pytest.param(
            (7, 8),
            (9, 10),
            "It has 0x20e1 0x9b where \u00b7 0xe19b is due.",
            id="bytes-of-a-character",
        ),
        pytest.param(
            (9, 5, 6, 3),
            (9, 3, 5, 6),
            "It has > ' a where a > ' is due behind \u00b7: the same tokens in another order.",
            id="another-order",
        ),
        pytest.param(
            (11, 3, 11, 3, 11, 3, 11),
            (13, 3, 13, 3, 13, 3, 13),
            "It has b where c is due, and then more.",
            id="many-places",
        ),
        pytest.param((3,) * 241, (3,) * 242, "It lacks a behind a.", id="long-rows"),
    ],
)
def test_every_place_in_which_two_encodings_part(got, expected, said):
    """As the text that pieces stand for."""
    sighting = told(left=Encoding(got), right=Encoding(expected), names=(PIECES, PIECES))
    assert effect_sentence(sighting, at_left=True) == said


def test_pieces_that_read_alike_are_told_as_they_are():
    names = {1: "\u0120", 2: " "}
    sighting = told(left=Encoding((1,)), right=Encoding((2,)), names=(names, names))
    assert effect_sentence(sighting, at_left=True) == "It has \u0120 where \u00b7 is due."


@pytest.mark.parametrize(
    ("settings", "said"), [((), "0xe9"), ((("decoder", "Metaspace"),), "\xe9")]
)
def test_a_piece_is_bytes_where_the_file_spells_them(settings, said):
    names = {1: "\xe9", 2: "a"}
    sighting = told(
        left=Encoding((1,)),
        right=Encoding((2,)),
        names=(names, names),
        settings=settings,
        beside=(),
    )
    assert effect_sentence(sighting, at_left=True) == f"It has {said} where a is due."


def test_ids_that_are_all_off_by_as_much_are_numbered_otherwise():
    names = ({at: chr(at) for at in range(60, 80)},) * 2

    def seen(*rows):
        beside = tuple(
            Beside(EncodeCase("x"), Encoding(due), Encoding(got)) for got, due in rows[1:]
        )
        got, due = rows[0]
        sighting = told(left=Encoding(due), right=Encoding(got), names=names, beside=beside)
        return effect_sentence(sighting, at_left=False)

    rows = [((62,), (63,)), ((64, 5), (65, 5)), ((66, 67), (67, 68))]
    assert seen(*rows) == "Its tokens are the right ones, numbered otherwise: ids are 1 too low."
    assert seen(*rows[:2]) == "It has > where ? is due.", "of three at least"
    assert seen(*rows, ((70,), (73,))) == "It has > where ? is due.", "not all by as much"


NONE = (("decoder", "none: joined by spaces"),)


@pytest.mark.parametrize(
    ("settings", "got", "said"),
    [
        pytest.param(NONE, "a\u010a", "together without a space", id="joined"),
        pytest.param(NONE, "a\n", "as bytes", id="bytes"),
        pytest.param((("decoder", "Fuse"),), "a\u010a", None, id="one"),
        pytest.param((), "a\u010a", None, id="not known"),
        pytest.param(NONE, "a", None, id="another text"),
    ],
)
def test_what_is_made_of_pieces_where_there_is_no_decoder(settings, got, said):
    sighting = told(
        left=Text("a \u010a"),
        right=Text(got),
        case=DecodeCase((1, 2)),
        names=({1: "a", 2: "\u010a"},) * 2,
        settings=settings,
    )
    sentence = joined_sentence(sighting, at_left=False)
    assert said in sentence if said else sentence == ""


@pytest.mark.parametrize(
    ("beside", "is_told"),
    [
        pytest.param([("a \u0120", "a ")], True, id="as-bytes"),
        pytest.param([("a \u0120", "a\u0120")], False, id="as-they-are"),
        pytest.param([("a \u0120", "a ")] * 2 + [("a \u0120", "b")], False, id="one-otherwise"),
        pytest.param([("a \u0120", "a \u0120")], False, id="right"),
        pytest.param([], False, id="nothing-beside"),
    ],
)
def test_pieces_that_are_read_as_bytes_where_these_are_no_text(beside, is_told):
    rows = [Beside(DecodeCase((1, 2)), Text(due), Text(got)) for due, got in beside]
    sighting = told(
        left=Text("\xbd"),
        right=Refusal("error", "invalid UTF-8"),
        case=DecodeCase((3,)),
        settings=NONE,
        beside=tuple(rows),
        names=({1: "a", 2: "\u0120", 3: "\xbd"},) * 2,
    )
    sentence = joined_sentence(sighting, at_left=False)
    assert ("as bytes" in sentence and "these are no text" in sentence) is is_told


@pytest.mark.parametrize(
    ("beside", "said"),
    [
        (
            [("a \u0120", "a ")],
            " It also reads them as bytes (\u010a is a line end, <0x0A> is one).",
        ),
        ([("a \u0120", "a\u0120")], " with spaces."),
        ([], " with spaces."),
    ],
)
def test_of_two_ways_to_join_pieces_the_rows_beside_tell(beside, said):
    rows = [Beside(DecodeCase((1, 2)), Text(due), Text(got)) for due, got in beside]
    sighting = told(
        left=Text("a a"),
        right=Text("aa"),
        case=DecodeCase((1, 1)),
        settings=NONE,
        beside=tuple(rows),
        names=({1: "a", 2: "\u0120"},) * 2,
    )
    sentence = joined_sentence(sighting, at_left=False)
    assert sentence.startswith("It puts the pieces together without a space between: ")
    assert sentence.endswith(said)


@pytest.mark.parametrize(
    ("beside", "said"),
    [
        pytest.param([((1, 2), "a \u0120", "a ")], "It puts the pieces together", id="several"),
        pytest.param([((2,), "\u0120", " ")], "It reads the pieces as bytes", id="one"),
        pytest.param([((1, 2), "a", "a"), ((2,), "\u0120", " ")], "It reads", id="all-alike"),
    ],
)
def test_pieces_are_told_as_joined_where_several_show_it(beside, said):
    rows = [Beside(DecodeCase(ids), Text(due), Text(got)) for ids, due, got in beside]
    sighting = told(
        left=Text("\u0120"),
        right=Text(" "),
        case=DecodeCase((2,)),
        settings=NONE,
        beside=tuple(rows),
        names=({1: "a", 2: "\u0120"},) * 2,
    )
    assert joined_sentence(sighting, at_left=False).startswith(said)


def test_an_id_that_is_no_number_is_told_as_that():
    refused = Refusal("error", NO_NUMBER)
    sighting = told(left=Encoding(()), right=refused, case=EncodeCase("\0"), left_trace=None)
    sighting.right_trace = None
    said = effect_sentence(sighting, at_left=False)
    assert said == "It gives ids of which one is no number where no token is due."
    sighting.settings = (("model", "merges: 2"),)
    assert effect_sentence(sighting, at_left=False).endswith("the file names no unk_token.")
    sighting.settings = (("model", "unk_token: <unk>"),)
    assert effect_sentence(sighting, at_left=False) == said


@pytest.mark.parametrize(
    ("ids", "said"),
    [
        ([(1,), (1, 1), (1, 2)], "It gives pieces as the file has them (▁a), and does not decode"),
        ([(1,)], "It gives ▁a as the file has it, of which the decoder makes a."),
        ([(1,), (1, 1), (2, 3)], "It gives ▁a as the file has it, of which the decoder makes a."),
    ],
)
def test_pieces_that_are_not_decoded_anywhere(ids, said):
    names = {1: "▁a", 2: "b", 3: "<0x41>"}
    got = ["".join({**names, 3: "A"}[i] for i in some) for some in ids]
    rows = tuple(
        Beside(DecodeCase(some), Text("due"), Text(text))
        for some, text in zip(ids, got, strict=True)
    )
    sighting = told(left=Text("a"), right=Text("▁a"), case=DecodeCase((1,)), beside=rows)
    sighting.names = (names, names)
    assert effect_sentence(sighting, at_left=False).startswith(said)


@pytest.mark.parametrize(
    ("ids", "said"),
    [((), "where an empty text is due."), ((7,), "where the other leaves an id out that")],
)
def test_where_an_empty_text_is_due(ids, said):
    sighting = told(left=Text(""), right=Refusal("error", "no"), case=DecodeCase(ids))
    sighting.names = ({}, {})
    assert said in effect_sentence(sighting, at_left=False)


@pytest.mark.parametrize(("got", "is_so"), [(2, True), (1, False), (3, False)])
def test_a_text_that_comes_without_a_mark(got, is_so):
    row = Beside(EncodeCase("a"), Encoding((1,)), Encoding((got,)))
    sighting = told(
        left=Encoding((5,)),
        right=Refusal("error", NO_ID),
        case=EncodeCase(" "),
        beside=(row,),
        names=({1: "▁a", 2: "a", 3: "b", 5: "▁"},) * 2,
    )
    assert lacks_mark(sighting) is is_so
    said = effect_sentence(sighting, at_left=False)
    assert ("puts no ▁ before a text" in said) is is_so


@pytest.mark.parametrize(
    ("got", "said"),
    [
        ("<0x0A>", "It gives <0x0A> as the file has it, of which the decoder makes \\n."),
        ("0A", "It gives 0A in the place of \\n at the beginning."),
    ],
)
def test_a_piece_that_is_not_decoded(got, said):
    names = ({1: "<0x0A>"},) * 2
    sighting = told(left=Text("\n"), right=Text(got), case=DecodeCase((1,)), names=names)
    assert effect_sentence(sighting, at_left=False) == said


@pytest.mark.parametrize(
    ("piece", "got", "said"),
    [
        ("<unk>", " ", "Of <unk>, which is for what no piece has, it makes ·: ·⁇· is due."),
        ("<unk>", "", "Of <unk>, which is for what no piece has, it makes nothing: ·⁇· is due."),
        ("<s>", " ", "It leaves out ⁇· behind ·."),
    ],
)
def test_what_becomes_of_the_unknown_token_alone(piece, got, said):
    names = ({1: piece}, {1: piece})
    sighting = told(left=Text(" \u2047 "), right=Text(got), case=DecodeCase((1,)), names=names)
    assert effect_sentence(sighting, at_left=False) == said


def test_an_id_without_a_piece_is_left_out_by_the_other():
    seen = told(left=Text(""), right=Refusal("error", "x"), names=({}, {}), case=DecodeCase((9,)))
    said = effect_sentence(seen, at_left=False)
    assert said == "It gives no answer (x) where the other leaves an id out that no piece has."
