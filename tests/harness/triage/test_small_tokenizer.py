"""Findings on the smallest tokenizer, in every format; and what is not asked for one."""

import json
from dataclasses import replace

import pytest
from small_artefacts import Maker, decode

from tokparity.harness.artefacts.names import resolve
from tokparity.harness.compare.cells import (
    CellSpec,
    SideSpec,
    fidelity_cell,
    golden_cell,
    parity_cell,
)
from tokparity.harness.reduction.finding import NoLongerDiverges, shrink_tokenizer
from tokparity.harness.triage.small_tokenizer import CANDIDATES, FEW, SMALL, on_small_files
from tokparity.reference_impl.contract import EncodeCase, EncodeOptions
from tokparity.reports.records.engine import FaultyReference, Library, engine_called
from tokparity.reports.records.finding import Finding

BARE = EncodeOptions(add_special=False)
PLAIN = EncodeOptions(add_special=False, parse_special=False)


@pytest.fixture
def make(tmp_path, every_stage, model):
    return Maker(tmp_path, every_stage, model.read_bytes())


@pytest.fixture
def ask(slot, tmp_path):
    """Find a case in a cell and put it on small files; `where` are changes of the cell asked."""

    def ask(cell, case, where=None, **changes):
        investigator = slot.investigator(cell)
        found = investigator.as_found(*investigator.diverging([case]))
        signature = replace(found.signature, **changes)
        finding = Finding(signature, "", "divergence", found.method, (found.sighting,))
        return on_small_files(slot, where or cell, finding, found.sighting, tmp_path)

    return ask


