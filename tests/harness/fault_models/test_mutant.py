"""Mutants are data: every table is read whole, and says what is wrong with it."""

import pytest

from tokparity.corpora.case_files import BadCaseFile
from tokparity.harness.fault_models.mutant import (
    NoSuchMutant,
    is_registered,
    matching,
    mutant_called,
    read_table,
    read_tables,
)

GOOD = """schema_version = 2
[in-a-byte]
fault_model = "ranks-wrapped"
parameters = { modulus = 256 }
vocabularies = ["gpt2-gguf"]
op = "encode"
reached = "merged"
note = "Ranks in one byte."
"""


@pytest.fixture
def written(tmp_path):
    """Write a table of mutants; the path."""

    def write(text, name="model.toml"):
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return path

    return write


def test_a_mutant_is_a_fault_model_with_parameters_and_carriers(written):
    path = written(GOOD)
    [mutant] = read_table(path)
    assert mutant.id == mutant_called(mutant.id).id == f"{path}#in-a-byte"
    assert (mutant.name, mutant.stage, mutant.op) == ("in-a-byte", "model", "encode")
    assert mutant.fault_model.does == "keeps merge ranks modulo 256"
    assert mutant.half in ("tuning", "held-back")
    assert mutant.bound_by == ()
    [listed] = read_table(written(GOOD + 'bound_by = ["vocabulary", "length"]'))
    assert listed.bound_by == ("length", "vocabulary")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        pytest.param("schema_version = 2", "schema_version = 1", "schema_version", id="version"),
        pytest.param("ranks-wrapped", "ranks-rapped", "no such model", id="no-fault-model"),
        pytest.param("modulus = 256", "modulus = 'x'", "parameters.modulus", id="type"),
        pytest.param("modulus = 256", "modulus = true", "parameters.modulus", id="true"),
        pytest.param("modulus = 256", "", "parameters.modulus: is missing", id="missing"),
        pytest.param("modulus = 256", "modulus = 256, b = 1", "parameters.b", id="left-over"),
        pytest.param('"encode"', '"encod"', "op: 'encod' is not one of", id="op"),
        pytest.param('"merged"', '"never"', "reached: 'never' is not one of", id="canary"),
        pytest.param('["gpt2-gguf"]', "[]", "vocabularies", id="no-carrier"),
        pytest.param("note", 'bound_by = ["size"]\nnote', "'size' is not one of", id="bound"),
        pytest.param("note", "bound_by = []\nnote", "bound_by: is empty", id="no-bound"),
        pytest.param("note", "notes", "note: is missing", id="note"),
        pytest.param('note = "', 'upstrem = "x"\nnote = "', "upstrem: is not a known", id="more"),
        pytest.param("reached =", "= reached =", "is not TOML", id="no-toml"),
        pytest.param("ranks-wrapped", "rstrip-ignored", "are for families", id="whole"),
    ],
)
def test_what_is_wrong_is_said(written, old, new, said):
    assert old in GOOD
    with pytest.raises(BadCaseFile, match=said):
        read_table(written(GOOD.replace(old, new, 1)))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("decoder.toml", "in-a-byte.fault_model: is one of model, not of decoder"),
        ("models.toml", "is not called as a stage"),
    ],
)
def test_a_table_is_called_as_the_stage_of_its_mutants(written, name, said):
    with pytest.raises(BadCaseFile, match=said):
        read_table(written(GOOD, name))


def test_a_name_is_used_once(written):
    folder = written(GOOD).parent
    of_decoder = GOOD.replace("ranks-wrapped", "decoded-in-parts").replace("modulus", "tokens")
    assert of_decoder != GOOD
    written(of_decoder, "decoder.toml")
    with pytest.raises(BadCaseFile, match=r"in-a-byte: is the name of one in decoder\.toml"):
        read_tables(folder)


def test_no_match_is_said(written):
    mutants = read_table(written(GOOD))
    with pytest.raises(NoSuchMutant, match="mutants list"):
        matching(mutants, "nothing-like-this")
    for name in ("in-a-byte", f"{written(GOOD)}#other", ""):
        assert not is_registered(name)
        with pytest.raises(NoSuchMutant):
            mutant_called(name)
