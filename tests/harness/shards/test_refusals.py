"""What ended a worker is tried once more, and only once for each side."""

import pytest
from fake_subject import BYTES
from subject_fixtures import spec_of

from tokparity.harness.compare.cells import subject_cell
from tokparity.harness.compare.sides import observe
from tokparity.harness.shards.refusals import refusal_records
from tokparity.reference_impl.contract import EncodeCase, EncodeOptions
from tokparity.reports.records.engine import Subject

BARE = EncodeOptions(add_special=False, parse_special=False)


@pytest.fixture
def records(slot, fake, save):
    """The records of one text, asked of a fake after these records."""

    def ask(behaviour, text, before=()):
        cell = subject_cell(save(BYTES), "m", Subject(behaviour.lower(), spec_of(fake(behaviour))))
        sides, case = slot.sides(cell), EncodeCase(text, BARE)
        answers = tuple(observe(side, [case])[0] for side in sides)
        return list(refusal_records(cell, sides, case, answers, before))

    return ask


def test_a_crash_that_comes_again_is_said_to(records):
    [first] = records("Dies", "dies")
    assert (first.side, first.refusal.kind, first.repeats) == ("subject:dies", "crash", True)
    [second] = records("Dies", "another that dies", [first])
    assert second.repeats is None, "it is believed from then on"


def test_an_answer_is_no_record(records):
    assert records("Echo", "a") == []
