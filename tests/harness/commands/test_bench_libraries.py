"""The calls that are measured are of the same ids and texts as the reference's."""

import pytest
from fake_subject import BYTES
from harness_fixtures import file, ranks, save
from small_artefacts import Maker

from tokparity.harness.commands.batch_ratios import DECODE, ratios
from tokparity.harness.commands.bench_libraries import PLAIN, library_of
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.formats import load

__all__ = ["file", "ranks", "save"]

TEXTS = ("hello world", "é 1", "", "</s> 🤗")


def llama(folder):
    pieces = ("▁h", -1.0), ("ll", -2.0), ("▁", -3.0), ("o", -4.0)
    return Maker(folder, {}, None).llama(*pieces)


def bpe(folder):
    return Maker(folder, {}, None).llama_bpe(["h e", "l l", "he ll"])


@pytest.mark.parametrize("kind", ["tokenizer.json", "tiktoken", "llama", "bpe"])
def test_the_library_gives_the_ids_of_the_reference(kind, save, ranks, tmp_path):
    artefact = {
        "tokenizer.json": lambda: save(BYTES, "bytes"),
        "tiktoken": lambda: ranks(r"\p{L}+|\s+|[^\p{L}\s]"),
        "llama": lambda: llama(tmp_path),
        "bpe": lambda: bpe(tmp_path),
    }[kind]()
    library, tokenizer = library_of(artefact), load(artefact)
    for text in TEXTS:
        ids = tokenizer.encode(text, PLAIN).ids
        assert tuple(library.encode(text)) == ids
        assert library.decode(ids) == tokenizer.decode(ids, DECODE).value


def test_a_gguf_is_measured_beside_llama_cpp(tmp_path, monkeypatch):
    monkeypatch.setattr("tokparity.harness.commands.batch_ratios.TEXTS", 20)
    artefact = llama(tmp_path)
    library = library_of(artefact)
    assert library.name == "llama.cpp"
    rows = list(ratios(artefact, load(artefact), library, 0, 1))
    assert {row.what for row in rows} >= {"natural, cold", "decode random ids"}
    assert all(row.theirs > 0 for row in rows)


def test_what_runs_in_a_worker_alone_is_not_measured(tmp_path):
    assert library_of(Artefact("a", "vocab.txt", tmp_path / "vocab.txt", "00")) is None
