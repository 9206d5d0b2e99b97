from dataclasses import replace

from tokparity.harness.compare.cells import fidelity_cell, golden_cell, parity_cell
from tokparity.reference_impl.contract import RankFacts
from tokparity.reports.records.engine import Golden


def test_names_and_pairs(artefact, ranks):
    fidelity = fidelity_cell(artefact, "m")
    assert fidelity.pair == "reference~huggingface_tokenizers"
    assert (fidelity.name, fidelity.against) == ("small " + fidelity.pair, None)
    parity = parity_cell(artefact, ranks(), "m")
    assert parity.pair == "huggingface_tokenizers~openai_tiktoken"
    assert parity.name == "small ~ ranks " + parity.pair
    assert parity.against == "ranks"
    recorded = golden_cell(artefact, "m")
    assert recorded.right.engine == Golden("huggingface_tokenizers")
    assert len({fidelity.name, parity.name, recorded.name}) == 3


def test_the_same_ranks_with_other_special_tokens_are_another_artefact(ranks):
    one = ranks()
    other = replace(one, name="other", facts=RankFacts(one.facts.pattern, {"<b>": 300}))
    assert parity_cell(one, other, "m").against == "other"
    assert parity_cell(one, replace(one, name="copy"), "m").against is None


def test_a_cell_has_one_file_or_both(artefact, ranks):
    assert fidelity_cell(artefact, "m").artefacts == (artefact,)
    other = ranks()
    assert parity_cell(artefact, other, "m").artefacts == (artefact, other)
    copy = replace(artefact, name="copy")
    assert parity_cell(artefact, copy, "m").artefacts == (artefact,)


def test_fidelity_with_a_library_that_streams_is_asked_for_streams(artefact, ranks):
    assert fidelity_cell(artefact, "m").streams
    assert not fidelity_cell(ranks(), "m").streams
    assert not golden_cell(artefact, "m").streams
    assert not parity_cell(ranks(), artefact, "m").streams


def test_an_error_of_one_side_alone_is_a_difference_of_one_library(artefact, ranks):
    assert fidelity_cell(artefact, "m").strict
    assert parity_cell(artefact, replace(artefact, sha256="00"), "m").strict
    assert not parity_cell(artefact, ranks(), "m").strict
