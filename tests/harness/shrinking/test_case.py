import pytest

from tokparity.harness.shrinking.case import case_order, one_less, short_stretches, shrink_case
from tokparity.harness.shrinking.sequence import CandidateBudget
from tokparity.reference_impl.contract import (
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    FullCase,
    StageCase,
    StreamCase,
    case_texts,
)

BARE = EncodeOptions(add_special=False)


def holding(*needles):
    """Fails where each needle stands in the text of its number."""

    def fails(cases):
        def one(case):
            texts = case_texts(case)
            return len(texts) >= len(needles) and all(
                needle in text for needle, text in zip(needles, texts, strict=False)
            )

        return [one(case) for case in cases]

    return fails


@pytest.mark.parametrize(
    ("case", "needles", "small"),
    [
        (EncodeCase("some éxy text"), ["é"], EncodeCase("é", BARE)),
        (FullCase("some éxy", "and more"), ["é"], FullCase("é", None, BARE)),
        (FullCase("and more", "some éxy"), ["", "é"], FullCase("", "é", BARE)),
        (FullCase("one text", "another"), ["x", "th"], FullCase("x", "th", BARE)),
        (StageCase("model", "Ġword", BARE), ["Ġ"], StageCase("model", "Ġ", BARE)),
        (
            StageCase("decoder", ("Ġa", "b", "c", "xyz"), BARE),
            ["Ġ", "y"],
            StageCase("decoder", ("Ġ", "y"), BARE),
        ),
    ],
)
def test_texts_get_as_small_as_they_can(case, needles, small):
    assert shrink_case(case, holding(*needles), CandidateBudget(2000), 8) == small


def test_a_pair_that_fails_alone_is_no_pair():
    def fails(cases):
        return [any("é" in text for text in case_texts(case)) for case in cases]

    case = FullCase("plain", "an é here")
    assert shrink_case(case, fails, CandidateBudget(2000), 8) == FullCase("é", None, BARE)


def test_options_stay_where_only_they_fail():
    def fails(cases):
        return [case.options.add_special for case in cases]

    assert shrink_case(FullCase("abc"), fails, CandidateBudget(500), 8) == FullCase("")


def test_fewer_ids_then_lower_ones():
    def fails(cases):
        return [any(one >= 7 for one in case.ids) for case in cases]

    found = shrink_case(DecodeCase((3, 90, 5), DecodeOptions(True)), fails, CandidateBudget(500), 8)
    assert found == DecodeCase((7,))


def test_options_to_decode_go_before_the_ids():
    def fails(cases):
        return [(7 if case.options.skip_special else 9) in case.ids for case in cases]

    small = shrink_case(DecodeCase((9, 7), DecodeOptions(True)), fails, CandidateBudget(500), 8)
    assert small == DecodeCase((9,))


def test_options_to_decode_are_asked_again_when_the_ids_are_few():
    def some(cases):
        return [
            7 in case.ids and (case.options.skip_special or len(case.ids) == 1) for case in cases
        ]

    assert shrink_case(
        DecodeCase((3, 7), DecodeOptions(True)), some, CandidateBudget(500), 8
    ) == DecodeCase((7,))


@pytest.mark.parametrize("make", [DecodeCase, lambda ids, options: StreamCase(ids, (1,), options)])
@pytest.mark.parametrize(
    "needed", [{"skip_special"}, {"remove_special"}, {"skip_special", "remove_special"}, set()]
)
def test_options_to_decode_are_left_out_where_they_do_not_matter(make, needed):
    def fails(cases):
        return [all(getattr(case.options, name) for name in needed) for case in cases]

    found = shrink_case(make((3, 4), DecodeOptions(True, True)), fails, CandidateBudget(500), 8)
    assert found.options == DecodeOptions(**dict.fromkeys(needed, True))
    assert found.ids == ()


