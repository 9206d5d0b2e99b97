import copy
import json
from dataclasses import dataclass, replace
from functools import partial

import pytest
from tokenizers import Tokenizer, models

from tokparity.harness.compare.cells import (
    DECODE_OPTIONS,
    ENCODE_OPTIONS,
    fidelity_cell,
    parity_cell,
)
from tokparity.harness.compare.sides import EncodeBatch, ReferenceSide
from tokparity.harness.naming.first_stage import name_fidelity
from tokparity.harness.shards.case_source import LONG_AT, LONG_EVERY, LONG_TEXTS, source_of
from tokparity.harness.shards.runner import (
    ASKED_IN_FULL,
    REFUSALS_KEPT,
    REPORTED_UP_TO,
    CaseSource,
    shard_runner,
)
from tokparity.reference_impl.batches import Encodings
from tokparity.reference_impl.contract import (
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    FullCase,
    Refusal,
    StageCase,
)
from tokparity.reference_impl.post_processors.template import SequencePiece
from tokparity.reports.records.counts import Counts


def source(texts, ids=((1,),)):
    return CaseSource(lambda shard, count: texts[:count], lambda shard, count: list(ids)[:count])


def test_every_case_is_one_of_agreed_diverged_refused(slot, cell):
    texts = ["hello", "<|end|> x", "<|end|>", "a\ud800"] * 20
    runner = shard_runner(slot, cell("variant:rstrip-ignored"), source(texts))
    result = runner.run(0, len(texts), 64)
    counts = result.counts["encode"]
    assert counts == Counts(80, 40, 20, 20, 0)
    seen = sum(one.diverged for one in result.counts.values())
    assert [one.sighting.count for one in result.found] == [seen]
    assert seen > 20, "asked in full too"
    decode = result.counts["decode"]
    assert decode.compared == decode.agreed
    assert decode.compared > 4, "ids of the encoded texts are decoded too"
    assert result.cell == runner.cell.name


def test_refusals_are_counted_all_and_kept_some(slot, cell):
    texts = ["\ud800"] * 100
    result = shard_runner(slot, cell(), source(texts)).run(0, 100, 0)
    assert result.counts["encode"].refused == 100
    assert REFUSALS_KEPT <= len(result.refusals) <= REFUSALS_KEPT + 1
    kept = result.refusals[:2]
    assert [record.side for record in kept] == ["reference", "huggingface_tokenizers"]
    assert {record.repeats for record in kept} == {None}


class OutOfTime:
    """Answers as the side it stands for, but refuses so many batches first."""

    def __init__(self, real, kind, times):
        self.real, self.engine, self.kind, self.times = real, real.engine, kind, times

    def submit(self, batch):
        if not self.times:
            return self.real.submit(batch)
        self.times -= 1
        refused = Encodings()
        for _ in range(len(batch)):
            refused.refuse(Refusal(self.kind, "a busy machine"))
        return Ready(refused)

    def probe(self, stage, inputs):
        return None


@dataclass
class Ready:
    results: Encodings

    def result(self):
        return self.results


@pytest.mark.parametrize(
    ("kind", "times", "found"),
    [
        pytest.param("timeout", 1, [], id="once-is-the-machine"),
        pytest.param("memory", 1, [], id="so-is-memory"),
        pytest.param("timeout", 9, ["timeout"], id="again-is-a-finding"),
        pytest.param("crash", 1, ["crash"], id="a-crash-always-is"),
    ],
)
def test_what_passes_in_a_fresh_worker_is_no_finding(slot, cell, kind, times, found):
    runner = shard_runner(slot, cell(), source([]))
    late = OutOfTime(runner.right, kind, times)
    runner = replace(runner, right=late, investigator=replace(runner.investigator, right=late))
    result = runner.run_cases(0, [EncodeBatch(("hello",), EncodeOptions())])
    assert result.counts["encode"] == Counts(1, 0, len(found), 1 - len(found), 0)
    assert [one.signature.component for one in result.found] == found
    assert [record.repeats for record in result.refusals] == [times > 1]


def test_a_crash_is_a_finding_though_the_other_side_was_late(slot, cell):
    runner = shard_runner(slot, cell(), source([]))
    late, dead = OutOfTime(runner.left, "timeout", 1), OutOfTime(runner.right, "crash", 1)
    investigator = replace(runner.investigator, left=late, right=dead)
    runner = replace(runner, left=late, right=dead, investigator=investigator)
    result = runner.run_cases(0, [EncodeBatch(("hello",), EncodeOptions())])
    assert result.counts["encode"] == Counts(1, 0, 1, 0, 0)
    assert [(one.side, one.repeats) for one in result.refusals] == [
        ("reference", False),
        ("huggingface_tokenizers", False),
    ]


