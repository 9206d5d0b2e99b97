"""The shipped mutants: all stages and formats, each a bug of its own."""

from evaluation.mutants import mutant_called, mutants
from tokparity.corpora.vocabs.catalogue import manifests
from tokparity.harness.fault_models.mutant import is_registered
from tokparity.reference_impl.contract import STAGES


def test_a_name_means_the_mutant():
    for mutant in mutants():
        assert mutant.id == mutant.name
        assert is_registered(mutant.name)
        assert mutant_called(mutant.name) == mutant


def test_every_carrier_is_in_the_catalogue():
    known = {manifest.name for manifest in manifests()}
    missing = {one for mutant in mutants() for one in mutant.vocabularies} - known
    assert not missing


def test_the_shipped_ones_are_over_all_stages_and_formats():
    shipped = mutants()
    formats = {manifest.name: manifest.format for manifest in manifests()}
    assert len(shipped) >= 120
    assert {mutant.stage for mutant in shipped} == set(STAGES)
    homes = {formats[mutant.vocabularies[0]] for mutant in shipped}
    assert homes >= {
        "tokenizer.json",
        "tiktoken",
        "tekken.json",
        "vocab.txt",
        "sentencepiece",
        "gguf",
    }


def test_a_shipped_one_of_a_decoder_is_asked_to_decode_and_no_other():
    for mutant in mutants():
        assert (mutant.op == "decode") == (mutant.stage == "decoder"), mutant.name


OF_TWO_FORMATS = {
    ("byte-order-mark-dropped", "byte-order-mark-dropped-text"),
    ("bytes-decoded-alone", "bytes-decoded-alone-model"),
    ("combining-decoded", "combining-decoded-model"),
    ("decoded-in-parts-of-8192", "decoded-in-parts-of-8192-model"),
    ("first-space-kept", "first-space-kept-model"),
    ("surrogates-decoded", "surrogates-decoded-fallback"),
}
"""One slip, measured in two kinds of decoder: each has code of its own for it."""


def test_no_shipped_one_is_another_one():
    alike = {}
    for mutant in mutants():
        alike.setdefault((mutant.fault_model.name, mutant.op), []).append(mutant)
    twins = {tuple(one.name for one in some): some for some in alike.values() if len(some) > 1}
    assert twins.keys() == OF_TWO_FORMATS
    for some in twins.values():
        assert len({one.vocabularies[0] for one in some}) == len(some)
