"""What the two sides are decides how a cell's divergences are named."""

import copy
import json

import pytest

from tokparity.harness.artefacts.names import resolve
from tokparity.harness.bugs.black_box_investigation import BlackBoxInvestigator
from tokparity.harness.compare.cells import CellSpec, SideSpec, fidelity_cell, parity_cell
from tokparity.harness.compare.sides import BlackBoxSide, RecordedSide, ReferenceSide
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.naming.first_stage import UNKNOWN
from tokparity.harness.shards.case_source import source_of
from tokparity.harness.shards.policy import (
    black_box_investigator,
    investigator_of,
    name_override,
    without_settings,
)
from tokparity.harness.shards.runner import shard_runner
from tokparity.oracles.subjects.library import libraries
from tokparity.reference_impl.contract import DecodeCase, EncodeCase, EncodeOptions, Encoding
from tokparity.reference_impl.formats import load
from tokparity.reports.records.engine import BlackBox, FaultyReference, Golden, Library, Subject

HF = "huggingface_tokenizers"
CASE = EncodeCase("a\u0301 hello", EncodeOptions(add_special=False))


@pytest.fixture
def cell(save, every_stage):
    return fidelity_cell(save(every_stage), "m")


@pytest.fixture
def faulty(slot, cell):
    return FAULT_MODELS["no-nfc"].apply(slot.tokenizer(cell.left.artefact))


def test_two_sides_make_an_investigator_without_a_seed(slot, cell, faulty):
    """A faulty reference is named beside the sound one, whatever made the two sides."""
    left, right = ReferenceSide(faulty, FaultyReference("no-nfc")), slot.side(cell.right)
    investigator = investigator_of(cell, left, right, slot)
    [raw] = investigator.diverging([CASE])
    named = investigator.name(raw.case)
    assert (named.stage, named.component, named.method) == ("normalizer", "NFC", "two-trace")
    assert investigator.symptom is not None


@pytest.mark.parametrize(
    ("engine", "most"),
    [
        (Subject("omnitoken", "lib:omnitoken"), libraries()["omnitoken"].questions),
        (Subject("omnitoken", "exec:./theirs"), None),
        (Subject("kitoken", "lib:kitoken"), None),
        (BlackBox("no-nfc"), None),
    ],
)
def test_a_slow_adapter_is_asked_less(slot, cell, faulty, engine, most):
    black_box = ReferenceSide(faulty, engine)
    changed = slot.changed_by_fault_models(cell.left.artefact)
    right = slot.side(cell.right)
    made = black_box_investigator(cell, black_box, right, black_box, changed)
    assert made.separate.__self__.most == most


def test_the_reference_is_named_by_what_the_library_reports(slot, cell, faulty):
    investigator = investigator_of(cell, ReferenceSide(faulty), slot.side(cell.right), slot)
    named = investigator.name(CASE)
    assert (named.stage, named.method) == ("normalizer", "reported")
    assert investigator.symptom is None


def test_a_sighting_has_the_names_of_both_files(slot, save, every_stage):
    vocab = every_stage["model"]["vocab"]
    (one, i), (two, j), *_ = sorted(vocab.items(), key=lambda item: -item[1])
    other = copy.deepcopy(every_stage)
    other["model"]["vocab"] |= {one: j, two: i}
    left, right = save(every_stage), save(other, "swapped")
    investigator = slot.investigator(parity_cell(left, right, "m"))
    [raw] = investigator.diverging([DecodeCase((i,))])
    sighting = investigator.as_found(raw).sighting
    assert (sighting.pieces, sighting.right_pieces) == (((i, one),), ((i, two),))
    assert sighting.files_apart == ()
    alone = slot.investigator(fidelity_cell(left, "m"))
    assert alone.as_found(raw).sighting.right_pieces == ()


def test_a_sighting_has_what_two_files_say_otherwise(slot, save, every_stage):
    other = copy.deepcopy(every_stage) | {"normalizer": None}
    left, right = save(every_stage), save(other, "without")
    investigator = slot.investigator(parity_cell(left, right, "m"))
    [raw] = investigator.diverging([CASE])
    [(stage, mine, theirs)] = investigator.as_found(raw).sighting.files_apart
    assert stage == "normalizer"
    assert "NFC" in mine
    assert theirs == ""


@pytest.mark.parametrize("at_left", [True, False])
def test_a_black_box_is_named_by_counterfactuals_on_either_side(slot, cell, faulty, at_left):
    black_box = BlackBoxSide(BlackBox("no-nfc"), faulty)
    library = slot.side(cell.right)
    sides = (black_box, library) if at_left else (library, black_box)
    investigator = investigator_of(cell, *sides, slot)
    assert isinstance(investigator, BlackBoxInvestigator)
    named = investigator.name(CASE)
    assert (named.stage, named.method) == ("normalizer", "counterfactual")
    sound, of_the_box = named.right_trace, named.left_trace
    if not at_left:
        sound, of_the_box = of_the_box, sound
    assert of_the_box is None  # it shows none: what is shown is the sound side's
    assert sound is not None


