"""What a finding's shape says of its cause, in sentences."""

from types import SimpleNamespace

import pytest

from tokparity.harness.bugs.taken_off import UNPARSED
from tokparity.harness.bugs.versions import NEWER, OLDER
from tokparity.harness.naming.ground import near_ground
from tokparity.harness.naming.spelled_text import BY_BYTES as OF_EACH_BYTE
from tokparity.harness.naming.spelled_text import LAST_NUL as LOST
from tokparity.harness.naming.spelled_text import LATIN_SPACES as AS_LATIN
from tokparity.harness.naming.spelled_text import LONE_MARKS as LOSES_MARKS
from tokparity.harness.naming.spelled_text import NOTHING as COMES_TO_NOTHING
from tokparity.harness.naming.stage_blame import CUT_OFF, WHY_CUT
from tokparity.reference_impl.contract import DecodeCase, EncodeCase, EncodeOptions, Encoding, Text
from tokparity.reference_impl.traces import Piece, StageTrace, Trace
from tokparity.reports.records.finding import IN_COMMON, LIKELY, OTHERS, Beside
from tokparity.reports.triage.causes import (
    ALONE,
    BY_BYTES,
    CUT,
    FEW,
    LAST_NUL,
    LATIN_SPACES,
    LONE_MARKS,
    NOT_ALONE,
    NOT_CUT,
    NOTHING,
    UNKNOWN,
    cause_sentence,
)


def told(**fields):
    """A sighting of which only this is looked at."""
    return SimpleNamespace(
        **{"settings": (), "beside": (), "case": EncodeCase("a"), "count": 3, "shown_too": None}
        | {"names": ({}, {})}
        | fields
    )


NONE = {"left": None, "right": None}
COMMON = "ids part at 0; what its cases have in common: "


def found(shape, stage="model"):
    return SimpleNamespace(shape=shape, signature=SimpleNamespace(stage=stage, component=""))


@pytest.mark.parametrize(
    ("shape", "said"),
    [
        ("ids part at 0", ""),
        (
            "ids part at 0; likely bug: does not normalize at all",
            "It answers as a tokenizer that does not normalize at all.",
        ),
        (
            f"{COMMON}U+0301",
            "It does so where there is: U+0301 (COMBINING ACUTE ACCENT).",
        ),
        (
            f"{COMMON}ids: outside; id 7; ids: U+003C",
            (
                "It does so where there is one of these: ids that no piece has; id 7 (\u2581a); "
                "ids of pieces that begin with U+003C (LESS-THAN SIGN)."
            ),
        ),
        (f"{COMMON}without NFC", "It answers as if the file had no NFC."),
        (f"{COMMON}any text", "It does so with any text."),
        (
            f"{COMMON}the whole stage: U+0020; as a tokenizer that knows no case",
            (
                "It may do more than this otherwise in this stage, where there is: U+0020 (SPACE). "
                "Some of its answers are those of a tokenizer that knows no case."
            ),
        ),
        (
            f"{COMMON}Whitespace in the place of Metaspace; U+0020",
            (
                "It answers as if the file had Whitespace in the place of Metaspace. "
                "It does so where there is: U+0020 (SPACE)."
            ),
        ),
        (
            f"{COMMON}the whole stage: characters of Pd; characters of L*",
            (
                "It may do more than this otherwise in this stage, where there is: "
                "punctuation (Unicode category Pd); letters (Unicode category L*)."
            ),
        ),
        (
            "ids part at 31; all rounds that it took; 1 case is explained by nothing found",
            "This is what the smallest case shows; what its cases have in common was not found.",
        ),
        (f"{COMMON}the text 'a\u202e'", "It does so where there is: the text 'a\\u202e'."),
        (
            f"{COMMON}characters newer than Unicode 9.0",
            (
                "It does so where there is: characters newer than Unicode 9.0, "
                "which the tables of one of the two do not have."
            ),
        ),
        (f"{COMMON}U+FFFFFF", "It does so where there is: U+FFFFFF."),
        (f"{COMMON}{UNPARSED}", "It takes special tokens for text, whatever it is asked."),
    ],
)
def test_a_sentence_of_a_shape(shape, said):
    finding, sighting = (
        found(shape),
        told(
            left=None,
            right=None,
            case=EncodeCase(""),
            beside=(),
            cause="",
            ground="",
            fresh=(),
            names=({7: "\u2581a"}, {}),
        ),
    )
    assert cause_sentence(finding, sighting, at_left=False) == said


