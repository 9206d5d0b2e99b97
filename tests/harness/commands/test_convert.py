import json

from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.formats import load


def test_convert_then_check(tokparity, artefact, tmp_path):
    code, told, hint = tokparity("convert", artefact.path, "out.gguf")
    assert code == 0
    assert told.startswith("out.gguf: model gpt2, pre gpt-2, 355 tokens\n")
    assert "lost: rstrip of added token '<|end|>': GGUF has no such flag" in told
    assert f"tokparity check out.gguf --against {artefact.path}" in hint
    assert len(load(Artefact("o", "gguf", tmp_path / "out.gguf", "")).pieces()) == 355
    assert str(tmp_path).encode() not in (tmp_path / "out.gguf").read_bytes()
    code, told, _ = tokparity("check", "out.gguf", "--cases", "256", "--sweep", "none")
    assert code == 0, told
    code, told, _ = tokparity(
        *("check", "out.gguf", "--against", artefact.path, "--cases", "512", "--sweep", "none")
    )
    assert code == 1  # what was lost
    assert "parity" in told


def test_another_pre_than_the_one_that_fits(tokparity, artefact):
    code, told, _ = tokparity("convert", artefact.path, "out.gguf", "--pre", "llama-bpe")
    assert code == 0
    assert told.startswith("out.gguf: model gpt2, pre llama-bpe")
    assert "lost: pre llama-bpe: " in told
    assert "texts are cut otherwise" in told
    code, _, told = tokparity("convert", artefact.path, "b.gguf", "--pre", "no-such")
    assert code == 2
    assert "llama.cpp has no 'no-such'; it has" in told


def test_what_the_converter_of_llama_cpp_would_write_otherwise(tokparity, artefact):
    code, told, _ = tokparity("convert", artefact.path, "out.gguf", "--json")
    assert code == 0
    lines = json.loads(told)["upstream"]
    assert any("gives up (hash " in line for line in lines)
    assert '            res = "gpt-2"' in lines


def test_json(tokparity, artefact):
    code, told, _ = tokparity("convert", artefact.path, "out.gguf", "--json")
    assert code == 0
    found = json.loads(told)
    assert (found["model"], found["pre"], found["tokens"]) == ("gpt2", "gpt-2", 355)


def test_a_file_that_is_there_is_kept(tokparity, artefact, tmp_path):
    (tmp_path / "out.gguf").write_bytes(b"mine")
    code, _, told = tokparity("convert", artefact.path, "out.gguf")
    assert (code, "is there already: --force replaces it" in told) == (2, True)
    assert (tmp_path / "out.gguf").read_bytes() == b"mine"
    assert tokparity("convert", artefact.path, "out.gguf", "--force")[0] == 0
    assert (tmp_path / "out.gguf").read_bytes()[:4] == b"GGUF"


def test_a_folder_that_is_not_there_is_one_clear_line(tokparity, artefact):
    code, _, told = tokparity("convert", artefact.path, "no/such/out.gguf")
    assert code == 2
    assert told.strip().count("\n") == 0
    assert "no/such/out.gguf" in told
