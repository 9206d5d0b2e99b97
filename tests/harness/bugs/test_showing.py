"""A bug is shown in the case in which no other has a say."""

import pytest

from tokparity.harness.bugs.bug import Bug
from tokparity.harness.bugs.masking import Masking
from tokparity.harness.bugs.remainder import Remainder, bare
from tokparity.harness.bugs.showing import show_best
from tokparity.harness.bugs.trigger import Trigger
from tokparity.reference_impl.contract import Encoding, Refusal

EVERYWHERE = Trigger("x", lambda _: True, lambda _: [], is_narrow=False)


def test_a_bug_is_shown_where_one_that_is_known_does_nothing(separation, hypotheses, cases):
    """A space that is put before "é" is not put before " é", where merges show as well."""
    known, other = "prefix-space-unasked", "no-merges"
    cases = [*cases, bare(" é")]
    box = separation(known, other).box
    work = Remainder(box, hypotheses.composed([known]), hypotheses.honest)
    bugs = Masking(box, work, hypotheses, [], cases).run(list(filter(work.fails, cases)))
    [bug] = [bug for bug in bugs if bug.stage == "model"]
    assert bug.case == bare(" é")


def text_of(case):
    return getattr(case, "text", "")


def bugs_of(text, cases=()):
    mine = Bug("model", "x", bare(text), frozenset(map(bare, cases)), triggers=(EVERYWHERE,))
    return [Bug("pre_tokenizer", "any text", bare("a"), frozenset(), symptom="plain"), mine]


@pytest.mark.parametrize(
    ("wrong", "shown"),
    [
        pytest.param((), " x", id="no-space-is-put-there"),
        pytest.param((" a",), "x", id="it-shows-there-too"),
    ],
)
def test_beside_a_bug_of_any_text_others_are_shown_behind_a_space(
    remainder, ask_of, faulty, wrong, shown
):
    """A space is put before each text, and each with an "x" is refused."""
    spaced = ask_of(faulty("prefix-space-unasked"))

    def ask(cases):
        answers = zip(cases, spaced(cases), strict=True)
        answers = [(case, Encoding(()) if text_of(case) in wrong else it) for case, it in answers]
        return [Refusal("error", "an x") if "x" in text_of(case) else it for case, it in answers]

    work = remainder(ask=ask)
    bugs = bugs_of("x")
    show_best(bugs, work, work, is_framed=False)
    assert [bug.case for bug in bugs] == [bare("a"), bare(shown)]


def test_an_option_that_has_a_say_in_the_smallest_case_has_none_in_another(separation, hypotheses):
    """Digits are cut alike wherever they stand: of the cases one without any shows the merges."""
    box = separation("digits-joined", "no-merges").box
    work = Remainder(box, hypotheses.composed(["digits-joined"]), hypotheses.honest)
    whole = Remainder(box, hypotheses.honest, hypotheses.honest)
    bugs = bugs_of("12hellox", ["12hellox", "hellox"])
    show_best(bugs, work, whole, is_framed=False)
    assert work.fails(bugs[1].case)
    assert "1" not in bugs[1].case.text