def ids(*all_ids):
    return [Encoding(tuple(each)) for each in all_ids]


def test_an_artefact_may_have_a_cause_of_its_own():
    finding = found(f"{COMMON}U+0301")
    sighting = told(
        **NONE, case=EncodeCase(""), beside=(), cause=f"{IN_COMMON}without NFC", ground="", fresh=()
    )
    said = cause_sentence(finding, sighting, at_left=False)
    assert said == "It answers as if the file had no NFC."


def test_where_nothing_is_found_in_common_the_smallest_case_tells():
    finding = found("ids part at 0; 8 bugs; 2 cases are explained by nothing found")
    sighting = told(
        **NONE,
        case=EncodeCase(""),
        beside=(),
        cause="",
        ground="it cuts the text at <s>\u202e",
        fresh=(),
    )
    said = cause_sentence(finding, sighting, at_left=False)
    assert said == UNKNOWN


def test_where_any_text_shows_it_no_character_is_a_cause():
    shape = f"{COMMON}the whole stage: any text; U+1100"
    sighting = told(
        left=None, right=None, case=EncodeCase(""), beside=(), cause="", ground="", fresh=()
    )
    said = cause_sentence(found(shape), sighting, at_left=False)
    assert said == "It may do more than this otherwise in this stage, where there is: any text."


RIGHT = ids([1, 5], [5, 1], [1, 5, 1], [1], [1, 1])


@pytest.mark.parametrize(
    ("blamed", "said"),
    [
        (ids([1], [1], [1, 1], [1], [1, 1]), "It leaves 7 out."),
        (ids([1], [], [1], [1], [1, 1]), "It ends at 7: what follows is lost."),
        (RIGHT, "It is right about 7 beside letters, wrong about it alone."),
        (
            ids([1, 5], [6, 1], [1, 5, 1], [1], [1, 1]),
            "It is wrong about 7 only where that begins a text.",
        ),
        (
            ids([1, 6], [5, 1], [1, 5, 1], [1], [1, 1]),
            "It is wrong about 7 only where that ends a text.",
        ),
        (
            ids([1, 6], [6, 1], [1, 5, 1], [1], [1, 1]),
            "It is wrong about 7 only where that begins or ends a text.",
        ),
        (ids([1, 6], [6, 1], [1, 6, 1], [1], [1, 1]), ""),
        (ids([1], [1], [1, 1], [2], [1, 1]), ""),
        (RIGHT[:3], ""),
    ],
)
@pytest.mark.parametrize("at_left", [False, True])
def test_what_other_company_tells(blamed, said, at_left):
    pairs = zip(blamed, RIGHT, strict=False)
    sides = [(mine, right) if at_left else (right, mine) for mine, right in pairs]
    beside = tuple(Beside(EncodeCase(""), *each) for each in sides)
    sighting = told(
        left=None, right=None, case=EncodeCase("7"), beside=beside, cause="", ground="", fresh=()
    )
    assert cause_sentence(found("ids part at 0"), sighting, at_left=at_left) == said
    sighting.case = EncodeCase("\u03017")
    said_of_mark = cause_sentence(found("ids part at 0"), sighting, at_left=at_left)
    assert "only where that" not in said_of_mark, "a mark goes with the letter before it"


