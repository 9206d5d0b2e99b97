"""What a finding of a box is about."""

from tokparity.harness.bugs.bug import Bug
from tokparity.harness.bugs.remainder import bare


def test_a_bug_begins_with_one_cause():
    assert Bug("model", "U+0061", bare("a"), frozenset()).causes == ["U+0061"]
