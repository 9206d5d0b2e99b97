"""What was detected is made small, as a black box, by asking a bounded number of times."""

from dataclasses import replace

from evaluation.finding_power.search import MutantSearch
from evaluation.finding_power.stream import BLOCK
from evaluation.finding_power.units import investigate


def test_a_detected_mutant_is_investigate(slot, made, stream, mutant, black_box):
    one = mutant("merge-order-reversed", "model")
    texts = ["and then some helloworld stands in the middle of it"]
    [sought] = MutantSearch(stream("encode", texts), BLOCK, 60.0, black_box).run([one]).sought
    small = investigate(slot, made, one, sought.raw)
    assert small.shrunk.characters == len(small.shrunk.case.text) < 6
    assert 10 < small.shrunk.candidates < 3000
    assert small.shrunk.entries is not None
    assert small.shrunk.entries < 40
    assert not small.shrunk.bound_by_length
    assert not small.shrunk.bound_by_vocabulary
    assert small.shrunk.needed == 0, "a tokenizer.json may have any entries"
    shown, box = small.named
    assert (shown.method, shown.stage) == ("two-trace", "model")
    assert (box.method, box.stage) == ("counterfactual", "model")
    assert box.finding
    assert not shown.finding


def test_what_takes_a_length_is_told_so_where_it_is_listed(slot, made, stream, mutant, black_box):
    one = replace(mutant("merge-order-reversed", "model"), bound_by=("length", "vocabulary"))
    [sought] = (
        MutantSearch(stream("encode", ["helloworld"]), BLOCK, 60.0, black_box).run([one]).sought
    )
    small = investigate(slot, made, one, sought.raw).shrunk
    assert small.bound_by_length, "one less shows nothing"
    assert small.bound_by_vocabulary