@pytest.mark.parametrize(
    ("text", "behind", "twice", "said"),
    [
        (" ", 6, (1, 6, 1), "where several stand together, and where it begins or ends a text."),
        (" ", 5, (1, 6, 1), "where several stand together, and where it begins a text."),
        (" ", 6, (1, 5, 1), "only where that begins or ends a text."),
        ("7", 6, (1, 6, 1), "only where that begins or ends a text."),
    ],
)
def test_white_space_that_is_squeezed_is_no_matter_of_the_ends_alone(text, behind, twice, said):
    answers = zip(ids([1, behind], [6, 1], [1, 5, 1], [1], [1, 1]), RIGHT, strict=True)
    company = [Beside(EncodeCase(""), right, mine) for mine, right in answers]
    several = Beside(EncodeCase(f"a{text * 2}a"), Encoding((1, 5, 1)), Encoding(twice))
    sighting = told(
        left=None,
        right=None,
        case=EncodeCase(text),
        beside=(*company, several),
        cause="",
        ground="",
        fresh=(),
    )
    assert cause_sentence(found("ids part at 0"), sighting, at_left=False).endswith(said)


@pytest.mark.parametrize(
    ("between", "said"),
    [((1, 6, 1), "added token '<s>'."), ((1, 5, 1), "added token '<s>' at the end.")],
)
def test_an_added_token_that_fails_anywhere_is_of_no_place(between, said):
    answers = zip(ids([1, 6], [6, 1], [*between], [1], [1, 1]), RIGHT, strict=True)
    sighting = told(
        left=None,
        right=None,
        case=EncodeCase("<s>"),
        beside=tuple(Beside(EncodeCase(""), right, mine) for mine, right in answers),
        cause="",
        ground="",
        fresh=(),
        names=({}, {}),
    )
    shape = f"{COMMON}added token '<s>' at the end"
    assert cause_sentence(found(shape), sighting, at_left=False).endswith(said)


@pytest.mark.parametrize(
    ("got", "expected", "said"),
    [
        ((1, 2), (1,), "It puts </s> behind the text."),
        ((1,), (1, 5, 2), "It does not put 5 </s> behind the text."),
        ((5,), (1, 5), "It does not put <s> before the text."),
        ((5, 1), (1,), "It puts 5 before the text."),
        ((2,), (), "It puts </s> where there is no text."),
        ((5, 2), (1,), ""),
        ((5,), (1,), ""),
    ],
)
@pytest.mark.parametrize("at_left", [False, True])
def test_what_a_post_processor_puts_around_a_text(got, expected, said, at_left):
    sides = ids(got, expected) if at_left else ids(expected, got)
    sighting = told(
        case=EncodeCase(""), beside=(), cause="", ground="", fresh=(),
        left=sides[0], right=sides[1], names=({1: "<s>"}, {2: "</s>"}),
    )  # fmt: skip
    sentence = cause_sentence(found("ids part at 0", "post_processor"), sighting, at_left=at_left)
    assert sentence == said
    assert cause_sentence(found("ids part at 0"), sighting, at_left=at_left) == ""


def test_of_very_many_parts_some_are_told():
    shape = COMMON + "; ".join(f"U+{0x300 + at:04X}" for at in range(6))
    sighting = told(
        left=None, right=None, case=EncodeCase(""), beside=(), cause="", ground="", fresh=()
    )
    said = cause_sentence(found(shape), sighting, at_left=False)
    assert said.count("COMBINING") == 4
    assert said.endswith("; and 2 more.")


