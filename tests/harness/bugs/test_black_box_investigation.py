"""A black box's cases become one finding a bug, however many cases show it."""

from dataclasses import dataclass, replace
from types import SimpleNamespace

import pytest

from tokparity.harness.bugs.black_box_investigation import UNEXPLAINED, BlackBoxInvestigator
from tokparity.harness.bugs.bug import Bug
from tokparity.harness.compare.cells import CellSpec, SideSpec, fidelity_cell
from tokparity.harness.compare.sides import BlackBoxSide, ReferenceSide, observe
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.naming.counterfactual import SO_CHANGED, Counterfactual
from tokparity.harness.naming.first_stage import UNKNOWN, Diagnosis
from tokparity.harness.shards.policy import black_box_investigator
from tokparity.harness.shrinking.sequence import CandidateBudget
from tokparity.reference_impl.batches import Encodings
from tokparity.reference_impl.contract import (
    DecodeCase,
    EncodeCase,
    EncodeOptions,
    Encoding,
    Refusal,
)
from tokparity.reports.records.engine import BlackBox, Library
from tokparity.reports.records.finding import IN_COMMON, OTHERS, ShownToo

BARE = EncodeOptions(add_special=False)


@pytest.fixture
def investigator(slot, save, every_stage):
    """Of a tokenizer with several bugs, all of them in the registry."""
    artefact = save(every_stage)

    def make(*names):
        faulty = slot.tokenizer(artefact)
        for name in names:
            faulty = FAULT_MODELS[name].apply(faulty)
        cell = CellSpec(
            "m", "fidelity", SideSpec(Library("box"), artefact), fidelity_cell(artefact, "m").right
        )
        black_box, right = BlackBoxSide(BlackBox("box"), faulty), slot.side(cell.right)
        known = Counterfactual(black_box, slot.changed_by_fault_models(artefact))
        pieces = faulty.pieces().get
        return BlackBoxInvestigator(
            cell, black_box, right, known.name, pieces, None, explains=known.explains
        )

    return make


def test_two_bugs_of_a_box_are_two_findings(investigator):
    black_box = investigator("digits-joined", "rstrip-ignored", "no-decoder")
    texts = ["in 12", "the 1234 and 89", "<|end|> x", "a <|end|>  b 12", "fine"]
    raws = black_box.diverging([*(EncodeCase(text, BARE) for text in texts), DecodeCase((64, 65))])
    assert len(raws) == 5
    found = black_box.investigate(raws)
    assert [(one.signature.op, one.signature.stage) for one in found] == [
        ("decode", "decoder"),
        ("encode", "added_tokens"),
        ("encode", "pre_tokenizer"),
    ]
    assert {one.method for one in found} == {"counterfactual"}
    assert sum(one.sighting.count for one in found) == len(raws)
    shapes = [one.shape for one in found]
    assert "likely bug: keeps the digits of a number together" in shapes[2]


def test_one_bug_is_one_finding_with_its_smallest_case(investigator):
    black_box = investigator("digits-joined")
    raws = black_box.diverging([EncodeCase(f"so {number} 1234 x", BARE) for number in range(30)])
    [one] = black_box.investigate(raws)
    assert one.sighting.count == len(raws) == 30
    assert len(one.sighting.case.text) <= 2
    assert one.sighting.found_as in [raw.case for raw in raws]
    small = one.sighting.case.text
    beside = one.sighting.beside
    assert [each.case.text for each in beside] == [
        f"a{small}",
        f"{small}a",
        f"a{small}a",
        "a",
        "aa",
        *small,
        small * 2,
        f"{small} {small}",
    ]
    assert [each.left != each.right for each in beside] == [True] * 3 + [False] * 4 + [True] * 2
    ids = {i for each in beside for i in (*each.left.ids, *each.right.ids)}
    assert ids <= dict(one.sighting.pieces).keys()


