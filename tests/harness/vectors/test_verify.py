"""Wrong answers are counted apart from those that a note excuses."""

from dataclasses import replace

from tokparity.harness.shards.runner import case_runner
from tokparity.harness.vectors.export import exported, plain_cell
from tokparity.harness.vectors.vector import NO_RULE
from tokparity.harness.vectors.verify import verified
from tokparity.reference_impl.contract import Encoding


def test_what_is_answered_otherwise(slot, artefact):
    _, vectors = exported(slot, artefact, 40, 0)
    first, second, *others = vectors
    wrong = replace(first, answer=Encoding((1, 2, 3)))
    excused = replace(second, answer=Encoding((1, 2, 3)), notes=(NO_RULE,))
    found = verified(case_runner(slot, plain_cell(artefact)), [wrong, excused, *others])
    assert [one for one, _ in found.wrong] == [wrong]
    assert [one for one, _ in found.excused] == [excused]
    assert found.asked == 40