@pytest.mark.parametrize(
    ("got", "due", "ground", "said"),
    [
        ("7", "🯷", "", "which the other side's tables do not have: they are older."),
        ("🯷", "7", "", "which its own tables do not have: they are older."),
        ("8", "7", "", "which the tables of one of the two do not have."),
        ("8", "7", NEWER, "which the other side's tables do not have: they are older."),
        ("8", "7", OLDER, "which its own tables do not have: they are older."),
    ],
)
def test_whose_unicode_tables_are_older_where_something_tells(got, due, ground, said):
    """Who changes what the other leaves has heard of it; else what the harness found out."""
    names = {0: due, 1: got}
    stages = [
        StageTrace("normalizer", "NFKC", (Piece(due, 0, 1),)),
        StageTrace("model", "BPE", (Piece(due, 0, 1, 0),)),
    ]
    sighting = told(
        case=EncodeCase("🯷", EncodeOptions(add_special=False)),
        left=Encoding((0,)),
        right=Encoding((1,)),
        left_trace=Trace(tuple(stages), Encoding((0,))),
        settings=(),
        right_trace=None,
        names=(names, names),
        added=(),
        beside=(),
        cause="",
        ground=ground,
        fresh=(),
    )
    shape = f"{COMMON}characters newer than Unicode 12.1"
    signature = SimpleNamespace(stage="normalizer", component="Unicode version 12.1 and 15.0")
    finding = SimpleNamespace(shape=shape, signature=signature)
    assert cause_sentence(finding, sighting, at_left=False).endswith(said)


def test_a_text_that_is_cut_off_is_no_matter_of_what_becomes_of_its_character(monkeypatch):
    """What its normalizer makes of that character alone is that the text ends there."""
    answers = zip(ids([1], [], [1], [1], [1, 1]), RIGHT, strict=False)
    beside = tuple(Beside(EncodeCase(""), right, mine) for mine, right in answers)
    sighting = told(
        left=None, right=None, case=EncodeCase("7"), beside=beside, cause="", ground="", fresh=()
    )
    monkeypatch.setattr(
        "tokparity.reports.triage.causes.stage_sentence", lambda *_, **__: "It makes nothing of 7."
    )
    said = cause_sentence(found("ids part at 0"), sighting, at_left=False)
    assert said == "It ends at 7: what follows is lost."


@pytest.mark.parametrize(("text", "where"), [("\0", "\\0"), ("a\0b", "a character")])
def test_a_text_that_is_cut_off_is_read_up_to_there(text, where):
    sighting = told(
        case=EncodeCase(text), cause="", ground=f"{CUT}: it is cut off there", fresh=(), **NONE
    )
    said = cause_sentence(found(f"{COMMON}U+0000"), sighting, at_left=False)
    assert said.startswith(f"It reads a text up to {where}, and no further. It does so where")
    assert CUT_OFF.startswith(CUT)


def test_where_nobody_is_wrong_nothing_is_due(monkeypatch):
    monkeypatch.setattr(
        "tokparity.reports.triage.causes.stage_sentence",
        lambda *_, **__: "It has a b where a\u00b7b is due behind c.",
    )
    sides = {"left": None, "right": None, "left_trace": None, "right_trace": None}
    sighting = told(**sides, cause="", ground="g", fresh=())
    finding = found("ids part at 0")
    said = cause_sentence(finding, sighting, at_left=False)
    assert said == "It has a b where a\u00b7b is due behind c."
    finding.signature.component = "Unicode version 12.1"
    said = cause_sentence(finding, sighting, at_left=False)
    assert said == "It has a b where the other has a\u00b7b behind c."


def test_that_some_cases_are_otherwise_is_said():
    shape = f"{COMMON}U+0301; {OTHERS}"
    sighting = told(left=None, right=None, cause="", ground="", fresh=())
    said = cause_sentence(found(shape), sighting, at_left=False)
    assert said.endswith("why is not known.")
    assert "U+0301" in said
    assert OTHERS not in said


@pytest.mark.parametrize(
    ("component", "rows", "is_said"),
    [
        ("SentencepieceUnigram", ((1, 2, 2), (2, 2, 1)), True),
        ("BPE", ((1, 2, 2), (2, 2, 1)), False),
        ("Unigram", ((1, 3), (3, 1)), False),  # bytes of a character are not searched for
        ("Unigram", ((1, 2), (2, 4)), False),
    ],
)
def test_that_tokens_in_another_order_have_the_same_sum(component, rows, is_said):
    names = {1: "a", 2: "aa", 3: "<0x41>", 4: "b"}
    sighting = told(
        left=Encoding(rows[0]), right=Encoding(rows[1]), names=(names, names), cause="",
        ground="", fresh=(), left_trace=None, right_trace=None, case=EncodeCase("aaaaa"),
    )  # fmt: skip
    finding = found(f"{COMMON}U+0061")
    finding.signature.component = component
    assert ("the same sum of scores" in cause_sentence(finding, sighting, at_left=False)) is is_said