def test_a_recording_is_named_by_its_library(slot, cell):
    """The recorded answer shows no stage; the library that it is of does."""
    artefact = cell.left.artefact
    golden = CellSpec("m", "fidelity", cell.left, SideSpec(Golden(HF), artefact))
    recorded = RecordedSide(Golden(HF), {CASE: Encoding((0,))})
    tokenizer = FAULT_MODELS["no-nfc"].apply(slot.tokenizer(artefact))
    named = investigator_of(golden, ReferenceSide(tokenizer), recorded, slot).name(CASE)
    assert (named.stage, named.method) == ("normalizer", "reported")


def test_two_libraries_are_named_by_the_traces_of_both_files(slot, save, every_stage):
    other = {**every_stage, "normalizer": None}
    cell = parity_cell(save(every_stage), save(other, "other"), "m")
    investigator = slot.investigator(cell)
    [raw] = investigator.diverging([CASE])
    named = investigator.name(raw.case)
    assert (named.stage, named.method) == ("normalizer", "two-trace")


PLAIN = {"tokenizer_class": "PreTrainedTokenizerFast"}
BARE = EncodeOptions(add_special=False)


@pytest.fixture
def directory(tmp_path, document):
    """Writes a model's directory: the cell of its file against `AutoTokenizer`."""

    def write(config, change=lambda data: None):
        data = copy.deepcopy(document)
        data["model"]["vocab"] |= {"<unk>": len(data["model"]["vocab"]) + 1, "<s>": 900}
        change(data)
        (tmp_path / "tokenizer.json").write_text(json.dumps(data))
        (tmp_path / "tokenizer_config.json").write_text(json.dumps(config))
        held = resolve(str(tmp_path))
        return parity_cell(resolve(str(tmp_path / "tokenizer.json")), held, "model")

    return write


def name(slot, cell, case):
    left = slot.tokenizer(cell.left.artefact)
    sides = slot.side(cell.left), slot.side(cell.right)
    return name_override(case, left, *sides, alternatives=without_settings(left))


def split_digits(data):
    parts = [
        {"type": "Digits", "individual_digits": True},
        data["pre_tokenizer"],
    ]
    data["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": parts}


def truncate(data):
    data["truncation"] = {
        "max_length": 2, "strategy": "LongestFirst", "stride": 0, "direction": "Right",
    }  # fmt: skip


def pad(data):
    data["padding"] = {
        "strategy": {"Fixed": 9}, "direction": "Right", "pad_to_multiple_of": None,
        "pad_id": 0, "pad_type_id": 0, "pad_token": "!",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("config", "change", "case", "stage", "component", "method"),
    [
        pytest.param(
            {"tokenizer_class": "CodeLlamaTokenizer"}, split_digits, EncodeCase("12 12", BARE),
            "pre_tokenizer", "Sequence", "reported", id="metaspace-over-byte-level",
        ),
        pytest.param(
            {"tokenizer_class": "GPT2TokenizerFast"}, split_digits, EncodeCase("x12", BARE),
            "pre_tokenizer", "Sequence", "reported", id="its-own-pattern",
        ),
        pytest.param(
            {"tokenizer_class": "CodeLlamaTokenizer"}, split_digits, DecodeCase((258, 260)),
            "decoder", "ByteLevel", "reported", id="its-own-decoder",
        ),
        pytest.param(
            PLAIN | {"mask_token": "ll"}, lambda data: None, EncodeCase("hello", BARE),
            "added_tokens", "AddedTokens", "reported", id="a-token-of-the-configuration",
        ),
        pytest.param(
            PLAIN, truncate, EncodeCase("a b c d", BARE),
            "post_processor", "Truncation", "counterfactual", id="no-truncation",
        ),
        pytest.param(
            PLAIN, pad, EncodeCase("a", BARE),
            "post_processor", "Padding", "counterfactual", id="no-padding",
        ),
        pytest.param(
            PLAIN, lambda data: (truncate(data), pad(data)), EncodeCase("a b c d", BARE),
            "post_processor", "Truncation and Padding", "counterfactual", id="neither",
        ),
    ],
)  # fmt: skip
def test_what_is_overridden(slot, directory, config, change, case, stage, component, method):
    cell = directory(config, change)
    runner = shard_runner(slot, cell, source_of(slot, cell, 0))
    assert runner.investigator.diverging([case]), "the two agree: nothing to name"
    named = name(slot, cell, case)
    assert (named.stage, named.component, named.method) == (stage, component, method)
    assert runner.investigator.name(case) == named


def test_a_plain_class_agrees_with_its_file(slot, directory):
    runner = shard_runner(slot, directory(PLAIN), source_of(slot, directory(PLAIN), 0))
    result = runner.run(0, 256, 64)
    assert result.found == []
    assert [result.counts[op].compared for op in ("encode", "decode")] == [256, 64]
    assert [result.counts[op].agreed for op in ("encode", "decode")] == [256, 64]


def test_where_the_reference_is_not_the_file_the_answer_is_unknown(slot, directory):
    cell = directory({"tokenizer_class": "GPT2TokenizerFast"}, split_digits)
    case = EncodeCase("x12", BARE)
    wrong = RecordedSide(Library("huggingface_tokenizers"), {case: Encoding((1, 2, 3), None)})
    left = load(cell.left.artefact)
    assert name_override(case, left, wrong, slot.side(cell.right)) == UNKNOWN
