"""What accounts for a case: one change, several together, or none; by the libraries' answers."""

from dataclasses import replace

import pytest
from small_artefacts import PADDED, bpe, decode, encode, metaspace, token, unigram

from tokparity.harness.compare.cells import parity_cell
from tokparity.harness.compare.sides import observe
from tokparity.harness.explanations.binding import with_known
from tokparity.harness.explanations.explainer import Explainer
from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.contract import DecodeCase, DecodeOptions, Encoding, FullCase
from tokparity.reference_impl.formats import load
from tokparity.reports.records.explanation import (
    AddedRows,
    BoundExplanation,
    CaseAnswers,
    Explanation,
)
from tokparity.reports.records.ledger import Entry, Ledger

NFC = ("without-normalizer", True, {"was": "NFC"})
PADS = ("without-padding", True, {"was": "3"})
LETTERS = ("?", "a", "e", "\u0301", "é", "ae")
COMPOSED, PADDED_ONLY, BOTH = encode("e\u0301aa"), encode("a"), encode("e\u0301")


@pytest.fixture
def pair(maker, copy):
    """NFC and padding on the left, neither on the right."""

    def make(**changed):
        model = bpe(LETTERS, unk_token="?", **changed)
        left = copy(maker.json(model, normalizer={"type": "NFC"}, padding=PADDED), "left.json")
        right = maker.json(bpe(LETTERS, unk_token="?"))
        return left, right

    return make


def test_each_case_stands_under_what_it_needs(pair, explain):
    cases = [COMPOSED, PADDED_ONLY, BOTH]
    assert explain(*pair(), cases, NFC, PADS) == [
        ("without-normalizer",),
        ("without-padding",),
        ("without-normalizer", "without-padding"),
    ]


def test_a_change_that_stands_in_the_way_of_another_is_left_out(maker, explain):
    """Of a decoder two say what it shows for the unknown token; one of them is needed here."""
    pieces = [("\u2581", -1.0), ("a", -2.0)]
    left = maker.sentencepiece("unigram", pieces,
                               add_dummy_prefix=True, remove_extra_whitespaces=True)  # fmt: skip
    right = maker.json(
        unigram(["<s>", 0.0], ["</s>", 0.0], *map(list, pieces)), decoder=metaspace()
    )
    surface = ("sentencepiece-unknown-surface", True, {"was": " \u2047 ", "by": "<unk>"})
    skips = ("sentencepiece-skips-unknown", True, {})
    spaces = ("sentencepiece-drops-one-space", True, {})
    case = DecodeCase((3, 3, 0), DecodeOptions(skip_special=True))
    assert explain(left, right, [case], surface, skips, spaces) == [(surface[0], spaces[0])]
    assert explain(left, right, [case], surface, skips) == [()]


def test_what_is_asked_in_full_is_encoded_too(pair, explain):
    cases = [FullCase("e\u0301aa", options=COMPOSED.options), FullCase("a", "e\u0301aaa")]
    encoding = ("without-normalizer", True, {"was": "NFC", "ops": ("encode",)})
    decoding = ("without-normalizer", True, {"was": "NFC", "ops": ("decode",)})
    assert explain(*pair(), cases, encoding) == [("without-normalizer",)] * 2
    assert explain(*pair(), cases, decoding) == [()] * 2


def test_what_is_not_known_accounts_for_nothing(pair, explain):
    assert explain(*pair(), [COMPOSED, BOTH], PADS) == [(), ()]
    assert explain(*pair(), [COMPOSED, BOTH]) == [(), ()]


@pytest.mark.parametrize("wrong", [{"was": "NFKC"}, {"was": ""}])
def test_a_change_applies_to_what_was_there_and_to_nothing_else(pair, explain, wrong):
    assert explain(*pair(), [COMPOSED], ("without-normalizer", True, wrong)) == [()]
    assert explain(*pair(), [COMPOSED], ("without-normalizer", False, NFC[2])) == [()]


def test_another_defect_in_the_same_stage_stays_unexplained(pair, explain, maker, copy):
    """The very same entry, beside a merge that one file lacks."""
    left, _ = pair()
    right = copy(maker.json(bpe(LETTERS, ["a e"], unk_token="?")), "right.json")
    assert explain(left, right, [encode("aee\u0301"), COMPOSED], NFC, PADS) == [
        (),
        ("without-normalizer",),
    ]