def test_a_character_that_is_wrong_alone_is_no_reason_elsewhere():
    answers = zip(ids([1, 5], [5, 1], [1, 5, 1], [1], [1, 1]), RIGHT, strict=True)
    beside = tuple(Beside(EncodeCase(""), right, mine) for mine, right in answers)
    sighting = told(
        left=None, right=None, case=EncodeCase(" "), beside=beside, cause="", ground="", fresh=()
    )
    alone = cause_sentence(found(f"{COMMON}U+0020"), sighting, at_left=False)
    assert alone == "It is right about · beside letters, wrong about it alone."
    assert "U+0009" in cause_sentence(found(f"{COMMON}U+0009"), sighting, at_left=False)


@pytest.mark.parametrize(
    ("due", "stage", "is_said"),
    [
        pytest.param([5], "model", True, id="the-same-token-is-due-there"),
        pytest.param([8], "model", False, id="other-tokens-are-due-there"),
        pytest.param([8], "pre_tokenizer", False, id="which-goes-for-words-too"),
        pytest.param([8], "normalizer", True, id="what-is-rewritten-has-no-neighbours"),
    ],
)
def test_where_other_tokens_are_due_nothing_can_be_wrong(due, stage, is_said):
    beside = tuple(Beside(EncodeCase(""), each, each) for each in RIGHT)
    sighting = told(
        left=Encoding(tuple(due)), right=Encoding((9, 9)), case=EncodeCase("nC"), beside=beside,
        cause="", ground="", fresh=(), names=({}, {}), left_trace=None, right_trace=None,
    )  # fmt: skip
    said = cause_sentence(found(f"{COMMON}U+0043", stage), sighting, at_left=False)
    assert ("right about nC beside letters" in said) is is_said


@pytest.mark.parametrize(
    ("shape", "ends"),
    [
        ("ids part at 0; 1 case is left", "of the texts near."),
        (
            f"{COMMON}U+0301",
            "of the texts near. It does so where there is: U+0301",
        ),
        ("ids part at 0; likely bug: folds case", "It answers as a tokenizer that folds case."),
    ],
)
def test_what_a_fault_model_is_near_to_is_a_likely_cause(shape, ends):
    near = ("model", 0.91, "takes no word for too long")
    sighting = told(cause="", ground=near_ground(near).why, fresh=(), **NONE)
    said = cause_sentence(found(shape), sighting, at_left=False)
    assert ends in said
    assert said.startswith("Likely it takes no word for too long: so") is ("near" in ends)


def test_an_id_that_is_left_out_among_others_and_something_else_alone():
    answers = zip(("a", "a", "aa", "a", "aa"), ("a<s>", "<s>a", "a<s>a", "a", "aa"), strict=True)
    beside = tuple(Beside(DecodeCase(()), Text(due), Text(got)) for got, due in answers)
    sighting = told(
        left=Text("<s>"), right=Text("?"), case=DecodeCase((0,)), beside=beside, cause="",
        ground="", fresh=(), names=({0: "<s>"}, {0: "<s>"}),
    )  # fmt: skip
    said = cause_sentence(found(f"{COMMON}ids: added", "decoder"), sighting, at_left=False)
    assert said.startswith("It leaves id 0 out among others, and makes ? of it alone. It does so")


def test_of_one_case_no_others_look_like_it():
    shape = f"{COMMON}U+0301; {OTHERS}"
    many, one = (
        cause_sentence(
            found(shape),
            told(
                cause="", ground="", fresh=(), count=count, case=EncodeCase(""), beside=(), **NONE
            ),
            at_left=False,
        )
        for count in (2, 1)
    )
    assert many.startswith(one)
    assert "look like this one" in many
    assert "look like this one" not in one


