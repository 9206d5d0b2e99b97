"""A row says what the window cannot do; the page holds the rows of vocabularies that are here."""

import importlib
from pathlib import Path

import pytest
from tokenizers import Tokenizer, decoders, models, pre_tokenizers

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "explanation" / "streaming.md"
CHECKED = ("gpt2-ranks", "pix2tex")


@pytest.fixture(scope="module")
def table():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT))
        yield importlib.import_module("evaluation.tables.stream_windows")


@pytest.fixture
def byte_level(tmp_path):
    vocab = {char: at for at, char in enumerate(sorted(pre_tokenizers.ByteLevel.alphabet()))}
    model = Tokenizer(models.BPE(vocab=vocab, merges=[]))
    model.decoder = decoders.ByteLevel()
    path = tmp_path / "bytes.json"
    path.write_text(model.to_str(), "utf-8")
    return path


def test_a_row_an_artefact(table, capsys, byte_level, tmp_path):
    assert table.main([str(byte_level)]) == 0
    head, rule, row = capsys.readouterr().out.splitlines()
    assert head == "| vocabulary | format | unstable | pending | broken | decoder |"
    assert rule.count("---") == 6
    fields = [field.strip() for field in row.strip("|").split(" | ")]
    assert fields[1:3] == ["tokenizer.json", "no"]
    assert fields[5] == "-"
    assert " for " in fields[4]
    assert table.main([str(tmp_path / "none.json")]) == 2
    assert "none.json" in capsys.readouterr().err


def test_what_nothing_explains_is_exit_code_1(table, capsys, byte_level, monkeypatch):
    model = Tokenizer.from_file(str(byte_level))
    model.decoder = decoders.BPEDecoder("a")
    byte_level.write_text(model.to_str(), "utf-8")
    assert table.main([str(byte_level)]) == 0
    assert "BPEDecoder" in capsys.readouterr().out
    monkeypatch.setattr(table, "unstable", lambda tokenizer: ())
    assert table.main([str(byte_level)]) == 1
    assert "nothing tells why" in capsys.readouterr().err


@pytest.mark.vocabulary
@pytest.mark.parametrize("name", CHECKED)
def test_the_page_says_what_is_found(table, name):
    (manifest,) = catalogue.find(name)
    fields, as_said = table.row(catalogue.artefact(manifest, Cache.default()))
    assert as_said
    assert table.line(fields) in PAGE.read_text("utf-8").splitlines()