def test_no_more_candidates_than_the_budget():
    asked = []

    def fails(cases):
        asked.extend(cases)
        return [min(map(len, case_texts(case))) > 200 for case in cases]

    budget = CandidateBudget(10)
    shrink_case(FullCase("a" * 500, "b" * 500, BARE), fails, budget, 4)
    assert budget.spent == 10
    assert len(asked) <= 10 + 2  # either text alone


def test_order_is_total_within_an_op():
    cases = [
        StageCase("normalizer", "b"),
        StageCase("normalizer", "a"),
        StageCase("decoder", ("a", "b")),
        StageCase("decoder", ("ab",)),
        FullCase("a", "b"),
        FullCase("ab"),
        FullCase("b", "a"),
        EncodeCase("zz"),
        DecodeCase((1,)),
    ]
    ordered = sorted(cases, key=case_order)
    assert ordered == [
        EncodeCase("zz"),
        DecodeCase((1,)),
        FullCase("ab"),
        FullCase("a", "b"),
        FullCase("b", "a"),
        StageCase("normalizer", "a"),
        StageCase("normalizer", "b"),
        StageCase("decoder", ("ab",)),
        StageCase("decoder", ("a", "b")),
    ]


def test_one_less_of_every_kind_of_case():
    options = EncodeOptions()
    assert one_less(DecodeCase((1, 2)), 9) == [DecodeCase((2,)), DecodeCase((1,))]
    assert one_less(FullCase("ab", "c", options), 9) == [
        FullCase("b", "c", options),
        FullCase("a", "c", options),
        FullCase("ab", "", options),
    ]
    assert one_less(FullCase("ab", None, options), 1) == [FullCase("b", None, options)]
    assert one_less(StageCase("model", ("a", "b"), options), 9) == [
        StageCase("model", ("b",), options),
        StageCase("model", ("a",), options),
    ]
    assert one_less(StageCase("normalizer", "ab", options), 9)[0].given == "b"
    assert len(one_less(EncodeCase("abcdefghij" * 100), 64)) == 63


@pytest.mark.parametrize(
    ("fails", "small"),
    [
        pytest.param(lambda case: 7 in case.ids, StreamCase((7,)), id="no-prompt"),
        pytest.param(lambda case: case.prompt_ids and 7 in case.ids, StreamCase((7,), (0,)),
                     id="any-prompt"),
        pytest.param(lambda case: {5, 7} <= {*case.ids, *case.prompt_ids}, StreamCase((5, 7)),
                     id="prompt-in-the-reply"),
        pytest.param(lambda case: 5 in case.prompt_ids and case.ids, StreamCase((0,), (5,)),
                     id="in-the-prompt"),
    ],
)  # fmt: skip
def test_streams_get_as_small_as_they_can(fails, small):
    case = StreamCase((9, 7, 8, 8), (4, 5, 6))

    def shows(one):
        return min((*one.ids, *one.prompt_ids), default=0) >= 0 and bool(fails(one))

    made = shrink_case(case, lambda cases: list(map(shows, cases)), CandidateBudget(2000), 8)
    assert made == small
    assert case_order(made) < case_order(case)


def test_one_less_of_a_stream():
    case = StreamCase((1, 2), (3, 4))
    less = [StreamCase((2,), (3, 4)), StreamCase((1,), (3, 4)), StreamCase((1, 2), (4,))]
    assert one_less(case, 8) == [*less, StreamCase((1, 2), (3,))]
    assert one_less(StreamCase((1, 2)), 8) == [StreamCase((2,)), StreamCase((1,))]


def test_short_stretches_come_in_order_and_are_bounded():
    assert [case.text for case in short_stretches(EncodeCase("abac", BARE))] == [
        *("a", "b", "c"),
        *("ab", "ac", "ba"),
        *("aba", "bac"),
    ]
    assert short_stretches(DecodeCase((7, 7))) == [DecodeCase((7,))]
    assert short_stretches(StreamCase((7, 8))) == []
    many = short_stretches(EncodeCase("".join(map(chr, range(0x4E00, 0x5E00)))))
    assert len(many) == 96