def test_of_one_case_nothing_is_in_common():
    sighting = told(left=None, right=None, cause="", ground="", fresh=(), count=1)
    said = cause_sentence(found("ids part at 0; 1 case is left"), sighting, at_left=False)
    assert said == ALONE


def test_a_nul_that_is_lost_at_the_end_is_told_as_that():
    sighting = told(case=EncodeCase("a\x00"), cause="", ground=LOST, fresh=(), **NONE)
    said = cause_sentence(found(f"{COMMON}U+0000"), sighting, at_left=False)
    assert said == "It loses a NUL at the end of a text; one within a text it keeps."
    assert LOST.startswith(LAST_NUL)


def test_marks_that_are_lost_are_told_as_that():
    sighting = told(case=EncodeCase(" "), cause="", ground=LOSES_MARKS, fresh=(), **NONE)
    said = cause_sentence(found(f"{COMMON}U+0020"), sighting, at_left=False)
    assert said.startswith("It leaves out ▁, the token that is a space alone; spaces in other")
    assert LOSES_MARKS.startswith(LONE_MARKS)


def test_an_unknown_token_of_each_byte_is_told_as_that():
    sighting = told(case=EncodeCase("é"), cause="", ground=OF_EACH_BYTE, fresh=(), **NONE)
    said = cause_sentence(found(f"{COMMON}U+00E9"), sighting, at_left=False)
    assert said.startswith("It has an unknown token for each byte of a character, where one is due")
    assert OF_EACH_BYTE == BY_BYTES


def test_bytes_that_are_taken_for_spaces_are_told_as_that():
    sighting = told(case=EncodeCase("\u0660"), cause="", ground=AS_LATIN, fresh=(), **NONE)
    said = cause_sentence(found(f"{COMMON}U+0660"), sighting, at_left=False)
    assert said.startswith("It takes a byte of a character, 0x85 or 0xa0, for white space. It ")
    assert AS_LATIN.startswith(LATIN_SPACES)


def test_words_that_no_space_cuts_are_told_as_that():
    alone = tuple(
        Beside(EncodeCase(text), Encoding((i,)), Encoding((i,)))
        for text, i in (("\u4e2d", 1), ("a", 2))
    )
    sighting = told(
        case=EncodeCase("\u4e2da"),
        left=Encoding((1, 2)),
        right=Encoding((1,)),
        left_trace=None,
        right_trace=None,
        beside=alone,
        cause="",
        ground=WHY_CUT["normalizer"],
        fresh=(),
    )
    said = cause_sentence(found(f"{COMMON}U+4E2D", "normalizer"), sighting, at_left=False)
    assert said.startswith("It does not cut \u4e2d and a apart: the other makes of both what it ")
    assert WHY_CUT["normalizer"] == NOT_CUT


@pytest.mark.parametrize("count", [FEW, FEW + 1])
def test_few_cases_prove_no_fault_model(count):
    sighting = told(cause="", ground="", fresh=(), count=count, **NONE)
    said = cause_sentence(found(f"ids part at 0; {LIKELY}folds case"), sighting, at_left=False)
    assert (NOT_ALONE in said) is (count == FEW)
    assert "It answers as a tokenizer that folds case" in said


def test_a_text_that_comes_to_nothing_is_told_as_that():
    sighting = told(case=EncodeCase("\x13a"), cause="", ground=COMES_TO_NOTHING, fresh=(), **NONE)
    said = cause_sentence(found(f"{COMMON}U+0013"), sighting, at_left=False)
    assert said == "It makes no token of a text that holds a character without a piece."
    others = found(f"{COMMON}U+0013; {OTHERS}")
    assert cause_sentence(others, sighting, at_left=False) == (
        f"{said} Some of its cases look like this one and have nothing of that: why is not known."
    )
    assert COMES_TO_NOTHING.startswith(NOTHING)