MADE = {
    "tokenizer.json": (
        lambda m: m.stages(), "variant:no-nfc", EncodeCase("hello cafe\u0301", BARE), 1,
    ),
    "vocab.txt": (
        lambda m: m.file("vocab.txt", "v.txt", b"[UNK]\nfo\nf\n##ox\n##x\n##o\na\nb\nc\nd\n"),
        "variant:shortest-piece-first", EncodeCase("a fox b", BARE), 4,
    ),
    "sentencepiece": (
        lambda m: m.small_model(), "variant:charsmap-ignored", EncodeCase("hello ｗorld", PLAIN), 2,
    ),
    "gguf": (
        lambda m: m.llama(("▁a", 0.0), ("▁b", 0.0)), "mutant:first-space-kept",
        decode("▁a", "▁b"), 3,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("artefact", "engine", "case", "entries"), MADE.values(), ids=MADE)
def test_a_finding_of_one_file(ask, slot, make, artefact, engine, case, entries):
    whole = artefact(make)
    if callable(case):
        case = case(slot.tokenizer(whole))
    small = ask(fidelity_cell(whole, "m", engine_called(engine)), case)
    assert small.entries <= entries < small.before
    [held] = small.cell.artefacts
    assert held.path.stat().st_size < whole.path.stat().st_size
    assert (held.name, small.sighting.artefact) == (whole.name, whole.name)
    [raw] = slot.investigator(small.cell).diverging([small.sighting.case])
    assert (raw.left, raw.right) == (small.sighting.left, small.sighting.right)


def test_ranks_and_their_facts(ask, ranks):
    cell = fidelity_cell(
        ranks(r"\p{N}{1,3}|\p{L}+|[^\p{L}\p{N}]+"), "m", FaultyReference("digits-alone")
    )
    small = ask(cell, EncodeCase("hello 12 hell", BARE))
    assert small.entries <= 3
    assert small.cell.left.artefact.facts.specials == {}


def test_both_files_of_a_pair(ask, save, every_stage):
    cell = parity_cell(save(every_stage), save(every_stage | {"normalizer": None}, "other"), "m")
    small = ask(cell, EncodeCase("hello cafe\u0301", BARE))
    left, right = small.cell.artefacts
    assert (left.name, right.name, small.sighting.against) == ("small", "other", "other")
    assert json.loads(left.path.read_bytes())["normalizer"] is not None
    assert json.loads(right.path.read_bytes())["normalizer"] is None


def test_a_recorded_side_is_its_library(ask, save, every_stage):
    artefact = save(every_stage)
    golden = golden_cell(artefact, "m", FaultyReference("no-nfc"))
    live = fidelity_cell(artefact, "m", FaultyReference("no-nfc"))
    case = EncodeCase("cafe\u0301", BARE)
    small = ask(live, case, golden, right=golden.right.name)
    assert small.cell.right.engine == Library("huggingface_tokenizers")
    assert small.entries == 1


def test_a_crash_costs_few_restarts(fake_slot, save, every_stage, tmp_path):
    slot = fake_slot("Crashes")
    cell = fidelity_cell(save(every_stage), "m")
    investigator = slot.investigator(cell)
    found = investigator.as_found(*investigator.diverging([EncodeCase("a boom", BARE)]))
    finding = Finding(found.signature, "", "divergence", "unknown", (found.sighting,))
    small = on_small_files(slot, cell, finding, found.sighting, tmp_path)
    assert small.sighting.case.text.endswith("boom")
    assert small.entries == 0
    assert slot.worker("huggingface_tokenizers").restarts < 40


@pytest.mark.parametrize("engine", ["exec:./mine", "mutant:theirs.toml", "variant:none", "x"])
def test_an_engine_of_somebody_else_is_never_asked(save, every_stage, ask, engine, monkeypatch):
    cell = fidelity_cell(save(every_stage), "m", FaultyReference("no-nfc"))
    theirs = replace(cell, left=SideSpec(engine_called(engine), cell.left.artefact))

    def shrunk(*_):
        raise AssertionError("it was asked")

    monkeypatch.setattr("tokparity.harness.triage.small_tokenizer.shrink_tokenizer", shrunk)
    case = EncodeCase("e\u0301", BARE)
    assert ask(cell, case, theirs, left=engine) is None
    swapped = replace(cell, right=SideSpec(engine_called(engine), cell.left.artefact))
    assert ask(cell, case, swapped, right=engine) is None


def test_of_a_conversation_the_template_is_shown_whole(save, every_stage, ask, monkeypatch):
    def shrunk(*_):
        raise AssertionError("it was made small")

    monkeypatch.setattr("tokparity.harness.triage.small_tokenizer.shrink_tokenizer", shrunk)
    cell = fidelity_cell(save(every_stage), "m", FaultyReference("no-nfc"))
    assert ask(cell, EncodeCase("e\u0301", BARE), replace(cell, chat=True)) is None


def test_what_is_small_already_gets_a_cheap_look(ask, save, every_stage, monkeypatch):
    asked = []

    def counted(slot, cell, found, candidates):
        shrunk = shrink_tokenizer(slot, cell, found, candidates)
        asked.append((candidates, shrunk.candidates))
        return shrunk

    monkeypatch.setattr("tokparity.harness.triage.small_tokenizer.shrink_tokenizer", counted)
    case = EncodeCase("cafe\u0301", BARE)
    small = ask(fidelity_cell(save(every_stage), "m", FaultyReference("no-nfc")), case)
    again = small.cell.left.artefact
    assert again.path.stat().st_size <= SMALL
    assert ask(fidelity_cell(again, "m", FaultyReference("no-nfc")), small.sighting.case) is None
    assert [limit for limit, _ in asked] == [CANDIDATES, FEW]
    assert all(spent <= limit for limit, spent in asked)


def test_without_a_smaller_one_there_is_none(ask, save, every_stage, monkeypatch):
    monkeypatch.setattr("tokparity.harness.reduction.trial.Trial.holds", lambda *_: False)
    cell = fidelity_cell(save(every_stage), "m", FaultyReference("no-nfc"))
    assert ask(cell, EncodeCase("cafe\u0301", BARE)) is None


def test_of_another_finding_there_is_none(ask, save, every_stage, monkeypatch):
    """The report says what was found, and not what else is wrong with the file."""
    cell = fidelity_cell(save(every_stage), "m", FaultyReference("no-nfc"))
    case = EncodeCase("cafe\u0301", BARE)
    assert ask(cell, case, stage="model", component="BPE") is None

    def slipped(*given):
        shrunk = shrink_tokenizer(*given)
        other = replace(shrunk.found.signature, stage="model")
        return replace(shrunk, found=replace(shrunk.found, signature=other))

    assert ask(cell, case) is not None
    monkeypatch.setattr("tokparity.harness.triage.small_tokenizer.shrink_tokenizer", slipped)
    assert ask(cell, case) is None


def test_a_format_that_is_not_reduced(ask, save, every_stage, tmp_path):
    place = tmp_path / "model"
    place.mkdir()
    (place / "tokenizer.json").write_text(json.dumps(every_stage))
    (place / "tokenizer_config.json").write_text(
        json.dumps({"tokenizer_class": "PreTrainedTokenizerFast", "mask_token": "ll"})
    )
    cell = parity_cell(resolve(str(place / "tokenizer.json")), resolve(str(place)), "m")
    assert ask(cell, EncodeCase("hello", BARE)) is None


@pytest.mark.parametrize(
    "error", [NoLongerDiverges("m"), ValueError("no"), OverflowError("no")], ids=type
)
def test_what_cannot_be_asked_is_shown_whole(ask, save, every_stage, monkeypatch, error):
    def refused(*_):
        raise error

    monkeypatch.setattr("tokparity.harness.triage.small_tokenizer.shrink_tokenizer", refused)
    cell = fidelity_cell(save(every_stage), "m", FaultyReference("no-nfc"))
    assert ask(cell, EncodeCase("e\u0301", BARE)) is None


@pytest.mark.parametrize("wrong", [TypeError, AttributeError, KeyError])
def test_a_mistake_of_ours_is_told(ask, save, every_stage, monkeypatch, wrong):
    def mistaken(*_):
        raise wrong("ours")

    monkeypatch.setattr("tokparity.harness.triage.small_tokenizer.shrink_tokenizer", mistaken)
    cell = fidelity_cell(save(every_stage), "m", FaultyReference("no-nfc"))
    with pytest.raises(wrong, match="ours"):
        ask(cell, EncodeCase("e\u0301", BARE))


@pytest.mark.parametrize("content", ["{}", "[]", '{"model": {"type": "BPE", "vocab": []}}', "{"])
def test_a_file_that_the_reference_does_not_read_is_no_document(
    ask, save, every_stage, tmp_path, content
):
    cell = fidelity_cell(save(every_stage), "m", FaultyReference("no-nfc"))
    broken = tmp_path / "broken.json"
    broken.write_text(content)
    held = replace(cell.left.artefact, path=broken, sha256="0" * 64)
    theirs = CellSpec("m", "fidelity", *(replace(side, artefact=held) for side in cell.sides))
    assert ask(cell, EncodeCase("e\u0301", BARE), theirs) is None
