"""Canaries: what is not triggered is not detected, by every fault model that touches it."""

from itertools import islice

import pytest

from evaluation.finding_power.canaries import Canaries
from tokparity.harness.compare.sides import observe
from tokparity.harness.fault_models.catalogue import FAULT_MODELS

TEXTS = [
    *("hello world", "<a>b word  x", "e\u0301 12", "<|end|>  a", "a <|left|>", "", " ", "a"),
    *("\u4e2d\u0661", "it's", "keyword word", "WORLD", "<s>a", "  \n x", "\u00c5ngstr\u00f6m 345"),
]


@pytest.mark.parametrize("op", ["encode", "decode", "encode_full"])
def test_what_is_not_triggered_gives_the_same_answers(stream, mutant, black_box, op):
    made = stream(op, TEXTS)
    [block] = islice(made.blocks(), 1)
    changed_by = {
        name: changed
        for name, fault_model in FAULT_MODELS.items()
        if (changed := fault_model.apply(made.tokenizer)) is not made.tokenizer
    }
    assert len(changed_by) > 50
    differing = 0
    for name, changed in changed_by.items():
        one = mutant(name, FAULT_MODELS[name].stage, op)
        side = black_box(one, changed)
        found = set(Canaries(one, made.tokenizer, changed, side).triggered(block))
        answers = observe(side, block.cases)
        other = {at for at, mine in enumerate(answers) if mine != block.honest_answer(at)}
        assert other <= found, (name, [block.cases[at] for at in sorted(other - found)][:3])
        differing += bool(other)
    assert differing >= 5


@pytest.mark.parametrize(
    ("word", "met", "not_met"),
    [
        pytest.param("text", "a", "", id="text"),
        pytest.param("added-token", "x <a>", "x", id="added-token"),
        pytest.param("rewritten", "e\u0301", "e", id="rewritten"),
        pytest.param("cut", "a b", "a", id="cut"),
        pytest.param("merged", "hello", "q", id="merged"),
        pytest.param("bytes", "\u4e2d", "a", id="bytes"),
    ],
)
def test_reached_is_what_the_file_says(stream, mutant, black_box, word, met, not_met):
    made = stream("encode", [not_met, not_met, not_met, not_met, met])
    [block] = islice(made.blocks(), 1)
    one = mutant("no-normalizer", "normalizer", reached=word)
    changed = one.fault_model.apply(made.tokenizer)
    assert Canaries(one, made.tokenizer, changed, black_box(one, changed)).reached(block) == 4
    made = stream("encode", [not_met])
    [block] = islice(made.blocks(), 1)
    assert Canaries(one, made.tokenizer, changed, black_box(one, changed)).reached(block) is None
