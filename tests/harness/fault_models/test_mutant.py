"""Mutants are data: every file is read whole, and says what is wrong with it."""

import pytest

from tokparity.corpora.case_files import BadCaseFile
from tokparity.corpora.vocabs.catalogue import manifests
from tokparity.harness.fault_models.mutant import NoSuchMutant, mutants, read_mutant
from tokparity.reference_impl.contract import STAGES

GOOD = """schema_version = 1
variant = "ranks-wrapped"
parameters = { modulus = 256 }
vocabularies = ["gpt2-gguf"]
op = "encode"
reached = "merged"
note = "Ranks in one byte."
"""


@pytest.fixture
def written(tmp_path):
    """Write a mutant's file; the path."""

    def write(text, name="model/in-a-byte.toml"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
        return path

    return write


def test_a_mutant_is_a_variant_with_parameters_and_carriers(written):
    mutant = read_mutant(written(GOOD))
    assert (mutant.name, mutant.stage, mutant.op) == ("in-a-byte", "model", "encode")
    assert mutant.variant.does == "keeps merge ranks modulo 256"
    assert mutant.half in ("tuning", "held-back")
    assert mutant.bound_by == ()
    listed = written(GOOD + 'bound_by = ["vocabulary", "length"]', "model/listed.toml")
    assert read_mutant(listed).bound_by == ("length", "vocabulary")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        pytest.param("schema_version = 1", "schema_version = 2", "schema_version", id="version"),
        pytest.param("ranks-wrapped", "ranks-rapped", "no such variant", id="no-variant"),
        pytest.param("modulus = 256", "modulus = 'x'", "parameters.modulus", id="type"),
        pytest.param("modulus = 256", "modulus = true", "parameters.modulus", id="true"),
        pytest.param("modulus = 256", "", "parameters.modulus: is missing", id="missing"),
        pytest.param("modulus = 256", "modulus = 256, b = 1", "parameters.b", id="left-over"),
        pytest.param('"encode"', '"encod"', "op: is 'encod'", id="op"),
        pytest.param('"merged"', '"never"', "reached: is 'never'", id="canary"),
        pytest.param('["gpt2-gguf"]', "[]", "vocabularies", id="no-carrier"),
        pytest.param("note", 'bound_by = ["size"]\nnote', "bound_by: is not a", id="bound"),
        pytest.param("note", "bound_by = []\nnote", "bound_by: is not a", id="no-bound"),
        pytest.param("note", "notes", "note: is missing", id="note"),
        pytest.param('note = "', 'upstrem = "x"\nnote = "', "upstrem: is not a field", id="more"),
        pytest.param("schema", "= schema", "is not TOML", id="no-toml"),
        pytest.param("ranks-wrapped", "rstrip-ignored", "are for families", id="variant-whole"),
    ],
)
def test_what_is_wrong_is_said(written, old, new, said):
    assert old in GOOD
    with pytest.raises(BadCaseFile, match=said):
        read_mutant(written(GOOD.replace(old, new, 1)))


def test_a_file_stands_in_the_folder_of_its_stage(written):
    with pytest.raises(BadCaseFile, match="is one of model"):
        read_mutant(written(GOOD, "decoder/in-a-byte.toml"))


def test_a_name_is_used_once(written):
    path = written(GOOD)
    written(GOOD, "decoder/in-a-byte.toml")
    with pytest.raises(BadCaseFile, match=r"is called as decoder/in-a-byte\.toml is"):
        mutants("*", path.parent.parent)


def test_no_match_is_said():
    with pytest.raises(NoSuchMutant, match="mutants list"):
        mutants("nothing-like-this")


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
        alike.setdefault((mutant.variant.name, mutant.op), []).append(mutant)
    twins = {tuple(one.name for one in some): some for some in alike.values() if len(some) > 1}
    assert twins.keys() == OF_TWO_FORMATS
    for some in twins.values():
        assert len({one.vocabularies[0] for one in some}) == len(some)
