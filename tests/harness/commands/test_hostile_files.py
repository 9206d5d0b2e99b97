"""No file of any format gets a control or a bidi character to the terminal, whatever is asked."""

import json
import time
import unicodedata

import pytest
from small_artefacts import Maker

NASTY = "a\x1b[2J\u202eb\x07"


@pytest.fixture
def files(tmp_path, document):
    """One hostile file of each format, with a piece of that text, or an added token."""
    (tmp_path / "made").mkdir()
    maker = Maker(tmp_path / "made", {}, None)
    fields = ("single_word", "lstrip", "rstrip", "normalized", "special")
    token = {"id": 900, "content": NASTY} | dict.fromkeys(fields, False)
    pieces = (("a", -1.0), (NASTY, -2.0), ("b", -3.0))
    made = {
        "json": maker.json(document["model"], added_tokens=[token]),
        "txt": maker.vocab_txt("a", f"##{NASTY}"),
        "model": maker.sentencepiece("unigram", pieces),
        "gguf": maker.llama(*pieces),
    }
    return {
        name: artefact.path.rename(tmp_path / f"hostile{artefact.path.suffix}")
        for name, artefact in made.items()
    }


@pytest.fixture
def shown(tokparity):
    def ask(*words):
        code, out, err = tokparity(*map(str, words))
        whole = out + err
        bad = {char for char in whole if unicodedata.category(char) in ("Cc", "Cf")} - {"\n", "\t"}
        assert not bad, (words, bad, whole[:3000])
        return code

    return ask


@pytest.mark.parametrize("format", ["json", "txt", "model", "gguf"])
def test_what_a_file_holds_is_shown_as_escapes(shown, files, format, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = files[format]
    bounds = ("--cases", "20", "--sweep", "none", "--replies", "0")
    assert shown("trace", file, "--escaped", r"xa\u001b[2J\u202eb") in (0, 2)
    assert shown("check", file, *bounds, "--out", "one") in (0, 1, 2)
    other = files["gguf" if format == "json" else "json"]
    assert shown("check", file, "--against", other, *bounds, "--out", "beside") in (0, 1, 2)
    shown("trace", file, "a", "--against", other)
    shown("stops", file)
    shown("convert", file, tmp_path / "converted.gguf")


def test_a_template_that_repeats_the_text_without_end_is_a_verdict_soon(
    tmp_path, document, tokparity
):
    """Its text 20,000 times: no text is asked of the library, and so not all agrees."""
    part = {"Sequence": {"id": "A", "type_id": 0}}
    template = {
        "type": "TemplateProcessing",
        "single": [part] * 20_000,
        "pair": [part],
        "special_tokens": {},
    }
    file = tmp_path / "tokenizer.json"
    file.write_text(json.dumps(document | {"post_processor": template}))
    before = time.process_time()
    code, _, err = tokparity("check", str(file), "--cases", "64", "--out", str(tmp_path / "run"))
    spent = time.process_time() - before
    assert code == 2, err
    assert f"not compared {file}" in err
    assert "no text can be encoded on both sides: the text grows by more than 1024 tokens" in err
    assert spent < 30, "minutes without the bound; some seconds with it"
