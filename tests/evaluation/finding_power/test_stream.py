"""A stream's cases are in order, under every option, answered by the library and the reference."""

from itertools import islice

import pytest

from evaluation.finding_power.stream import BLOCK
from tokparity.harness.compare.sides import EncodeBatch, ReferenceSide, observe
from tokparity.reference_impl.contract import DecodeCase, EncodeCase, FullCase
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


@pytest.mark.parametrize(
    ("op", "kind"), [("encode", EncodeCase), ("decode", DecodeCase), ("encode_full", FullCase)]
)
def test_cases_and_answers(stream, op, kind):
    made = stream(op)
    first, second = islice(made.blocks(), 2)
    assert [block.first for block in (first, second)] == [0, len(first.cases)]
    assert 0 < len(first.cases) <= BLOCK
    assert {type(case) for case in first.cases} == {kind}
    assert {case.options for case in first.cases} == set(made.can)
    assert first.false_alarms == 0
    assert 0 == first.seconds[0] < first.seconds[1] == second.seconds[0] < second.seconds[1]
    some = [0, 1, 2, 3, len(first.cases) - 1]
    asked = observe(made.native, [first.cases[at] for at in some])
    assert [first.native_answer(at) for at in some] == asked
    assert [first.honest_answer(at) for at in some] == asked


def test_pairs_are_asked_too(stream):
    block = next(stream("encode_full").blocks())
    pairs = [case.pair is not None for case in block.cases]
    assert 0.4 < sum(pairs) / len(pairs) < 0.6
    assert {sum(pairs[::2]) > 0, sum(pairs[1::2]) > 0} == {True}, "of both kinds of texts"
    met = {(case.options, case.pair is None) for case in block.cases}
    assert len(met) == 2 * len({options for options, _ in met})


def test_a_false_alarm_is_counted(stream, slot, made, black_box, mutant):
    wrong = stream(texts=["helloworld"])
    changed = mutant("merge-order-reversed", "model").fault_model.apply(wrong.tokenizer)
    wrong.honest = black_box(mutant("merge-order-reversed", "model"), changed)
    assert next(wrong.blocks()).false_alarms == BLOCK


def test_when_a_case_was_met(stream):
    first, second = islice(stream().blocks(), 2)
    assert first.at(0)[0] == 1
    cases, seconds = second.at(len(second.cases) - 1)
    assert cases == len(first.cases) + len(second.cases)
    assert seconds == pytest.approx(second.seconds[1])


class Partly:
    """The library, without one flag; with neither it takes no text at all."""

    def __init__(self, side, takes):
        self.side, self.takes = side, takes
        self.engine = side.engine

    def submit(self, batch):
        if getattr(batch.options, "parse_special", None) in self.takes:
            return self.side.submit(batch)
        if not isinstance(batch, EncodeBatch):
            return self.side.submit(batch)
        return ReferenceSide(Tokenizer(BPE({}, {}, [], unk_token="?"))).submit(batch)


def test_ids_are_harvested_under_whatever_options_there_are(stream):
    made = stream("decode", ["helloworld"])
    made.native = Partly(made.native, {False})
    assert len(next(made.blocks()).cases) == BLOCK


def test_texts_that_nobody_encodes_are_no_cases_and_time_goes_on(stream):
    made = stream("decode", ["helloworld"])
    made.native = Partly(made.native, set())
    first, second = islice(made.blocks(), 2)
    assert first.cases == second.cases == []
    assert second.seconds[1] > first.seconds[1] > 0