@pytest.mark.parametrize("turned", [False, True])
def test_which_of_two_files_comes_first_decides_nothing(pair, slot, turned):
    """An entry whose glob speaks of both files is of the one that its change does something in."""
    files = pair()[::-1] if turned else pair()
    known = Explanation("e", "normalizer", "without-normalizer", "*", was="NFC")
    entry = Entry("e", "huggingface_tokenizers", "accepted", "r", ("a/b",), explanations=(known,))
    cell = with_known(parity_cell(*files, "m"), Ledger((entry,)), {})
    answers = tuple(observe(slot.side(side), [COMPOSED])[0] for side in cell.sides)
    explainer = Explainer(cell.known, lambda at_left: load(files[0 if at_left else 1]))
    assert len(explainer.applicable()) == 1
    assert explainer.explain([(COMPOSED, answers)]) == [(known,)]


@pytest.mark.parametrize(
    "text", ["e\u0301a", "aae\u0301aae\u0301a", "a" * 2000 + "e\u0301a" + "e" * 100]
)
def test_what_is_known_is_shown_by_a_short_case_with_the_same_cause(pair, slot, text):
    """Both differ in padding too, under the three of short texts, which is another cause."""
    known = (
        Explanation("e", "normalizer", "without-normalizer", "*", was="NFC"),
        Explanation("f", "post_processor", "without-padding", "*", was="3"),
    )
    bound = tuple(BoundExplanation(explanation, True) for explanation in known)
    investigator = slot.investigator(replace(parity_cell(*pair(), "m"), known=bound))
    raws = investigator.diverging([encode(text)])
    [found] = investigator.investigate(raws)
    assert (found.signature.cause, found.sighting.count) == ("e", 1)
    shown = found.sighting.case.text
    assert len(shown) <= 2
    assert "\u0301" in shown, "not the padding"
    assert found.sighting.found_as == encode(text)


def test_what_is_known_of_a_text_is_shown_without_what_stands_around_it(pair, slot):
    known = Explanation("e", "normalizer", "without-normalizer", "*", was="NFC")
    cell = replace(parity_cell(*pair(), "m"), known=(BoundExplanation(known, True),))
    investigator = slot.investigator(cell)
    case = encode("e\u0301aa", special=True)
    [found] = investigator.investigate(investigator.diverging([case]))
    assert found.signature.cause == "e"
    assert found.sighting.found_as == case
    assert not found.sighting.case.options.add_special


def test_what_both_files_have_is_changed_in_one_of_them_alone(maker, copy):
    left = copy(maker.json(bpe(LETTERS, unk_token="?"), padding=PADDED), "left.json")
    known = Explanation("e", "post_processor", "without-padding", "*", was="3")
    both = (BoundExplanation(known, at_left=True), BoundExplanation(known, at_left=False))
    assert Explainer(both, lambda _: load(left)).applicable() == (0,)


def test_an_op_that_an_explanation_is_not_about(pair, explain):
    encoding = ("without-normalizer", True, {"was": "NFC", "ops": ("decode",)})
    assert explain(*pair(), [COMPOSED], encoding) == [()]


def test_a_reference_that_is_not_what_the_library_is_explains_nothing(pair, slot):
    """Else a fault of the library could hide behind a change of the reference."""
    left, right = pair()
    bound = (
        BoundExplanation(
            Explanation("e", "normalizer", "without-normalizer", "*", was="NFC"), True
        ),
    )
    files = {True: left, False: right}
    explainer = Explainer(bound, lambda at_left: slot.tokenizer(files[at_left]))
    sides = slot.sides(parity_cell(left, right, "made"))
    honest, theirs = (observe(side, [COMPOSED])[0] for side in sides)
    assert [len(some) for some in explainer.explain([(COMPOSED, (honest, theirs))])] == [1]
    wrong = replace(honest, ids=(*honest.ids[:-1], 2))
    assert explainer.explain([(COMPOSED, (wrong, theirs))]) == [()]


