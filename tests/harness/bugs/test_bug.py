"""What a finding of a box is about."""

from tokparity.harness.bugs.bug import Bug, join
from tokparity.harness.bugs.remainder import bare


def test_a_bug_begins_with_one_cause():
    assert Bug("model", "U+0061", bare("a"), frozenset()).causes == ["U+0061"]


def test_what_a_fault_model_does_is_no_trigger_of_a_bug_that_it_joins():
    bug = Bug("model", "U+0061", bare("a"), frozenset())
    likely = Bug("model", "merges nothing", bare("b"), frozenset(), fault_model="no-merges")
    join(bug, [likely, Bug("model", "U+0062", bare("c"), frozenset())])
    assert bug.cause == "U+0061; as a tokenizer that merges nothing; U+0062"
    join(bug, [Bug("model", "U+0062", bare("d"), frozenset())])
    assert bug.cause == "U+0061; as a tokenizer that merges nothing; U+0062", "told once"
    assert len(bug.causes) == 4