def test_bugs_are_bounded_and_no_case_is_lost(investigator, monkeypatch):
    monkeypatch.setattr("tokparity.harness.bugs.black_box_investigation.BUGS", 1)
    black_box = investigator("digits-joined", "rstrip-ignored")
    raws = black_box.diverging([EncodeCase(text, BARE) for text in ("12", "<|end|> ", "1234")])
    found = black_box.investigate(raws)
    assert sum(one.sighting.count for one in found) == len(raws) == 3
    [rest] = [one for one in found if one.signature.symptom == UNEXPLAINED]
    assert rest.shape.endswith("; 1 bugs; 1 case is explained by nothing found")
    assert rest.sighting.case == EncodeCase("<|end|> ", BARE)


def test_nothing_diverging_is_nothing_found(investigator):
    assert investigator().investigate([]) == []


def test_a_side_that_is_told_apart_by_nothing_is_one_bug(investigator):
    black_box = investigator("digits-joined")
    raws = black_box.diverging([EncodeCase("12", BARE), EncodeCase("9 12", BARE)])
    alone = replace(
        black_box, explains=BlackBoxInvestigator.__dataclass_fields__["explains"].default
    )
    assert [one.sighting.count for one in alone.investigate(raws)] == [len(raws)]


NOTHING_ELSE = SimpleNamespace(
    account_for=lambda case: False, leave_over=lambda case: False, shown_too=lambda: None
)


class Separated:
    """What a box was separated into: bugs, each of which shows in all cases."""

    def __init__(self, *bugs):
        self.bugs, self.box = bugs, self

    def prepare(self, cases):
        pass

    def shows(self, bug, case):
        return True

    def bounds(self, count):
        return f"{count} left"

    def left(self, case):
        return None

    def others(self, bug):
        return NOTHING_ELSE


def test_a_bug_that_shows_no_more_takes_no_case_with_it(investigator):
    gone = Bug("model", "gone", EncodeCase("fine", BARE), frozenset())
    black_box = replace(
        investigator("digits-joined"),
        separate=lambda cases: Separated(gone),
        diagnosis_of=lambda bug: UNKNOWN,
    )
    raws = black_box.diverging([EncodeCase("12", BARE), EncodeCase("9 12", BARE)])
    [rest] = black_box.investigate(raws)
    assert rest.sighting.count == len(raws)
    assert rest.shape.endswith("; 2 left")


def test_what_a_cause_names_is_asked_alone(investigator):
    bug = Bug("decoder", "id 65; id 71", DecodeCase((64, 65)), frozenset())
    black_box = investigator("no-decoder")
    name = black_box.name
    black_box = replace(
        black_box, separate=lambda _: Separated(bug), diagnosis_of=lambda bug: name(bug.case)
    )
    [one] = black_box.investigate(black_box.diverging([DecodeCase((64, 65))]))
    rows = [row.case for row in one.sighting.beside]
    assert rows[-1] == DecodeCase((71,))
    assert rows.count(DecodeCase((65,))) == 1
    assert dict(one.sighting.pieces)[71] == black_box.pieces(71)


def test_what_nothing_explains_is_a_finding_of_its_own(investigator):
    """The bug that explains one of the two cases has the stage of the other."""
    bug = Bug("pre_tokenizer", "digits", EncodeCase("12", BARE), frozenset())
    separated = Separated(bug)
    separated.shows = lambda bug, case: case.text == "12"
    black_box = investigator("digits-joined")
    name = black_box.name
    black_box = replace(
        black_box, separate=lambda _: separated, diagnosis_of=lambda bug: name(bug.case)
    )
    raws = black_box.diverging([EncodeCase("12", BARE), EncodeCase("9 12", BARE)])
    one, rest = black_box.investigate(raws)
    assert (one.signature.stage, one.signature.symptom) == (rest.signature.stage, "")
    assert rest.signature.symptom == UNEXPLAINED
    assert rest.shape.endswith("; 1 left")
    assert [each.sighting.count for each in (one, rest)] == [1, 1]