def test_a_side_that_crashed_twice_is_not_tried_again_for_each_crash(slot, cell):
    runner = shard_runner(slot, cell(), source([]))
    dead = OutOfTime(runner.right, "crash", 99)
    runner = replace(runner, right=dead, investigator=replace(runner.investigator, right=dead))
    texts = "hello", "world", "again"
    result = runner.run_cases(0, [EncodeBatch((text,), EncodeOptions()) for text in texts])
    assert result.counts["encode"].diverged == 3
    assert [record.repeats for record in result.refusals] == [True, None, None]


def test_what_no_side_can_express_is_never_asked(slot, ranks):
    cell = fidelity_cell(ranks(), "m")
    runner = shard_runner(slot, cell, source(["a"] * 10))
    can, cannot = runner.options("encode")
    assert can == [EncodeOptions(False, True), EncodeOptions(False, False)]
    assert cannot == [EncodeOptions(True, True), EncodeOptions(True, False)]
    can_decode, cannot_decode = runner.options("decode")
    assert can_decode == [DecodeOptions()]
    assert cannot_decode == [one for one in DECODE_OPTIONS if one != DecodeOptions()]
    asked = []
    compare = type(runner)._compare

    def spy(self, batch, *rest):
        asked.append(batch.options)
        return compare(self, batch, *rest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(runner), "_compare", spy)
        result = runner.run(0, 10, 4)
    assert set(asked) <= {*can, DecodeOptions(False)}
    assert result.counts["encode"] == Counts(10, 10, 0, 0, 20)
    assert result.counts["decode"].unsupported > 0
    assert result.refusals == []


def test_options_take_turns_over_the_shards(slot, cell):
    runner = shard_runner(slot, cell(), source(["a"] * 512))
    used = set()
    for shard in range(2):
        from tokparity.harness.shards.result import ShardResult

        batches = runner._batches("encode", shard, ["a"] * 512, ShardResult("c", shard))
        used |= {batch.options for batch in batches}
    assert len(used) == 4


def test_texts_asked_in_full_are_steered_ones_too():
    assert ASKED_IN_FULL % 2, "every second text of a shard is steered"


@pytest.mark.parametrize("options", [1, 2, 3, 4])
def test_each_part_of_a_shard_gets_each_option(slot, cell, options):
    from tokparity.harness.shards.result import ShardResult

    runner = shard_runner(slot, cell(), source(["a"] * 512))
    runner._supported["encode"] = (list(ENCODE_OPTIONS[:options]), [])
    last = [
        list(runner._batches("encode", shard, ["a"] * 512, ShardResult("c", shard)))[-1].options
        for shard in range(8)
    ]
    assert len(set(last)) == options


def test_given_cases_are_run_as_they_are(slot, cell):
    runner = shard_runner(
        slot, cell("variant:rstrip-ignored"), source_of(slot, cell("variant:rstrip-ignored"), 0)
    )
    batch = EncodeBatch(("<|end|> x", "hello"), EncodeOptions(False, True))
    result = runner.run_cases(-1, [batch])
    assert result.shard == -1
    assert result.counts["encode"] == Counts(2, 1, 1)
    [found] = result.found
    assert found.sighting.found_as == EncodeCase("<|end|> x", batch.options)


TYPED = {
    "type": "TemplateProcessing",
    "single": [{"Sequence": {"id": "A", "type_id": 0}}],
    "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
    "special_tokens": {},
}


def faulty(slot, save, document, changes):
    """A runner whose left side is the reference with one stage changed."""
    cell = fidelity_cell(save(document), "m")
    texts = [f"hello world {at}" for at in range(64)]
    runner = shard_runner(slot, cell, source(texts))
    wrong = replace(runner.left.tokenizer, **changes)
    left = ReferenceSide(wrong)
    named = partial(name_fidelity, left=left, right=runner.right)
    runner.investigator = replace(runner.investigator, left=left, name=named)
    runner.left = left
    return runner


