from dataclasses import replace

import pytest

from tokparity.harness.compare.cells import SideSpec, fidelity_cell, golden_cell, parity_cell
from tokparity.harness.compare.sides import (
    BlackBoxSide,
    OracleSide,
    RecordedSide,
    ReferenceSide,
    observe,
)
from tokparity.harness.shards.case_source import source_of
from tokparity.harness.shards.runner import shard_runner
from tokparity.harness.shards.slot import TOKENIZERS_KEPT, CannotLoad, Slot
from tokparity.reference_impl.contract import (
    EncodeCase,
    EncodeOptions,
    Encoding,
    RankFacts,
    Settings,
)
from tokparity.reference_impl.errors import BadArtefact
from tokparity.reports.records.engine import REFERENCE, BlackBox, FaultyReference, Library

PLAIN = EncodeOptions(add_special=False)
TRUNCATION = {"max_length": 1, "strategy": "LongestFirst", "stride": 0, "direction": "Right"}
pytestmark = pytest.mark.usefixtures("own_workers")


def test_what_was_loaded_is_kept(slot, artefact):
    assert slot.tokenizer(artefact) is slot.tokenizer(artefact)
    assert slot.material(artefact) is slot.material(artefact)
    assert slot.streams_of(artefact) is slot.streams_of(artefact)
    assert slot.exercised_by(artefact) is slot.exercised_by(artefact)
    spec = SideSpec(Library("huggingface_tokenizers"), artefact)
    one, two = slot.side(spec), slot.side(spec)
    assert isinstance(one, OracleSide)
    assert (one.worker, one.handle) == (two.worker, two.handle)


def test_the_least_recently_used_tokenizer_goes(save, document):
    slot = Slot()
    held = [
        save(
            document | {"decoder": {"type": "Sequence", "decoders": [{"type": "Fuse"}] * n}},
            f"v{n}",
        )
        for n in range(TOKENIZERS_KEPT + 1)
    ]
    first = slot.tokenizer(held[0])
    slot.streams_of(held[1])
    slot.exercised_by(held[1])
    for one in held[1:TOKENIZERS_KEPT]:
        slot.tokenizer(one)
    slot.tokenizer(held[0])
    slot.tokenizer(held[-1])
    assert slot.tokenizer(held[0]) is first
    assert len(slot.tokenizers) == TOKENIZERS_KEPT
    assert not slot.materials, "what belongs to a tokenizer goes with it"
    assert not slot.streams
    assert not slot.exercised


def test_a_file_of_which_a_caller_sets_something_is_read_once(slot, save, document):
    limited = save(document | {"truncation": TRUNCATION}, "limited")
    unlimited = replace(limited, settings=Settings(limits=False))
    with_limits, without = slot.tokenizer(limited), slot.tokenizer(unlimited)
    assert with_limits.model is without.model
    assert slot.material(limited) is slot.material(unlimited)
    library = slot.side(SideSpec(Library("huggingface_tokenizers"), unlimited))
    long = EncodeCase("hello hello hello hello", PLAIN)
    assert observe(library, [long]) == observe(ReferenceSide(without), [long])
    assert observe(library, [long]) != observe(ReferenceSide(with_limits), [long])


def test_a_closed_slot_holds_no_tokenizer(artefact):
    with Slot() as slot:
        slot.changed_by_fault_models(artefact)
    assert not slot.tokenizers
    assert not slot.changed, "a changed tokenizer holds the vocabulary too"


def test_a_new_model_takes_the_place_of_the_one_before(artefact):
    with Slot() as slot:
        slot.begin("first")
        side = slot.side(SideSpec(Library("huggingface_tokenizers"), artefact))
        tokenizer, material = slot.tokenizer(artefact), slot.material(artefact)
        slot.begin("first")
        assert slot.tokenizer(artefact) is tokenizer
        slot.begin("second")
        assert not slot.handles
        assert slot.tokenizer(artefact) is not tokenizer
        assert slot.material(artefact) is not material
        other = slot.side(SideSpec(Library("huggingface_tokenizers"), artefact))
        assert (other.worker, other.handle != side.handle) == (side.worker, True)
        assert observe(other, [EncodeCase("hello", PLAIN)]) == observe(
            ReferenceSide(slot.tokenizer(artefact)), [EncodeCase("hello", PLAIN)]
        )


def test_a_worker_that_a_whole_model_did_not_need_ends(artefact):
    with Slot() as slot:
        slot.begin("first")
        slot.side(SideSpec(Library("huggingface_tokenizers"), artefact))
        worker = slot.workers["huggingface_tokenizers"]
        slot.begin("second")
        assert slot.workers == {"huggingface_tokenizers": worker}
        before = slot.cpu_seconds()
        slot.begin("third")
        assert not slot.workers
        assert worker.pid is None
        assert slot.cpu_seconds() >= before, "what it used is not forgotten"


def test_a_closed_slot_holds_nothing(artefact):
    with Slot() as slot:
        slot.side(SideSpec(Library("huggingface_tokenizers"), artefact))
        slot.streams_of(artefact)
        slot.exercised_by(artefact)
    tables = (slot.materials, slot.streams, slot.exercised)
    held = (slot.workers, slot.handles, slot.tokenizers, *tables)
    assert not any(held)


