"""The stage is named in which the reference's traces of two files part; or it is unknown."""

import copy
from dataclasses import replace

import pytest

from tokparity.harness.compare.cells import SideSpec, parity_cell
from tokparity.harness.compare.sides import ReferenceSide
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.naming.first_stage import UNKNOWN
from tokparity.harness.naming.two_traces import name_parity
from tokparity.reference_impl.contract import DecodeCase, EncodeCase, FullCase
from tokparity.reports.records.engine import Library


def changed(document, stage):
    """The same file with one stage another."""
    data = copy.deepcopy(document)
    match stage:
        case "added_tokens":
            data["added_tokens"][0]["rstrip"] = False
        case "normalizer":
            data["normalizer"] = None
        case "pre_tokenizer":
            split = data["pre_tokenizer"]["pretokenizers"][0]
            split["pattern"]["Regex"] = split["pattern"]["Regex"].replace(r"\p{N}|", r"\p{N}+|")
        case "model":
            data["model"]["merges"].reverse()
        case "post_processor":
            data["post_processor"] = None
        case "decoder":
            data["decoder"] = None
    assert data != document
    return data


@pytest.mark.parametrize(
    ("stage", "case", "component"),
    [
        ("added_tokens", EncodeCase("<|end|> hello a\u0301"), "AddedTokens"),
        ("normalizer", EncodeCase("hello a\u0301 12"), "NFC"),
        ("pre_tokenizer", EncodeCase("hello 1234"), "Sequence"),
        ("model", EncodeCase("helloworld"), "BPE"),
        ("post_processor", EncodeCase("hello"), "TemplateProcessing"),
        ("decoder", DecodeCase((40, 41)), "ByteLevel"),
    ],
)
@pytest.mark.parametrize("turned", [False, True], ids=["left-changed", "right-changed"])
def test_parity_names_the_stage_where_the_two_traces_part(
    slot, save, every_stage, stage, case, component, turned
):
    pair = [save(changed(every_stage, stage), "changed"), save(every_stage, "whole")]
    left, right = reversed(pair) if turned else pair
    investigator = slot.investigator(parity_cell(left, right, "m"))
    (raw,) = investigator.diverging([case])
    named = investigator.name(case)
    assert (named.stage, named.method) == (stage, "two-trace")
    if not (stage == "decoder" and not turned):
        assert named.component == component
    by_answers = investigator.name_answered(case, (raw.left, raw.right))
    assert by_answers == replace(named, left_trace=None, right_trace=None)


def test_a_signature_follows_from_what_was_answered_already(slot, save, every_stage):
    def name(_):
        raise AssertionError("the libraries were asked again")

    pair = save(every_stage), save(changed(every_stage, "normalizer"), "other")
    investigator = slot.investigator(parity_cell(*pair, "m"))
    (raw,) = investigator.diverging([EncodeCase("a\u0301")])
    assert replace(investigator, name=name).signature_of(raw).stage == "normalizer"


@pytest.mark.parametrize(
    ("stage", "pair", "field"),
    [
        ("normalizer", ("a", "a\u0301"), "ids"),
        ("normalizer", ("a\u0301", None), "ids"),
        ("post_processor", ("a", "b"), "type_ids"),
    ],
)
def test_parity_of_a_pair_names_the_first_stage_of_either_text(
    slot, save, every_stage, stage, pair, field
):
    other = changed(every_stage, stage)
    if field == "type_ids":
        other = copy.deepcopy(every_stage)
        other["post_processor"]["pair"][1]["Sequence"]["type_id"] = 1
    investigator = slot.investigator(parity_cell(save(other, "other"), save(every_stage), "m"))
    (raw,) = investigator.diverging([FullCase(*pair)])
    assert raw.divergence.field == field
    named = investigator.name_answered(raw.case, (raw.left, raw.right))
    assert (named.stage, named.method) == (stage, "two-trace")


def test_parity_of_decoding_names_a_piece_that_differs(slot, save, every_stage):
    other = copy.deepcopy(every_stage)
    other["added_tokens"][0]["content"] = "<|fin|>"
    cell = parity_cell(save(every_stage), save(other, "other"), "m")
    end = every_stage["added_tokens"][0]["id"]
    named = slot.investigator(cell).name(DecodeCase((end,)))
    assert (named.stage, named.component) == ("added_tokens", "id_to_token")


def test_parity_is_unknown_where_the_reference_is_not_its_library(slot, save, every_stage):
    left, right = save(every_stage), save(changed(every_stage, "normalizer"), "other")
    tokenizers = [slot.tokenizer(left), slot.tokenizer(right)]
    wrong = ReferenceSide(FAULT_MODELS["merge-order-reversed"].apply(tokenizers[0]))
    honest = slot.side(SideSpec(Library("huggingface_tokenizers"), right))
    case = EncodeCase("helloworld a\u0301")
    assert name_parity(case, *tokenizers, wrong, honest) == UNKNOWN
    assert name_parity(case, *reversed(tokenizers), honest, wrong) == UNKNOWN