@dataclass(frozen=True)
class Answers:
    """A tokenizer that answers by a function of the case and of the sound answer."""

    tokenizer: object
    change: object
    engine = BlackBox("box")

    def submit(self, batch):
        cases = [batch.case(at) for at in range(len(batch))]
        side = ReferenceSide(self.tokenizer)
        if cases[0].op != "encode":
            return side.submit(batch)
        answers = Encodings()
        answers.offsets = None
        for case, answer in zip(cases, observe(side, cases), strict=True):
            changed = self.change(case, answer)
            if isinstance(changed, Refusal):
                answers.refuse(changed)
            else:
                answers.add(Encoding(changed.ids))
        return Finished(answers)


@dataclass(frozen=True)
class Finished:
    answers: Encodings

    def result(self):
        return self.answers


def test_a_refusal_that_is_made_smaller_stays_the_same_refusal(investigator):
    def refuse(case, answer):
        words = {"中": "no boundary of a character", "0": "no digits"}
        some = [Refusal("error", words[char]) for char in words if char in case.text]
        return some[0] if some else answer

    black_box = investigator()
    black_box = replace(black_box, left=Answers(black_box.left.tokenizer, refuse))
    [raw] = black_box.diverging([EncodeCase("x中 y", BARE)])
    assert black_box.smallest(raw, CandidateBudget(500)).case == EncodeCase("中", BARE)


def test_a_case_that_is_made_smaller_shows_the_same_bug(slot, save, every_stage):
    """Two characters are read as others, of which "1" is the simpler one."""
    artefact = save(every_stage)
    honest, right = slot.tokenizer(artefact), fidelity_cell(artefact, "m").right

    def read(case, answer):
        text = case.text.replace("中", "q").replace("1", "z")
        return honest.process(text, case.options)

    box = Answers(honest, read)
    cell = CellSpec("m", "fidelity", SideSpec(BlackBox("box"), artefact), right)
    changed = slot.changed_by_fault_models(artefact)
    black_box = black_box_investigator(cell, box, ReferenceSide(honest), box, changed)
    for char in "中1":
        [raw] = black_box.diverging([EncodeCase(f"x{char} x", BARE)])
        assert black_box.smallest(raw, CandidateBudget(500)).case == EncodeCase(char, BARE)


def test_a_sighting_tells_its_added_tokens_and_by_what_its_stage_is_told(slot, save, every_stage):
    artefact = save(every_stage)
    honest, right = slot.tokenizer(artefact), fidelity_cell(artefact, "m").right
    box = BlackBoxSide(BlackBox("box"), FAULT_MODELS["special-always-parsed"].apply(honest))
    cell = CellSpec("m", "fidelity", SideSpec(BlackBox("box"), artefact), right)
    changed = slot.changed_by_fault_models(artefact)
    made = black_box_investigator(cell, box, ReferenceSide(honest), box, changed)
    cases = [EncodeCase("x <a>", EncodeOptions(False, False))]
    [found] = made.investigate(made.diverging(cases))
    [token] = [token for token in honest.added_tokens if token.content == "<a>"]
    assert found.sighting.added == ((token.id, "<a>"),)
    assert found.sighting.ground == SO_CHANGED


def test_what_nothing_explains_is_shown_by_the_smallest_text_that_is_left(investigator):
    bug = Bug("pre_tokenizer", "digits", EncodeCase("12", BARE), frozenset())
    separated = Separated(bug)
    separated.shows = lambda bug, case: "9" not in case.text
    black_box = investigator("digits-joined")
    name = black_box.name
    black_box = replace(
        black_box, separate=lambda _: separated, diagnosis_of=lambda bug: name(bug.case)
    )
    raws = black_box.diverging([EncodeCase("12", BARE), EncodeCase("a 12 b 98 c", BARE)])
    _, rest = black_box.investigate(raws)
    assert "9" in rest.sighting.case.text
    assert len(rest.sighting.case.text) <= len("129")
    assert rest.sighting.found_as == raws[1].case