def test_a_fault_that_ids_do_not_show_is_found_shrunk_and_named(slot, save, document):
    document = {**document, "post_processor": TYPED}
    template = slot.tokenizer(save(document)).post_processor
    untyped = replace(template, pair=(SequencePiece("A"), SequencePiece("B")))
    runner = faulty(slot, save, document, {"post_processor": untyped})
    result = runner.run(0, 64, 0)
    assert result.counts["encode"].diverged == 0
    assert result.counts["encode_full"].diverged > 0
    (found,) = result.found
    assert found.signature.op == "encode"
    assert (found.signature.stage, found.method) == ("post_processor", "reported")
    assert isinstance(found.sighting.case, FullCase)
    assert found.sighting.case.pair is not None
    assert len(found.sighting.case.text + found.sighting.case.pair) <= 1


class Upper:
    """A normalizer that does too much."""

    def normalize(self, text):
        return text.replace_each(lambda char: char.replace("w", "W"))


def test_a_fault_that_no_later_stage_shows_is_found_in_its_stage(slot, save):
    document = json.loads(Tokenizer(models.WordLevel({"?": 0}, "?")).to_str())
    runner = faulty(slot, save, document, {"normalizer": Upper()})
    result = runner.run(0, 64, 0)
    assert result.counts["encode"].diverged == 0
    assert result.counts["stage"].diverged > 0
    (found,) = result.found
    assert (found.signature.op, found.signature.stage) == ("encode", "normalizer")
    assert found.sighting.case == StageCase("normalizer", "w", EncodeOptions(False))
    assert found.sighting.field == "rows"


def test_pairs_are_asked_of_two_files_where_both_libraries_take_them(
    slot, save, every_stage, ranks
):
    other = copy.deepcopy(every_stage)
    other["post_processor"]["pair"][1]["Sequence"]["type_id"] = 1
    texts = ["hello"] * 80
    pair = parity_cell(save(every_stage), save(other, "other"), "m")
    result = shard_runner(slot, pair, source(texts)).run(0, len(texts), 0)
    assert {one.sighting.field for one in result.found} == {"type_ids"}
    assert result.counts["encode_full"].diverged
    assert not result.counts["stage"].compared
    one_sided = parity_cell(save(every_stage), ranks(), "m")
    result = shard_runner(slot, one_sided, source(texts)).run(0, len(texts), 0)
    assert not result.counts["encode_full"].compared


class WrongPast:
    """Answers as the side it stands for, but forgets the last id of a text past a limit."""

    def __init__(self, real, limit):
        self.real, self.engine, self.limit = real, real.engine, limit

    def submit(self, batch):
        found = self.real.submit(batch).result()
        if not isinstance(found, Encodings) or not isinstance(batch, EncodeBatch):
            return Ready(found)
        made = Encodings()
        for text, answer in zip(batch.texts, found.observations(), strict=True):
            cut = len(text) > self.limit and not isinstance(answer, Refusal)
            made.add(replace(answer, ids=answer.ids[:-1], offsets=answer.offsets[:-1])) if (
                cut
            ) else made.add(answer)
        return Ready(made)

    def probe(self, stage, inputs):
        return None


def test_what_is_wrong_past_a_limit_is_found_by_what_is_generated(slot, artefact, monkeypatch):
    """Of the shards of a cell, one of the first whose turn a long text is."""
    monkeypatch.setattr("tokparity.harness.naming.diverging_case.CANDIDATES", 10)
    cell = fidelity_cell(artefact, "m")
    runner = shard_runner(slot, cell, source_of(slot, cell, 0))
    wrong = WrongPast(runner.right, 1 << 16)
    runner = replace(runner, right=wrong, investigator=replace(runner.investigator, right=wrong))
    for shard in (LONG_AT, LONG_AT + LONG_EVERY):
        result = runner.run(shard, LONG_TEXTS, 0)
        if result.found:
            break
    assert [found.sighting.count for found in result.found if found.sighting.count] == [1]
    assert result.counts["encode"].diverged == 1
    assert all(len(found.sighting.case.text) > 1 << 16 for found in result.found)
    assert runner.run(0, LONG_TEXTS, 0).found == []


def test_a_long_text_is_not_asked_for_all_columns(slot, cell):
    long = "a" * (REPORTED_UP_TO + 1)
    runner = shard_runner(slot, cell(), source([long, *["a"] * (2 * ASKED_IN_FULL)]))
    full = runner.run(0, 2 * ASKED_IN_FULL, 0).counts["encode_full"]
    assert full.compared == 1