def test_rows_are_pinned(maker, copy, explain):
    words = bpe(("?", "a"), unk_token="?")
    left = copy(maker.json(words, added_tokens=[token(2, "<new>", special=True)]), "left.json")
    right = maker.json(words, added_tokens=[token(2, "<old>", special=True)])
    cases = [encode("a<old>"), encode("<new>"), decode("<new>")(load(left))]
    rows = {
        "rows": AddedRows(
            (AddedToken(2, "<new>", special=True),), (AddedToken(2, "<old>", special=True),)
        )
    }
    assert explain(left, right, cases, ("added-rows", True, rows)) == [("added-rows",)] * 3
    changed = maker.json(words, added_tokens=[token(2, "<old>", special=True, rstrip=True)])
    assert explain(left, changed, [encode("<old> a")], ("added-rows", True, rows)) == [()]


def test_cases_accepted_as_they_stand(pair, slot):
    left, _ = pair()
    accepted = CaseAnswers(COMPOSED, Encoding((4,)), Encoding((2, 3)))
    explanation = Explanation("e", "model", "these-cases", "*", answers=(accepted,))
    explainer = Explainer((BoundExplanation(explanation, True),), lambda _: slot.tokenizer(left))
    asked = [
        (COMPOSED, (accepted.left, accepted.right)),
        (COMPOSED, (accepted.left, Encoding((2, 1)))),
        (BOTH, (accepted.left, accepted.right)),
    ]
    assert explainer.explain(asked) == [(explanation,), (), ()]


@pytest.fixture
def asked(pair, slot):
    """An explainer that knows of NFC and of padding, and what both libraries answer to cases."""
    files = pair()
    known = (
        Explanation("e", "normalizer", "without-normalizer", "*", was="NFC"),
        Explanation("f", "post_processor", "without-padding", "*", was="3"),
    )
    bound = tuple(BoundExplanation(explanation, True) for explanation in known)
    explainer = Explainer(bound, lambda at_left: load(files[0 if at_left else 1]))
    sides = slot.sides(parity_cell(*files, "m"))

    def of(*cases):
        answers = zip(*(observe(side, cases) for side in sides), strict=True)
        return list(zip(cases, answers, strict=True))

    return explainer, of


def test_cases_in_parts_stand_under_what_they_stand_under_together(asked, monkeypatch):
    """And nothing is remembered of cases that are done."""
    explainer, of = asked
    cases = of(COMPOSED, PADDED_ONLY, BOTH, encode("e\u0301a"))
    together = explainer.explain(cases), explainer.causes(cases)
    monkeypatch.setattr("tokparity.harness.explanations.explainer._PART", 1)
    assert (explainer.explain(cases), explainer.causes(cases)) == together
    assert [len(some) for some in together[0]] == [1, 1, 2, 1]
    assert not explainer._known


def test_nothing_is_remembered_of_cases_that_failed(asked, monkeypatch):
    explainer, of = asked

    def fail(*_):
        raise MemoryError

    with monkeypatch.context() as failing:
        failing.setattr(Explainer, "_rewrite", fail)
        with pytest.raises(MemoryError):
            explainer.explain(of(COMPOSED))
    assert [[e.entry for e in some] for some in explainer.explain(of(BOTH))] == [["e", "f"]]


def test_all_that_is_known_together_accounts_for_what_a_part_of_it_does(asked):
    explainer, of = asked
    cases = of(COMPOSED, PADDED_ONLY, BOTH)
    assert explainer.together(cases) == [True, True, True]
    first = Explainer(explainer.bound[:1], explainer.tokenizer)
    assert first.together(cases) == [True, False, False]


def test_what_speaks_of_another_op_is_not_made_for_a_case(asked):
    """To change a pattern takes a tenth of a second: a case of decoding asks for none."""
    explainer, of = asked
    decoding = replace(explainer.bound[0].explanation, entry="d", ops=("decode",))
    bound = (*explainer.bound, replace(explainer.bound[0], explanation=decoding))
    lazy = Explainer(bound, explainer.tokenizer)
    assert lazy.explain(of(BOTH)) == explainer.explain(of(BOTH))
    assert sorted(lazy._applicable) == [0, 1]
    assert lazy.applicable() == (0, 1, 2)
    eager = Explainer(bound, explainer.tokenizer)
    assert eager.applicable() == (0, 1, 2)
    assert eager.explain(of(BOTH)) == lazy.explain(of(BOTH))


def test_of_equal_explanations_of_both_sides_one_is_applicable(asked):
    explainer, _ = asked
    [first, *others] = explainer.bound
    twice = Explainer((first, *others, replace(first)), explainer.tokenizer)
    assert twice.applicable() == (0, 1)
    assert [twice._applies(at) for at in (2, 0)] == [False, True]