def test_what_nothing_explains_is_named_with_all_bugs_taken_off(investigator):
    """… and what other findings make of its case, and of those beside it, is told."""
    separated = Separated()
    separated.shows = lambda bug, case: False
    separated.left = lambda case: Bug("model", "", case, frozenset(), symptom="s", ground="so")
    shown = ShownToo(("folds case",), Encoding((77,), None))
    separated.others = lambda bug: SimpleNamespace(
        account_for=lambda case: case.text.startswith("a"),
        leave_over=lambda case: True,
        shown_too=lambda: shown,
    )
    black_box = investigator("digits-joined")
    of_model = Diagnosis("model", "BPE", "counterfactual")
    black_box = replace(black_box, separate=lambda _: separated, diagnosis_of=lambda bug: of_model)
    [rest] = black_box.investigate(black_box.diverging([EncodeCase("12", BARE)]))
    assert (rest.signature.stage, rest.signature.symptom) == ("model", f"s {UNEXPLAINED}")
    assert rest.sighting.shown_too == shown
    assert dict(rest.sighting.pieces)[77] == black_box.pieces(77)
    rows = {row.case.text: row.is_of_others for row in rest.sighting.beside}
    assert rows == {text: text.startswith("a") for text in rows}
    assert any(rows.values())
    more = [row for row in rest.sighting.beside if row.shows_more]
    assert more
    assert not any(row.is_alike or row.is_of_others for row in more)


def test_what_shrinks_to_the_case_of_a_bug_is_that_bug(investigator):
    """The bug itself has shown in no case of the run."""
    bug = Bug("pre_tokenizer", "digits", EncodeCase("12", BARE), frozenset())
    separated = Separated(bug)
    separated.shows = lambda bug, case: False
    black_box = investigator("digits-joined")
    name = black_box.name
    black_box = replace(
        black_box, separate=lambda _: separated, diagnosis_of=lambda bug: name(bug.case)
    )
    bug.case = black_box.smallest(
        black_box.diverging([EncodeCase("x 12", BARE)])[0], CandidateBudget(500)
    ).case
    [one] = black_box.investigate(black_box.diverging([EncodeCase("x 12 y", BARE)]))
    assert one.sighting.count == 1
    assert one.sighting.found_as.text == "x 12 y"


def test_what_nothing_explains_and_looks_like_a_bug_is_counted_to_it(investigator):
    bug = Bug("pre_tokenizer", "digits", EncodeCase("12", BARE), frozenset(), symptom="numbers")
    separated = Separated(bug)
    separated.shows = lambda bug, case: case.text == "12"
    black_box = investigator("digits-joined")
    name = black_box.name
    black_box = replace(
        black_box,
        separate=lambda _: separated,
        diagnosis_of=lambda bug: name(bug.case),
        symptom=lambda *_: "numbers",
    )
    raws = black_box.diverging([EncodeCase("12", BARE), EncodeCase("9 12", BARE)])
    [one] = black_box.investigate(raws)
    assert one.sighting.count == len(raws) == 2
    assert one.shape.endswith(f"{IN_COMMON}digits; {OTHERS}")


def test_refusals_in_one_message_are_one_finding(investigator):
    """What no bug explains looks like the one that is refused in the same words."""

    def refuse(case, answer):
        return Refusal("error", "no such piece") if "1" in case.text else answer

    black_box = investigator("digits-joined")
    bug = Bug("unknown", "ones", EncodeCase("1", BARE), frozenset(), symptom="s")
    separated = Separated(bug)
    separated.shows = lambda bug, case: case.text == "1"
    black_box = replace(
        black_box,
        right=Answers(black_box.left.tokenizer, refuse),
        separate=lambda _: separated,
        diagnosis_of=lambda bug: UNKNOWN,
    )
    raws = black_box.diverging([EncodeCase("1", BARE), EncodeCase("a1", BARE)])
    [one] = black_box.investigate(raws)
    assert one.signature.symptom == "no such piece"
    assert one.sighting.count == len(raws) == 2
