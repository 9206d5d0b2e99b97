from dataclasses import replace
from types import SimpleNamespace

from tokparity.harness.naming import investigation as investigate
from tokparity.harness.run.profile import read_profile
from tokparity.harness.shards.case_source import source_of
from tokparity.harness.shards.runner import shard_runner
from tokparity.harness.shrinking.case import case_order
from tokparity.reference_impl.contract import DecodeCase, DecodeOptions, EncodeCase, EncodeOptions
from tokparity.reports.records.explanation import Explanation

BARE = EncodeOptions(add_special=False)


def test_order_of_cases():
    ordered = [
        EncodeCase("a", EncodeOptions(False, True)),
        EncodeCase("a", EncodeOptions(True, True)),
        EncodeCase("é"),
        EncodeCase("aa"),
        DecodeCase((9,)),
        DecodeCase((1, 2)),
        DecodeCase((1, 2), DecodeOptions(True)),
    ]
    mixed = [ordered[index] for index in (3, 6, 0, 5, 2, 1, 4)]
    assert sorted(mixed, key=case_order) == ordered


def test_one_sighting_a_signature_with_how_often_it_was_met(slot, cell):
    runner = shard_runner(
        slot,
        cell("variant:merge-order-reversed"),
        source_of(slot, cell("variant:merge-order-reversed"), 0),
    )
    texts = ["so helloworld", "no", "helloworld, then", "xx helloworld xx", "fine"]
    raws = runner.investigator.diverging([EncodeCase(text, BARE) for text in texts])
    assert len(raws) == 3
    [found] = runner.investigator.investigate(raws)
    assert found.sighting.count == 3
    assert found.sighting.found_as.text in texts
    assert len(found.sighting.case.text) <= 6
    assert found.sighting.left != found.sighting.right
    ids = {*found.sighting.left.ids, *found.sighting.right.ids}
    assert {token_id for token_id, _ in found.sighting.pieces} == ids
    assert all(piece for _, piece in found.sighting.pieces)


def test_what_is_met_only_while_shrinking_counts_no_case_twice(slot, cell, monkeypatch):
    investigator = slot.investigator(cell("variant:merge-order-reversed"))
    raws = investigator.diverging([EncodeCase("so helloworld", BARE), EncodeCase("hello", BARE)])
    shrink = type(investigator)._shrink

    def slips(self, signature, raw):
        [small] = shrink(self, signature, raw)
        return [replace(small, signature=replace(signature, component="Other")), small]

    monkeypatch.setattr(type(investigator), "_shrink", slips)
    found = investigator.investigate(raws)
    counts = {one.signature.component: one.sighting.count for one in found}
    assert counts.pop("Other") == 0
    assert sum(counts.values()) == len(raws) > 0


def test_of_what_is_known_the_changes_that_the_case_needs_are_told(slot, cell):
    """The entry is the first by stage; another of its changes, or of another entry, may be needed
    too."""
    first, second = (
        Explanation(entry, "normalizer", "pre", "*", was=was, by="y")
        for entry, was in (("one", "x"), ("two", "z"))
    )
    known = SimpleNamespace(
        causes=lambda cases: [first for _ in cases],
        explain=lambda cases: [(first, second) for _ in cases],
        together=lambda cases: [True for _ in cases],
    )
    investigator = slot.investigator(cell("variant:merge-order-reversed"))
    investigator = replace(investigator, explainer=known)
    [found] = investigator.investigate(investigator.diverging([EncodeCase("helloworld", BARE)]))
    assert found.signature.cause == "one"
    assert found.sighting.changes == ("pre (x → y)", "pre (z → y)")


def test_nothing_diverging_is_nothing_found(slot, cell):
    investigator = slot.investigator(cell())
    assert investigator.diverging([EncodeCase("hello")]) == []
    assert investigator.investigate([]) == []


def test_many_of_one_kind_do_not_hide_the_few_of_another(slot, save, every_stage, monkeypatch):
    monkeypatch.setattr(investigate, "NAMED_PER_SHARD", 100)
    from tokparity.harness.compare.cells import parity_cell

    other = {**every_stage, "post_processor": None, "decoder": None}
    runner = shard_runner(
        slot,
        parity_cell(save(every_stage), save(other, "other"), "m"),
        source_of(slot, parity_cell(save(every_stage), save(other, "other"), "m"), 0),
    )
    many = [EncodeCase(f"hello {number}") for number in range(300)]
    raws = runner.investigator.diverging([*many, DecodeCase((40, 41))])
    assert len(raws) == len(many) + 1
    found = runner.investigator.investigate(raws)
    assert {(one.signature.op, one.signature.stage) for one in found} == {
        ("encode", "post_processor"),
        ("decode", "decoder"),
    }
    assert sorted(one.sighting.count for one in found) == [1, 100]


def test_every_divergence_of_a_profiles_shard_is_named():
    profiles = [read_profile(name) for name in ("quick", "gate", "nightly")]
    assert max(profile.texts for profile in profiles) < investigate.NAMED_PER_SHARD


def test_simpler_options_are_tried_first(slot, cell):
    runner = shard_runner(
        slot, cell("variant:rstrip-ignored"), source_of(slot, cell("variant:rstrip-ignored"), 0)
    )
    raws = runner.investigator.diverging([EncodeCase("<|end|>  x", EncodeOptions(True, True))])
    [found] = runner.investigator.investigate(raws)
    assert found.sighting.case == EncodeCase("<|end|> ", EncodeOptions(False, True))


def test_decoding_is_shrunk_to_the_ids_that_matter(slot, save, every_stage):
    from tokparity.harness.compare.cells import parity_cell

    other = {**every_stage, "decoder": None}
    runner = shard_runner(
        slot,
        parity_cell(save(every_stage), save(other, "other"), "m"),
        source_of(slot, parity_cell(save(every_stage), save(other, "other"), "m"), 0),
    )
    raws = runner.investigator.diverging([DecodeCase(tuple(range(60, 90)))])
    [found] = runner.investigator.investigate(raws)
    assert len(found.sighting.case.ids) <= 2