def test_a_copy_of_a_file_that_is_gone_is_loaded_from_its_own_place(save, document, tmp_path):
    with Slot() as slot:
        first = save(document)
        copy = replace(first, path=tmp_path / "copy.json")
        copy.path.write_bytes(first.path.read_bytes())
        slot.side(SideSpec(Library("huggingface_tokenizers"), first))
        first.path.unlink()
        for number in range(TOKENIZERS_KEPT):  # none of the first is loaded any longer
            fuses = {"type": "Sequence", "decoders": [{"type": "Fuse"}] * (number + 1)}
            other = document | {"decoder": fuses}
            slot.side(SideSpec(Library("huggingface_tokenizers"), save(other, f"other{number}")))
        side = slot.side(SideSpec(Library("huggingface_tokenizers"), copy))
        assert isinstance(observe(side, [EncodeCase("hello", PLAIN)])[0], Encoding)


def test_one_rank_file_with_other_special_tokens_is_not_the_same(slot, ranks):
    one = ranks()
    other = replace(one, name="other", facts=RankFacts(one.facts.pattern, {"<b>": 400}))
    case = EncodeCase("<a><b>", PLAIN)
    for engine in (REFERENCE, Library("openai_tiktoken")):
        answers = [observe(slot.side(SideSpec(engine, held)), [case])[0] for held in (one, other)]
        assert [300 in answer.ids for answer in answers] == [True, False]
        assert [400 in answer.ids for answer in answers] == [False, True]


def test_sides(slot, artefact):
    assert isinstance(slot.side(SideSpec(REFERENCE, artefact)), ReferenceSide)
    fault_model = slot.side(SideSpec(FaultyReference("rstrip-ignored"), artefact))
    assert isinstance(fault_model, ReferenceSide)
    assert fault_model.tokenizer != slot.tokenizer(artefact)
    recorded = slot.side(golden_cell(replace(artefact, name="qwen3"), "m").right)
    assert isinstance(recorded, RecordedSide)
    assert len(recorded.answers) >= 14


def test_a_file_that_the_library_refuses_names_the_artefact_and_why(slot, save, document):
    bad = document | {"model": document["model"] | {"merges": [["zz", "qq"]]}}
    with pytest.raises(CannotLoad, match=r"^odd: huggingface_tokenizers does not load it: error"):
        slot.side(SideSpec(Library("huggingface_tokenizers"), save(bad, "odd")))


def test_a_tokenizer_without_tokens_makes_no_cases(slot, save, document):
    empty = document | {"added_tokens": [], "model": {"type": "BPE", "vocab": {}, "merges": []}}
    with pytest.raises(BadArtefact, match="holds no token"):
        shard_runner(
            slot,
            fidelity_cell(save(empty), "m"),
            source_of(slot, fidelity_cell(save(empty), "m"), 0),
        ).run(0, 1, 1)


def test_pieces_of_a_parity_finding_come_from_either_side(slot, save, document):
    vocab = document["model"]["vocab"] | {"<|end|>": 900}
    other = document | {
        "added_tokens": [{**document["added_tokens"][0], "id": 900}],
        "model": document["model"] | {"vocab": vocab},
    }
    pair = save(document), save(other, "other")
    runner = shard_runner(
        slot, parity_cell(*pair, "m"), source_of(slot, parity_cell(*pair, "m"), 0)
    )
    [found] = runner.investigator.investigate(
        runner.investigator.diverging([EncodeCase("<|end|>", PLAIN)])
    )
    ids = {document["added_tokens"][0]["id"], 900}
    assert found.sighting.pieces == tuple((i, "<|end|>") for i in sorted(ids))


def test_a_mutant_is_named_as_a_black_box_without_its_own_fault_model(slot, save, every_stage):
    artefact = save(every_stage)
    cell = fidelity_cell(artefact, "m", BlackBox("special-never-parsed"))
    runner = shard_runner(slot, cell, source_of(slot, cell, 0))
    assert isinstance(runner.left, BlackBoxSide)
    raws = runner.investigator.diverging([EncodeCase("a <a> b", PLAIN)])
    [found] = runner.investigator.investigate(raws)
    assert (found.signature.stage, found.method) == ("added_tokens", "counterfactual")
    assert found.signature.symptom == "fewer found"
    assert "takes special tokens for text" not in found.shape, "that is the fault itself"
    said = found.sighting.settings
    assert said[0][1].startswith("6: <|end|> ")
    assert ("added_tokens", "flags: special 5") in [(stage, line[:16]) for stage, line in said]
    assert ("normalizer", "NFC") in said
    assert slot.changed_by_fault_models(artefact) is slot.changed_by_fault_models(artefact)


def test_closing_ends_the_workers(artefact):
    with Slot() as slot:
        slot.side(SideSpec(Library("huggingface_tokenizers"), artefact))
        worker = slot.worker("huggingface_tokenizers")
        assert worker.pid
        assert slot.cpu_seconds() > 0
    assert worker.pid is None
