"""A crash is shown on the case that it was met with, where the smallest does not show it."""

import pytest

from tokparity.harness.triage.as_found import as_found
from tokparity.reference_impl.contract import DecodeCase, Encoding, Refusal, Text
from tokparity.reports.records.finding import Finding, Sighting, Signature
from tokparity.reports.triage.exhibit import Exhibit, Part

CRASH = Refusal("crash", "signal 11")
SMALL, MET = DecodeCase((7,)), DecodeCase((7, 2147483647))


def exhibit(recorded, met, oracle="openai_tiktoken"):
    sides = Text("x"), recorded
    seen = Sighting("f", "0", None, 1, SMALL, met, *sides, "refusal", 0, None, None)
    signature = Signature("parity", "decode", "openai_tiktoken", "lib:rs-bpe", "unknown", "crash")
    finding = Finding(signature, "", "refusal", "unknown", (seen,))
    got = Part("got", "lib:rs-bpe", None, "f", recorded, False)
    expected = Part("expected", "openai_tiktoken", oracle, "f", Text("x"), True)
    return Exhibit(finding, seen, got, expected)


def test_both_sides_are_of_the_case_as_it_was_met():
    shown = as_found(exhibit(CRASH, MET), lambda part, case: Text(f"{part.engine} {case.ids}"))
    now = Text("openai_tiktoken (7, 2147483647)")
    assert (shown.sighting.case, shown.sighting.left, shown.sighting.right) == (MET, now, CRASH)
    assert (shown.expected.recorded, shown.got.recorded) == (now, CRASH)


@pytest.mark.parametrize(
    "other",
    [
        exhibit(Encoding((1,)), MET),
        exhibit(Refusal("timeout"), MET),
        exhibit(CRASH, SMALL),
        exhibit(CRASH, MET, oracle=None),
    ],
)
def test_what_is_no_crash_or_was_not_shrunk_has_no_other_case(other):
    assert as_found(other, lambda *_: Text("never asked")) is None