@pytest.mark.parametrize(
    ("alone", "said"),
    [
        pytest.param(([100], []), " (CYRILLIC SMALL LETTER BE).", id="as-it-is"),
        pytest.param(
            ([], [100]),
            " (CYRILLIC SMALL LETTER BE), but there the other way round.",
            id="the-other-way-round",
        ),
        pytest.param(
            ([7], [7]), " (CYRILLIC SMALL LETTER BE) with others, not alone.", id="not-alone"
        ),
    ],
)
def test_of_each_character_of_a_cause_what_it_does_alone(alone, said):
    """Of the smallest case [UNK] is there, where no token is due."""
    company = ("a\u0430", "\u0430a", "a\u0430a")
    rows = [Beside(EncodeCase(text), Encoding(()), Encoding((100,))) for text in company]
    rows += [Beside(EncodeCase(text), Encoding((1,)), Encoding((1,))) for text in ("a", "aa")]
    rows.append(Beside(EncodeCase("\u0431"), *(Encoding(tuple(it)) for it in alone[::-1])))
    sighting = told(
        case=EncodeCase("\u0430"),
        left=Encoding(()),
        right=Encoding((100,)),
        beside=tuple(rows),
        cause="",
        ground="",
        fresh=(),
        names=({100: "[UNK]"}, {100: "[UNK]"}),
    )
    shape = f"{COMMON}U+0430; U+0431"
    assert cause_sentence(found(shape), sighting, at_left=False).endswith(said)


@pytest.mark.parametrize("shape", [f"{COMMON}any text", f"{COMMON}any text; U+0020"])
@pytest.mark.parametrize("is_right", [True, False])
def test_that_not_all_of_any_text_is_wrong_is_said(shape, is_right):
    row = Beside(EncodeCase(" "), Encoding((1,)), Encoding((1 if is_right else 2,)))
    sighting = told(cause="", ground="", fresh=(), **NONE)
    sighting.beside = (row,)
    said = cause_sentence(found(shape), sighting, at_left=False)
    assert (
        said
        == "It does so with any text"
        + ", but for some: see the rows that are alike" * is_right
        + "."
    )


@pytest.mark.parametrize("is_met", [True, False])
def test_a_character_that_is_right_in_some_company_is_no_whole_cause(is_met):
    """As a tab that is cut from a space where a text ends, and not before a letter."""
    case = EncodeCase(" \t")
    letter = Beside(EncodeCase("a"), Encoding((1,)), Encoding((1,)))
    before = Beside(EncodeCase(" \ta"), Encoding((1,)), Encoding((1 if is_met else 2,)))
    sighting = told(case=case, cause="", ground="", fresh=(), **NONE)
    sighting.beside = (letter, before)
    said = cause_sentence(found(f"{COMMON}U+0009"), sighting, at_left=False)
    assert said.endswith("but not wherever that stands: see the rows that are alike.") is is_met


def test_an_id_that_is_right_in_some_company_is_no_whole_cause():
    rows = [Beside(DecodeCase(ids), Text(" "), Text(" ")) for ids in ((5,), (7,))]
    sighting = told(case=DecodeCase((7, 8)), cause="", ground="", fresh=(), **NONE)
    sighting.beside, sighting.names = tuple(rows), ({7: "x"}, {})
    said = cause_sentence(found(f"{COMMON}id 7; id 8", "decoder"), sighting, at_left=False)
    assert "id 7 (x), but not wherever that stands: see the rows that are alike; id 8." in said


@pytest.mark.parametrize(("text", "is_said"), [("a\r", True), ("b", False)])
def test_a_word_that_is_right_in_some_company_is_no_whole_cause(text, is_said):
    rows = (Beside(EncodeCase(text), Encoding((1,)), Encoding((1,))),)
    cause = f"{IN_COMMON}words like '\\\\r'"
    sighting = told(cause=cause, ground="", fresh=(), beside=rows, case=EncodeCase("\r"), **NONE)
    said = cause_sentence(found(cause), sighting, at_left=False)
    assert "words that it spells with other tokens, such as" in said
    assert ("see the rows that are alike" in said) is is_said
